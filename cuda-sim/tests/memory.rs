//! Device and page-locked memory: life, bounds and mistakes.
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

use client::{Client, Pinned, eager};
use cuda_sim::{Choice, ReportKind, Simulator};
use cuda_sys::CUresult;

fn kinds(client: &Client) -> Vec<ReportKind> {
    client.simulator.reports().iter().map(|report| report.kind).collect()
}

#[test]
fn bytes_survive_the_round_trip_at_any_offset() {
    let client = Client::new();
    let device = client.alloc(40);
    ok!(client, cuMemsetD8_v2(device, 0, 40));
    let bytes: Vec<u8> = (1..=19).collect();
    ok!(client, cuMemcpyHtoD_v2(device + 3, bytes.as_ptr().cast(), bytes.len()));
    ok!(client, cuMemcpyDtoD_v2(device + 22, device + 5, 11));
    let all = client.read(device, 40);
    assert_eq!(all[3..22], bytes);
    assert_eq!(all[22..33], bytes[2..13]);
    assert_eq!((all[2], all[33]), (0, 0));
}

#[test]
fn fills_repeat_their_pattern() {
    let client = Client::new();
    let device = client.alloc(16);
    ok!(client, cuMemsetD16_v2(device, 0x0201, 4));
    ok!(client, cuMemsetD32_v2(device + 8, 0x0403_0201, 2));
    assert_eq!(client.read(device, 16), [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 1, 2, 3, 4]);
    assert_eq!(call!(client, cuMemsetD32_v2(device + 2, 0, 1)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuMemsetD16_v2(device + 1, 0, 1)), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn memory_runs_out_where_the_profile_says() {
    let client = Client::of(Simulator::builder().memory(1000).adversity(eager()));
    let first = client.alloc(600);
    let mut second = 0;
    assert_eq!(call!(client, cuMemAlloc_v2(&mut second, 600)), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(call!(client, cuMemAlloc_v2(&mut second, 0)), CUresult::CUDA_ERROR_INVALID_VALUE);
    ok!(client, cuMemFree_v2(first));
    ok!(client, cuMemAlloc_v2(&mut second, 600));
    assert_ne!(first, second);
    assert_eq!(client.simulator.ledger().peak_device_byte_len, 600);
}

#[test]
fn a_copy_over_the_end_is_refused_and_reported() {
    let client = Client::new();
    let device = client.alloc(8);
    let host = [0u8; 16];
    let answer = call!(client, cuMemcpyHtoD_v2(device, host.as_ptr().cast(), 16));
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(kinds(&client), [ReportKind::OutOfBounds]);
}

#[test]
fn use_after_free_and_double_free_are_reported() {
    let client = Client::new();
    let device = client.alloc(8);
    ok!(client, cuMemFree_v2(device));
    ok!(client, cuMemFree_v2(0));
    assert_eq!(call!(client, cuMemsetD8_v2(device, 0, 8)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuMemFree_v2(device)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(kinds(&client), [ReportKind::UseAfterFree, ReportKind::DoubleFree]);
}

#[test]
fn a_free_under_queued_work_is_reported_and_faults_the_work() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(8);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(device, 1, 8, stream));
    ok!(client, cuMemFree_v2(device));
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_eq!(kinds(&client), [ReportKind::UseAfterFree, ReportKind::UseAfterFree]);
}

#[test]
fn a_free_that_waits_lets_the_work_finish() {
    let mut adversity = eager();
    adversity.free_waits = Choice::Always;
    let client = Client::of(Simulator::builder().adversity(adversity));
    let stream = client.stream();
    let device = client.alloc(8);
    for value in 0..50 {
        ok!(client, cuMemsetD8Async(device, value, 8, stream));
    }
    ok!(client, cuMemFree_v2(device));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(kinds(&client), []);
}

#[test]
fn registered_memory_is_the_clients_own() {
    let client = Client::new();
    let mut host = vec![3u8; 64];
    let pointer = host.as_mut_ptr();
    ok!(client, cuMemHostRegister_v2(pointer.cast(), 64, 0));
    let again = call!(client, cuMemHostRegister_v2(pointer.wrapping_add(32).cast(), 64, 0));
    assert_eq!(again, CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    let inside = call!(client, cuMemHostUnregister(pointer.wrapping_add(1).cast()));
    assert_eq!(inside, CUresult::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    let stream = client.stream();
    let device = client.alloc(64);
    ok!(client, cuMemcpyHtoDAsync_v2(device, pointer.cast(), 64, stream));
    ok!(client, cuMemsetD8Async(device, 4, 32, stream));
    ok!(client, cuMemcpyDtoHAsync_v2(pointer.cast(), device, 64, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemHostUnregister(pointer.cast()));
    assert_eq!(host[..32], [4; 32]);
    assert_eq!(host[32..], [3; 32]);
    assert_eq!(client.simulator.ledger().host_ranges, 0);
}

#[test]
fn page_locked_memory_that_is_freed_in_flight_is_reported() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(8);
    let host = Pinned::new(&client, &[1; 8]);
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemcpyHtoDAsync_v2(device, host.pointer(), 8, stream));
    drop(host);
    assert_eq!(kinds(&client), [ReportKind::HostInFlight]);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
}

#[test]
fn stream_ordered_memory_is_freed_when_the_stream_gets_there() {
    let client = Client::new();
    let stream = client.stream();
    let mut address = 0;
    ok!(client, cuMemAllocAsync(&mut address, 100, stream));
    let gate = client.simulator.gate(stream);
    ok!(client, cuMemsetD8Async(address, 1, 100, stream));
    ok!(client, cuMemFreeAsync(address, stream));
    assert_eq!(client.simulator.ledger().device_byte_len, 100);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(client.simulator.ledger().device_byte_len, 0);
    assert_eq!(call!(client, cuMemFreeAsync(address, stream)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(kinds(&client), [ReportKind::UseAfterFree]);
}

#[test]
fn a_pool_counts_what_it_hands_out() {
    use cuda_sys::CUmemPool_attribute as Attribute;
    let client = Client::new();
    let device = client.device();
    let stream = client.stream();
    let mut pool = null_mut();
    ok!(client, cuDeviceGetDefaultMemPool(&mut pool, device));
    let mut threshold = u64::MAX;
    let value = (&raw mut threshold).cast();
    ok!(client, cuMemPoolSetAttribute(pool, Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, value));
    let mut address = 0;
    ok!(client, cuMemAllocFromPoolAsync(&mut address, 4096, pool, stream));
    ok!(client, cuMemFreeAsync(address, stream));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    let figure = |attribute| {
        let mut figure = u64::MAX;
        ok!(client, cuMemPoolGetAttribute(pool, attribute, (&raw mut figure).cast()));
        figure
    };
    assert_eq!(figure(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    assert_eq!(figure(Attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH), 4096);
    assert_eq!(figure(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 4096);
    ok!(client, cuMemPoolTrimTo(pool, 0));
    assert_eq!(figure(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 0);
    assert_eq!(call!(client, cuMemPoolDestroy(pool)), CUresult::CUDA_ERROR_INVALID_VALUE);
}

/// A pool gives a stream again what was freed earlier on it, before the stream has come to the free; to another it does not.
#[test]
fn memory_freed_in_stream_order_is_had_again_later_on_the_stream() {
    const LEN: usize = 4096;
    let client = Client::of(Simulator::builder().adversity(eager()).memory(LEN as u64));
    let [stream, other] = [client.stream(), client.stream()];
    let gate = client.simulator.gate(stream);
    let mut addresses = [0; 4];
    for address in &mut addresses {
        ok!(client, cuMemAllocAsync(address, LEN, stream));
        ok!(client, cuMemsetD8Async(*address, 1, LEN, stream));
        let mut more = 0;
        let full = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        assert_eq!(call!(client, cuMemAllocAsync(&mut more, LEN, stream)), full, "it is in use");
        ok!(client, cuMemFreeAsync(*address, stream));
        assert_eq!(call!(client, cuMemAllocAsync(&mut more, LEN, other)), full, "the other stream may be ahead");
    }
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.device_allocations, ledger.peak_device_byte_len), (4, LEN as u64));
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemAllocAsync(&mut addresses[0], LEN, other));
    ok!(client, cuMemFreeAsync(addresses[0], other));
    assert_eq!(client.sync(other), CUresult::CUDA_SUCCESS);
    assert_eq!(client.simulator.ledger().device_byte_len, 0);
    assert_eq!(kinds(&client), []);
}
