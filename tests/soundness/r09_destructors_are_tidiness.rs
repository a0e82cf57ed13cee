//! What becomes of an owned transfer's memory.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use cuda_safe::OnDrop;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

#[test]
fn a_round_trip_gives_the_buffer_back_with_the_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("the download works");
    assert_eq!(*pinned, *(1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

/// The one test that must fail when the wait is deleted from the transfer's Drop (`.ci/mutation`).
///
/// Reported elsewhere as datenlord/async-rdma#47 (row 105): see `docs/reported-faults.md`.
#[test]
fn dropping_a_pending_transfer_waits_so_that_its_memory_is_back_at_once() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let is_open = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::yield_now();
            is_open.store(true, Ordering::SeqCst);
            gate.open();
        });
        drop(transfer);
        assert!(is_open.load(Ordering::SeqCst), "the drop did not wait for the device");
        assert_eq!(rig.simulator.ledger().host_ranges, before, "the memory is not back when the drop returns");
    });
    rig.assert_clean();
}

#[test]
fn a_detached_transfer_returns_at_once_and_is_freed_when_the_device_is_done() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    rig.stream.download(&gpu, rig.pinned()).detach();
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1, "freed before the device was done");
    gate.open();
    while rig.simulator.ledger().host_ranges > before {
        thread::yield_now();
    }
    rig.assert_clean();
}

/// Reported elsewhere as embassy-rs/embassy#179 (row 104): see `docs/reported-faults.md`.
#[test]
fn a_stream_may_detach_on_drop() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let stream = rig.context.stream_builder().on_drop(OnDrop::Detach).build().expect("a stream");
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&stream);
    drop(stream.download(&gpu, rig.pinned()));
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1, "freed before the device was done");
    gate.open();
    while rig.simulator.ledger().host_ranges > before {
        thread::yield_now();
    }
    rig.assert_clean();
}

#[test]
fn forgetting_a_transfer_leaks_exactly_its_buffer_and_blocks_nobody() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    mem::forget(rig.stream.download(&gpu, rig.pinned()));
    gate.open();
    let fresh = block_on(rig.stream.upload(rig.pinned(), &mut gpu)).expect("the stream goes on");
    assert_eq!(rig.simulator.ledger().host_ranges, before + 2, "the forgotten buffer and the fresh one");
    drop(fresh);
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1);
    rig.assert_clean();
}

#[test]
fn the_device_side_is_free_for_the_next_operation_at_once() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let download = rig.stream.download(&gpu, rig.pinned());
    let upload = rig.stream.upload(rig.pinned(), &mut gpu);
    gate.open();
    let old = block_on(download).expect("the download works");
    block_on(upload).expect("the upload works");
    assert_eq!(old[LEN - 1], LEN as u32, "streams keep order");
    assert_eq!(rig.read(&gpu, &rig.stream), [0; LEN]);
    rig.assert_clean();
}

#[test]
fn a_second_waker_takes_the_place_of_the_first() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    let (first, old) = poll_once(transfer.as_mut());
    let (second, new) = poll_once(transfer.as_mut());
    assert!(first.is_pending() && second.is_pending());
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    assert_eq!((old.get(), new.get()), (0, 1));
    assert!(poll_once(transfer.as_mut()).0.is_ready());
    rig.assert_clean();
}

#[test]
fn swapped_transfers_end_with_their_own_buffers() {
    let rig = Rig::new();
    let (ones, zeros) = (rig.counting(), cuda_safe::DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory"));
    let gate = rig.gate(&rig.stream);
    let mut a = rig.stream.download(&ones, rig.pinned());
    let mut b = rig.stream.download(&zeros, rig.pinned());
    mem::swap(&mut a, &mut b);
    gate.open();
    drop(a);
    assert_eq!(block_on(b).expect("the download works")[1], 2);
    rig.assert_clean();
}

/// Reported elsewhere as Wumpf/wgpu-profiler#25 (row 56): see `docs/reported-faults.md`.
#[test]
fn a_transfer_may_be_dropped_or_detached_in_every_state() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    for polls in 0..3 {
        for is_done in [false, true] {
            for is_detached in [false, true] {
                let gate = rig.gate(&rig.stream);
                let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
                for _ in 0..polls {
                    assert!(poll_once(transfer.as_mut()).0.is_pending());
                }
                if is_done {
                    gate.open();
                    rig.stream.synchronize_blocking().expect("the stream is well");
                }
                let transfer = *std::pin::Pin::into_inner(transfer);
                if is_detached {
                    transfer.detach();
                    gate.open();
                } else {
                    gate.open();
                    drop(transfer);
                }
                crate::rig::until(|| rig.simulator.ledger().host_ranges == before);
            }
        }
    }
    rig.assert_clean();
}
