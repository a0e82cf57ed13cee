//! R3: unknown is not done. An event that was not recorded is never asked; its stream is synchronised instead; and if that fails too, the
//! memory is kept for ever, and counted.

use std::future::Future;
use std::task::{Context as TaskContext, Poll};

use cuda_safe::{CopyFrom, ErrorCode};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, on_clone, poll_once, until};

#[test]
fn a_failed_record_is_never_asked_and_the_stream_is_synchronised_instead() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    let queries = rig.simulator.calls("cuEventQuery");
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("the copy itself worked");
    assert_eq!(pinned[0], 1);
    assert_eq!(rig.simulator.calls("cuEventQuery"), queries, "an event that was never recorded answers success");
    rig.assert_clean();
}

#[test]
fn a_record_that_fails_once_is_made_again() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    rig.simulator.on("cuEventRecord").fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    assert!(poll_once(transfer.as_mut()).0.is_pending(), "an event that was never recorded answers success");
    gate.open();
    while rig.reactor.turn() {
        std::thread::yield_now();
    }
    assert!(poll_once(transfer.as_mut()).0.is_ready());
    rig.assert_clean();
}

#[test]
fn what_cannot_be_proved_is_quarantined_and_counted() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    rig.simulator.on("cuStreamSynchronize").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    let ranges = rig.simulator.ledger().host_ranges;
    let failed = block_on(rig.stream.download(&gpu, rig.pinned())).expect_err("nothing is proved");
    assert!(failed.buffers.is_none());
    assert_eq!(rig.context.quarantined_byte_len(), 4096);
    assert_eq!(rig.simulator.ledger().host_ranges, ranges + 1, "the memory is kept");
    assert!(rig.context.fatal().is_none(), "one operation is lost, not the context");
    rig.assert_clean();
}

#[test]
fn quarantined_staging_never_serves_another_copy() {
    let rig = Rig::new();
    let gpu = rig.counting();
    // One idle block, which the next copy takes.
    let mut host = [0_u32; LEN];
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    rig.simulator.on("cuStreamSynchronize").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    let locks = rig.simulator.calls("cuMemHostRegister_v2");
    for nth in 1..=2 {
        let mut lost = [5_u32; LEN];
        let error = block_on(lost.copy_from(&gpu, &rig.stream)).expect_err("nothing is proved");
        assert_eq!(error.code(), Some(ErrorCode::INVALID_HANDLE));
        assert_eq!(lost, [5; LEN], "the bytes of a copy that nobody saw end");
        assert_eq!(rig.context.quarantined_byte_len(), nth * 4096, "the quarantined block was handed out again");
    }
    assert_eq!(rig.simulator.calls("cuMemHostRegister_v2"), locks + 1);
    rig.assert_clean();
}

#[test]
fn answers_that_say_nothing_end_no_operation() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    rig.simulator.on("cuEventQuery").times(5).fails(CUresult::CUDA_ERROR_UNKNOWN);
    assert!(poll_once(transfer.as_mut()).0.is_pending(), "an unknown answer is not the end");
    for _ in 0..4 {
        assert!(rig.reactor.turn(), "the operation is pending still");
    }
    assert_eq!(rig.context.quarantined_byte_len(), 0);
    gate.open();
    until(|| !rig.reactor.turn());
    assert_eq!(block_on(transfer).expect("the copy works")[0], 1);
    rig.assert_clean();
}

/// Reported elsewhere as bheisler/RustaCUDA#48 (row 36): see `docs/reported-faults.md`.
#[test]
fn pages_that_the_driver_will_not_unlock_are_kept() {
    let rig = Rig::new();
    let pinned = rig.pinned();
    rig.simulator.on("cuMemHostUnregister").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    drop(pinned);
    assert_eq!(rig.context.quarantined_byte_len(), 4096);
    assert_eq!(rig.simulator.ledger().host_ranges, 1, "the driver has them still");
    let errors = rig.context.drop_errors();
    assert!(matches!(&errors[..], [error] if error.code() == Some(ErrorCode::INVALID_VALUE)), "{errors:?}");
    assert_eq!(rig.context.drop_errors(), [], "told once");
}

#[test]
fn an_end_that_is_given_up_before_its_future_waits_for_it_is_told_all_the_same() {
    let rig = Rig::manual();
    let mut gpu = rig.counting();
    let _gate = rig.gate(&rig.stream);
    let mut fill = Box::pin(rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued"));
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    rig.simulator.on("cuStreamSynchronize").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    // The poll asks for an event, which cannot be had; by the time that its waker is cloned everybody has given up.
    let reactor = rig.reactor.clone();
    let waker = on_clone(move || {
        reactor.turn();
    });
    assert!(fill.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    rig.reactor.turn();
    let Poll::Ready(answer) = poll_once(fill.as_mut()).0 else { panic!("nobody looks after the fill any more") };
    assert_eq!(answer.expect_err("nothing is proved").code(), Some(ErrorCode::INVALID_HANDLE));
}
