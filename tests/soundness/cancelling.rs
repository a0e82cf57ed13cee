//! Cancelling an owned transfer: the copy runs on, and the buffer comes back when the driver is done with it.

use std::mem;
use std::thread;

use cuda_safe::{DeviceBuffer, Error, PinnedBuffer};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

#[test]
fn a_cancelled_transfer_gives_its_buffer_back_only_when_the_device_is_done() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut cancelled = Box::pin(rig.stream.download(&gpu, rig.pinned()).cancel());
    let (polled, count) = poll_once(cancelled.as_mut());
    assert!(polled.is_pending(), "the buffer came back while the device may write to it");
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    assert_eq!(count.get(), 1);
    let pinned = block_on(cancelled).expect("the end is proved");
    assert_eq!(pinned[LEN - 1], LEN as u32, "a copy cannot be called off");
    rig.assert_clean();
}

#[test]
fn a_transfer_that_lost_a_select_can_be_cancelled() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = rig.stream.upload(rig.pinned(), &mut gpu);
    block_on(async {
        tokio::select! {
            biased;
            result = &mut transfer => panic!("the stream is gated, yet the copy ended: {result:?}"),
            () = std::future::ready(()) => {}
        }
    });
    let opener = thread::spawn(move || gate.open());
    assert_eq!(transfer.cancel().wait_blocking().expect("the end is proved").len(), LEN);
    opener.join().expect("no panic");
    assert_eq!(rig.read(&gpu, &rig.stream), [0; LEN], "the upload ran all the same");
    rig.assert_clean();
}

#[test]
fn dropping_a_cancelled_transfer_returns_at_once_and_frees_the_buffer_later() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let mut cancelled = Box::pin(rig.stream.download(&gpu, rig.pinned()).cancel());
    assert!(poll_once(cancelled.as_mut()).0.is_pending());
    drop(cancelled);
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1, "freed before the device was done");
    gate.open();
    while rig.simulator.ledger().host_ranges > before {
        thread::yield_now();
    }
    rig.assert_clean();
}

#[test]
fn forgetting_a_cancelled_transfer_leaks_exactly_its_buffer() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    mem::forget(rig.stream.download(&gpu, rig.pinned()).cancel());
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1);
    rig.assert_clean();
}

#[test]
fn a_copy_that_was_refused_or_answered_an_error_still_gives_its_buffer_back_when_cancelled() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let short = PinnedBuffer::<u32>::zeroed(&rig.context, LEN - 1).expect("pinned memory");
    let short = block_on(rig.stream.upload(short, &mut gpu).cancel()).expect("the driver never had it");
    assert_eq!(short.len(), LEN - 1);
    rig.simulator.on("cuMemcpyDtoHAsync_v2").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned()).cancel()).expect("the end is proved");
    assert_eq!(pinned.len(), LEN);
    let nothing = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    let empty = PinnedBuffer::zeroed(&rig.context, 0).expect("nothing");
    assert!(block_on(rig.stream.download(&nothing, empty).cancel()).expect("nothing to do").is_empty());
    rig.assert_clean();
}

#[test]
fn a_fault_keeps_the_buffer_of_a_cancelled_transfer() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let cancelled = rig.stream.download(&gpu, rig.pinned()).cancel();
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let error = block_on(cancelled).expect_err("nothing proves the end");
    assert!(matches!(error, Error::Fatal { .. }), "{error:?}");
    rig.wait_for_quarantine(4096);
    drop(gate);
}
