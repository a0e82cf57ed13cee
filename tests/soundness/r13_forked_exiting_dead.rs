//! R13: before any lock, every call and every drop asks whether the process was forked, is exiting, or the context is dead. A call then
//! answers a typed error, and a drop leaks: no panic, no wait, no driver call.

use std::thread;

use cuda_safe::{CopyFrom, DeviceBuffer, Error, ErrorCode, PinnedBuffer};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

fn is_fatal(error: &Error, code: ErrorCode) -> bool {
    matches!(error, Error::Fatal { code: seen, .. } if *seen == code)
}

/// Reported elsewhere as chelsea0x3b/cudarc#396 (row 32): see `docs/reported-faults.md`.
#[test]
fn dropping_things_of_a_dead_context_is_quiet_in_any_order() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let event = rig.stream.record_event().expect("an event");
    let pinned = rig.pinned();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    rig.simulator.fault(CUresult::CUDA_ERROR_ASSERT);
    drop(gate);
    drop(transfer);
    drop(event);
    drop(rig.stream);
    drop(gpu);
    drop(pinned);
    assert!(is_fatal(&rig.context.fatal().expect("the drop saw the fault"), ErrorCode::ASSERT));
    drop(rig.context);
}

/// Resets the device behind the crate's back.
fn reset_device(rig: &Rig) {
    let table = rig.simulator.table();
    let (get, reset) = (table.cuDeviceGet.expect("simulated"), table.cuDevicePrimaryCtxReset_v2.expect("simulated"));
    let mut device = 0;
    // SAFETY: the pointer is to a live device number.
    assert_eq!(unsafe { get(&raw mut device, 0) }, CUresult::CUDA_SUCCESS);
    // SAFETY: resetting takes the context from this crate, and that is the test.
    assert_eq!(unsafe { reset(device) }, CUresult::CUDA_SUCCESS);
}

/// Reported elsewhere as fangq/mcx#187 (row 50): see `docs/reported-faults.md`.
#[test]
fn a_reset_by_somebody_else_ends_the_futures_and_gives_no_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    thread::scope(|scope| {
        scope.spawn(|| reset_device(&rig));
        let failed = block_on(transfer).expect_err("the copy never ran");
        assert!(matches!(failed.error, Error::ContextLost), "{failed:?}");
        assert!(failed.buffers.is_none(), "nothing proves that the copy is over");
        drop(gate);
    });
    assert_eq!(rig.stream.synchronize_blocking(), Err(Error::ContextLost));
}

#[test]
fn nothing_of_a_dead_context_calls_the_driver_when_it_is_dropped() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let event = rig.stream.record_event().expect("an event");
    let module = cuda_safe::Module::load(&rig.context, ".version 8.0\n.target sm_80\n.address_size 64\n");
    let module = module.expect("an empty module loads");
    let gate = rig.gate(&rig.stream);
    let mut host = [5_u32; LEN];
    let transfers = (rig.stream.download(&gpu, rig.pinned()), rig.stream.download(&gpu, rig.pinned()));
    let copy = host.copy_from(&gpu, &rig.stream);
    let pinned = rig.pinned();
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    rig.stream.synchronize_blocking().expect_err("a fault");
    let calls = rig.simulator.total_calls();
    let ranges = rig.simulator.ledger().host_ranges;
    drop((transfers, copy, pinned, module, event, gpu, other));
    drop((rig.stream, rig.context));
    assert_eq!(rig.simulator.total_calls(), calls, "a drop asked a dead driver");
    assert_eq!(rig.simulator.ledger().host_ranges, ranges, "what it has is left to it");
    assert_eq!(host, [5; LEN]);
    drop(gate);
}

/// Reported elsewhere as chelsea0x3b/cudarc#277 (row 31): see `docs/reported-faults.md`.
#[test]
fn a_panic_with_live_buffers_of_a_dead_context_is_one_panic() {
    let rig = Rig::new();
    let buffers = [rig.counting(), rig.counting(), rig.counting()];
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&buffers[0], rig.pinned());
    let simulator = std::sync::Arc::clone(&rig.simulator);
    // A second panic while the first unwinds would abort the test.
    let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _live = (buffers, transfer, rig);
        simulator.fault(CUresult::CUDA_ERROR_ASSERT);
        std::panic::resume_unwind(Box::new("a panic of the user's"));
    }));
    assert_eq!(unwound.expect_err("it panics").downcast_ref(), Some(&"a panic of the user's"));
    drop(gate);
}

