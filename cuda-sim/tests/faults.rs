//! Faults by script, and what is left of a context after one.
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

use client::{Client, Pinned, eager};
use cuda_sim::Simulator;
use cuda_sys::CUresult;

const GONE: CUresult = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;

#[test]
fn the_nth_call_fails_and_does_nothing() {
    let client = Client::new();
    client.simulator.on("cuMemAlloc_v2").nth(2).fails(CUresult(12345));
    client.alloc(8);
    let mut address = 0;
    assert_eq!(call!(client, cuMemAlloc_v2(&mut address, 8)), CUresult(12345));
    assert_eq!(client.simulator.ledger().device_allocations, 1);
    client.alloc(8);
    assert_eq!(client.simulator.calls("cuMemAlloc_v2"), 3);
}

#[test]
fn so_many_calls_as_are_picked_fail_and_no_more() {
    let client = Client::new();
    client.simulator.on("cuMemAlloc_v2").nth(2).times(3).fails(CUresult(12345));
    let mut address = 0;
    let failed: Vec<bool> = (0..6).map(|_| call!(client, cuMemAlloc_v2(&mut address, 8)) == CUresult(12345)).collect();
    assert_eq!(failed, [false, true, true, true, false, false]);
}

#[test]
fn an_error_does_not_mean_that_nothing_was_queued() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(4);
    let host = Pinned::new(&client, &[1, 2, 3, 4]);
    client.simulator.on("cuMemcpyHtoDAsync_v2").works_but_answers(CUresult::CUDA_ERROR_UNKNOWN);
    let answer = call!(client, cuMemcpyHtoDAsync_v2(device, host.pointer(), 4, stream));
    assert_eq!(answer, CUresult::CUDA_ERROR_UNKNOWN);
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(device, 4), [1, 2, 3, 4]);
}

#[test]
fn an_event_whose_record_failed_answers_success_as_one_that_never_was_recorded() {
    let client = Client::new();
    let stream = client.stream();
    let _gate = client.simulator.gate(stream);
    let event = client.event();
    client.simulator.on("cuEventRecord").fails(CUresult::CUDA_ERROR_UNKNOWN);
    assert_eq!(call!(client, cuEventRecord(event, stream)), CUresult::CUDA_ERROR_UNKNOWN);
    assert_eq!(client.query(event), CUresult::CUDA_SUCCESS);
}

static CALLED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count(_: *mut c_void) {
    CALLED.fetch_add(1, Ordering::AcqRel);
}

#[test]
fn a_fault_stays_and_drops_queued_work() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(4);
    let host = Pinned::new(&client, &[1; 4]);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemcpyDtoHAsync_v2(host.pointer(), device, 4, stream));
    ok!(client, cuLaunchHostFunc(stream, Some(count), null_mut()));
    let event = client.record(stream);
    client.simulator.fault(GONE);
    assert_eq!(client.query(event), GONE);
    assert_eq!(client.sync(stream), GONE);
    assert_eq!(call!(client, cuCtxSynchronize()), GONE);
    assert_eq!(call!(client, cuMemFree_v2(device)), GONE);
    assert_eq!(call!(client, cuCtxSetCurrent(client.context)), CUresult::CUDA_SUCCESS);
    gate.open();
    assert_eq!(call!(client, cuEventDestroy_v2(event)), GONE);
    assert_eq!(call!(client, cuStreamDestroy_v2(stream)), GONE);
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.events, ledger.streams, ledger.device_allocations), (0, 0, 1));
    let bytes = host.bytes();
    drop(host);
    drop(client);
    assert_eq!(bytes, [1; 4]);
    assert_eq!(CALLED.load(Ordering::Acquire), 0);
}

#[test]
fn the_nth_piece_of_work_faults() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(4);
    client.simulator.fault_work(3, CUresult::CUDA_ERROR_LAUNCH_FAILED);
    ok!(client, cuMemsetD8Async(device, 1, 4, stream));
    ok!(client, cuMemsetD8Async(device, 2, 4, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemsetD8Async(device, 3, 4, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_LAUNCH_FAILED);
}

#[test]
fn the_nth_allocation_runs_out_of_memory() {
    let client = Client::new();
    client.simulator.fail_allocation(2);
    client.alloc(8);
    let mut pointer = null_mut();
    assert_eq!(call!(client, cuMemHostAlloc(&mut pointer, 8, 0)), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    client.alloc(8);
}

#[test]
fn a_hint_may_never_come() {
    let client = Client::new();
    let stream = client.stream();
    client.simulator.lose_host_functions();
    ok!(client, cuLaunchHostFunc(stream, Some(never), null_mut()));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    client.simulator.call_host_functions();
}

unsafe extern "C" fn never(_: *mut c_void) {
    std::process::abort();
}

#[test]
fn a_call_hangs_until_it_is_released() {
    let client = Client::new();
    let gate = client.simulator.on("cuCtxSynchronize").hangs();
    let (table, context) = (client.table.clone(), client.context.addr());
    let waits = std::thread::spawn(move || unsafe {
        let set = table.cuCtxSetCurrent.unwrap()(std::ptr::without_provenance_mut(context));
        assert_eq!(set, CUresult::CUDA_SUCCESS);
        table.cuCtxSynchronize.unwrap()()
    });
    while client.simulator.calls("cuCtxSynchronize") == 0 {
        std::thread::yield_now();
    }
    assert!(!waits.is_finished());
    gate.open();
    assert_eq!(waits.join().unwrap(), CUresult::CUDA_SUCCESS);
}

#[test]
fn there_may_be_no_device() {
    let simulator = Simulator::builder().no_device().build().unwrap();
    let table = simulator.table();
    let mut count = -1;
    unsafe {
        assert_eq!(table.cuInit.unwrap()(0), CUresult::CUDA_ERROR_NO_DEVICE);
        assert_eq!(table.cuDeviceGetCount.unwrap()(&mut count), CUresult::CUDA_ERROR_NOT_INITIALIZED);
    }
}

#[test]
fn an_older_driver_lacks_what_came_later() {
    let client = Client::of(Simulator::builder().driver_version(11_070).adversity(eager()));
    let mut version = 0;
    ok!(client, cuDriverGetVersion(&mut version));
    assert_eq!(version, 11_070);
    assert!(client.table.cuFuncGetParamInfo.is_none());
    assert!(client.table.cuMemAllocAsync.is_some());
}
