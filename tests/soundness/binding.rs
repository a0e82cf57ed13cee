//! What is current where: a bound context stays current through calls of other contexts, and no binding outlives its guard.
#![expect(unsafe_code, reason = "changes the current context behind the layer's back")]

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};

use cuda_safe::PinnedBuffer;
use cuda_sim::Simulator;

use crate::rig::{LEN, Rig};

/// Makes a stream and page-locked memory in `rig`'s context, and asserts that they were made there.
fn things_are_made_where_they_belong(rig: &Rig, other: &Rig) {
    let counts = |rig: &Rig| (rig.simulator.ledger().streams, rig.simulator.ledger().host_ranges);
    let (here, there) = (counts(rig), counts(other));
    let stream = rig.context.stream().expect("a stream");
    let pinned = PinnedBuffer::<u32>::zeroed(&rig.context, LEN).expect("pinned memory");
    assert_eq!(counts(rig), (here.0 + 1, here.1 + 1), "not made in the context they were asked of");
    assert_eq!(counts(other), there, "made in another context");
    drop((stream, pinned));
}

#[test]
fn a_bound_context_is_current_again_after_a_call_of_another() {
    let (bound, other) = (Rig::new(), Rig::new());
    let gpu = other.counting();
    let _guard = bound.context.bind().expect("the context is live");
    assert_eq!(other.read(&gpu, &other.stream)[0], 1);
    things_are_made_where_they_belong(&bound, &other);
}

#[test]
fn guards_that_are_dropped_out_of_order_leave_no_binding() {
    let (first, second) = (Rig::new(), Rig::new());
    let gpu = second.counting();
    let outer = first.context.bind().expect("the context is live");
    let inner = second.context.bind().expect("the context is live");
    drop(outer);
    drop(inner);
    assert_eq!(second.read(&gpu, &second.stream)[0], 1);
    things_are_made_where_they_belong(&first, &second);
}

/// Takes the current context of its thread away, as code that knows nothing of this crate may.
struct TakesTheContext {
    simulator: Arc<Simulator>,
    /// What was called between one wake and the next.
    logs: Mutex<Vec<Vec<&'static str>>>,
}

impl Wake for TakesTheContext {
    fn wake(self: Arc<Self>) {
        let set_current = self.simulator.table().cuCtxSetCurrent.expect("every driver has it");
        self.logs.lock().expect("nobody panics").push(self.simulator.take_call_log());
        // SAFETY: null takes the thread's current context away.
        let code = unsafe { set_current(std::ptr::null_mut()) };
        assert_eq!(code.0, 0);
        let _own_call = self.simulator.take_call_log();
    }
}

#[test]
fn after_a_waker_ran_nothing_is_asked_before_the_context_is_set_again() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let taker = Arc::new(TakesTheContext { simulator: Arc::clone(&rig.simulator), logs: Mutex::default() });
    let waker = Waker::from(Arc::clone(&taker));
    let streams: Vec<_> = (0..3).map(|_| rig.context.stream().expect("a stream")).collect();
    let gates: Vec<_> = streams.iter().map(|stream| rig.gate(stream)).collect();
    let mut transfers: Vec<_> = streams.iter().map(|stream| Box::pin(stream.download(&gpu, rig.pinned()))).collect();
    for transfer in &mut transfers {
        assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    }
    gates.iter().for_each(cuda_sim::Gate::open);
    let _earlier = rig.simulator.take_call_log();
    while taker.logs.lock().expect("nobody panics").len() < streams.len() {
        rig.reactor.turn();
        std::thread::yield_now();
    }
    for log in taker.logs.lock().expect("nobody panics").iter() {
        let first = log.iter().find(|name| matches!(**name, "cuCtxSetCurrent" | "cuEventQuery"));
        assert_eq!(first, Some(&"cuCtxSetCurrent"), "{log:?}");
    }
    drop(transfers);
    rig.assert_clean();
}
