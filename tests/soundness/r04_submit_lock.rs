//! R4: number, driver call and record are one critical section; an event covers all numbers up to its own, and is recorded again only when
//! it is done. Threads that meet inside a driver call are the hard case. That numbers are given out inside the section is tested beside the
//! code, in `cuda-safe/src/stream/submit_tests.rs`.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cuda_safe::DeviceBuffer;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once, until};

#[test]
fn a_synchronise_does_not_speak_for_work_that_is_being_submitted() {
    let rig = Rig::new();
    let stream = rig.context.stream().expect("a stream");
    let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    stream.synchronize_blocking().expect("idle");
    let before = rig.simulator.calls("cuMemsetD8Async");
    let stuck = rig.simulator.on("cuMemsetD8Async").hangs();
    let submitter = {
        let stream = stream.clone();
        thread::spawn(move || {
            let c = stream.fill_bytes(&mut gpu, 3).expect("queued");
            (c, gpu)
        })
    };
    while rig.simulator.calls("cuMemsetD8Async") == before {
        thread::yield_now();
    }
    stream.synchronize_blocking().expect("nothing is queued");
    let gate = rig.gate(&stream);
    stuck.open();
    let (completion, gpu) = submitter.join().expect("no panic");
    let mut completion = Box::pin(completion);
    let early = poll_once(completion.as_mut()).0.is_ready();
    let waits = rig.simulator.calls("cuStreamWaitEvent");
    let other = rig.context.stream().expect("a stream");
    other.download(&gpu, rig.pinned()).detach();
    let joined = rig.simulator.calls("cuStreamWaitEvent") - waits;
    gate.open();
    assert!(!early && joined == 1, "early={early} joins={joined}");
}

#[test]
fn an_await_that_met_a_taken_lock_is_woken_though_nobody_else_polls() {
    let rig = Rig::new();
    let stream = rig.context.stream_builder().on_drop(cuda_safe::OnDrop::Detach).build().expect("a stream");
    let gpu = rig.counting();
    let mut mine = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    let gate = rig.gate(&stream);
    let mut filled = Box::pin(stream.fill_bytes(&mut mine, 1).expect("queued"));
    let pinned = rig.pinned();
    let before = rig.simulator.calls("cuMemcpyDtoHAsync_v2");
    let stuck = rig.simulator.on("cuMemcpyDtoHAsync_v2").hangs();
    let submitter = {
        let stream = stream.clone();
        thread::spawn(move || {
            let t = stream.download(&gpu, pinned);
            (t, gpu)
        })
    };
    while rig.simulator.calls("cuMemcpyDtoHAsync_v2") == before {
        thread::yield_now();
    }
    let (polled, count) = poll_once(filled.as_mut());
    assert!(polled.is_pending());
    thread::sleep(Duration::from_millis(20));
    stuck.open();
    let transfer = submitter.join().expect("no panic");
    gate.open();
    let start = Instant::now();
    while count.get() == 0 && start.elapsed() < Duration::from_secs(2) {
        thread::yield_now();
    }
    let woken = count.get();
    drop(transfer);
    assert!(woken > 0, "lost wake-up");
}

#[test]
fn waiting_for_device_work_ends_though_no_event_can_be_recorded() {
    let rig = Rig::new();
    let stream = rig.context.stream().expect("a stream");
    let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    let done = stream.fill_bytes(&mut gpu, 1).expect("queued");
    rig.simulator.on("cuEventRecord").and_after().fails(cuda_sys::CUresult(2));
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(done.wait_blocking().is_ok()));
    let answer = told.recv_timeout(Duration::from_secs(1));
    assert!(answer.is_ok(), "events made: {}", rig.simulator.calls("cuEventCreate"));
}

#[test]
fn an_event_that_is_not_done_is_not_recorded_for_anybody_else() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let (other, spare) = (rig.context.stream().expect("a stream"), rig.pinned());
    let gate = rig.gate(&rig.stream);
    let mut slow = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    // Kept, since unlocking pages may wait for the whole device.
    let mut pinned = spare;
    for _ in 0..3 {
        // Were the slow copy's event among those, it would now say that this one is done.
        pinned = other.download(&gpu, pinned).wait_blocking().expect("the download works");
        assert!(poll_once(slow.as_mut()).0.is_pending());
        rig.reactor.turn();
    }
    assert!(poll_once(slow.as_mut()).0.is_pending(), "an event of other work spoke for this");
    gate.open();
    until(|| !rig.reactor.turn());
    assert_eq!(block_on(slow).expect("the download works")[0], 1);
    rig.assert_clean();
}

#[test]
fn an_event_that_is_done_is_used_again() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut pinned = rig.pinned();
    pinned = rig.stream.download(&gpu, pinned).wait_blocking().expect("the download works");
    let events = rig.simulator.calls("cuEventCreate");
    for _ in 0..5 {
        pinned = rig.stream.download(&gpu, pinned).wait_blocking().expect("the download works");
    }
    assert!(rig.simulator.calls("cuEventCreate") <= events + 1, "an event for each copy");
    rig.assert_clean();
}

#[test]
fn one_event_speaks_for_all_the_work_before_it() {
    let rig = Rig::manual();
    let mut gpu = rig.counting();
    let records = rig.simulator.calls("cuEventRecord");
    let fills: Vec<_> = (0..5).map(|value| rig.stream.fill_bytes(&mut gpu, value).expect("queued")).collect();
    assert_eq!(rig.simulator.calls("cuEventRecord"), records, "device-only work records when somebody asks");
    for fill in fills.into_iter().rev() {
        fill.wait_blocking().expect("the fill works");
    }
    assert_eq!(rig.simulator.calls("cuEventRecord"), records + 1);
    rig.assert_clean();
}

#[test]
fn threads_that_submit_to_one_stream_each_get_their_own_bytes() {
    let rig = Rig::new();
    let rounds = if cfg!(miri) { 2 } else { 50 };
    thread::scope(|scope| {
        for thread in 1..=3_u32 {
            let rig = &rig;
            scope.spawn(move || {
                let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
                for round in 0..rounds {
                    let mut pinned = rig.pinned();
                    pinned.fill(thread * 1000 + round);
                    let pinned = block_on(rig.stream.upload(pinned, &mut gpu)).expect("the upload works");
                    let back = block_on(rig.stream.download(&gpu, pinned)).expect("the download works");
                    assert_eq!(*back, [thread * 1000 + round; LEN]);
                }
            });
        }
    });
    rig.assert_clean();
}
