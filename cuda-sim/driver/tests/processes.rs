//! What processes share: memory and events, each made in one and used in another.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "calls the driver")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::c_char;
use std::ptr::null_mut;

use client::peer::{Peer, heard, say};
use client::work::{alloc, increment, read, started, stream, write};
use client::{Client, is_child};
use cuda_sys::{CUdeviceptr, CUevent, CUipcEventHandle, CUipcMemHandle, CUresult, CUstream};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const NOT_READY: CUresult = CUresult::CUDA_ERROR_NOT_READY;

fn chars(bytes: &[u8]) -> [c_char; 64] {
    std::array::from_fn(|index| bytes[index].cast_signed())
}

fn bytes(chars: [c_char; 64]) -> [u8; 64] {
    chars.map(c_char::cast_unsigned)
}

fn export(client: &Client, address: CUdeviceptr) -> [u8; 64] {
    let mut handle = CUipcMemHandle::default();
    ok!(client, cuIpcGetMemHandle(&mut handle, address));
    bytes(handle.reserved)
}

fn import(client: &Client, handle: &[u8]) -> Result<CUdeviceptr, CUresult> {
    let mut address = 0;
    match call!(client, cuIpcOpenMemHandle_v2(&mut address, CUipcMemHandle { reserved: chars(handle) }, 1)) {
        CUresult::CUDA_SUCCESS => Ok(address),
        code => Err(code),
    }
}

fn event(client: &Client) -> (CUevent, [u8; 64]) {
    let (mut event, mut handle) = (null_mut(), CUipcEventHandle::default());
    ok!(client, cuEventCreate(&mut event, 6));
    ok!(client, cuIpcGetEventHandle(&mut handle, event));
    (event, bytes(handle.reserved))
}

fn import_event(client: &Client, handle: &[u8]) -> CUevent {
    let mut event = null_mut();
    ok!(client, cuIpcOpenEventHandle(&mut event, CUipcEventHandle { reserved: chars(handle) }));
    event
}

#[test]
fn both_processes_see_what_either_writes() {
    if is_child() {
        let client = started();
        let handle = heard();
        let address = import(&client, &handle).unwrap();
        assert_eq!(import(&client, &handle), Ok(address), "once more");
        assert_eq!(read(&client, address + 4096), 77);
        let (mut other, mut popped) = (null_mut(), null_mut());
        ok!(client, cuCtxCreate_v2(&mut other, 0, 0));
        assert_eq!(import(&client, &handle), Err(CUresult::CUDA_ERROR_ALREADY_MAPPED), "one context has it");
        ok!(client, cuCtxPopCurrent_v2(&mut popped));
        ok!(client, cuCtxDestroy_v2(other));
        let mut base = (0, 0);
        ok!(client, cuMemGetAddressRange_v2(&mut base.0, &mut base.1, address + 5));
        assert_eq!(base, (address, 1 << 20));
        increment(&client, address + 4096, 32);
        assert_eq!(call!(client, cuMemFree_v2(address)), INVALID, "it is another's");
        assert_eq!(call!(client, cuIpcGetMemHandle(&mut CUipcMemHandle::default(), address)), INVALID);
        say(&[1]);
        heard();
        assert_eq!(read(&client, address + 4096), 77 + 32 + 64);
        ok!(client, cuIpcCloseMemHandle(address));
        assert_eq!(read(&client, address + 4096), 77 + 32 + 64, "it is open still");
        ok!(client, cuIpcCloseMemHandle(address));
        let mut word = 0_u32;
        assert_eq!(call!(client, cuMemcpyDtoH_v2((&raw mut word).cast(), address, 4)), INVALID);
        assert_eq!(call!(client, cuIpcCloseMemHandle(address)), INVALID);
        let again = import(&client, &handle).unwrap();
        assert_eq!(read(&client, again + 4096), 77 + 32 + 64);
        return ok!(client, cuIpcCloseMemHandle(again));
    }
    let client = started();
    let address = alloc(&client, 1 << 20);
    write(&client, address + 4096, 77);
    let mut peer = Peer::start("both_processes_see_what_either_writes");
    peer.say(&export(&client, address + 100_000));
    peer.hear();
    assert_eq!(read(&client, address + 4096), 77 + 32);
    increment(&client, address + 4096, 64);
    peer.say(&[]);
    peer.end();
    ok!(client, cuMemFree_v2(address));
}

