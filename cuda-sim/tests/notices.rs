//! Functions of the client's that streams call: late, lost, with an error, and what they may not do.
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
use std::sync::atomic::{AtomicU32, Ordering};

use client::{Client, eager};
use cuda_sim::{Choice, ReportKind, Simulator};
use cuda_sys::{CUresult, CUstream, DriverTable};

/// What a callback was told, plus one; 0 while it was not called.
type Told = AtomicU32;

unsafe extern "C" fn told(_: CUstream, code: CUresult, told: *mut c_void) {
    // The test keeps the number alive until the stream is done with it.
    unsafe { &*told.cast::<Told>() }.store(code.0 + 1, Ordering::Release);
}

unsafe extern "C" fn called(told: *mut c_void) {
    unsafe { &*told.cast::<Told>() }.fetch_add(1, Ordering::AcqRel);
}

fn argument(told: &Told) -> *mut c_void {
    std::ptr::from_ref(told).cast_mut().cast()
}

#[test]
fn a_stream_callback_is_called_once_also_after_a_fault_and_with_its_code() {
    let client = Client::new();
    let stream = client.stream();
    let (fine, faulted) = (Told::new(0), Told::new(0));
    ok!(client, cuStreamAddCallback(stream, Some(told), argument(&fine), 0));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(fine.load(Ordering::Acquire), 1);
    let gate = client.simulator.gate(stream);
    ok!(client, cuStreamAddCallback(stream, Some(told), argument(&faulted), 0));
    client.simulator.fault(CUresult::CUDA_ERROR_LAUNCH_FAILED);
    gate.open();
    while faulted.load(Ordering::Acquire) == 0 {
        std::thread::yield_now();
    }
    drop(client);
    assert_eq!(faulted.load(Ordering::Acquire), 719 + 1);
}

#[test]
fn a_notice_may_come_late_and_its_stream_waits_for_it() {
    let client = Client::new();
    let stream = client.stream();
    let count = Told::new(0);
    let gate = client.simulator.hold_host_functions();
    ok!(client, cuLaunchHostFunc(stream, Some(called), argument(&count)));
    let event = client.record(stream);
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(count.load(Ordering::Acquire), 0);
    gate.open();
    ok!(client, cuEventSynchronize(event));
    assert_eq!(count.load(Ordering::Acquire), 1);
}

static TABLE: std::sync::OnceLock<DriverTable> = std::sync::OnceLock::new();

unsafe extern "C" fn calls_back(stream: *mut c_void) {
    let query = TABLE.get().unwrap().cuStreamQuery.unwrap();
    assert_eq!(unsafe { query(stream.cast()) }, CUresult::CUDA_ERROR_NOT_PERMITTED);
}

#[test]
fn calling_the_driver_from_a_host_function_is_refused_and_reported() {
    let client = Client::new();
    let stream = client.stream();
    TABLE.get_or_init(|| client.table.clone());
    ok!(client, cuLaunchHostFunc(stream, Some(calls_back), stream.cast()));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.simulator.reports()[0].kind, ReportKind::CallInCallback);
}

#[test]
fn a_fault_reaches_other_contexts_or_does_not() {
    for (spreads, expected) in
        [(Choice::Always, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS), (Choice::Never, CUresult::CUDA_SUCCESS)]
    {
        let mut adversity = eager();
        adversity.fault_spreads = spreads;
        let client = Client::of(Simulator::builder().adversity(adversity));
        let stream = client.stream();
        let device = client.alloc(8);
        client.simulator.fault_work(1, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        ok!(client, cuMemsetD8Async(device, 1, 8, stream));
        assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let mut other = null_mut();
        ok!(client, cuCtxCreate_v2(&mut other, 0, client.device()));
        let fresh = call!(client, cuCtxSynchronize());
        assert_eq!(fresh, CUresult::CUDA_SUCCESS, "a context made after the fault begins sound");
        client.simulator.fault_work(1, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let own = client.stream();
        let memory = client.alloc(8);
        let mut third = null_mut();
        ok!(client, cuCtxCreate_v2(&mut third, 0, client.device()));
        ok!(client, cuCtxSetCurrent(other));
        ok!(client, cuMemsetD8Async(memory, 1, 8, own));
        assert_eq!(client.sync(own), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        // The fault of `other` is seen before it has spread; let it.
        while call!(client, cuCtxSynchronize_v2(third)) != expected {
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_handle_of_another_kind_names_nothing() {
    let client = Client::new();
    let (stream, event) = (client.stream(), client.event());
    assert_eq!(call!(client, cuEventQuery(stream.cast())), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(client.sync(event.cast()), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(client, cuCtxSetCurrent(stream.cast())), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(call!(client, cuStreamDestroy_v2(null_mut())), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert!(client.simulator.reports().iter().all(|report| report.kind == ReportKind::StaleHandle));
}
