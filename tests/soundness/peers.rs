//! Copies between contexts, on two devices of one driver: each side's later work waits for what it must.

use cuda_safe::{Context, DeviceBuffer, Error, ErrorCode, Stream};
use cuda_sim::DeviceProfile;
use cuda_sys::{CUdevice_attribute, CUresult};
use futures::executor::block_on;

use crate::rig::{LEN, Rig, until};

/// A context and a stream on the second device of a rig.
struct Peer {
    context: Context,
    stream: Stream,
}

fn rig_with_peer() -> (Rig, Peer) {
    rig_with_peer_on(&DeviceProfile::default())
}

fn rig_with_peer_on(profile: &DeviceProfile) -> (Rig, Peer) {
    let rig = Rig::on_devices([profile.clone(), profile.clone()]);
    let context = rig.driver.device(1).expect("there are two").context_builder();
    let context = context.reactor(&rig.reactor).kept_pinned_byte_len(0).build().expect("the context starts");
    let stream = context.stream().expect("a stream");
    (rig, Peer { context, stream })
}

impl Peer {
    fn filled(&self, value: u32) -> DeviceBuffer<u32> {
        let mut buffer = DeviceBuffer::zeroed(&self.stream, LEN).expect("memory");
        buffer.upload_from(&[value; LEN], &self.stream).wait_blocking().expect("the upload works");
        buffer
    }
}

#[test]
fn a_peer_copy_waits_for_the_write_on_the_other_device() {
    let (rig, peer) = rig_with_peer();
    let mut there = peer.filled(1);
    let mut here = rig.counting();
    let gate = rig.gate(&peer.stream);
    there.upload_from(&[9; LEN], &peer.stream).detach();
    let copy = rig.stream.copy(&there, &mut here).expect("the copy is queued");
    gate.open();
    block_on(copy).expect("the copy works");
    assert_eq!(rig.read(&here, &rig.stream), [9; LEN]);
    rig.assert_clean();
}

#[test]
fn a_write_and_a_free_on_the_other_device_wait_for_the_copy() {
    let (rig, peer) = rig_with_peer();
    let mut there = peer.filled(7);
    let mut here = rig.counting();
    let gate = rig.gate(&rig.stream);
    let copy = rig.stream.copy(&there, &mut here).expect("the copy is queued");
    there.upload_from(&[9; LEN], &peer.stream).detach();
    drop(there);
    // The address may come out of the pool again only behind the copy.
    let mut next = DeviceBuffer::<u32>::zeroed(&peer.stream, LEN).expect("memory");
    next.upload_from(&[5; LEN], &peer.stream).detach();
    gate.open();
    block_on(copy).expect("the copy works");
    assert_eq!(rig.read(&here, &rig.stream), [7; LEN], "the copy saw a later write");
    peer.stream.synchronize_blocking().expect("the stream is well");
    drop(next);
    rig.assert_clean();
}

#[test]
fn a_copy_to_the_other_device_may_be_queued_on_either_stream() {
    let (rig, peer) = rig_with_peer();
    let here = rig.counting();
    let mut there = peer.filled(0);
    rig.stream.copy(&here, &mut there).expect("the copy is queued").wait_blocking().expect("the copy works");
    let mut back = rig.counting();
    peer.stream.copy(&there, &mut back).expect("the copy is queued").wait_blocking().expect("the copy works");
    assert_eq!(rig.read(&back, &rig.stream), (1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

#[test]
fn a_fault_of_the_other_context_is_told_and_does_not_end_this_one() {
    let (rig, peer) = rig_with_peer();
    let mut there = peer.filled(1);
    let mut here = rig.counting();
    peer.stream.fill_bytes(&mut there, 3).expect("the fill is queued").wait_blocking().expect("the fill works");
    peer.stream.fill_bytes(&mut there, 4).expect("the fill is queued");
    // The record that the copy needs on the other device answers a sticky error.
    rig.simulator.on("cuEventRecord").fails(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let error = rig.stream.copy(&there, &mut here).expect_err("there is nothing to wait for");
    let Error::Peer(inner) = &error else { panic!("{error:?}") };
    assert!(matches!(**inner, Error::Fatal { code: ErrorCode::ILLEGAL_ADDRESS, .. }), "{inner:?}");
    assert!(peer.context.fatal().is_some());
    assert_eq!(rig.context.fatal(), None);
    assert_eq!(rig.read(&here, &rig.stream)[1], 2, "this context goes on");
}

#[test]
fn a_buffer_of_another_driver_is_foreign() {
    let (rig, other) = (Rig::new(), Rig::new());
    let mut here = rig.counting();
    let error = rig.stream.copy(&other.counting(), &mut here).expect_err("two drivers");
    assert_eq!(error, Error::ForeignContext);
    assert_eq!(rig.read(&here, &rig.stream)[1], 2);
}

#[test]
fn without_pools_a_context_outlives_the_copy_of_its_memory_to_a_peer() {
    let pools = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
    let (rig, peer) = rig_with_peer_on(&DeviceProfile::default().attribute(pools, 0));
    let there = peer.filled(7);
    let mut here = rig.counting();
    let gate = rig.gate(&rig.stream);
    let copy = rig.stream.copy(&there, &mut here).expect("the copy is queued");
    let Peer { context, stream } = peer;
    let frees = rig.simulator.calls("cuMemFree_v2");
    drop((there, stream, context));
    assert_eq!(rig.simulator.ledger().contexts, 2, "the copy reads memory of a context that is gone");
    gate.open();
    block_on(copy).expect("the copy works");
    assert_eq!(rig.read(&here, &rig.stream), [7; LEN]);
    until(|| rig.simulator.calls("cuMemFree_v2") == frees + 1);
    rig.assert_clean();
}
