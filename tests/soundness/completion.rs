//! Who learns that an operation is done, whatever goes wrong beside it.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Wake, Waker};
use std::thread;

use cuda_safe::CopyFrom;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

/// Reported elsewhere as ai-dynamo/nixl#2102 (row 45): see `docs/reported-faults.md`.
#[test]
fn a_hint_that_never_comes_makes_no_future_hang() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.lose_host_functions();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let opener = thread::spawn(move || gate.open());
    assert_eq!(block_on(transfer).expect("the reactor asks by itself")[0], 1);
    opener.join().expect("no panic");
    assert!(rig.simulator.calls("cuLaunchHostFunc") <= 1);
    rig.assert_clean();
}

#[test]
fn a_waker_that_panics_hurts_nobody_else() {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            // As `panic!`, without the message that it prints.
            std::panic::resume_unwind(Box::new("a waker of the user's"));
        }
    }
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut rude = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    let waker = Waker::from(Arc::new(Panics));
    assert!(rude.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    let polite = rig.stream.download(&gpu, rig.pinned());
    gate.open();
    block_on(polite).expect("the reactor lives on");
    block_on(rude).expect("and so does the operation itself");
    rig.assert_clean();
}

/// Reported elsewhere as chelsea0x3b/cudarc#160 (row 42): see `docs/reported-faults.md`.
#[test]
fn dropping_the_context_handle_first_ends_no_future() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let Rig { simulator, context, stream, reactor, .. } = rig;
    drop((context, stream, gpu));
    gate.open();
    let pinned = block_on(transfer).expect("the operation keeps all it needs");
    assert_eq!(pinned[LEN - 1], LEN as u32);
    drop(pinned);
    reactor.shutdown().expect("not on the reactor");
    assert_eq!((simulator.ledger().contexts, simulator.ledger().host_ranges), (0, 0));
    assert_eq!(simulator.reports(), []);
}

/// Reported elsewhere as gfx-rs/wgpu#2266 (row 53): see `docs/reported-faults.md`.
#[test]
fn an_awaited_copy_costs_one_record_one_hint_and_no_spin() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let records = rig.simulator.calls("cuEventRecord");
    let queries = rig.simulator.calls("cuEventQuery");
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    for _ in 0..10 {
        assert!(poll_once(transfer.as_mut()).0.is_pending());
    }
    assert_eq!(rig.simulator.calls("cuEventRecord"), records + 1);
    assert_eq!(rig.simulator.calls("cuEventQuery"), queries + 1, "a poll asks once at the most");
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    assert!(poll_once(transfer.as_mut()).0.is_ready());
    rig.assert_clean();
}

#[test]
fn a_waker_may_drop_other_transfers_without_blocking_the_reactor() {
    struct DropsOther(std::sync::Mutex<Option<cuda_safe::Transfer<cuda_safe::PinnedBuffer<u32>>>>);
    impl Wake for DropsOther {
        fn wake(self: Arc<Self>) {
            let other = self.0.lock().expect("no panic").take();
            drop(other);
        }
    }
    let rig = Rig::new();
    let gpu = rig.counting();
    let other_stream = rig.context.stream().expect("a stream");
    let never_opened_here = rig.gate(&other_stream);
    let other = other_stream.download(&gpu, rig.pinned());
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    let waker = Waker::from(Arc::new(DropsOther(std::sync::Mutex::new(Some(other)))));
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    // The waker drops a transfer that is still gated; the reactor must not wait for it, or this hangs.
    rig.stream.synchronize_blocking().expect("the stream is well");
    let mut host = [0_u32; LEN];
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the reactor lives on");
    never_opened_here.open();
    block_on(transfer).expect("the transfer is done");
    rig.assert_clean();
}

#[test]
fn a_future_moved_to_another_thread_between_polls_is_woken_there() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    assert!(poll_once(transfer.as_mut()).0.is_pending());
    let other = thread::spawn(move || block_on(transfer).expect("the transfer works")[0]);
    gate.open();
    assert_eq!(other.join().expect("no panic"), 1);
    rig.assert_clean();
}

/// Reported elsewhere as gfx-rs/wgpu#156 (row 54): see `docs/reported-faults.md`.
#[test]
fn a_thousand_transfers_queued_before_one_poll_all_end() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let count = if cfg!(miri) { 8 } else { 1000 };
    let gate = rig.gate(&rig.stream);
    let transfers: Vec<_> = (0..count).map(|_| rig.stream.download(&gpu, rig.pinned())).collect();
    gate.open();
    for transfer in transfers {
        assert_eq!(block_on(transfer).expect("the download works")[1], 2);
    }
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#99 (row 4): see `docs/reported-faults.md`.
#[test]
fn a_failed_hint_costs_latency_and_nothing_else() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuLaunchHostFunc").and_after().fails(cuda_sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, rig.pinned());
    let opener = std::thread::spawn(move || gate.open());
    block_on(transfer).expect("the reactor asks by itself");
    opener.join().expect("no panic");
    rig.assert_clean();
}

#[test]
fn a_limit_of_operations_in_flight_is_waited_for_by_the_task() {
    let rig = Rig::manual();
    let mut gpu = rig.counting();
    rig.stream.synchronize_blocking().expect("the stream is well");
    let gate = rig.gate(&rig.stream);
    for _ in 0..3 {
        drop(rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued"));
    }
    assert!(poll_once(pin!(rig.stream.in_flight_limit(3))).0.is_ready(), "three are three");
    let mut room = pin!(rig.stream.in_flight_limit(2));
    let (polled, woken) = poll_once(room.as_mut());
    assert!(polled.is_pending());
    rig.reactor.turn();
    assert_eq!(woken.get(), 0, "the stream is held");
    gate.open();
    while woken.get() == 0 {
        rig.reactor.turn();
        thread::yield_now();
    }
    assert!(poll_once(room).0.is_ready());
    rig.assert_clean();
}
