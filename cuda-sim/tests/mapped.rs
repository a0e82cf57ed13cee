//! Page-locked memory as devices see it: kernels, fills and copies reach it by its device address.
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

use client::plus::Plus;
use client::{Client, Pinned};
use cuda_sim::ReportKind;
use cuda_sys::{CUdeviceptr, CUmemorytype, CUpointer_attribute as Attribute, CUresult};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const WRITE_COMBINED: u32 = 4;

fn device_address(client: &Client, pointer: *mut c_void) -> CUdeviceptr {
    let mut address = 0;
    ok!(client, cuMemHostGetDevicePointer_v2(&mut address, pointer, 0));
    address
}

fn host_alloc(client: &Client, byte_len: usize, flags: u32) -> *mut c_void {
    let mut pointer = null_mut();
    ok!(client, cuMemHostAlloc(&mut pointer, byte_len, flags));
    pointer
}

fn attribute<T: Default>(client: &Client, attribute: Attribute, address: CUdeviceptr) -> T {
    let mut value = T::default();
    ok!(client, cuPointerGetAttribute((&raw mut value).cast(), attribute, address));
    value
}

#[test]
fn page_locked_memory_has_the_hosts_address_on_the_device_but_not_if_it_is_write_combined() {
    let client = Client::new();
    for flags in 0..8 {
        let pointer = host_alloc(&client, 100, flags);
        let address = device_address(&client, pointer);
        assert_eq!(address == pointer.addr() as u64, flags & WRITE_COMBINED == 0, "flags {flags}");
        assert_eq!(device_address(&client, pointer.wrapping_byte_add(99)), address + 99);
        let mut got = u32::MAX;
        ok!(client, cuMemHostGetFlags(&mut got, pointer));
        assert_eq!(got, flags);
        ok!(client, cuMemFreeHost(pointer));
        assert_eq!(call!(client, cuMemHostGetFlags(&mut got, pointer)), INVALID);
    }
}

#[test]
fn a_device_pointer_is_only_had_of_page_locked_memory_and_without_flags() {
    let client = Client::new();
    let host = Pinned::new(&client, &[0; 16]);
    let mut address = 0;
    let past = host.pointer().wrapping_byte_add(16);
    assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(&mut address, host.pointer(), 1)), INVALID);
    assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(&mut address, past, 0)), INVALID);
    assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(null_mut(), host.pointer(), 0)), INVALID);
    assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(&mut address, null_mut(), 0)), INVALID);
    let mut pageable = [0u8; 16];
    let pointer = pageable.as_mut_ptr().cast();
    assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(&mut address, pointer, 0)), INVALID);
    ok!(client, cuCtxSetCurrent(null_mut()));
    let answer = call!(client, cuMemHostGetDevicePointer_v2(&mut address, host.pointer(), 0));
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_CONTEXT);
    ok!(client, cuCtxSetCurrent(client.context));
}

