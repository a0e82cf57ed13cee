//! A forked child: dropping everything there is quiet, calls nothing of CUDA and waits for nobody (R13).
#![cfg(all(unix, not(miri)))]

use std::thread;
use std::time::Duration;

use cuda_safe::{DeviceBuffer, Driver, PinnedBuffer};

unsafe extern "C" {
    fn fork() -> i32;
    fn waitpid(child: i32, status: *mut i32, options: i32) -> i32;
    fn kill(child: i32, signal: i32) -> i32;
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

#[test]
fn dropping_everything_in_a_forked_child_is_quiet() {
    let driver = Driver::simulated().expect("a free slot");
    let context = driver.device(0).expect("there is a device").primary_context().expect("the context starts");
    let stream = context.stream().expect("a stream");
    let gpu = DeviceBuffer::<u32>::zeroed(&stream, 4).expect("memory");
    let pinned = PinnedBuffer::<u32>::zeroed(&context, 4).expect("pinned memory");
    let transfer = stream.download(&gpu, pinned);
    let everything = (transfer, gpu, stream, context, driver);
    // In the parent the closure and what it owns are dropped too, by its own threads' means.
    assert_eq!(in_a_child(move || drop(everything)), Some(0));
}
