//! Where a reactor runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cuda_safe::{DeviceBuffer, Driver, Reactor};
use cuda_sim::Simulator;
use futures::executor::block_on;

use crate::rig::{LEN, seed};

#[test]
fn a_reactor_may_run_on_threads_of_an_executor() {
    let ended = Arc::new(AtomicUsize::new(0));
    let reactor = Reactor::run_on(|job| {
        let ended = Arc::clone(&ended);
        drop(thread::spawn(move || {
            job();
            ended.fetch_add(1, Ordering::SeqCst);
        }));
    });
    let simulator = Arc::new(Simulator::builder().seed(seed()).build().expect("a free slot"));
    let driver = Driver::from_simulator(&simulator).expect("the simulator starts");
    let context = driver.device(0).expect("a device").context_builder().reactor(&reactor).build().expect("it starts");
    let stream = context.stream().expect("a stream");
    let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    let gate = simulator.gate(stream.as_raw().cast());
    let upload = gpu.upload_from(&[7; LEN], &stream);
    let opener = thread::spawn(move || gate.open());
    block_on(upload).expect("the reactor wakes the task");
    opener.join().expect("no panic");
    drop((gpu, stream, context));
    reactor.shutdown().expect("not on the reactor");
    while ended.load(Ordering::SeqCst) < 2 {
        thread::yield_now();
    }
    assert!(simulator.reports().is_empty());
    assert_eq!(simulator.ledger().contexts, 0);
}

#[test]
fn a_reactor_whose_jobs_never_run_can_be_shut_down() {
    let mut dropped = 0;
    let reactor = Reactor::run_on(|job| {
        drop(job);
        dropped += 1;
    });
    reactor.shutdown().expect("not on the reactor");
    assert_eq!(dropped, 2);
}