/// Reported elsewhere as Cytnx-dev/Cytnx#1161 (row 51): see `docs/reported-faults.md`.
#[test]
fn calls_on_a_context_that_was_reset_answer_that_it_is_lost_and_reach_no_new_one() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let pinned = rig.pinned();
    reset_device(&rig);
    // The device has a new primary context, perhaps under the same handle.
    let second = rig.context.device().context_builder().reactor(&rig.reactor).build().expect("a context");
    let stream = second.stream().expect("a stream");
    let fresh = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    assert_eq!(rig.stream.synchronize_blocking(), Err(Error::ContextLost));
    assert_eq!(rig.stream.fill_bytes(&mut gpu, 1).expect_err("the context is lost"), Error::ContextLost);
    let refused = rig.stream.try_upload(pinned, &mut gpu).expect_err("the context is lost");
    assert_eq!((refused.error, refused.buffers.len()), (Error::ContextLost, LEN));
    assert!(matches!(rig.context.stream(), Err(Error::ContextLost)));
    drop((gpu, refused.buffers));
    let second_pinned = PinnedBuffer::<u32>::zeroed(&second, LEN).expect("pinned memory");
    assert_eq!(*block_on(stream.download(&fresh, second_pinned)).expect("the new one is well"), [0; LEN]);
    assert_eq!(second.fatal(), None);
}

/// Reported elsewhere as NVIDIA/cudf#16018 (row 48): see `docs/reported-faults.md`.
#[test]
fn an_event_in_a_thread_local_outlives_a_reset_quietly() {
    thread_local! {
        static LAST: std::cell::RefCell<Option<cuda_safe::Event>> = const { std::cell::RefCell::new(None) };
    }
    let rig = Rig::new();
    thread::scope(|scope| {
        let ended = scope.spawn(|| {
            LAST.set(Some(rig.stream.record_event().expect("an event")));
            reset_device(&rig);
            rig.stream.synchronize_blocking().expect_err("the context is lost");
        });
        ended.join().expect("the destructor of the thread-local did not panic");
    });
    assert_eq!(rig.context.fatal(), Some(Error::ContextLost));
}

/// What needs processes of its own.
#[cfg(all(unix, not(miri)))]
mod process {
    use std::process::Command;
    use std::sync::Mutex;
    use std::time::Duration;

    use cuda_safe::{Context, Driver, Stream, Transfer};

