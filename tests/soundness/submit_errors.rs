//! Errors of submit calls: they prove nothing (R2), an unrecorded event is never asked (R3), and a proved end gives back.

use cuda_safe::{Error, ErrorCode};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

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
fn a_failed_hint_costs_latency_and_nothing_else() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuLaunchHostFunc").and_after().fails(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let opener = std::thread::spawn(move || gate.open());
    block_on(transfer).expect("the reactor asks by itself");
    opener.join().expect("no panic");
    rig.assert_clean();
}

#[test]
fn a_foreign_capture_in_the_way_means_ask_again() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let unsupported = CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    for nth in 1..=4 {
        rig.simulator.on("cuEventQuery").nth(nth).fails(unsupported);
    }
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("unknown is neither done nor a fault");
    assert_eq!(pinned[1], 2);
    assert_eq!(rig.context.fatal(), None);
    rig.assert_clean();
}

#[test]
fn memory_that_runs_out_is_an_error_and_not_the_end() {
    let rig = Rig::new();
    rig.simulator.fail_allocation(1);
    let refused = cuda_safe::DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect_err("no memory");
    assert_eq!(refused.code(), Some(ErrorCode::OUT_OF_MEMORY));
    assert!(refused.to_string().ends_with("out of memory (2)"), "{refused}");
    assert_eq!(rig.read(&rig.counting(), &rig.stream)[0], 1);
    rig.assert_clean();
}
