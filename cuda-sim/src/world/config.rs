//! How a simulator was set up.

use crate::world::profile::DeviceProfile;
use crate::world::rng::Rng;

/// Who runs the queued work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// One thread a stream, as soon as it has work.
    #[default]
    Threads,
    /// Nobody, until [`Simulator::step`](crate::Simulator::step), [`Simulator::run_until_idle`](crate::Simulator::run_until_idle)
    /// or a call that waits runs it, one operation at a time, picked by the seed.
    Stepper,
}

/// What the driver does where CUDA leaves it the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// By the seed, each time anew.
    #[default]
    Seeded,
    /// Every time.
    Always,
    /// Never.
    Never,
}

impl Choice {
    pub(crate) fn decide(self, rng: &Rng) -> bool {
        match self {
            Choice::Seeded => rng.coin(),
            Choice::Always => true,
            Choice::Never => false,
        }
    }
}

/// How far the simulator goes in using what CUDA allows. The default uses all of it, by the seed.
///
/// ```
/// use cuda_sim::{Adversity, Choice, Simulator};
///
/// let mut adversity = Adversity::default();
/// adversity.free_waits = Choice::Never;
/// let simulator = Simulator::builder().adversity(adversity).build()?;
/// # Ok::<(), cuda_sim::NoSlot>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Adversity {
    /// Lets a little time pass before some operations.
    pub delays: bool,
    /// The most times that a query calls done work not ready, before something proves to the client that it is done.
    pub query_lag: usize,
    /// Whether an asynchronous copy from or to memory that is not page-locked only returns when it is done. Otherwise uploads are
    /// staged before the call returns, and downloads arrive later.
    pub pageable_waits: Choice,
    /// Whether freeing device or page-locked memory waits for the device first.
    pub free_waits: Choice,
    /// Whether destroying a context finishes its queued work. Otherwise the work is dropped.
    pub destroy_finishes: Choice,
    /// Whether a fault of one context's work is one of the whole process, so that every other context faults as well.
    pub fault_spreads: Choice,
    /// Whether the blocks of a launch run in an order of the seed's, one after the other. Otherwise they run in order, on all
    /// processors, which is a good deal faster.
    pub shuffles_blocks: bool,
}

impl Default for Adversity {
    fn default() -> Self {
        Adversity {
            delays: true,
            query_lag: 2,
            pageable_waits: Choice::Seeded,
            free_waits: Choice::Seeded,
            destroy_finishes: Choice::Seeded,
            fault_spreads: Choice::Seeded,
            shuffles_blocks: false,
        }
    }
}

impl Adversity {
    /// The most obliging driver: no delays, answers at once, waits wherever it may.
    #[must_use]
    pub fn none() -> Self {
        Adversity {
            delays: false,
            query_lag: 0,
            pageable_waits: Choice::Always,
            free_waits: Choice::Always,
            destroy_finishes: Choice::Always,
            fault_spreads: Choice::Never,
            shuffles_blocks: false,
        }
    }

    pub(crate) fn lag(&self, rng: &Rng) -> usize {
        if self.query_lag == 0 { 0 } else { rng.below(self.query_lag + 1) }
    }
}

/// All that the builder collects.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) devices: Vec<DeviceProfile>,
    pub(crate) seed: u64,
    pub(crate) mode: Mode,
    pub(crate) driver_version: i32,
    pub(crate) adversity: Adversity,
    pub(crate) no_device: bool,
    pub(crate) step_limit: Option<u64>,
    /// Seed of the errors of approximate functions; zero for none.
    pub(crate) approximation_error: u64,
    /// Whether an integer division by zero is a fault.
    pub(crate) strict_division: bool,
    /// Whether a launch returns only when its kernel is done.
    pub(crate) launch_blocking: bool,
    /// Whether the driver says that it loads kernels when they are first used.
    pub(crate) lazy_loading: bool,
}

impl Config {
    pub(crate) fn has_threads(&self) -> bool {
        self.mode == Mode::Threads
    }

    /// The seed of a launch: 0 runs blocks in order, on all processors; any other in an order of its own, on one.
    pub(crate) fn kernel_seed(&self, rng: &Rng) -> u64 {
        if self.adversity.shuffles_blocks { rng.next() | 1 } else { 0 }
    }
}
