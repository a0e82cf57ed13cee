//! Contexts: the stack of a thread, the primary context, and the end of one.
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

use client::{Client, eager};
use cuda_sim::{DeviceProfile, ReportKind, Simulator};
use cuda_sys::CUresult;

#[test]
fn each_thread_has_its_own_stack() {
    let client = Client::new();
    let table = client.table.clone();
    let elsewhere = std::thread::spawn(move || unsafe {
        let (mut current, mut stream) = (std::ptr::without_provenance_mut(9), null_mut());
        assert_eq!(table.cuCtxGetCurrent.unwrap()(&mut current), CUresult::CUDA_SUCCESS);
        assert!(current.is_null());
        table.cuStreamCreate.unwrap()(&mut stream, 0)
    });
    assert_eq!(elsewhere.join().unwrap(), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    let mut current = null_mut();
    ok!(client, cuCtxGetCurrent(&mut current));
    assert_eq!(current, client.context);
}

#[test]
fn pushing_and_popping_is_a_stack() {
    let client = Client::new();
    let mut made = null_mut();
    ok!(client, cuCtxCreate_v2(&mut made, 0, client.device()));
    let mut popped = null_mut();
    ok!(client, cuCtxPopCurrent_v2(&mut popped));
    assert_eq!(popped, made);
    ok!(client, cuCtxPopCurrent_v2(null_mut()));
    assert_eq!(call!(client, cuCtxPopCurrent_v2(null_mut())), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    ok!(client, cuCtxPushCurrent_v2(made));
    ok!(client, cuCtxDestroy_v2(made));
    let mut current = made;
    ok!(client, cuCtxGetCurrent(&mut current));
    assert!(current.is_null());
    assert_eq!(call!(client, cuCtxSetCurrent(made)), CUresult::CUDA_ERROR_INVALID_CONTEXT);
}

#[test]
fn the_primary_context_ends_with_its_last_release() {
    let client = Client::new();
    let device = client.device();
    let mut again = null_mut();
    ok!(client, cuDevicePrimaryCtxRetain(&mut again, device));
    assert_eq!(again, client.context);
    let (mut flags, mut active) = (9, 9);
    ok!(client, cuDevicePrimaryCtxRelease_v2(device));
    ok!(client, cuDevicePrimaryCtxGetState(device, &mut flags, &mut active));
    assert_eq!((flags, active), (0, 1));
    client.stream();
    client.alloc(16);
    ok!(client, cuDevicePrimaryCtxRelease_v2(device));
    ok!(client, cuDevicePrimaryCtxGetState(device, &mut flags, &mut active));
    assert_eq!(active, 0);
    assert_eq!(call!(client, cuDevicePrimaryCtxRelease_v2(device)), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.contexts, ledger.streams, ledger.device_byte_len), (0, 0, 0));
    assert!(client.simulator.reports().iter().all(|report| report.kind == ReportKind::Leak));
}

#[test]
fn ending_a_context_with_held_work_does_not_hang() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(16);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(device, 1, 16, stream));
    ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_INVALID_HANDLE);
    gate.open();
}

#[test]
fn identifiers_tell_contexts_apart_for_ever() {
    let client = Client::new();
    let (mut first, mut second) = (0, 0);
    ok!(client, cuCtxGetId(client.context, &mut first));
    ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    let mut context = null_mut();
    ok!(client, cuDevicePrimaryCtxRetain(&mut context, client.device()));
    ok!(client, cuCtxGetId(context, &mut second));
    assert_ne!(first, second);
}

#[test]
fn simulators_know_nothing_of_each_other() {
    let small = DeviceProfile::default().name("Small").memory(1 << 20);
    let one = Client::of(Simulator::builder().devices([small.clone(), small]).adversity(eager()));
    let two = Client::new();
    let mut count = 0;
    ok!(one, cuDeviceGetCount(&mut count));
    assert_eq!(count, 2);
    ok!(two, cuDeviceGetCount(&mut count));
    assert_eq!(count, 1);
    let mut name = [0; 6];
    ok!(one, cuDeviceGetName(name.as_mut_ptr(), 6, one.device()));
    assert_eq!(name.map(|byte| byte as u8), *b"Small\0");
    ok!(one, cuCtxSetCurrent(one.context));
    let device = one.alloc(64);
    let mut other = null_mut();
    ok!(one, cuCtxCreate_v2(&mut other, 0, one.device()));
    let owned = one.alloc(8);
    ok!(one, cuCtxPopCurrent_v2(null_mut()));
    ok!(one, cuMemFree_v2(owned));
    assert_eq!(one.simulator.reports()[0].kind, ReportKind::WrongContext);
    assert_eq!(one.simulator.ledger().device_byte_len, 64);
    assert_eq!(two.simulator.ledger().device_byte_len, 0);
    ok!(two, cuCtxSetCurrent(two.context));
    assert_eq!(call!(two, cuMemFree_v2(device)), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn an_event_of_a_context_stands_for_all_its_streams() {
    let client = Client::new();
    let (first, second) = (client.stream(), client.stream());
    let device = client.alloc(8);
    let gate = client.simulator.gate(first);
    ok!(client, cuMemsetD8Async(device, 1, 8, first));
    let event = client.event();
    ok!(client, cuCtxRecordEvent(client.context, event));
    assert_eq!(client.query(event), CUresult::CUDA_ERROR_NOT_READY);
    ok!(client, cuCtxWaitEvent(client.context, event));
    ok!(client, cuMemsetD8Async(device, 2, 8, second));
    let after = client.record(second);
    assert_eq!(client.query(after), CUresult::CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(client, cuEventSynchronize(after));
    ok!(client, cuEventSynchronize(event));
    assert_eq!(client.read(device, 8), [2; 8]);
    assert!(client.simulator.reports().is_empty());
}
