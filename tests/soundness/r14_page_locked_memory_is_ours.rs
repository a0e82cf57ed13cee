//! R14: page-locked memory is whole pages of this crate's own, registered with the driver; so its bytes outlive the context, whoever ends
//! that, and nothing borrowed is ever registered.

use cuda_safe::{CopyFrom, PinnedBuffer};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, until};

/// Resets the device behind the crate's back.
fn reset_device(rig: &Rig) {
    let table = rig.simulator.table();
    let reset = table.cuDevicePrimaryCtxReset_v2.expect("simulated");
    let get = table.cuDeviceGet.expect("simulated");
    let mut device = 0;
    // SAFETY: the pointer is to a live device number.
    assert_eq!(unsafe { get(&raw mut device, 0) }, CUresult::CUDA_SUCCESS);
    // SAFETY: resetting takes the context from this crate, and that is the test.
    assert_eq!(unsafe { reset(device) }, CUresult::CUDA_SUCCESS);
}

#[test]
fn the_bytes_outlive_a_context_that_somebody_reset() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("the download works");
    reset_device(&rig);
    assert_eq!(pinned[LEN - 1], LEN as u32, "the bytes went with the context");
    rig.stream.synchronize_blocking().expect_err("the context is lost");
    let mut pinned = pinned;
    pinned.fill(7);
    assert_eq!(*pinned, [7; LEN]);
    drop((pinned, gpu));
}

#[test]
fn the_bytes_outlive_a_context_that_faulted() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("the download works");
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    rig.stream.synchronize_blocking().expect_err("a fault");
    assert_eq!(pinned[LEN - 1], LEN as u32);
    drop(pinned);
}

#[test]
fn no_two_buffers_share_a_page_and_the_driver_allocates_none() {
    let rig = Rig::new();
    let buffers: Vec<PinnedBuffer<u8>> =
        (0..3).map(|_| PinnedBuffer::zeroed(&rig.context, 1).expect("pinned memory")).collect();
    let mut pages: Vec<_> = buffers.iter().map(|buffer| buffer.as_ptr().addr()).collect();
    assert!(pages.iter().all(|start| start % 4096 == 0), "{pages:?}");
    pages.sort_unstable();
    pages.dedup();
    assert_eq!(pages.len(), buffers.len());
    assert_eq!(rig.simulator.calls("cuMemHostRegister_v2"), 3);
    assert_eq!(rig.simulator.calls("cuMemHostAlloc") + rig.simulator.calls("cuMemAllocHost_v2"), 0);
    drop(buffers);
    assert_eq!(rig.simulator.ledger().host_ranges, 0);
    rig.assert_clean();
}

#[test]
fn borrowed_memory_is_never_registered() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let mut host = vec![0_u32; LEN];
    let locks = |rig: &Rig| rig.simulator.calls("cuMemHostRegister_v2");
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    let before = locks(&rig);
    for round in 0..3 {
        host.fill(round);
        block_on(gpu.upload_from(&host, &rig.stream)).expect("the upload works");
        block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
        assert_eq!(host, [round; LEN]);
    }
    assert_eq!(locks(&rig), before, "something but the one staging block was locked");
    rig.assert_clean();
}

/// Reported elsewhere as cupy/cupy#8789 (row 13): see `docs/reported-faults.md`.
#[test]
fn staging_that_cannot_be_locked_is_an_error_and_never_the_users_own_memory() {
    let rig = Rig::new();
    let gpu = cuda_safe::DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    let mut host = [5_u32; LEN];
    rig.simulator.on("cuMemHostRegister_v2").fails(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let error = block_on(host.copy_from(&gpu, &rig.stream)).expect_err("no page-locked memory");
    assert_eq!(error.code(), Some(cuda_safe::ErrorCode::OUT_OF_MEMORY));
    assert_eq!((host, rig.simulator.calls("cuMemcpyDtoHAsync_v2")), ([5; LEN], 0));
    assert_eq!(rig.context.staging_in_use_byte_len(), 0);
    block_on(host.copy_from(&gpu, &rig.stream)).expect("there is memory again");
    rig.assert_clean();
}

#[test]
fn pages_whose_lock_failed_are_freed_only_if_the_driver_does_not_have_them() {
    let rig = Rig::new();
    rig.simulator.on("cuMemHostRegister_v2").works_but_answers(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    PinnedBuffer::<u32>::zeroed(&rig.context, LEN).expect_err("the call answered an error");
    assert_eq!(rig.simulator.ledger().host_ranges, 0, "locked after all, and then unlocked");
    rig.simulator.on("cuMemHostRegister_v2").works_but_answers(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    rig.simulator.on("cuMemHostUnregister").fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    PinnedBuffer::<u32>::zeroed(&rig.context, LEN).expect_err("the call answered an error");
    assert_eq!(rig.simulator.ledger().host_ranges, 1, "the driver has them, so they are kept");
    assert_eq!(rig.simulator.reports(), []);
}

#[test]
fn a_detached_buffer_is_unlocked_before_its_pages_are_freed() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    rig.stream.download(&gpu, rig.pinned()).detach();
    until(|| rig.simulator.ledger().host_ranges == before);
    // The simulator reports memory that is freed or unlocked under work.
    rig.assert_clean();
}