#[test]
fn a_kernel_reads_and_writes_page_locked_memory() {
    let client = Client::new();
    let plus = Plus::new(&client);
    for flags in [0, WRITE_COMBINED] {
        let pointer = host_alloc(&client, 160, flags);
        let words = pointer.cast::<u32>();
        (0..40).for_each(|index| unsafe { words.add(index).write(index as u32) });
        let address = device_address(&client, pointer);
        let stream = client.stream();
        plus.words(&client, stream, 40, address, address, 100);
        plus.count(&client, stream, 40, address + 8, 1);
        assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
        let got: Vec<u32> = (0..40).map(|index| unsafe { words.add(index).read() }).collect();
        let expected: Vec<u32> = (0..40).map(|index| 100 + index + if index == 2 { 40 } else { 0 }).collect();
        assert_eq!(got, expected);
        ok!(client, cuMemFreeHost(pointer));
    }
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn fills_and_copies_reach_page_locked_memory_by_its_device_address() {
    let client = Client::new();
    let host = Pinned::new(&client, &[0; 32]);
    let address = device_address(&client, host.pointer());
    let device = client.alloc(32);
    ok!(client, cuMemsetD8_v2(address, 7, 32));
    // The host sees what a fill wrote when the call returns.
    assert_eq!(host.bytes(), [7; 32]);
    ok!(client, cuMemcpyDtoD_v2(device, address, 32));
    ok!(client, cuMemsetD8_v2(device, 9, 4));
    ok!(client, cuMemcpyDtoD_v2(address + 5, device, 8));
    ok!(client, cuCtxSynchronize());
    let mut expected = [7; 32];
    expected[5..9].fill(9);
    assert_eq!(host.bytes(), expected);
    let elsewhere = Pinned::new(&client, &[0; 32]);
    ok!(client, cuMemcpy(device_address(&client, elsewhere.pointer()), address, 32));
    assert_eq!(elsewhere.bytes(), expected);
    assert_eq!(client.simulator.reports(), []);
}

/// Bytes that begin and end anywhere, as the client's own may.
#[test]
fn registered_memory_is_mapped_wherever_it_begins() {
    let client = Client::new();
    let plus = Plus::new(&client);
    let mut all = [0u64; 12];
    let start = all.as_mut_ptr().cast::<u8>();
    for (skip, len) in [(0, 96), (8, 24), (3, 41), (1, 1), (7, 2), (5, 64)] {
        let pointer = start.wrapping_add(skip);
        (0..96).for_each(|index| unsafe { start.add(index).write(index as u8) });
        ok!(client, cuMemHostRegister_v2(pointer.cast(), len, 2));
        let address = device_address(&client, pointer.cast());
        assert_eq!(address, pointer.addr() as u64);
        plus.bytes(&client, null_mut(), len as u32, address, 1);
        // The words that lie inside.
        let first = address.next_multiple_of(4);
        // Miri knows no atomic stores of several sizes at one place.
        let words = if cfg!(miri) { 0 } else { ((address + len as u64) / 4).saturating_sub(first / 4) };
        if words > 0 {
            plus.words(&client, null_mut(), words as u32, first, first, 0x0101_0101);
        }
        let device = client.alloc(len);
        ok!(client, cuMemcpyDtoD_v2(device, address, len));
        let copied = client.read(device, len);
        ok!(client, cuMemHostUnregister(pointer.cast()));
        let got: Vec<u8> = (0..96).map(|index| unsafe { start.add(index).read() }).collect();
        let in_word = |index: u64| index >= first && index < first + 4 * words;
        let expected: Vec<u8> = (0..96)
            .map(|index| {
                let at = start.addr() as u64 + index as u64;
                let is_inside = index >= skip && index < skip + len;
                index as u8 + u8::from(is_inside) + u8::from(in_word(at))
            })
            .collect();
        assert_eq!(got, expected, "{skip} {len}");
        assert_eq!(copied, expected[skip..skip + len]);
        let mut address = 0;
        assert_eq!(call!(client, cuMemHostGetDevicePointer_v2(&mut address, pointer.cast(), 0)), INVALID);
    }
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn a_kernel_may_not_leave_page_locked_memory() {
    let client = Client::new();
    let plus = Plus::new(&client);
    let host = Pinned::new(&client, &[0; 16]);
    let address = device_address(&client, host.pointer());
    plus.words(&client, null_mut(), 5, address, address, 1);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn work_that_comes_after_the_end_of_the_mapping_faults() {
    let client = Client::new();
    let stream = client.stream();
    let host = Pinned::new(&client, &[0; 16]);
    let address = device_address(&client, host.pointer());
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(address, 1, 16, stream));
    drop(host);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::HostInFlight, ReportKind::UseAfterFree]);
}

#[test]
fn a_pointer_to_page_locked_memory_knows_both_its_addresses() {
    let client = Client::new();
    for flags in [0, WRITE_COMBINED] {
        let pointer = host_alloc(&client, 64, flags);
        let (host, device) = (pointer.addr() as u64 + 3, device_address(&client, pointer) + 3);
        for address in [host, device] {
            let kind: u32 = attribute(&client, Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
            assert_eq!(kind, CUmemorytype::CU_MEMORYTYPE_HOST.0);
            assert_eq!(attribute::<u64>(&client, Attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER, address), host);
            assert_eq!(attribute::<u64>(&client, Attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address), device);
            assert_eq!(attribute::<u32>(&client, Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED, address), 0);
            assert_eq!(attribute::<usize>(&client, Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE, address), 64);
        }
        ok!(client, cuMemFreeHost(pointer));
        let mut kind = 0u32;
        let answer = call!(
            client,
            cuPointerGetAttribute((&raw mut kind).cast(), Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host)
        );
        assert_eq!(answer, INVALID);
    }
}

#[test]
fn mapped_memory_is_none_of_the_devices() {
    let client = Client::new();
    let host = Pinned::new(&client, &[0; 4096]);
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.device_allocations, ledger.host_ranges, ledger.host_byte_len), (0, 1, 4096));
    assert_eq!(call!(client, cuMemFree_v2(host.pointer().addr() as u64)), INVALID);
    let flags_of_registered = {
        let mut own = [0u8; 8];
        let pointer: *mut c_void = own.as_mut_ptr().cast();
        ok!(client, cuMemHostRegister_v2(pointer, 8, 1));
        let mut flags = 0;
        let answer = call!(client, cuMemHostGetFlags(&mut flags, pointer));
        ok!(client, cuMemHostUnregister(pointer));
        answer
    };
    assert_eq!(flags_of_registered, INVALID);
}
