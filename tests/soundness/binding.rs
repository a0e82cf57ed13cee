//! What is current where: a bound context stays current through calls of other contexts, and no binding outlives its guard.

use cuda_safe::PinnedBuffer;

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
