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

#[test]
fn awaiting_fills_the_host_memory() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = vec![0_u32; LEN];
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    assert_eq!(host, (1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

#[test]
fn dropping_the_copy_ends_the_borrow() {
    host_memory_is_untouched_after(|copy, _| drop(copy));
}

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
