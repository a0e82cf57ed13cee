//! Streams that wait for values in memory, and write them.
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
use std::sync::atomic::{AtomicU32, Ordering};

use client::plus::Plus;
use client::{Client, Pinned, eager};
use cuda_sim::{ReportKind, Simulator};
use cuda_sys::{
    CUdeviceptr, CUresult, CUstreamAtomicReductionDataType as Width, CUstreamAtomicReductionOpType as Reduction,
    CUstreamBatchMemOpParams, CUstreamBatchMemOpType as Kind,
};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const NOT_READY: CUresult = CUresult::CUDA_ERROR_NOT_READY;
const AT_LEAST: u32 = 0;
const EQUAL: u32 = 1;
const AND: u32 = 2;
const NOR: u32 = 3;

fn words(client: &Client, address: CUdeviceptr, count: usize) -> Vec<u32> {
    client.read(address, 4 * count).chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Whether a stream comes past a wait for `wanted` while memory holds `held`.
fn passes(held: u64, wanted: u64, condition: u32, is_wide: bool) -> bool {
    let client = Client::stepped(1);
    let stream = client.stream();
    let device = client.alloc(8);
    ok!(client, cuMemcpyHtoD_v2(device, (&raw const held).cast(), 8));
    ok!(client, cuCtxSynchronize());
    if is_wide {
        ok!(client, cuStreamWaitValue64_v2(stream, device, wanted, condition));
    } else {
        ok!(client, cuStreamWaitValue32_v2(stream, device, wanted as u32, condition));
    }
    client.simulator.run_until_idle() == 1
}

#[test]
fn each_condition_compares_as_it_says() {
    const HALF: u64 = 1 << 31;
    for (held, wanted, condition, is_there) in [
        (5, 5, AT_LEAST, true),
        (6, 5, AT_LEAST, true),
        (4, 5, AT_LEAST, false),
        // Numbers wrap around: what is less than half of the circle ahead is greater.
        (3, u64::from(u32::MAX), AT_LEAST, true),
        (u64::from(u32::MAX), 3, AT_LEAST, false),
        (HALF + 4, 5, AT_LEAST, true),
        (HALF + 5, 5, AT_LEAST, false),
        (5, 5, EQUAL, true),
        (6, 5, EQUAL, false),
        (0b1100, 0b0110, AND, true),
        (0b1100, 0b0011, AND, false),
        (0, 0, NOR, true),
        (0xFFFF_0000, 0x0000_FFFF, NOR, false),
        (0xFFFF_0000, 0x0000_FFFE, NOR, true),
    ] {
        assert_eq!(passes(held, wanted, condition, false), is_there, "32 bits: {held:#x} {wanted:#x} {condition}");
        let (high, low) = (held << 32 | held, wanted << 32 | wanted);
        assert_eq!(passes(high, low, condition, true), is_there, "64 bits: {high:#x} {low:#x} {condition}");
    }
}

#[test]
fn a_stream_waits_until_the_host_writes_the_value() {
    let client = Client::new();
    let host = Pinned::new(&client, &[0; 64]);
    let address = host.pointer().addr() as u64;
    let stream = client.stream();
    let device = client.alloc(4);
    ok!(client, cuStreamWaitValue32_v2(stream, address, 7, EQUAL));
    ok!(client, cuMemsetD32Async(device, 1, 1, stream));
    let event = client.record(stream);
    assert_eq!(client.query(event), NOT_READY);
    let flag = unsafe { AtomicU32::from_ptr(host.pointer().cast()) };
    flag.store(6, Ordering::Release);
    assert_eq!(client.query(event), NOT_READY);
    flag.store(7, Ordering::Release);
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(words(&client, device, 1), [1]);
}

#[test]
fn a_stream_waits_until_another_one_or_a_kernel_writes_the_value() {
    for by_kernel in [false, true] {
        let client = Client::new();
        let plus = Plus::new(&client);
        let [first, second] = [client.stream(), client.stream()];
        let device = client.alloc(8);
        ok!(client, cuMemsetD32_v2(device, 0, 2));
        ok!(client, cuCtxSynchronize());
        ok!(client, cuStreamWaitValue32(first, device, 32, AT_LEAST));
        ok!(client, cuMemsetD32Async(device + 4, 9, 1, first));
        let event = client.record(first);
        assert_eq!(client.query(event), NOT_READY);
        if by_kernel {
            plus.count(&client, second, 32, device, 1);
        } else {
            ok!(client, cuStreamWriteValue32(second, device, 32, 0));
        }
        assert_eq!(client.sync(first), CUresult::CUDA_SUCCESS);
        assert_eq!(words(&client, device, 2), [32, 9]);
    }
}

#[test]
fn a_write_comes_behind_what_is_on_its_stream() {
    let client = Client::new();
    let stream = client.stream();
    let host = Pinned::new(&client, &[0; 16]);
    let address = host.pointer().addr() as u64;
    let gate = client.simulator.gate(stream);
    ok!(client, cuStreamWriteValue64(stream, address, 0x0102_0304_0506_0708, 0));
    ok!(client, cuStreamWriteValue32_v2(stream, address + 8, 5, 1));
    assert_eq!(host.bytes(), [0; 16]);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(host.bytes(), [8, 7, 6, 5, 4, 3, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn the_stepper_passes_over_a_stream_that_waits() {
    let client = Client::stepped(4);
    let [first, second] = [client.stream(), client.stream()];
    let device = client.alloc(8);
    ok!(client, cuMemsetD32_v2(device, 0, 2));
    ok!(client, cuCtxSynchronize());
    ok!(client, cuStreamWaitValue64_v2(first, device, 1, EQUAL));
    ok!(client, cuMemsetD32Async(device + 4, 0, 1, second));
    assert_eq!(client.simulator.run_until_idle(), 1);
    assert!(!client.simulator.step());
    assert_eq!(call!(client, cuStreamQuery(first)), NOT_READY);
    ok!(client, cuStreamWriteValue64_v2(second, device, 1, 0));
    assert_eq!(client.sync(first), CUresult::CUDA_SUCCESS);
}

/// Nobody tells the stepper that the client wrote to its own memory.
#[test]
fn a_wait_of_the_host_in_the_stepper_sees_what_another_thread_writes() {
    let client = Client::stepped(5);
    let stream = client.stream();
    let host = Pinned::new(&client, &[0; 4]);
    ok!(client, cuStreamWaitValue32_v2(stream, host.pointer().addr() as u64, 1, EQUAL));
    let flag = unsafe { AtomicU32::from_ptr(host.pointer().cast()) };
    std::thread::scope(|scope| {
        scope.spawn(|| flag.store(1, Ordering::Release));
        assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    });
}

/// One wait or write of a list.
fn of_value(kind: Kind, address: CUdeviceptr, value: u64, flags: u32) -> CUstreamBatchMemOpParams {
    let mut it = CUstreamBatchMemOpParams::default();
    it.waitValue.operation = kind;
    it.waitValue.address = address;
    it.waitValue.__bindgen_anon_1.value64 = value;
    it.waitValue.flags = flags;
    it
}

fn of_reduction(address: CUdeviceptr, how: Reduction, width: Width, value: u64) -> CUstreamBatchMemOpParams {
    let mut it = CUstreamBatchMemOpParams::default();
    it.atomicReduction.operation = Kind::CU_STREAM_MEM_OP_ATOMIC_REDUCTION;
    it.atomicReduction.reductionOp = how;
    it.atomicReduction.dataType = width;
    it.atomicReduction.address = address;
    it.atomicReduction.value = value;
    it
}

#[test]
fn a_list_runs_in_its_order() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(24);
    ok!(client, cuMemsetD32_v2(device, 0, 6));
    ok!(client, cuCtxSynchronize());
    let mut barrier = CUstreamBatchMemOpParams::default();
    barrier.memoryBarrier.operation = Kind::CU_STREAM_MEM_OP_BARRIER;
    barrier.memoryBarrier.flags = 1;
    let [narrow, wide] = [Width::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32, Width::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64];
    let mut list = [
        of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_32, device, 0xF0, 0),
        of_value(Kind::CU_STREAM_MEM_OP_WAIT_VALUE_32, device, 0x80, AND),
        of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_64, device + 8, u64::MAX, 1),
        barrier,
        of_value(Kind::CU_STREAM_MEM_OP_WAIT_VALUE_64, device + 8, u64::MAX, EQUAL),
        of_reduction(device, Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_OR, narrow, 0x0F),
        of_reduction(device, Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_AND, narrow, 0x3C),
        of_reduction(device + 8, Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_ADD, wide, 3),
        of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_32, device + 16, 1, 0),
    ];
    ok!(client, cuStreamBatchMemOp_v2(stream, 9, list.as_mut_ptr(), 0));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(words(&client, device, 6), [0x3C, 0, 2, 0, 1, 0]);
    ok!(client, cuStreamBatchMemOp(stream, 1, list.as_mut_ptr(), 0));
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    assert_eq!(words(&client, device, 1), [0xF0]);
}

