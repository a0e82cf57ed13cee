//! Steady state: a program that does the same thing over and over keeps as much as it did after the first few times.

use cuda_safe::DeviceBuffer;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

const ROUNDS: u8 = if cfg!(miri) { 12 } else { 100 };
/// Far more than any of these needs, however late the reactor's thread is, and far fewer than one a round.
const FEW: usize = 32;

#[test]
fn a_buffer_read_on_short_lived_streams_does_not_keep_them() {
    let rig = Rig::new();
    let weights = rig.counting();
    for _ in 0..ROUNDS {
        let stream = rig.context.stream().expect("a stream");
        block_on(stream.download(&weights, rig.pinned())).expect("the download works");
    }
    let streams = rig.simulator.ledger().streams;
    assert!(streams <= FEW, "{streams} streams are alive");
    rig.assert_clean();
}

#[test]
fn writing_on_one_stream_and_reading_on_another_creates_no_event_each_time() {
    let rig = Rig::new();
    let copies = rig.context.stream().expect("a stream");
    let mut gpu = rig.counting();
    let mut pinned = rig.pinned();
    for round in 0..ROUNDS {
        rig.stream.fill_bytes(&mut gpu, round).expect("the fill is queued");
        pinned = block_on(copies.download(&gpu, pinned)).expect("the download works");
    }
    let events = rig.simulator.ledger().events;
    assert!(events <= FEW, "{events} events are alive");
    rig.assert_clean();
}

#[test]
fn allocating_on_one_stream_and_working_on_another_creates_no_event_each_time() {
    let rig = Rig::new();
    let work = rig.context.stream().expect("a stream");
    for round in 0..ROUNDS {
        let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
        work.fill_bytes(&mut gpu, round).expect("the fill is queued");
        block_on(work.synchronize()).expect("the fill works");
    }
    let events = rig.simulator.ledger().events;
    assert!(events <= FEW, "{events} events are alive");
    rig.assert_clean();
}

#[test]
fn two_operands_last_written_on_one_stream_cost_one_wait_and_only_once() {
    let rig = Rig::new();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&rig.stream);
    let mut target = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    let source = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    for _ in 0..2 {
        other.copy(&source, &mut target).expect("the copy is queued");
        assert_eq!(rig.simulator.calls("cuStreamWaitEvent"), 1);
    }
    gate.open();
}

#[test]
fn a_context_that_faulted_keeps_no_simulator() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let simulator = std::sync::Arc::downgrade(&rig.simulator);
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    rig.simulator.fault(cuda_sys::CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    block_on(transfer).expect_err("a fault");
    drop((gate, gpu));
    let Rig { simulator: ours, driver, context, stream, reactor, .. } = rig;
    drop((ours, driver, context, stream));
    reactor.shutdown().expect("not on the reactor");
    assert!(simulator.upgrade().is_none(), "the simulator, its slot and its threads are leaked");
}
