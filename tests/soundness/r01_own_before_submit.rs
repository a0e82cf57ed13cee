//! R1: own before submit. Before the driver is asked, a slot of the stream's ledger owns the host memory; the future holds only the slot's
//! name. That the slot is taken before the call, and keeps the memory when the call unwinds, is tested beside the code, in
//! `cuda-safe/src/stream/submit_tests.rs`.

use std::mem;
use std::rc::Rc;

use cuda_safe::CopyFrom;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, until};

/// Reported elsewhere as foyer-rs/foyer#1286 (row 90), commonwarexyz/monorepo#1003 (row 96): see
/// `docs/reported-faults.md`.
#[test]
fn a_future_that_is_never_polled_owns_nothing_that_its_drop_could_free_early() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    // By value through a box, as a future that is moved into a task and cancelled before it runs.
    let task = Box::new(rig.stream.download(&gpu, rig.pinned()));
    (*task).detach();
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1);
    gate.open();
    until(|| rig.simulator.ledger().host_ranges == before);
    rig.assert_clean();
}

/// Reported elsewhere as cloud-hypervisor/cloud-hypervisor#8274 (row 97): see `docs/reported-faults.md`.
#[test]
fn a_future_that_moves_while_the_device_writes_moves_no_bytes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let first = Box::new(rig.stream.download(&gpu, rig.pinned()));
    gate.open();
    // The device may be writing now; the handle goes through two boxes and a vector meanwhile.
    let mut moved = vec![*first];
    let second = Box::new(moved.pop().expect("it is there"));
    assert_eq!(block_on(*second).expect("the download works")[LEN - 1], LEN as u32);
    rig.assert_clean();
}

#[test]
fn a_future_in_a_cycle_leaks_its_memory_and_blocks_nobody() {
    struct Node {
        _own: std::cell::RefCell<Option<Rc<Node>>>,
        _transfer: cuda_safe::Transfer<cuda_safe::PinnedBuffer<u32>>,
    }
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let node =
        Rc::new(Node { _own: std::cell::RefCell::new(None), _transfer: rig.stream.download(&gpu, rig.pinned()) });
    *node._own.borrow_mut() = Some(Rc::clone(&node));
    drop(node);
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1, "no destructor ran, so nothing was freed");
    assert_eq!(rig.read(&gpu, &rig.stream)[0], 1);
    rig.assert_clean();
}

#[test]
fn forgotten_futures_hold_up_no_other_stream() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let mut host = [0_u32; LEN];
    mem::forget(rig.stream.download(&gpu, rig.pinned()));
    mem::forget(host.copy_from(&gpu, &rig.stream));
    mem::forget(gpu.upload_from(&[9; LEN], &rig.stream));
    assert_eq!(*block_on(other.download(&gpu, rig.pinned())).expect("another stream may read"), [9; LEN]);
    block_on(other.upload(rig.pinned(), &mut gpu)).expect("and write");
    assert_eq!(rig.read(&gpu, &rig.stream), [0; LEN]);
    rig.assert_clean();
}

#[test]
fn an_unwinding_program_frees_nothing_that_is_in_flight() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let transfer = rig.stream.download(&gpu, rig.pinned());
        transfer.detach();
        std::panic::resume_unwind(Box::new("a panic of the user's"));
    }));
    assert!(unwound.is_err());
    assert_eq!(rig.simulator.ledger().host_ranges, before + 1);
    gate.open();
    until(|| rig.simulator.ledger().host_ranges == before);
    rig.assert_clean();
}
