//! Without threads nothing runs until it is asked to, and the seed decides what.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use client::{Client, Pinned, eager};
use cuda_sim::{Mode, Simulator};
use cuda_sys::{CUevent, CUresult};

#[test]
fn nothing_runs_before_it_is_stepped() {
    let client = Client::stepped(1);
    let stream = client.stream();
    let device = client.alloc(4);
    ok!(client, cuMemsetD8Async(device, 1, 4, stream));
    let event = client.record(stream);
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    assert!(client.simulator.step());
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(client.simulator.run_until_idle(), 1);
    assert_eq!(client.query(event), CUresult::CUDA_SUCCESS);
}

#[test]
fn a_call_that_waits_drives_the_work() {
    let client = Client::stepped(2);
    let stream = client.stream();
    let device = client.alloc(4);
    let host = Pinned::new(&client, &[0; 4]);
    ok!(client, cuMemsetD8Async(device, 3, 4, stream));
    ok!(client, cuMemcpyDtoHAsync_v2(host.pointer(), device, 4, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(host.bytes(), [3; 4]);
}

/// Which of two unordered fills comes last.
fn winner(seed: u64) -> u8 {
    let client = Client::stepped(seed);
    let device = client.alloc(1);
    ok!(client, cuMemsetD8Async(device, 1, 1, client.stream()));
    ok!(client, cuMemsetD8Async(device, 2, 1, client.stream()));
    client.simulator.run_until_idle();
    client.read(device, 1)[0]
}

#[test]
fn the_seed_decides_the_order_of_streams_and_repeats_it() {
    let first: Vec<u8> = (0..16).map(winner).collect();
    let second: Vec<u8> = (0..16).map(winner).collect();
    assert_eq!(first, second);
    assert!(first.contains(&1) && first.contains(&2), "{first:?}");
}

#[test]
fn virtual_time_orders_events() {
    let client = Client::stepped(3);
    let stream = client.stream();
    let device = client.alloc(1 << 16);
    let start = client.record(stream);
    ok!(client, cuMemsetD8Async(device, 0, 1 << 16, stream));
    let end = client.record(stream);
    let mut milliseconds = 0.0;
    assert_eq!(call!(client, cuEventElapsedTime_v2(&mut milliseconds, start, end)), CUresult::CUDA_ERROR_NOT_READY);
    client.simulator.run_until_idle();
    ok!(client, cuEventElapsedTime_v2(&mut milliseconds, start, end));
    assert!(milliseconds > 0.0);
}

/// A driver may take its time to say that the newest work of a stream is done. What later work shows the client comes from memory or from a call of its function,
/// and then all before it is done without a doubt.
#[test]
fn nothing_lags_behind_what_the_client_has_seen() {
    let mut lagged = 0;
    for seed in 1..=40 {
        let mut adversity = eager();
        adversity.query_lag = 3;
        let client = Client::of(Simulator::builder().adversity(adversity).mode(Mode::Stepper).seed(seed));
        let (first, second) = (client.stream(), client.stream());
        let device = client.alloc(64);
        let events: Vec<CUevent> = (0..3).map(|_| client.event()).collect();
        ok!(client, cuMemsetD8Async(device, 1, 64, first));
        ok!(client, cuEventRecord(events[0], first));
        ok!(client, cuStreamWriteValue32_v2(first, device, 1, 0));
        ok!(client, cuEventRecord(events[1], first));
        if seed % 2 == 0 {
            // The wait is queued behind work that is done already.
            client.simulator.run_until_idle();
        }
        ok!(client, cuStreamWaitEvent(second, events[1], 0));
        ok!(client, cuStreamWriteValue32_v2(second, device, 2, 0));
        ok!(client, cuEventRecord(events[2], second));
        client.simulator.run_until_idle();
        for event in &events[..2] {
            assert_eq!(call!(client, cuEventQuery(*event)), CUresult::CUDA_SUCCESS, "seed {seed}");
        }
        while call!(client, cuEventQuery(events[2])) == CUresult::CUDA_ERROR_NOT_READY {
            lagged += 1;
        }
    }
    assert!(lagged > 0, "no answer lagged, so none could have been wrong");
}
