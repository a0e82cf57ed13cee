//! R2: an error from a submit call proves nothing. The work may be queued all the same, so the memory stays owned until an event says
//! that it is over; a proved end then gives it back with the error.

use cuda_safe::{CopyFrom, Error, ErrorCode};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once, until};

#[test]
fn a_submit_error_comes_with_the_buffer_once_the_end_is_proved() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuMemcpyDtoHAsync_v2").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let failed = block_on(rig.stream.download(&gpu, rig.pinned())).expect_err("the copy is refused");
    assert_eq!(failed.error, Error::Driver { call: "cuMemcpyDtoHAsync_v2", code: ErrorCode::INVALID_VALUE });
    assert_eq!(failed.buffers.expect("the end was proved").len(), LEN);
    rig.assert_clean();
}

#[test]
fn an_error_of_work_that_was_queued_all_the_same_frees_nothing_early() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    rig.simulator.on("cuMemcpyDtoHAsync_v2").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let before = rig.simulator.ledger().host_ranges;
    transfer.detach();
    assert_eq!(rig.simulator.ledger().host_ranges, before, "freed with the copy queued");
    gate.open();
    while rig.simulator.ledger().host_ranges == before {
        std::thread::yield_now();
    }
    rig.assert_clean();
}

#[test]
fn a_known_error_does_not_end_the_await_while_the_work_may_be_queued() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    rig.simulator.on("cuMemcpyDtoHAsync_v2").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    assert!(poll_once(transfer.as_mut()).0.is_pending(), "the error cut the wait short");
    gate.open();
    until(|| !rig.reactor.turn());
    let failed = block_on(transfer).expect_err("the call answered an error");
    assert_eq!(failed.error.code(), Some(ErrorCode::INVALID_VALUE));
    assert_eq!(failed.buffers.expect("the end was proved").len(), LEN);
    rig.assert_clean();
}

#[test]
fn a_staged_copy_whose_call_failed_says_so_and_leaves_the_slice_alone() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    rig.simulator.on("cuMemcpyDtoHAsync_v2").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let mut host = [5_u32; LEN];
    let error = block_on(host.copy_from(&gpu, &rig.stream)).expect_err("nothing was copied");
    assert_eq!(error, Error::Driver { call: "cuMemcpyDtoHAsync_v2", code: ErrorCode::INVALID_VALUE });
    assert_eq!(host, [5; LEN], "bytes that the device never wrote");
    rig.simulator.on("cuMemcpyHtoDAsync_v2").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let error = block_on(gpu.upload_from(&host, &rig.stream)).expect_err("nothing was copied");
    assert_eq!(error.code(), Some(ErrorCode::INVALID_VALUE));
    assert_eq!(rig.context.staging_in_use_byte_len(), 0, "the end was proved, so the blocks are back");
    rig.assert_clean();
}

#[test]
fn a_submit_error_after_a_good_wait_leaves_the_stream_usable() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    rig.simulator.on("cuMemsetD8Async").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
    let error = rig.stream.fill_bytes(&mut gpu, 0xff).expect_err("the call answered an error");
    assert_eq!(error.code(), Some(ErrorCode::INVALID_VALUE));
    // It ran, and what comes later is ordered behind it, on whatever stream.
    let other = rig.context.stream().expect("a stream");
    assert_eq!(rig.read(&gpu, &other), [u32::MAX; LEN]);
    rig.assert_clean();
}
