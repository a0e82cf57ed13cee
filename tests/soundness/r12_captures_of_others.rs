//! R12: nothing here queries or waits on what is captured, and nobody's capture suffers from it. The codes 900 to 908 mean "ask again":
//! neither "done" nor "fault".
//!
//! That a capture is in the way is what scripted calls answer here: any code, at any call, and without a capture to keep going.

use std::thread;

use cuda_safe::{CopyFrom, DeviceBuffer, PinnedBuffer};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once, until};

/// The codes that say that a capture is in the way.
fn capture_codes() -> impl Iterator<Item = CUresult> {
    (900..=908).map(CUresult)
}

#[test]
fn a_foreign_capture_in_the_way_means_ask_again() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let unsupported = CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    rig.simulator.on("cuEventQuery").times(4).fails(unsupported);
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("unknown is neither done nor a fault");
    assert_eq!(pinned[1], 2);
    assert_eq!(rig.context.fatal(), None);
    rig.assert_clean();
}

#[test]
fn codes_900_to_908_from_a_query_are_neither_done_nor_a_fault() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    for code in capture_codes() {
        let gate = rig.gate(&rig.stream);
        let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
        rig.simulator.on("cuEventQuery").times(3).fails(code);
        let (polled, count) = poll_once(transfer.as_mut());
        assert!(polled.is_pending(), "{code:?} was taken for the end");
        for _ in 0..2 {
            assert!(rig.reactor.turn(), "{code:?} ended the operation");
        }
        assert_eq!((count.get(), rig.context.fatal()), (0, None), "{code:?}");
        gate.open();
        until(|| !rig.reactor.turn());
        assert_eq!(count.get(), 1, "{code:?}: a lost wake-up");
        assert_eq!(block_on(transfer).expect("the download works")[1], 2);
    }
    assert_eq!(rig.context.quarantined_byte_len(), 0);
    rig.assert_clean();
}

#[test]
fn an_operation_whose_query_a_capture_refused_is_not_confused_with_the_next() {
    // The mistake: a refused query ends the operation, its slot goes to the next one, and the late answer ends that one early.
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut first = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    rig.simulator.on("cuEventQuery").fails(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert!(poll_once(first.as_mut()).0.is_pending());
    let mut second = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    assert!(poll_once(second.as_mut()).0.is_pending());
    rig.reactor.turn();
    assert!(poll_once(first.as_mut()).0.is_pending() && poll_once(second.as_mut()).0.is_pending());
    gate.open();
    until(|| !rig.reactor.turn());
    assert!(poll_once(first.as_mut()).0.is_ready() && poll_once(second.as_mut()).0.is_ready());
    rig.assert_clean();
}

#[test]
fn a_wait_that_a_capture_refused_has_not_waited() {
    let rig = Rig::new();
    let gpu = rig.counting();
    for code in capture_codes() {
        let gate = rig.gate(&rig.stream);
        let transfer = rig.stream.download(&gpu, rig.pinned());
        rig.simulator.on("cuEventSynchronize").fails(code);
        let opener = thread::spawn(move || gate.open());
        assert_eq!(transfer.wait_blocking().expect("it waits again")[1], 2);
        opener.join().expect("no panic");
    }
    rig.simulator.on("cuStreamSynchronize").fails(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    let error = rig.stream.synchronize_blocking().expect_err("the caller is told");
    assert!(error.code().is_some_and(|code| code.is_capture()), "{error:?}");
    assert_eq!(rig.context.fatal(), None);
    rig.assert_clean();
}

/// Reported elsewhere as NVIDIA/TensorRT#2888 (row 66): see `docs/reported-faults.md`.
#[test]
fn a_drop_whose_wait_a_capture_refused_frees_nothing_early() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    rig.simulator.on("cuEventSynchronize").fails(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    drop(transfer);
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1, "freed with the copy queued");
    gate.open();
    until(|| rig.simulator.ledger().host_ranges == before);
    assert_eq!(rig.context.drop_errors().len(), 1);
    assert_eq!(rig.simulator.reports(), []);
}

#[test]
fn a_record_that_a_capture_refused_is_made_up_for_when_it_is_over() {
    let rig = Rig::new();
    let gpu = rig.counting();
    for (name, code) in [("cuEventRecord", 901), ("cuStreamSynchronize", 900)] {
        rig.simulator.on(name).times(4).fails(CUresult(code));
    }
    assert_eq!(block_on(rig.stream.download(&gpu, rig.pinned())).expect("it is asked again")[1], 2);
    assert_eq!((rig.context.fatal(), rig.context.quarantined_byte_len()), (None, 0));
    rig.assert_clean();
}

/// Calls that a capture in global mode on another thread forbids, because they bypass the streams.
const BYPASSING: [&str; 7] = [
    "cuEventQuery",
    "cuEventSynchronize",
    "cuStreamSynchronize",
    "cuMemHostRegister_v2",
    "cuMemHostUnregister",
    "cuMemPoolCreate",
    "cuMemFree_v2",
];

/// Reported elsewhere as pytorch/pytorch#148594 (row 65): see `docs/reported-faults.md`.
#[test]
fn what_bypasses_the_streams_runs_in_relaxed_mode_on_user_threads() {
    let rig = Rig::manual();
    let _old = rig.simulator.take_call_log();
    {
        // Everything here is on this one thread, so an odd number of exchanges before a call is relaxed mode.
        let builder = rig.context.device().context_builder().reactor(&rig.reactor).kept_pinned_byte_len(0);
        let second = builder.build().expect("a context");
        let stream = second.stream().expect("a stream");
        let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
        let pinned = PinnedBuffer::<u32>::zeroed(&second, LEN).expect("pinned memory");
        let mut host = [0_u32; LEN];
        block_on(async {
            let mut copy = Box::pin(host.copy_from(&gpu, &stream));
            until(|| poll_once(copy.as_mut()).0.is_ready() || !rig.reactor.turn());
        });
        let pinned = stream.upload(pinned, &mut gpu).wait_blocking().expect("the upload works");
        drop(stream.download(&gpu, pinned));
        stream.record_event().and_then(|event| event.synchronize_blocking()).expect("the event is done");
        stream.synchronize_blocking().expect("the stream is well");
        until(|| !rig.reactor.turn());
    }
    let log = rig.simulator.take_call_log();
    let mut exchanges = 0;
    let mut seen = Vec::new();
    for call in &log {
        exchanges += usize::from(*call == "cuThreadExchangeStreamCaptureMode");
        if BYPASSING.contains(call) {
            assert_eq!(exchanges % 2, 1, "{call} outside relaxed mode: {log:?}");
            seen.push(*call);
        }
    }
    assert_eq!(exchanges % 2, 0, "the thread's own mode is not restored");
    for call in BYPASSING {
        assert!(seen.contains(&call) || call == "cuMemFree_v2", "{call} was not made, so nothing was shown: {log:?}");
    }
    rig.assert_clean();
}

/// Reported elsewhere as pytorch/pytorch#104487 (row 64): see `docs/reported-faults.md`.
#[test]
fn the_reactor_sets_its_threads_mode_once() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    assert!(poll_once(transfer.as_mut()).0.is_pending());
    let count = |name| rig.simulator.calls(name);
    let (queries, exchanges) = (count("cuEventQuery"), count("cuThreadExchangeStreamCaptureMode"));
    // From here on only the reactor asks.
    until(|| count("cuEventQuery") >= queries + 4);
    assert!(count("cuThreadExchangeStreamCaptureMode") <= exchanges + 1, "exchanged around each query");
    gate.open();
    block_on(transfer).expect("the download works");
    rig.assert_clean();
}