#[test]
fn a_list_with_a_mistake_does_nothing() {
    let client = Client::new();
    let device = client.alloc(16);
    ok!(client, cuMemsetD32_v2(device, 0, 4));
    let good = of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_32, device, 1, 0);
    let batch = |second, count, flags| {
        let mut list = [good, second];
        call!(client, cuStreamBatchMemOp_v2(null_mut(), count, list.as_mut_ptr(), flags))
    };
    let unaligned = of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_64, device + 4, 1, 0);
    let odd = of_value(Kind::CU_STREAM_MEM_OP_WAIT_VALUE_32, device, 1, 4);
    let unknown = of_value(NO_KIND, device, 1, 0);
    let width = of_reduction(device, Reduction::CU_STREAM_ATOMIC_REDUCTION_OP_ADD, Width(1), 1);
    let how = of_reduction(device, Reduction(1), Width::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32, 1);
    for second in [unaligned, odd, unknown, width, how] {
        assert_eq!(batch(second, 2, 0), INVALID);
    }
    let flush = of_value(Kind::CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES, 0, 0, 0);
    assert_eq!(batch(flush, 2, 0), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(batch(good, 0, 0), INVALID);
    assert_eq!(batch(good, 257, 0), INVALID);
    assert_eq!(batch(good, 1, 1), INVALID);
    assert_eq!(call!(client, cuStreamBatchMemOp_v2(null_mut(), 1, null_mut(), 0)), INVALID);
    assert_eq!(words(&client, device, 1), [0]);
}

