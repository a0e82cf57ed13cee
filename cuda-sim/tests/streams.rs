//! Streams are queues: in order within, in any order between, and late.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use client::{Client, Pinned};
use cuda_sys::CUresult;

#[test]
fn a_copy_behind_a_gate_waits_for_it() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(4);
    let host = Pinned::new(&client, &[1, 2, 3, 4]);
    ok!(client, cuMemsetD8_v2(device, 9, 4));
    ok!(client, cuCtxSynchronize());
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemcpyHtoDAsync_v2(device, host.pointer(), 4, stream));
    let event = client.record(stream);
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(call!(client, cuStreamQuery(stream)), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(client.read(device, 4), [9; 4]);
    gate.open();
    ok!(client, cuEventSynchronize(event));
    assert_eq!(client.read(device, 4), [1, 2, 3, 4]);
}

#[test]
fn a_pinned_upload_reads_its_source_when_it_runs() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(1);
    let host = Pinned::new(&client, &[1]);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemcpyHtoDAsync_v2(device, host.pointer(), 1, stream));
    // A mistake in a client; the gate makes it harmless here, and visible.
    unsafe { host.pointer().cast::<u8>().write(7) };
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(device, 1), [7]);
    assert_eq!(client.simulator.reports()[0].kind, cuda_sim::ReportKind::HostInFlight);
}

#[test]
fn a_pageable_upload_that_does_not_wait_has_been_staged() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(1);
    let mut host = [1u8];
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemcpyHtoDAsync_v2(device, host.as_ptr().cast(), 1, stream));
    host[0] = 7;
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(device, 1), [1]);
    assert_eq!(host, [7]);
}

#[test]
fn a_stream_keeps_its_order() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(64);
    for value in 0..20 {
        ok!(client, cuMemsetD8Async(device, value, 64, stream));
    }
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(device, 64), [19; 64]);
}

#[test]
fn a_wait_for_an_event_orders_two_streams() {
    let client = Client::new();
    let (first, second) = (client.stream(), client.stream());
    let device = client.alloc(8);
    let gate = client.simulator.gate(first);
    ok!(client, cuMemsetD8Async(device, 1, 8, first));
    let event = client.record(first);
    ok!(client, cuStreamWaitEvent(second, event, 0));
    ok!(client, cuMemsetD8Async(device, 2, 8, second));
    // Recording again overwrites the event; who waits already keeps the old capture.
    ok!(client, cuEventRecord(event, client.stream()));
    let after = client.record(second);
    assert_eq!(client.query(after), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuEventSynchronize(after));
    assert_eq!(client.read(device, 8), [2; 8]);
}

#[test]
fn a_blocking_stream_waits_for_the_legacy_stream_and_is_waited_for() {
    let client = Client::new();
    let (blocking, free) = (client.blocking_stream(), client.stream());
    let device = client.alloc(8);
    let gate = client.simulator.gate(null_mut());
    ok!(client, cuMemsetD8Async(device, 1, 8, blocking));
    let (held, passed) = (client.record(blocking), client.record(free));
    ok!(client, cuEventSynchronize(passed));
    assert_eq!(client.query(held), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuEventSynchronize(held));

    let gate = client.simulator.gate(blocking);
    ok!(client, cuMemsetD8_v2(device, 2, 8));
    let legacy = client.record(null_mut());
    assert_eq!(client.query(legacy), CUresult::CUDA_ERROR_NOT_READY);
    drop(gate);
    ok!(client, cuEventSynchronize(legacy));
}

#[test]
fn a_destroyed_stream_finishes_its_work() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(8);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(device, 5, 8, stream));
    let event = client.record(stream);
    ok!(client, cuStreamDestroy_v2(stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_INVALID_HANDLE);
    gate.open();
    ok!(client, cuEventSynchronize(event));
    assert_eq!(client.read(device, 8), [5; 8]);
}

static CALLED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count(by: *mut c_void) {
    CALLED.fetch_add(by.addr(), Ordering::AcqRel);
}

#[test]
fn a_host_function_runs_in_stream_order() {
    let client = Client::new();
    let stream = client.stream();
    let gate = client.simulator.gate(stream);
    ok!(client, cuLaunchHostFunc(stream, Some(count), std::ptr::without_provenance_mut(3)));
    assert_eq!(CALLED.load(Ordering::Acquire), 0);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(CALLED.load(Ordering::Acquire), 3);
}

#[test]
fn everything_can_be_held_at_once() {
    let client = Client::new();
    let (first, second) = (client.stream(), client.stream());
    let gate = client.simulator.hold();
    let (one, two) = (client.record(first), client.record(second));
    assert_eq!(client.query(one), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(client.query(two), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuCtxSynchronize());
}

#[test]
fn dropping_the_simulator_drops_held_work_and_ends_its_threads() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(8);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(device, 5, 8, stream));
    let table = client.table.clone();
    drop(client);
    gate.open();
    let query = unsafe { table.cuStreamQuery.unwrap()(stream) };
    assert_eq!(query, CUresult::CUDA_ERROR_INVALID_HANDLE);
}
