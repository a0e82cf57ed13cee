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

use client::{Client, Pinned};
use cuda_sys::CUresult;

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