    use super::{CopyFrom, DeviceBuffer, Error, LEN, PinnedBuffer, Rig, block_on, thread};

    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(child: i32, status: *mut i32, options: i32) -> i32;
        fn kill(child: i32, signal: i32) -> i32;
        fn atexit(handler: extern "C" fn()) -> i32;
        fn exit(code: i32) -> !;
        fn _exit(code: i32) -> !;
    }

    const WNOHANG: i32 = 1;
    const SIGKILL: i32 = 9;

    /// Runs `work` in a forked child; answers its exit status, or `None` if it did not end.
    fn in_a_child(work: impl FnOnce()) -> Option<i32> {
        // SAFETY: the child runs only `work`, and leaves by `_exit`.
        let child = unsafe { fork() };
        assert!(child >= 0, "no fork");
        if child == 0 {
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            // SAFETY: ends the child without running anything of the parent's.
            unsafe { _exit(i32::from(ended.is_err())) };
        }
        let mut status = 0;
        for _ in 0..300 {
            // SAFETY: the status is live, and the child is ours.
            if unsafe { waitpid(child, &raw mut status, WNOHANG) } == child {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        // SAFETY: the child is ours and not yet waited for.
        unsafe { kill(child, SIGKILL) };
        // SAFETY: as above.
        unsafe { waitpid(child, &raw mut status, 0) };
        None
    }

    /// Reported elsewhere as rwth-i6/returnn#1494 (row 84): see `docs/reported-faults.md`.
    #[test]
    fn a_forked_child_drops_everything_quietly_and_its_parent_goes_on() {
        let rig = Rig::new();
        let gpu = rig.counting();
        let gate = rig.gate(&rig.stream);
        let event = rig.stream.record_event().expect("an event");
        let transfer = rig.stream.download(&gpu, rig.pinned());
        let simulator = std::sync::Arc::clone(&rig.simulator);
        let mut everything = Some((transfer, event, gpu, rig.pinned(), rig));
        let calls = simulator.total_calls();
        let ended = in_a_child(|| {
            drop(everything.take());
            assert_eq!(simulator.total_calls(), calls, "a drop called the driver");
        });
        // First, so that a test that fails does not wait for the copy.
        gate.open();
        assert_eq!(ended, Some(0), "a drop panicked, called the driver or waited");
        let (transfer, event, gpu, pinned, rig) = everything.expect("only the child took it");
        assert_eq!(block_on(transfer).expect("the parent's copy goes on")[1], 2);
        drop((event, gpu, pinned));
        rig.stream.synchronize_blocking().expect("the stream is well");
        rig.assert_clean();
    }

    /// Reported elsewhere as pytorch/pytorch#17357 (row 85), inducer/pycuda#137 (row 86): see
    /// `docs/reported-faults.md`.
    #[test]
    fn every_call_in_a_forked_child_answers_that_it_is_one() {
        let driver = Driver::simulated().expect("a free slot");
        let context = driver.device(0).expect("there is a device").primary_context().expect("the context starts");
        let stream = context.stream().expect("a stream");
        let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
        let pinned = PinnedBuffer::<u32>::zeroed(&context, LEN).expect("pinned memory");
        let pending = stream.download(&gpu, pinned);
        let fence = stream.synchronize();
        let spare = PinnedBuffer::<u32>::zeroed(&context, LEN).expect("pinned memory");
        let ended = in_a_child(move || {
            let mut host = [0_u32; LEN];
            let refused = stream.try_upload(spare, &mut gpu).expect_err("no driver");
            assert_eq!((refused.error, refused.buffers.len()), (Error::Forked, LEN));
            let answers = [
                block_on(pending).expect_err("no driver").error,
                block_on(fence).expect_err("no driver"),
                block_on(host.copy_from(&gpu, &stream)).expect_err("no driver"),
                block_on(gpu.upload_from(&host, &stream)).expect_err("no driver"),
                stream.fill_bytes(&mut gpu, 1).map(drop).expect_err("no driver"),
                stream.synchronize_blocking().expect_err("no driver"),
                stream.record_event().map(drop).expect_err("no driver"),
                DeviceBuffer::<u32>::zeroed(&stream, LEN).map(drop).expect_err("no driver"),
                PinnedBuffer::<u32>::zeroed(&context, LEN).map(drop).expect_err("no driver"),
                context.stream().map(drop).expect_err("no driver"),
                context.bind().map(drop).expect_err("no driver"),
                driver.device(0).map(drop).expect_err("no driver"),
            ];
            assert!(answers.iter().all(|answer| *answer == Error::Forked), "{answers:?}");
            assert_eq!(
                (stream.pending_len(), context.drop_errors(), context.staging_in_use_byte_len()),
                (0, vec![], 0)
            );
        });
        assert_eq!(ended, Some(0), "a call answered something else, or waited");
    }

    type Left = (Transfer<PinnedBuffer<u32>>, DeviceBuffer<u32>, Stream, Context);

    /// What the exiting process leaves in a static.
    static LEFT: Mutex<Option<Left>> = Mutex::new(None);
    static SIMULATOR: Mutex<Option<std::sync::Arc<cuda_sim::Simulator>>> = Mutex::new(None);

    /// Runs at exit, after this crate's own hook: what was left is dropped, as a destructor of a C++ static would.
    extern "C" fn drop_what_is_left() {
        let simulator = SIMULATOR.lock().expect("no panic").take().expect("the child left it");
        let left = LEFT.lock().expect("no panic").take().expect("the child left it");
        let calls = simulator.total_calls();
        let answer = left.2.synchronize_blocking();
        drop(left);
        let is_quiet = answer == Err(Error::Exiting) && simulator.total_calls() == calls;
        // SAFETY: ends the process with what was found; a simulator is not to be ended at exit.
        unsafe { _exit(if is_quiet { 42 } else { 1 }) };
    }

    /// Reported elsewhere as pytorch/pytorch#15949 (row 47), libocca/occa#390 (row 49): see `docs/reported-faults.md`.
    #[test]
    fn a_process_may_exit_with_work_in_flight_and_drop_it_from_a_static() {
        const CHILD: &str = "SOUNDNESS_CHILD_EXITS";
        if std::env::var_os(CHILD).is_some() {
            // SAFETY: registered before the driver starts, so it runs after this crate's hook.
            assert_eq!(unsafe { atexit(drop_what_is_left) }, 0);
            let rig = Rig::new();
            let gpu = rig.counting();
            std::mem::forget(rig.gate(&rig.stream));
            let transfer = rig.stream.download(&gpu, rig.pinned());
            *SIMULATOR.lock().expect("no panic") = Some(rig.simulator);
            *LEFT.lock().expect("no panic") = Some((transfer, gpu, rig.stream, rig.context));
            // SAFETY: ends the process, with work in flight, and that is the test.
            unsafe { exit(0) };
        }
        let this = std::env::current_exe().expect("a test has a path");
        let name = concat!(module_path!(), "::a_process_may_exit_with_work_in_flight_and_drop_it_from_a_static");
        let name = name.split_once("::").expect("the crate's name is first").1;
        let child = Command::new(this).args(["--exact", name, "--nocapture"]).env(CHILD, "1").output();
        let child = child.expect("the child starts");
        assert_eq!(child.status.code(), Some(42), "{}", String::from_utf8_lossy(&child.stderr));
    }
}