#[test]
fn memory_outlives_the_process_that_has_it() {
    if is_child() {
        let client = started();
        let (address, gone) = (alloc(&client, 8192), alloc(&client, 64));
        write(&client, address + 8188, 3);
        say(&export(&client, address));
        say(&export(&client, gone));
        heard();
        ok!(client, cuMemFree_v2(gone));
        say(&[]);
        heard();
        return;
    }
    let client = started();
    let mut peer = Peer::start("memory_outlives_the_process_that_has_it");
    let (handle, freed) = (peer.hear(), peer.hear());
    let (address, used) = (import(&client, &handle).unwrap(), import(&client, &freed).unwrap());
    peer.say(&[]);
    peer.hear();
    // Undefined in CUDA; here it is there for whoever has it open, and for nobody else.
    write(&client, used, 9);
    assert_eq!(read(&client, used), 9);
    assert_eq!(import(&client, &freed), Ok(used));
    ok!(client, cuIpcCloseMemHandle(used));
    ok!(client, cuIpcCloseMemHandle(used));
    assert_eq!(import(&client, &freed), Err(INVALID));
    peer.kill();
    assert_eq!(read(&client, address + 8188), 3);
    increment(&client, address + 8188, 32);
    assert_eq!(read(&client, address + 8188), 35);
    ok!(client, cuIpcCloseMemHandle(address));
    assert_eq!(import(&client, &handle), Err(INVALID));
}

/// Lets a stream stand still until somebody writes a 1 to an address.
fn stop(client: &Client, stream: CUstream, address: CUdeviceptr) {
    write(client, address, 0);
    ok!(client, cuStreamWaitValue32_v2(stream, address, 1, 1));
}

#[test]
fn a_process_waits_for_the_event_of_another() {
    if is_child() {
        let client = started();
        let event = import_event(&client, &heard());
        let data = import(&client, &heard()).unwrap();
        assert_eq!(call!(client, cuIpcGetEventHandle(&mut CUipcEventHandle::default(), event)).0, 400);
        assert_eq!(call!(client, cuEventQuery(event)), CUresult::CUDA_SUCCESS, "it was never recorded");
        say(&[]);
        heard();
        assert_eq!(call!(client, cuEventQuery(event)), NOT_READY);
        let (stream, copy) = (stream(&client), alloc(&client, 4));
        ok!(client, cuStreamWaitEvent(stream, event, 0));
        ok!(client, cuMemcpyDtoDAsync_v2(copy, data, 4, stream));
        assert_eq!(call!(client, cuStreamQuery(stream)), NOT_READY);
        say(&[]);
        ok!(client, cuEventSynchronize(event));
        assert_eq!(read(&client, data), 5);
        ok!(client, cuStreamSynchronize(stream));
        assert_eq!(read(&client, copy), 5);
        // The other way round.
        let held = alloc(&client, 4);
        stop(&client, stream, held);
        ok!(client, cuMemsetD32Async(data, 6, 1, stream));
        ok!(client, cuEventRecord(event, stream));
        say(&[]);
        heard();
        write(&client, held, 1);
        return ok!(client, cuEventSynchronize(event));
    }
    let client = started();
    let mut peer = Peer::start("a_process_waits_for_the_event_of_another");
    let ((event, handle), stream, data, held) = (event(&client), stream(&client), alloc(&client, 4), alloc(&client, 4));
    peer.say(&handle);
    peer.say(&export(&client, data));
    peer.hear();
    stop(&client, stream, held);
    ok!(client, cuMemsetD32Async(data, 5, 1, stream));
    ok!(client, cuEventRecord(event, stream));
    assert_eq!(call!(client, cuEventQuery(event)), NOT_READY);
    peer.say(&[]);
    peer.hear();
    write(&client, held, 1);
    ok!(client, cuEventSynchronize(event));
    peer.hear();
    assert_eq!(call!(client, cuEventQuery(event)), NOT_READY);
    let copy = alloc(&client, 4);
    ok!(client, cuStreamWaitEvent(stream, event, 0));
    ok!(client, cuMemcpyDtoDAsync_v2(copy, data, 4, stream));
    peer.say(&[]);
    ok!(client, cuEventSynchronize(event));
    ok!(client, cuStreamSynchronize(stream));
    assert_eq!((read(&client, data), read(&client, copy)), (6, 6));
    peer.end();
    ok!(client, cuEventDestroy_v2(event));
}

#[test]
fn an_event_of_a_process_that_has_ended_is_over() {
    if is_child() {
        let client = started();
        let ((event, handle), stream, held) = (event(&client), stream(&client), alloc(&client, 4));
        stop(&client, stream, held);
        ok!(client, cuEventRecord(event, stream));
        say(&handle);
        heard();
        return;
    }
    let client = started();
    let mut peer = Peer::start("an_event_of_a_process_that_has_ended_is_over");
    let event = import_event(&client, &peer.hear());
    let stream = stream(&client);
    ok!(client, cuStreamWaitEvent(stream, event, 0));
    for _ in 0..3 {
        assert_eq!(call!(client, cuEventQuery(event)), NOT_READY);
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    peer.kill();
    ok!(client, cuEventSynchronize(event));
    ok!(client, cuStreamSynchronize(stream));
    assert_eq!(call!(client, cuEventQuery(event)), CUresult::CUDA_SUCCESS);
    ok!(client, cuEventRecord(event, stream));
    ok!(client, cuEventSynchronize(event));
}
