//! Threads that meet inside a driver call: one is submitting while another synchronises, awaits or waits.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cuda_safe::DeviceBuffer;

use crate::rig::{LEN, Rig, poll_once};

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
