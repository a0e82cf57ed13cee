//! Sticky faults: every pending operation of the context ends with it, and nothing is freed that is not proved done.

use cuda_safe::{CopyFrom, Error, ErrorCode};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

fn is_fatal(error: &Error, code: ErrorCode) -> bool {
    matches!(error, Error::Fatal { code: seen, .. } if *seen == code)
}

/// Reported elsewhere as EricLBuehler/mistral.rs#783 (row 33), cppalliance/capy#386 (row 57), embassy-rs/embassy#1412
/// (row 103): see `docs/reported-faults.md`.
#[test]
fn a_sticky_fault_ends_every_pending_future_of_the_context() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let other_stream = rig.context.stream().expect("a stream");
    let gates = [rig.gate(&rig.stream), rig.gate(&other_stream)];
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let other = other_stream.download(&gpu, rig.pinned());
    let mut host = [5_u32; LEN];
    let copy = host.copy_from(&gpu, &other_stream);
    let fence = rig.stream.synchronize();
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let failed = [block_on(transfer).expect_err("a fault"), block_on(other).expect_err("a fault")];
    for failed in failed {
        assert!(is_fatal(&failed.error, ErrorCode::ILLEGAL_ADDRESS), "{failed:?}");
        assert!(failed.buffers.is_none(), "memory came back whose end is not proved");
    }
    assert!(is_fatal(&block_on(copy).expect_err("a fault"), ErrorCode::ILLEGAL_ADDRESS));
    assert!(is_fatal(&block_on(fence).expect_err("a fault"), ErrorCode::ILLEGAL_ADDRESS));
    assert_eq!(host, [5; LEN], "the borrowed memory is as it was");
    assert!(rig.context.quarantined_byte_len() > 0);
    drop(gates);
}

#[test]
fn an_operation_submitted_after_the_fault_is_refused_with_its_buffer() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let (spare, pending) = (rig.pinned(), rig.pinned());
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, pending);
    rig.simulator.fault(CUresult::CUDA_ERROR_LAUNCH_FAILED);
    block_on(transfer).expect_err("a fault");
    let calls = rig.simulator.calls("cuMemcpyHtoDAsync_v2");
    let refused = rig.stream.try_upload(spare, &mut gpu).expect_err("the context is dead");
    assert!(is_fatal(&refused.error, ErrorCode::LAUNCH_FAILED));
    assert_eq!(refused.buffers.len(), LEN, "the buffer came back");
    assert_eq!(rig.simulator.calls("cuMemcpyHtoDAsync_v2"), calls, "the driver was not asked");
    drop(gate);
}

/// Reported elsewhere as Rust-GPU/rust-cuda#138 (row 58): see `docs/reported-faults.md`.
#[test]
fn a_fault_before_the_first_poll_is_seen_by_a_manual_reactor_too() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfers: Vec<_> = (0..8).map(|_| Box::pin(rig.stream.download(&gpu, rig.pinned()))).collect();
    let counts: Vec<_> = transfers
        .iter_mut()
        .map(|transfer| {
            let (polled, count) = poll_once(transfer.as_mut());
            assert!(polled.is_pending());
            count
        })
        .collect();
    rig.simulator.fault(CUresult::CUDA_ERROR_MISALIGNED_ADDRESS);
    for _ in 0..10 {
        rig.reactor.turn();
    }
    assert!(counts.iter().all(|count| count.get() == 1), "every future is woken within ten passes");
    for mut transfer in transfers {
        assert!(poll_once(transfer.as_mut()).0.is_ready());
    }
    drop(gate);
}
