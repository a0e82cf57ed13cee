//! Page-locked memory of dropped buffers, which the context keeps for the next ones.

use std::thread;

use cuda_safe::{PinnedBuffer, Reactor};
use cuda_sim::Simulator;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

/// A page of this system is no larger, so every small buffer has as much.
const PAGE: usize = 64 << 10;

fn rig(kept_byte_len: usize) -> Rig {
    Rig::keeping(kept_byte_len, Simulator::builder(), Reactor::spawn().expect("threads start"))
}

fn locks(rig: &Rig) -> (u64, u64) {
    (rig.simulator.calls("cuMemHostRegister_v2"), rig.simulator.calls("cuMemHostUnregister"))
}

#[test]
fn memory_of_a_dropped_buffer_is_had_again_as_zeros() {
    let rig = rig(PAGE);
    drop(PinnedBuffer::from_slice(&rig.context, &[9_u32; LEN]).expect("pinned memory"));
    let before = locks(&rig);
    let again = PinnedBuffer::<u64>::zeroed(&rig.context, LEN / 2).expect("pinned memory");
    assert_eq!(locks(&rig), before, "the pages were there");
    assert_eq!(*again, [0; LEN / 2], "values of the last owner");
    // Nothing is kept now: the next one is fresh.
    let fresh = rig.pinned();
    assert_eq!(locks(&rig), (before.0 + 1, before.1));
    drop((again, fresh));
    rig.assert_clean();
}

#[test]
fn memory_in_flight_is_nobody_elses_before_the_driver_is_done() {
    let rig = rig(PAGE);
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    rig.stream.download(&gpu, rig.pinned()).detach();
    let mut other = rig.pinned();
    other.fill(7);
    gate.open();
    block_on(rig.stream.synchronize()).expect("the stream is well");
    assert_eq!(*other, [7; LEN], "the download wrote to another buffer");
    // What was detached is kept once it is done, whoever found out.
    while rig.simulator.ledger().pending_operations > 0 {
        thread::yield_now();
    }
    drop(other);
    rig.assert_clean();
}

#[test]
fn no_more_is_kept_than_was_asked_for() {
    let rig = rig(0);
    let (locked, unlocked) = locks(&rig);
    drop(rig.pinned());
    assert_eq!(locks(&rig), (locked + 1, unlocked + 1));
    rig.assert_clean();
}

#[test]
fn kept_memory_makes_room_when_the_driver_locks_no_more() {
    let rig = rig(PAGE);
    drop(rig.pinned());
    let (locked, unlocked) = locks(&rig);
    rig.simulator.on("cuMemHostRegister_v2").fails(cuda_sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let large = PinnedBuffer::<u8>::zeroed(&rig.context, 4 * PAGE).expect("the second try finds room");
    // A refused lock is undone to be sure, and the kept pages are unlocked.
    assert_eq!(locks(&rig), (locked + 2, unlocked + 2));
    drop(large);
    rig.assert_clean();
}

#[test]
fn what_is_kept_goes_with_the_context() {
    let rig = rig(PAGE);
    drop(rig.pinned());
    assert_eq!(rig.simulator.ledger().host_ranges, 1);
    let Rig { simulator, driver, context, stream, reactor, .. } = rig;
    drop((driver, context, stream));
    reactor.shutdown().expect("not on the reactor");
    let ledger = simulator.ledger();
    assert_eq!((ledger.contexts, ledger.host_ranges), (0, 0));
    assert_eq!(simulator.reports(), []);
}