/// A kind that there is not.
const NO_KIND: Kind = Kind(99);

#[test]
fn bad_places_flags_and_streams_are_refused() {
    let client = Client::new();
    let device = client.alloc(8);
    let stream = client.stream();
    assert_eq!(call!(client, cuStreamWaitValue32_v2(stream, device + 2, 0, EQUAL)), INVALID);
    assert_eq!(call!(client, cuStreamWaitValue64_v2(stream, device + 4, 0, EQUAL)), INVALID);
    assert_eq!(call!(client, cuStreamWaitValue32_v2(stream, device, 0, 4)), INVALID);
    assert_eq!(call!(client, cuStreamWriteValue32_v2(stream, device, 0, 2)), INVALID);
    assert_eq!(call!(client, cuStreamWriteValue32_v2(stream, device + 8, 0, 0)), INVALID);
    assert_eq!(call!(client, cuStreamWriteValue64_v2(stream, 0, 0, 0)), INVALID);
    let flush = EQUAL | 1 << 30;
    let unsupported = CUresult::CUDA_ERROR_NOT_SUPPORTED;
    assert_eq!(call!(client, cuStreamWaitValue32_v2(stream, device, 0, flush)), unsupported);
    ok!(client, cuStreamDestroy_v2(stream));
    let stale = CUresult::CUDA_ERROR_INVALID_HANDLE;
    assert_eq!(call!(client, cuStreamWriteValue32_v2(stream, device, 0, 0)), stale);
    assert_eq!(call!(client, cuStreamWaitValue32_v2(stream, device, 0, 0)), stale);
}

