//! The simulator as a test sees it.

use std::sync::Arc;
use std::time::Duration;

use cuda_sys::{CUresult, CUstream, DriverTable};

use crate::api::{call, stubs};
use crate::builder::Builder;
use crate::engine::gate::{Gate, Latch};
use crate::engine::op::Op;
use crate::engine::{queue, stepper};
use crate::fault::call_script::CallScript;
use crate::fault::report::Report;
use crate::fault::script::HostFunctions;
use crate::memory::ledger::Ledger;
use crate::name::Name;
use crate::table;
use crate::world::slot::NoSlot;
use crate::world::world::World;

/// A simulated driver. Many can live in one process at a time; each has its own devices and knows nothing of the others.
///
/// Dropping it ends it: queued work is dropped, running work is waited for, its threads are joined, and its handles name nothing
/// any more.
#[derive(Debug)]
pub struct Simulator {
    world: Arc<World>,
}

impl Simulator {
    pub(crate) fn of(world: Arc<World>) -> Self {
        Simulator { world }
    }

    #[cfg(test)]
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// Makes a simulator with one device and everything else by default, seed 0.
    ///
    /// # Errors
    /// [`NoSlot`] if too many simulators are alive in this process.
    pub fn new() -> Result<Self, NoSlot> {
        Self::builder().build()
    }

    /// Starts to set a simulator up.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// The driver's functions. They may be called from any thread, and after the simulator is gone, when they find nothing.
    #[must_use]
    pub fn table(&self) -> DriverTable {
        table::of_slot(self.world.slot)
    }

    /// Holds a stream: what was queued before goes on, what is queued from now on waits until the gate opens.
    ///
    /// # Panics
    /// If the handle is not a live stream of this simulator (or a default stream of the thread's current context).
    pub fn gate(&self, stream: CUstream) -> Gate {
        let target = call::target(stream).ok().filter(|target| target.context.world.id == self.world.id);
        let target = target.unwrap_or_else(|| panic!("{stream:?} is no stream of this simulator"));
        let latch = Arc::new(Latch::default());
        let queued = queue::push(&self.world, target.lane, Op::Gate(Arc::clone(&latch)));
        assert!(queued.is_ok(), "the stream {stream:?} takes no work any more");
        Gate::new(latch, &self.world)
    }

    /// Holds everything: no operation of any stream starts until the gate opens.
    pub fn hold(&self) -> Gate {
        let latch = Arc::new(Latch::default());
        let mut state = self.world.engine.lock();
        state.holds.retain(|held| !held.is_open());
        state.holds.push(Arc::clone(&latch));
        Gate::new(latch, &self.world)
    }

    /// Scripts what happens to coming calls of an entry point, named as in the table (`cuMemAlloc_v2`).
    ///
    /// # Panics
    /// If there is no entry point of that name.
    pub fn on(&self, name: &str) -> CallScript<'_> {
        let name = Name::of(name).unwrap_or_else(|| panic!("there is no entry point {name}"));
        CallScript::new(&self.world, name)
    }

    /// Faults every context at once: from now on nearly all their calls answer `code`, queued work is dropped, and host
    /// functions are not called. Work that is running at this moment runs on, as it may on a GPU.
    pub fn fault(&self, code: CUresult) {
        for context in self.world.contexts() {
            self.world.fault_context(&context.health, code);
        }
    }

    /// Makes the `nth` copy, fill or launch from now on (1 is the next one to run) fault its context with `code`.
    pub fn fault_work(&self, nth: u64, code: CUresult) {
        self.world.faults.set_work(nth, code);
    }

    /// Makes the `nth` launch from now on (1 is the next one to run) fault its context with `code`.
    pub fn fault_launch(&self, nth: u64, code: CUresult) {
        self.world.faults.set_launch(nth, code);
    }

    /// Makes the `nth` allocation from now on (1 is the next one), of device or page-locked memory, run out of memory.
    pub fn fail_allocation(&self, nth: u64) {
        self.world.faults.set_allocation(nth);
    }

    /// Host functions that are launched from now on are never called; their streams go on all the same.
    pub fn lose_host_functions(&self) {
        self.world.faults.set_host_functions(HostFunctions::Lost);
    }

    /// Host functions that are launched from now on are not called before the gate opens; their streams wait for them.
    pub fn hold_host_functions(&self) -> Gate {
        let latch = Arc::new(Latch::default());
        self.world.faults.set_host_functions(HostFunctions::Held(Arc::clone(&latch)));
        Gate::new(latch, &self.world)
    }

    /// Ends [`lose_host_functions`](Self::lose_host_functions) and [`hold_host_functions`](Self::hold_host_functions) for what
    /// is launched from now on.
    pub fn call_host_functions(&self) {
        self.world.faults.set_host_functions(HostFunctions::Called);
    }

    /// Whether an entry point, named as in the table, does what it is for. Otherwise it answers `CUDA_ERROR_NOT_SUPPORTED`, or is younger
    /// than the driver.
    #[must_use]
    pub fn simulates(&self, name: &str) -> bool {
        let address = self.table().get(name);
        address.is_some() && address != stubs::table().get(name)
    }

    /// How often an entry point was called, named as in the table.
    ///
    /// Calls that find no simulator (no handle, and no current context) count nowhere.
    #[must_use]
    pub fn calls(&self, name: &str) -> u64 {
        Name::of(name).map_or(0, |name| self.world.calls.count(name))
    }

    /// How many driver calls were made.
    #[must_use]
    pub fn total_calls(&self) -> u64 {
        self.world.calls.total()
    }

    /// Begins to log calls in order, and returns the log since the last time.
    pub fn take_call_log(&self) -> Vec<&'static str> {
        self.world.calls.take_log().into_iter().map(Name::as_str).collect()
    }

    /// Begins to collect what kernels print, instead of writing it to standard output, and returns what was collected since the last
    /// time. Text is written when the client waits for something, as the driver does it.
    #[must_use]
    pub fn take_output(&self) -> Vec<u8> {
        self.world.printer.take()
    }

    /// How many instructions kernels ran, counted once for each thread.
    #[must_use]
    pub fn thread_instructions(&self) -> u64 {
        self.world.calls.thread_instructions()
    }

    /// What is alive now.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        Ledger::of(&self.world)
    }

    /// What the client did wrong so far.
    #[must_use]
    pub fn reports(&self) -> Vec<Report> {
        self.world.reports.list()
    }

    /// Runs one operation that is ready, picked by the seed, on this thread; false if none is.
    ///
    /// With [`Mode::Threads`](crate::Mode::Threads) the streams' threads run the work, and this never finds any.
    pub fn step(&self) -> bool {
        !self.world.config.has_threads() && stepper::step(&self.world)
    }

    /// Runs operations until none is ready; says how many there were.
    pub fn run_until_idle(&self) -> usize {
        std::iter::repeat_with(|| self.step()).take_while(|ran| *ran).count()
    }

    /// Stops for good: queued work is dropped, kernels are stopped, and what runs is waited for, but no longer than `patience`. Says
    /// whether nothing runs any more. Later calls that queue work or wait for it answer `CUDA_ERROR_DEINITIALIZED`.
    pub fn stop(&self, patience: Duration) -> bool {
        self.world.stop(patience)
    }

    /// The simulator's clock, in nanoseconds: real time with threads, virtual time with the stepper.
    #[must_use]
    pub fn nanoseconds(&self) -> u64 {
        self.world.engine.clock.now()
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.world.shut_down();
    }
}
