//! Errors of waiting: wait first and report after (R5); a call that failed to wait has proved nothing, so nothing is lost (R3).

use cuda_safe::Error;
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

const PASSING: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

#[test]
fn a_blocking_wait_that_fails_once_loses_no_buffer() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    rig.simulator.on("cuEventSynchronize").fails(PASSING);
    let opener = std::thread::spawn(move || gate.open());
    let pinned = transfer.wait_blocking().expect("the transfer itself works");
    opener.join().expect("no panic");
    assert_eq!(pinned[1], 2);
}

#[test]
fn a_record_that_fails_once_does_not_end_a_launch_early() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let fill = rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued");
    rig.simulator.on("cuEventRecord").fails(PASSING);
    block_on(fill).expect("the fill itself works");
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#20 (row 37): see `docs/reported-faults.md`.
#[test]
fn a_fault_is_fatal_whoever_meets_it_first() {
    let is_fatal = |error: &Error| matches!(error, Error::Fatal { .. });
    for meets in ["an await", "a submit", "a submit that joins another stream"] {
        let rig = Rig::new();
        let mut gpu = rig.counting();
        let (pinned, other) = (rig.pinned(), rig.context.stream().expect("a stream"));
        let fill = rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued");
        rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let error = match meets {
            "an await" => block_on(fill).expect_err("a fault"),
            "a submit" => rig.stream.fill_bytes(&mut gpu, 2).expect_err("a fault"),
            _ => other.try_upload(pinned, &mut gpu).expect_err("a fault").error,
        };
        assert!(is_fatal(&error), "{meets}: {error:?}");
        assert!(rig.context.fatal().as_ref().is_some_and(is_fatal), "{meets}: the context is not known to be dead");
    }
}

#[test]
fn a_buffer_whose_stream_was_given_up_is_usable_on_another() {
    let rig = Rig::manual();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&rig.stream);
    let mut upload = Box::pin(gpu.upload_from(&[7; LEN], &rig.stream));
    rig.simulator.on("cuEventQuery").times(1100).fails(PASSING);
    assert!(poll_once(upload.as_mut()).0.is_pending());
    for _ in 0..1100 {
        rig.reactor.turn();
    }
    drop(upload);
    gate.open();
    assert_eq!(rig.context.fatal(), None);
    assert_eq!(rig.read(&gpu, &other), [7; LEN]);
}

/// Reported elsewhere as tracel-ai/cubecl#247 (row 28): see `docs/reported-faults.md`.
#[test]
fn a_synchronise_waits_and_does_not_answer_an_older_error_of_another_operation() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuMemcpyDtoHAsync_v2").fails(PASSING);
    let failed = rig.stream.download(&gpu, rig.pinned());
    let gate = rig.gate(&rig.stream);
    let pending = rig.stream.download(&gpu, rig.pinned());
    let mut fence = Box::pin(rig.stream.synchronize());
    assert!(poll_once(fence.as_mut()).0.is_pending(), "the error cut the wait short");
    gate.open();
    block_on(fence).expect("nothing of this is the fence's");
    rig.stream.synchronize_blocking().expect("nor the stream's");
    assert_eq!(block_on(pending).expect("the other copy works")[0], 1);
    block_on(failed).expect_err("the error belongs to its operation");
    rig.assert_clean();
}
