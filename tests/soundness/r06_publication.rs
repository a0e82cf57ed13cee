//! R6: whoever learns that an operation is done sees the bytes that the device wrote, on whatever thread, woken or not. Miri and
//! ThreadSanitizer find the race if an edge is missing; loom does in the model `a_number_that_is_seen_done_publishes_the_bytes`.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context as TaskContext, Poll, Waker};
use std::thread;

use cuda_safe::CopyFrom;

use crate::rig::{LEN, Rig, until};

/// Polls until it is ready, without ever being woken.
fn poll_by_oneself<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())) {
            return output;
        }
        thread::yield_now();
    }
}

#[test]
fn a_poll_that_nobody_woke_reads_the_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = [0_u32; LEN];
    poll_by_oneself(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    assert_eq!(host[LEN - 1], LEN as u32);
    let pinned = poll_by_oneself(rig.stream.download(&gpu, rig.pinned())).expect("the download works");
    assert_eq!(pinned[LEN - 1], LEN as u32);
    rig.assert_clean();
}

#[test]
fn a_thread_that_never_called_the_driver_reads_the_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let reader = thread::spawn(|| poll_by_oneself(transfer).expect("the download works").to_vec());
    assert_eq!(reader.join().expect("no panic"), (1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

#[test]
fn bytes_that_one_thread_saw_done_are_another_threads_to_read() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            // This thread learns of the end; the other only takes what is there.
            rig.stream.synchronize_blocking().expect("the stream is well");
            // Relaxed: the edge that matters must be the library's own.
            is_done.store(true, Ordering::Relaxed);
        });
        until(|| is_done.load(Ordering::Relaxed));
        assert_eq!(poll_by_oneself(transfer).expect("the download works")[0], 1);
    });
    rig.assert_clean();
}
