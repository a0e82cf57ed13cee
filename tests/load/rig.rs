//! [`Rig`]: a simulator and a context on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Wake;

use cuda_safe::{Context, Driver, Reactor, Stream};
use cuda_sim::Simulator;

/// A context on a simulator of its own, with a reactor of its own.
pub(crate) struct Rig {
    pub(crate) simulator: Arc<Simulator>,
    pub(crate) context: Context,
    pub(crate) reactor: Reactor,
}

impl Rig {
    pub(crate) fn new(reactor: Reactor, seed: u64) -> Self {
        println!("SIM_SEED={seed}");
        let simulator = Arc::new(Simulator::builder().seed(seed).build().expect("a free slot"));
        let driver = Driver::from_simulator(&simulator).expect("the simulator starts");
        let device = driver.device(0).expect("there is a device");
        let context = device.context_builder().reactor(&reactor).build().expect("the context starts");
        Self { simulator, context, reactor }
    }

    pub(crate) fn streams<const N: usize>(&self) -> [Stream; N] {
        std::array::from_fn(|_| self.context.stream().expect("a stream"))
    }

    pub(crate) fn assert_clean(&self) {
        let reports = self.simulator.reports();
        assert!(reports.is_empty(), "{reports:?}");
        assert_eq!(self.context.drop_errors(), []);
        assert_eq!(self.context.quarantined_byte_len(), 0);
    }
}

pub(crate) fn seed() -> u64 {
    std::env::var("SIM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The full figure if it is wanted, else the small one.
pub(crate) fn figure(small: usize, full: usize) -> usize {
    if std::env::var_os("LOAD").is_some_and(|load| load == "full") { full } else { small }
}

/// Counts how often it wakes.
#[derive(Default)]
pub(crate) struct Woken(AtomicUsize);

impl Woken {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}
