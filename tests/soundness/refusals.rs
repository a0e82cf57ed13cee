//! Bad input: a clear error that names what was wrong and what was expected, and loses nothing.

use cuda_safe::{CopyFrom, DeviceBuffer, Error, PinnedBuffer};
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

/// Reported elsewhere as numba/numba#5017 (row 78): see `docs/reported-faults.md`.
#[test]
fn lengths_that_differ_are_refused_before_any_driver_call() {
    let rig = Rig::new();
    let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    let calls = rig.simulator.total_calls();
    let short = PinnedBuffer::<u32>::zeroed(&rig.context, 0).expect("no memory at all");
    let failed = block_on(rig.stream.upload(short, &mut gpu)).expect_err("the lengths differ");
    assert_eq!(failed.error.to_string(), format!("length mismatch: expected {LEN} elements, got 0"));
    assert!(failed.buffers.is_some());
    let mut host = [0_u32; LEN + 1];
    let error = block_on(host.copy_from(&gpu, &rig.stream)).expect_err("the lengths differ");
    assert_eq!(error, Error::LengthMismatch { expected: LEN, actual: LEN + 1 });
    let error = block_on(gpu.upload_from(&host, &rig.stream)).expect_err("the lengths differ");
    assert_eq!(error, Error::LengthMismatch { expected: LEN, actual: LEN + 1 });
    assert!(rig.simulator.total_calls() <= calls + 1, "only the empty buffer's context was set");
    rig.assert_clean();
}

/// Reported elsewhere as chelsea0x3b/cudarc#194 (row 76), chelsea0x3b/dfdx#870 (row 77): see `docs/reported-faults.md`.
#[test]
fn nothing_is_copied_without_a_driver_call() {
    let rig = Rig::new();
    let _bound = rig.context.bind().expect("the context is live");
    let calls = rig.simulator.total_calls();
    let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    let pinned = PinnedBuffer::<u32>::zeroed(&rig.context, 0).expect("nothing");
    let pinned = block_on(rig.stream.upload(pinned, &mut gpu)).expect("nothing to do");
    let pinned = block_on(rig.stream.download(&gpu, pinned)).expect("nothing to do");
    block_on(<[u32; 0]>::default().copy_from(&gpu, &rig.stream)).expect("nothing to do");
    block_on(gpu.upload_from(&[], &rig.stream)).expect("nothing to do");
    drop((gpu, pinned));
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#252 (row 74): see `docs/reported-faults.md`.
#[test]
fn a_length_that_overflows_is_refused() {
    let rig = Rig::new();
    let error = DeviceBuffer::<u64>::zeroed(&rig.stream, usize::MAX / 4).expect_err("too long");
    assert_eq!(error, Error::Overflow { len: usize::MAX / 4, element_size: 8 });
    let error = PinnedBuffer::<u64>::zeroed(&rig.context, usize::MAX / 4).expect_err("too long");
    assert!(error.to_string().contains("exceed the address space"), "{error}");
    rig.assert_clean();
}

#[test]
fn objects_of_another_context_are_refused_with_their_buffers() {
    let (rig, other) = (Rig::new(), Rig::new());
    let mut foreign = DeviceBuffer::<u32>::zeroed(&other.stream, LEN).expect("memory");
    let failed = block_on(rig.stream.upload(rig.pinned(), &mut foreign)).expect_err("another context");
    assert_eq!(failed.error, Error::ForeignContext);
    let mut gpu = rig.counting();
    let failed = block_on(rig.stream.upload(failed.buffers.map_or_else(|| rig.pinned(), |_| other.pinned()), &mut gpu));
    let failed = failed.expect_err("another context's pinned buffer");
    assert_eq!((failed.error, failed.buffers.expect("it comes back").len()), (Error::ForeignContext, LEN));
    let mut host = [0_u32; LEN];
    assert_eq!(block_on(host.copy_from(&foreign, &rig.stream)), Err(Error::ForeignContext));
    assert_eq!(rig.stream.copy(&foreign, &mut gpu).expect_err("another context"), Error::ForeignContext);
    rig.assert_clean();
}

#[test]
fn staging_that_runs_out_is_refused_before_any_driver_call_and_comes_back() {
    let rig = Rig::new();
    let device = rig.context.device();
    let small = device.context_builder().reactor(&rig.reactor).staging_byte_len(8192).build().expect("a context");
    let stream = small.stream().expect("a stream");
    let gpu = DeviceBuffer::<u32>::zeroed(&stream, 2048).expect("memory");
    let gate = rig.gate(&stream);
    let mut host = vec![1_u32; 2048];
    let copies = rig.simulator.calls("cuMemcpyDtoHAsync_v2");
    let first = host.copy_from(&gpu, &stream);
    let mut second = vec![1_u32; 2048];
    let error = block_on(second.copy_from(&gpu, &stream)).expect_err("the pool is empty");
    assert_eq!(error, Error::PoolExhausted { wanted: 8192, available: 0, capacity: 8192 });
    assert_eq!(rig.simulator.calls("cuMemcpyDtoHAsync_v2"), copies + 1);
    gate.open();
    block_on(first).expect("the copy works");
    block_on(second.copy_from(&gpu, &stream)).expect("the block is back");
    assert_eq!((host[0], second[0]), (0, 0));
    rig.assert_clean();
}

/// Reported elsewhere as apache/mahout#696 (row 35): see `docs/reported-faults.md`.
#[test]
fn memory_that_runs_out_is_an_error_and_not_the_end() {
    let rig = Rig::new();
    rig.simulator.fail_allocation(1);
    let refused = cuda_safe::DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect_err("no memory");
    assert_eq!(refused.code(), Some(cuda_safe::ErrorCode::OUT_OF_MEMORY));
    assert!(refused.to_string().ends_with("out of memory (2)"), "{refused}");
    assert_eq!(rig.read(&rig.counting(), &rig.stream)[0], 1);
    rig.assert_clean();
}

#[test]
fn a_longer_destination_is_refused_and_no_byte_past_the_source_is_read() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let longer = PinnedBuffer::<u32>::zeroed(&rig.context, 2 * LEN).expect("pinned memory");
    let refused = rig.stream.try_download(&gpu, longer).expect_err("the lengths differ");
    assert_eq!(refused.error, Error::LengthMismatch { expected: LEN, actual: 2 * LEN });
    assert_eq!(*refused.buffers, [0; 2 * LEN]);
    assert_eq!(rig.simulator.calls("cuMemcpyDtoHAsync_v2"), 0);
    rig.assert_clean();
}