#[test]
fn memory_that_is_freed_under_a_wait_faults_it() {
    let client = Client::new();
    let stream = client.stream();
    let device = client.alloc(8);
    ok!(client, cuMemsetD32_v2(device, 0, 2));
    ok!(client, cuCtxSynchronize());
    ok!(client, cuStreamWaitValue32_v2(stream, device, 1, EQUAL));
    ok!(client, cuMemFree_v2(device));
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::UseAfterFree, ReportKind::UseAfterFree]);
}

#[test]
fn a_context_ends_though_a_stream_waits_for_ever() {
    for finishes in [cuda_sim::Choice::Always, cuda_sim::Choice::Never] {
        let mut adversity = eager();
        adversity.destroy_finishes = finishes;
        let client = Client::of(Simulator::builder().adversity(adversity));
        let device = client.alloc(4);
        ok!(client, cuMemsetD32_v2(device, 0, 1));
        ok!(client, cuStreamWaitValue32_v2(client.stream(), device, 1, AND));
        ok!(client, cuStreamWaitValue32_v2(client.stream(), device, 1, EQUAL));
        ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    }
}

/// What a value put in order is no race, though nothing else says so, and what it did not is one again later.
#[test]
fn a_value_orders_streams() {
    let client = Client::new();
    let [first, second] = [client.stream(), client.stream()];
    let (flag, data) = (client.alloc(4), client.alloc(64));
    ok!(client, cuMemsetD32_v2(flag, 0, 1));
    ok!(client, cuCtxSynchronize());
    ok!(client, cuStreamWaitValue32_v2(second, flag, 1, EQUAL));
    ok!(client, cuMemsetD8Async(data, 2, 64, second));
    ok!(client, cuMemsetD8Async(data, 1, 64, first));
    ok!(client, cuStreamWriteValue32_v2(first, flag, 1, 0));
    assert_eq!(client.sync(second), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(data, 64), [2; 64]);
    assert_eq!(client.simulator.reports(), []);
    ok!(client, cuCtxSynchronize());
    ok!(client, cuMemsetD8Async(data, 3, 64, first));
    ok!(client, cuMemsetD8Async(data, 4, 64, client.stream()));
    let kinds: Vec<_> = client.simulator.reports().iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [ReportKind::Race]);
}

/// The spelling for per-thread default streams: the null stream is the thread's own, which waits alone.
#[test]
fn the_null_stream_of_the_other_spelling_is_the_threads_own() {
    let client = Client::new();
    let device = client.alloc(8);
    ok!(client, cuMemsetD32_v2(device, 0, 2));
    ok!(client, cuCtxSynchronize());
    ok!(client, cuStreamWaitValue32_v2_ptsz(null_mut(), device, 1, EQUAL));
    ok!(client, cuStreamWaitValue64_ptsz(null_mut(), device, 1, AT_LEAST));
    assert_eq!(call!(client, cuStreamQuery_ptsz(null_mut())), NOT_READY);
    ok!(client, cuStreamWriteValue32_v2(client.stream(), device, 1, 0));
    ok!(client, cuStreamSynchronize_ptsz(null_mut()));
    ok!(client, cuStreamWriteValue64_v2_ptsz(null_mut(), device, 4, 0));
    let mut list = [of_value(Kind::CU_STREAM_MEM_OP_WRITE_VALUE_32, device, 5, 0)];
    ok!(client, cuStreamBatchMemOp_v2_ptsz(null_mut(), 1, list.as_mut_ptr(), 0));
    ok!(client, cuStreamSynchronize_ptsz(null_mut()));
    assert_eq!(words(&client, device, 2), [5, 0]);
}
