//! Contexts: what is current where, and that nothing is left behind.

use std::future::Future;

use cuda_safe::{DeviceBuffer, Driver, Origin};
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

#[test]
fn everything_is_given_back_when_the_last_user_goes() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let pinned = block_on(rig.stream.download(&gpu, rig.pinned())).expect("the download works");
    let Rig { simulator, driver, context, stream, reactor, .. } = rig;
    drop((driver, context, pinned, gpu, stream));
    reactor.shutdown().expect("not on the reactor");
    let ledger = simulator.ledger();
    assert_eq!((ledger.contexts, ledger.streams, ledger.events), (0, 0, 0));
    assert_eq!((ledger.device_allocations, ledger.host_ranges), (0, 0));
    assert_eq!(simulator.reports(), []);
}

/// Reported elsewhere as chelsea0x3b/cudarc#271 (row 43), m4rs-mt/ILGPU#705 (row 46): see `docs/reported-faults.md`.
#[test]
fn a_buffer_is_usable_from_threads_that_bound_nothing() {
    let rig = Rig::new();
    let gpu = rig.counting();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(rig.read(&gpu, &rig.stream)[0], 1));
        }
    });
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#92 (row 40), chelsea0x3b/cudarc#161 (row 41): see `docs/reported-faults.md`.
#[test]
fn two_contexts_interleave_on_one_thread() {
    let (a, b) = (Rig::new(), Rig::new());
    let in_a = a.counting();
    let in_b = DeviceBuffer::<u32>::zeroed(&b.stream, LEN).expect("memory");
    assert_eq!(a.read(&in_a, &a.stream)[1], 2);
    assert_eq!(b.read(&in_b, &b.stream)[1], 0);
    {
        let _bound = b.context.bind().expect("the context is live");
        assert_eq!(a.read(&in_a, &a.stream)[1], 2, "an unbound context is set for its calls");
        assert_eq!(b.read(&in_b, &b.stream)[1], 0);
    }
    drop((in_a, in_b));
    a.assert_clean();
    b.assert_clean();
}

#[test]
fn a_bound_context_is_not_set_again() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let _bound = rig.context.bind().expect("the context is live");
    let before = rig.simulator.calls("cuCtxSetCurrent");
    drop(rig.stream.download(&gpu, rig.pinned()));
    assert_eq!(rig.simulator.calls("cuCtxSetCurrent"), before);
    rig.assert_clean();
}

#[test]
fn the_simulated_driver_says_what_it_is() {
    let driver = Driver::simulated().expect("a free slot");
    assert_eq!(driver.origin(), &Origin::Simulated);
    assert!(driver.version() >= (11, 7));
    let device = driver.device(0).expect("a device");
    assert_eq!(device.compute_capability().expect("known"), (8, 0));
    assert!(driver.device(99).is_err());
}

/// Reported elsewhere as EricLBuehler/mistral.rs#1428 (row 44): see `docs/reported-faults.md`.
#[test]
fn page_locked_memory_goes_back_from_a_thread_whose_current_context_is_none_or_another() {
    let (rig, other) = (Rig::new(), Rig::new());
    let (first, second) = (rig.pinned(), rig.pinned());
    // Nothing but the drop itself can have set the context of this thread.
    std::thread::spawn(move || drop(first)).join().expect("no panic");
    assert_eq!(rig.simulator.ledger().host_ranges, 1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _bound = other.context.bind().expect("the context is live");
            drop(second);
        });
    });
    assert_eq!(rig.simulator.ledger().host_ranges, 0);
    rig.assert_clean();
    other.assert_clean();
}

/// Reported elsewhere as NVIDIA/cuda-python#2497 (row 38): see `docs/reported-faults.md`.
#[test]
fn a_device_buffer_goes_back_wherever_it_is_dropped() {
    /// Drops what it was given, on the reactor's thread.
    struct Drops(std::sync::Mutex<Option<DeviceBuffer<u32>>>);
    impl std::task::Wake for Drops {
        fn wake(self: std::sync::Arc<Self>) {
            drop(self.0.lock().expect("no panic").take());
        }
    }
    let (rig, other) = (Rig::new(), Rig::new());
    drop(rig.counting());
    let gpu = rig.counting();
    std::thread::spawn(move || drop(gpu)).join().expect("no panic");
    {
        let _bound = other.context.bind().expect("the context is live");
        drop(rig.counting());
    }
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let on_reactor = rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued");
    let waker = std::task::Waker::from(std::sync::Arc::new(Drops(std::sync::Mutex::new(Some(gpu)))));
    let mut on_reactor = Box::pin(on_reactor);
    assert!(on_reactor.as_mut().poll(&mut std::task::Context::from_waker(&waker)).is_pending());
    gate.open();
    crate::rig::until(|| rig.simulator.calls("cuMemFreeAsync") == 4);
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().device_allocations, 0);
    rig.assert_clean();
    other.assert_clean();
}
