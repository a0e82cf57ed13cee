//! The program this project began from, with everything but the await: the borrowed host memory is never touched again.
//!
//! That it does not compile with a read between start and await is `tests/ui/read_host_while_the_copy_is_alive.rs`.

use std::future::Future;
use std::pin::{Pin, pin};

use cuda_safe::{CopyFrom, CopyToHost, Stream};
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

/// Starts a copy into a vector on a gated stream, ends it with `end`, changes the vector, lets the device write, and
/// asserts that nobody else wrote to the vector. Then the same with the vector freed before the device writes.
fn host_memory_is_untouched_after(end: impl Fn(CopyToHost<'_, u32>, &Stream)) {
    let rig = Rig::new();
    let gpu = rig.counting();
    for is_freed in [false, true] {
        let gate = rig.gate(&rig.stream);
        let mut host = vec![0_u32; LEN];
        end(host.copy_from(&gpu, &rig.stream), &rig.stream);
        host.fill(77);
        if is_freed {
            drop(host);
            gate.open();
            rig.stream.synchronize_blocking().expect("the stream is well");
        } else {
            gate.open();
            rig.stream.synchronize_blocking().expect("the stream is well");
            assert_eq!(host, [77; LEN]);
        }
    }
    rig.assert_clean();
}

/// Reported elsewhere as esp-rs/esp-hal#1245 (row 99): see `docs/reported-faults.md`.
#[test]
fn awaiting_fills_the_host_memory() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = vec![0_u32; LEN];
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    assert_eq!(host, (1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

/// Reported elsewhere as spacejam/rio#1 (row 87): see `docs/reported-faults.md`.
#[test]
fn dropping_the_copy_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| drop(copy));
}

/// Reported elsewhere as spacejam/rio#11 (row 88), imxrt-rs/imxrt-hal#137 (row 98): see `docs/reported-faults.md`.
#[test]
fn forgetting_the_copy_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| std::mem::forget(copy));
}

#[test]
fn dropping_the_copy_after_a_poll_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| {
        let mut copy = Box::pin(copy);
        assert!(poll_once(copy.as_mut()).0.is_pending());
    });
}

/// Reported elsewhere as DataDog/glommio#118 (row 91): see `docs/reported-faults.md`.
#[test]
fn forgetting_the_copy_after_a_poll_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| {
        let mut copy = Box::pin(copy);
        assert!(poll_once(copy.as_mut()).0.is_pending());
        std::mem::forget(copy);
    });
}

#[test]
fn losing_the_copy_in_a_select_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| {
        block_on(async {
            tokio::select! {
                biased;
                result = copy => panic!("the stream is gated, yet the copy ended: {result:?}"),
                () = std::future::ready(()) => {}
            }
        });
    });
}

#[test]
fn a_panic_past_the_copy_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| {
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _copy = copy;
            std::panic::resume_unwind(Box::new("a panic of the user's"));
        }));
        assert!(unwound.is_err());
    });
}

#[test]
fn the_bytes_arrive_inside_the_poll_and_only_there() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = [0_u32; LEN];
    {
        let mut copy = pin!(host.copy_from(&gpu, &rig.stream));
        rig.stream.synchronize_blocking().expect("the stream is well");
        // The device is done; the bytes wait in staging until somebody polls.
        let polled =
            Future::poll(Pin::as_mut(&mut copy), &mut std::task::Context::from_waker(std::task::Waker::noop()));
        assert!(polled.is_ready());
    }
    assert_eq!(host[LEN - 1], LEN as u32);
    rig.assert_clean();
}

/// Reported elsewhere as meta-pytorch/torchrec#4231 (row 22): see `docs/reported-faults.md`.
#[test]
fn a_source_freed_meanwhile_still_gives_its_old_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut host = [0_u32; LEN];
    let copy = host.copy_from(&gpu, &rig.stream);
    // The free is queued behind the copy.
    drop(gpu);
    gate.open();
    block_on(copy).expect("the copy works");
    assert_eq!(host[0], 1);
    rig.assert_clean();
}

#[test]
fn a_thousand_cancelled_copies_leave_the_staging_pool_as_it_was() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let rounds = if cfg!(miri) { 5 } else { 1000 };
    for _ in 0..rounds {
        let mut host = [0_u32; LEN];
        drop(host.copy_from(&gpu, &rig.stream));
    }
    block_on(rig.stream.synchronize()).expect("the stream is well");
    while rig.context.staging_in_use_byte_len() > 0 {
        std::thread::yield_now();
    }
    rig.assert_clean();
}

/// Reported elsewhere as embassy-rs/embassy#1045 (row 101): see `docs/reported-faults.md`.
#[test]
fn copies_that_lose_a_select_over_and_over_leave_the_staging_pool_as_it_was() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = [7_u32; LEN];
    for _ in 0..if cfg!(miri) { 3 } else { 1000 } {
        block_on(async {
            tokio::select! {
                biased;
                () = std::future::ready(()) => {}
                result = host.copy_from(&gpu, &rig.stream) => panic!("it was not to be polled: {result:?}"),
            }
        });
    }
    rig.stream.synchronize_blocking().expect("the stream is well");
    crate::rig::until(|| rig.context.staging_in_use_byte_len() == 0);
    assert_eq!(host, [7; LEN]);
    rig.assert_clean();
}

/// Reported elsewhere as chelsea0x3b/cudarc#368 (row 8), numba/numba#5130 (row 82): see `docs/reported-faults.md`.
#[test]
fn a_source_changed_after_the_call_sends_its_old_bytes_though_nothing_has_run() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut source = vec![9_u32; LEN];
    let upload = gpu.upload_from(&source, &rig.stream);
    // The call came back with the stream held, so it did not wait for the device; and it has read all it needs.
    source.fill(1);
    drop(source);
    gate.open();
    block_on(upload).expect("the upload works");
    assert_eq!(rig.read(&gpu, &rig.stream), [9; LEN]);
    rig.assert_clean();
}
