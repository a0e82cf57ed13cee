//! Work that nothing orders is found, however it happened to run.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ptr::null_mut;

use client::{Client, Pinned};
use cuda_sim::ReportKind;
use cuda_sys::CUresult;

fn kinds(client: &Client) -> Vec<ReportKind> {
    client.simulator.reports().iter().map(|report| report.kind).collect()
}

#[test]
fn two_streams_that_nothing_orders_race() {
    for seed in 0..8 {
        let client = Client::stepped(seed);
        let device = client.alloc(64);
        ok!(client, cuMemsetD8Async(device, 1, 64, client.stream()));
        client.simulator.run_until_idle();
        ok!(client, cuMemsetD8Async(device + 32, 2, 8, client.stream()));
        assert_eq!(kinds(&client), [ReportKind::Race]);
    }
}

#[test]
fn reads_and_disjoint_writes_do_not_race() {
    let client = Client::new();
    let (first, second) = (client.stream(), client.stream());
    let (device, other) = (client.alloc(64), client.alloc(64));
    ok!(client, cuMemsetD8Async(device, 1, 32, first));
    ok!(client, cuMemsetD8Async(device + 32, 2, 32, second));
    ok!(client, cuCtxSynchronize());
    ok!(client, cuMemcpyDtoDAsync_v2(other, device, 32, first));
    ok!(client, cuMemcpyDtoDAsync_v2(other + 32, device, 32, second));
    assert_eq!(kinds(&client), []);
}

#[test]
fn a_wait_for_the_right_event_orders_and_for_an_earlier_one_does_not() {
    let client = Client::new();
    let (first, second) = (client.stream(), client.stream());
    let device = client.alloc(64);
    let early = client.record(first);
    ok!(client, cuMemsetD8Async(device, 1, 64, first));
    let late = client.record(first);
    ok!(client, cuStreamWaitEvent(second, late, 0));
    ok!(client, cuMemsetD8Async(device, 2, 64, second));
    assert_eq!(kinds(&client), []);
    let third = client.stream();
    ok!(client, cuStreamWaitEvent(third, early, 0));
    ok!(client, cuMemsetD8Async(device, 3, 64, third));
    assert_eq!(kinds(&client), [ReportKind::Race]);
}

#[test]
fn what_the_client_saw_done_is_ordered_and_what_is_merely_done_is_not() {
    let client = Client::new();
    let (first, second, third) = (client.stream(), client.stream(), client.stream());
    let device = client.alloc(64);
    ok!(client, cuMemsetD8Async(device, 1, 64, first));
    let event = client.record(first);
    ok!(client, cuEventSynchronize(event));
    ok!(client, cuMemsetD8Async(device, 2, 64, second));
    assert_eq!(kinds(&client), []);
    // Waits for the second stream's work to be done without telling the client so.
    while client.simulator.ledger().pending_operations > 0 {
        std::thread::yield_now();
    }
    ok!(client, cuMemsetD8Async(device, 3, 64, third));
    assert_eq!(kinds(&client), [ReportKind::Race]);
}

#[test]
fn the_legacy_stream_orders_blocking_streams() {
    let client = Client::new();
    let (first, second) = (client.blocking_stream(), client.blocking_stream());
    let device = client.alloc(64);
    ok!(client, cuMemsetD8Async(device, 1, 64, first));
    ok!(client, cuMemsetD8_v2(device, 2, 64));
    ok!(client, cuMemsetD8Async(device, 3, 64, second));
    ok!(client, cuMemsetD8Async(device, 4, 64, null_mut()));
    assert_eq!(kinds(&client), []);
}

#[test]
fn a_second_reader_that_a_write_does_not_wait_for_is_found() {
    let client = Client::new();
    let (one, two, writer) = (client.stream(), client.stream(), client.stream());
    let device = client.alloc(8);
    let (first, second) = (Pinned::new(&client, &[0; 8]), Pinned::new(&client, &[0; 8]));
    ok!(client, cuMemcpyDtoHAsync_v2(first.pointer(), device, 8, one));
    let _forgotten = client.record(one);
    ok!(client, cuMemcpyDtoHAsync_v2(second.pointer(), device, 8, two));
    let waited_for = client.record(two);
    ok!(client, cuStreamWaitEvent(writer, waited_for, 0));
    ok!(client, cuMemsetD8Async(device, 1, 8, writer));
    assert_eq!(kinds(&client), [ReportKind::Race]);
    ok!(client, cuCtxSynchronize());
}

#[test]
fn stream_ordered_memory_is_used_between_its_allocation_and_its_free_only() {
    let client = Client::new();
    let (home, other) = (client.stream(), client.stream());
    let mut address = 0;
    ok!(client, cuMemAllocAsync(&mut address, 64, home));
    ok!(client, cuMemsetD8Async(address, 1, 64, home));
    assert_eq!(kinds(&client), []);
    ok!(client, cuMemsetD8Async(address, 2, 64, other));
    assert_eq!(kinds(&client), [ReportKind::Race], "used on another stream before the allocation is reached");
    let gate = client.simulator.gate(home);
    ok!(client, cuMemFreeAsync(address, home));
    assert_eq!(kinds(&client), [ReportKind::Race; 2], "freed under the other stream's use");
    // Had the free come first, the fill would have met memory that is gone, which is a fault.
    assert_eq!(client.sync(other), CUresult::CUDA_SUCCESS);
    gate.open();
    assert_eq!(client.sync(home), CUresult::CUDA_SUCCESS);
}
