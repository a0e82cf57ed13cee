//! Buffers made of slices, and buffers without values.

use std::mem::MaybeUninit;

use cuda_safe::{DeviceBuffer, Error, ErrorCode};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

#[test]
fn a_buffer_made_of_a_slice_holds_its_elements_whatever_becomes_of_the_slice() {
    let rig = Rig::new();
    let gate = rig.gate(&rig.stream);
    let mut values = vec![3_u32; LEN];
    let gpu = DeviceBuffer::from_slice(&values, &rig.stream).expect("memory");
    values.fill(4);
    drop(values);
    let other = rig.context.stream().expect("a stream");
    let read = other.download(&gpu, rig.pinned());
    gate.open();
    assert_eq!(*block_on(read).expect("the download works"), [3; LEN]);
    assert_eq!(rig.simulator.calls("cuMemsetD8Async"), 0, "nothing is cleared that is overwritten");
    rig.assert_clean();
}

#[test]
fn an_empty_slice_makes_a_buffer_without_a_driver_call() {
    let rig = Rig::new();
    let calls = rig.simulator.total_calls();
    let gpu = DeviceBuffer::<u32>::from_slice(&[], &rig.stream).expect("nothing");
    assert!(gpu.is_empty() && DeviceBuffer::<u32>::alloc_uninit(&rig.stream, 0).is_ok_and(|none| none.is_empty()));
    drop(gpu);
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn a_slice_that_cannot_be_staged_makes_no_buffer() {
    let rig = Rig::new();
    let device = rig.context.device();
    let small = device.context_builder().reactor(&rig.reactor).staging_byte_len(4096).build().expect("a context");
    let stream = small.stream().expect("a stream");
    let calls = rig.simulator.calls("cuMemAllocFromPoolAsync");
    let error = DeviceBuffer::from_slice(&vec![1_u32; 2048], &stream).expect_err("too large for the pool");
    assert!(matches!(error, Error::PoolExhausted { wanted: 8192, capacity: 4096, .. }), "{error:?}");
    assert_eq!(rig.simulator.calls("cuMemAllocFromPoolAsync"), calls);
    rig.assert_clean();
}

#[test]
fn a_failed_copy_or_allocation_makes_no_buffer_and_leaves_nothing_behind() {
    let rig = Rig::new();
    let small = rig.context.device().context_builder().reactor(&rig.reactor).staging_byte_len(4096).build();
    let stream = small.expect("a context").stream().expect("a stream");
    rig.simulator.fail_allocation(1);
    let error = DeviceBuffer::from_slice(&[1_u32; 1024], &stream).expect_err("no memory");
    assert_eq!(error.code(), Some(ErrorCode::OUT_OF_MEMORY));
    // The one block of the pool is back.
    rig.simulator.on("cuMemcpyHtoDAsync_v2").nth(1).fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let error = DeviceBuffer::from_slice(&[1_u32; 1024], &stream).expect_err("the copy is refused");
    assert_eq!(error.code(), Some(ErrorCode::INVALID_VALUE));
    stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().device_allocations, 0);
    let gpu = DeviceBuffer::from_slice(&[7_u32; 4], &stream).expect("memory");
    stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(block_on(stream.read_array(&gpu)), Ok([7; 4]));
    rig.assert_clean();
}

#[test]
fn memory_without_values_is_written_first() {
    let rig = Rig::new();
    let mut gpu: DeviceBuffer<MaybeUninit<u32>> = DeviceBuffer::alloc_uninit(&rig.stream, LEN).expect("memory");
    assert_eq!((gpu.len(), gpu.byte_len()), (LEN, 4 * LEN));
    rig.stream.fill_bytes(&mut gpu.view_mut(..4).expect("within"), 1).expect("the fill is queued");
    let rest = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let copied = other.copy(&rest.view(4..).expect("within"), &mut gpu.view_mut(4..).expect("within"));
    copied.expect("the copy is queued");
    // SAFETY: the fill and the copy write all of it.
    let gpu = unsafe { gpu.assume_init() };
    let values = rig.read(&gpu, &rig.stream);
    assert_eq!(values[3..6], [0x0101_0101, 5, 6]);
    rig.assert_clean();
}
