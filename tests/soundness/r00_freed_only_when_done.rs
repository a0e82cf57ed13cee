//! R0: a byte that the driver was given is freed, handed out again or touched only when its operation is done; stream-ordered device
//! memory by a free that is queued behind every use of it.

use cuda_safe::{CopyFrom, DeviceBuffer, Error};
use cuda_sim::DeviceProfile;
use cuda_sys::{CUdevice_attribute, CUresult};
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once, until};

/// Reported elsewhere as NVIDIA/cudf#6700 (row 12): see `docs/reported-faults.md`.
#[test]
fn the_bytes_of_a_copy_are_not_read_before_it_is_done() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut host = [0_u32; LEN];
    {
        let mut copy = Box::pin(host.copy_from(&gpu, &rig.stream));
        for _ in 0..3 {
            assert!(poll_once(copy.as_mut()).0.is_pending(), "the device has not written yet");
        }
        gate.open();
        block_on(copy).expect("the copy works");
    }
    assert_eq!(host[LEN - 1], LEN as u32);
    rig.assert_clean();
}

/// Reported elsewhere as NVIDIA/cudf#24255 (row 11): see `docs/reported-faults.md`.
#[test]
fn a_staging_block_is_not_handed_out_while_a_copy_that_nobody_waits_for_has_it() {
    let rig = Rig::manual();
    let device = rig.context.device();
    let one_block = device.context_builder().reactor(&rig.reactor).staging_byte_len(4096).build().expect("a context");
    let stream = one_block.stream().expect("a stream");
    let gpu = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
    let gate = rig.gate(&stream);
    let mut host = [5_u32; LEN];
    drop(host.copy_from(&gpu, &stream));
    rig.reactor.turn();
    let error = block_on(host.copy_from(&gpu, &stream)).expect_err("the one block is the device's");
    assert!(matches!(error, Error::PoolExhausted { available: 0, .. }), "{error:?}");
    gate.open();
    until(|| !rig.reactor.turn());
    assert_eq!(one_block.staging_in_use_byte_len(), 0);
    let copy = host.copy_from(&gpu, &stream);
    stream.synchronize_blocking().expect("the stream is well");
    block_on(copy).expect("the block is back");
    assert_eq!(host, [0; LEN]);
    rig.assert_clean();
}

/// Reported elsewhere as 1bit-MONSTER/1bit-MONSTER#2344 (row 25): see `docs/reported-faults.md`.
#[test]
fn two_uploads_back_to_back_use_two_blocks() {
    let rig = Rig::new();
    let (mut a, mut b) = (rig.counting(), rig.counting());
    let gate = rig.gate(&rig.stream);
    let uploads = [a.upload_from(&[7; LEN], &rig.stream), b.upload_from(&[8; LEN], &rig.stream)];
    gate.open();
    for upload in uploads {
        block_on(upload).expect("the upload works");
    }
    assert_eq!((rig.read(&a, &rig.stream), rig.read(&b, &rig.stream)), (vec![7; LEN], vec![8; LEN]));
    rig.assert_clean();
}

/// Reported elsewhere as chelsea0x3b/cudarc#314 (row 6): see `docs/reported-faults.md`.
#[test]
fn two_uploads_into_one_buffer_keep_both_their_sources() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let (first, second) = (rig.pinned(), rig.pinned());
    let gate = rig.gate(&rig.stream);
    let first = rig.stream.upload(first, &mut gpu);
    let second = rig.stream.upload(second, &mut gpu);
    first.detach();
    second.detach();
    assert_eq!(rig.simulator.ledger().host_ranges, before + 2, "a source was freed with its copy queued");
    gate.open();
    until(|| rig.simulator.ledger().host_ranges == before);
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#619 (row 5): see `docs/reported-faults.md`.
#[test]
fn a_free_is_queued_behind_a_write_on_another_stream() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&other);
    gpu.upload_from(&[9; LEN], &other).detach();
    let _old = rig.simulator.take_call_log();
    drop(gpu);
    let log = rig.simulator.take_call_log();
    let place = |name| log.iter().position(|call| *call == name);
    assert!(place("cuStreamWaitEvent").is_some(), "the free waits for nothing: {log:?}");
    assert!(place("cuStreamWaitEvent") < place("cuMemFreeAsync"), "{log:?}");
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
    rig.assert_clean();
}

/// Reported elsewhere as AcademySoftwareFoundation/openvdb#2287 (row 24): see `docs/reported-faults.md`.
#[test]
fn a_free_waits_for_each_of_two_reading_streams() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let readers = [rig.context.stream().expect("a stream"), rig.context.stream().expect("a stream")];
    let gates = [rig.gate(&readers[0]), rig.gate(&readers[1])];
    let reads: Vec<_> = readers.iter().map(|reader| reader.download(&gpu, rig.pinned())).collect();
    let waits = rig.simulator.calls("cuStreamWaitEvent");
    drop(gpu);
    assert_eq!(rig.simulator.calls("cuStreamWaitEvent"), waits + 2);
    // The pool may hand the address out again, but only behind both reads.
    let mut next = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    next.upload_from(&[9; LEN], &rig.stream).detach();
    for gate in gates.iter().rev() {
        gate.open();
    }
    for read in reads {
        assert_eq!(block_on(read).expect("the download works")[1], 2);
    }
    rig.stream.synchronize_blocking().expect("the stream is well");
    rig.assert_clean();
}

#[test]
fn memory_whose_uses_cannot_be_joined_is_not_freed() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&other);
    other.fill_bytes(&mut gpu, 1).expect("the fill is queued");
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    drop(gpu);
    assert_eq!(rig.simulator.calls("cuMemFreeAsync"), 0, "freed beside a use of another stream");
    assert_eq!(rig.context.drop_errors().len(), 1);
    gate.open();
    other.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.reports(), []);
}

/// Reported elsewhere as rapidsai/rmm#1656 (row 23): see `docs/reported-faults.md`.
#[test]
fn without_pools_device_memory_is_freed_when_its_last_use_is_done_and_not_before() {
    let pools = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
    let rig = Rig::on_devices([DeviceProfile::default().attribute(pools, 0)]);
    let gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&other);
    let read = other.download(&gpu, rig.pinned());
    drop(gpu);
    assert_eq!(rig.simulator.calls("cuMemFree_v2"), 0, "freed with a read queued");
    gate.open();
    assert_eq!(block_on(read).expect("the download works")[1], 2);
    until(|| rig.simulator.ledger().device_allocations == 0);
    assert_eq!(rig.simulator.calls("cuMemFreeAsync"), 0);
    rig.assert_clean();
}

/// Reported elsewhere as NVIDIA/cuda-python#779 (row 39): see `docs/reported-faults.md`.
#[test]
fn a_free_runs_on_the_stream_of_its_memory_and_on_no_other() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    drop(gpu);
    let other = rig.context.stream().expect("a stream");
    other.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().device_allocations, 1, "freed beside its stream");
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().device_allocations, 0);
    rig.assert_clean();
}
