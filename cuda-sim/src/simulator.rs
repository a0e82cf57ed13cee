//! The simulator as a test sees it.

use std::sync::Arc;

use cuda_sys::{CUresult, CUstream, CudaVersion, DriverTable, EntryPoint};

use crate::api::call;
use crate::engine::gate::{Gate, Latch};
use crate::engine::op::Op;
use crate::engine::{queue, stepper};
use crate::fault::report::Report;
use crate::fault::script::{Effect, HostFunctions};
use crate::memory::ledger::Ledger;
use crate::table;
use crate::world::config::{Adversity, Config, Mode};
use crate::world::profile::DeviceProfile;
use crate::world::slot::{self, NoSlot};
use crate::world::world::World;

/// A simulated driver. Many can live in one process at a time; each has its own devices and knows nothing of the others.
///
/// Dropping it ends it: queued work is dropped, running work is waited for, its threads are joined, and its handles name nothing
/// any more.
#[derive(Debug)]
pub struct Simulator {
    world: Arc<World>,
}

/// Sets a [`Simulator`] up.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct Builder {
    config: Config,
}

impl Builder {
    /// Sets the devices; one of the default profile, unless said otherwise.
    pub fn devices(mut self, devices: impl IntoIterator<Item = DeviceProfile>) -> Self {
        self.config.devices = devices.into_iter().take(slot::MAX_DEVICES).collect();
        self
    }

    /// Sets how many bytes of memory every device has.
    pub fn memory(mut self, byte_len: u64) -> Self {
        self.config.devices = self.config.devices.into_iter().map(|device| device.memory(byte_len)).collect();
        self
    }

    /// Sets the seed of all choices.
    pub fn seed(mut self, seed: u64) -> Self {
        self.config.seed = seed;
        self
    }

    /// Sets who runs the queued work.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.config.mode = mode;
        self
    }

    /// Sets the version of the driver, such as 12040. Entry points that are younger are missing from the table.
    pub fn driver_version(mut self, version: u32) -> Self {
        self.config.driver_version = i32::try_from(version).unwrap_or(i32::MAX);
        self
    }

    /// Sets how far the driver goes in using what CUDA allows it.
    pub fn adversity(mut self, adversity: Adversity) -> Self {
        self.config.adversity = adversity;
        self
    }

    /// Takes all devices away: `cuInit` answers `CUDA_ERROR_NO_DEVICE`.
    pub fn no_device(mut self) -> Self {
        self.config.no_device = true;
        self
    }

    /// Sets how many thread instructions a kernel may run before it is stopped with `CUDA_ERROR_LAUNCH_TIMEOUT`.
    pub fn step_limit(mut self, thread_instructions: u64) -> Self {
        self.config.step_limit = Some(thread_instructions);
        self
    }

    /// Makes the simulator.
    ///
    /// # Errors
    /// [`NoSlot`] if too many simulators are alive in this process.
    pub fn build(self) -> Result<Simulator, NoSlot> {
        let world = slot::claim(|slot| World::new(slot, self.config))?;
        Ok(Simulator { world })
    }
}

impl Simulator {
    /// Makes a simulator with one device and everything else by default, seed 0.
    ///
    /// # Errors
    /// [`NoSlot`] if too many simulators are alive in this process.
    pub fn new() -> Result<Self, NoSlot> {
        Self::builder().build()
    }

    /// Starts to set a simulator up.
    pub fn builder() -> Builder {
        let config = Config {
            devices: vec![DeviceProfile::default()],
            seed: 0,
            mode: Mode::Threads,
            driver_version: i32::try_from(CudaVersion::BINDINGS.raw()).unwrap_or(i32::MAX),
            adversity: Adversity::default(),
            no_device: false,
            step_limit: None,
        };
        Builder { config }
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
        let entry = EntryPoint::by_name(name).unwrap_or_else(|| panic!("there is no entry point {name}"));
        CallScript { simulator: self, name: entry.name(), nth: 1, lasts: false }
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

    /// How often an entry point was called, named as in the table.
    ///
    /// Calls that find no simulator (no handle, and no current context) count nowhere.
    #[must_use]
    pub fn calls(&self, name: &str) -> u64 {
        self.world.calls.count(name)
    }

    /// How many driver calls were made.
    #[must_use]
    pub fn total_calls(&self) -> u64 {
        self.world.calls.total()
    }

    /// Begins to log calls in order, and returns the log since the last time.
    pub fn take_call_log(&self) -> Vec<&'static str> {
        self.world.calls.take_log()
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
    /// With [`Mode::Threads`] the streams' threads run the work, and this never finds any.
    pub fn step(&self) -> bool {
        !self.world.config.has_threads() && stepper::step(&self.world)
    }

    /// Runs operations until none is ready; says how many there were.
    pub fn run_until_idle(&self) -> usize {
        std::iter::repeat_with(|| self.step()).take_while(|ran| *ran).count()
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

/// A rule for coming calls of one entry point. Made by [`Simulator::on`]; it does nothing before it is told what shall happen.
#[derive(Debug)]
#[must_use = "say what shall happen"]
pub struct CallScript<'a> {
    simulator: &'a Simulator,
    name: &'static str,
    nth: u64,
    lasts: bool,
}

impl CallScript<'_> {
    /// Picks the `nth` call from now on; 1 is the next one, and what is picked unless said otherwise.
    pub fn nth(mut self, nth: u64) -> Self {
        self.nth = nth.max(1);
        self
    }

    /// Picks every call from the picked one on.
    pub fn and_after(mut self) -> Self {
        self.lasts = true;
        self
    }

    /// The call does nothing and answers `code`, which may be any number.
    pub fn fails(self, code: CUresult) {
        self.add(Effect::Fails(code));
    }

    /// The call does its work, and answers `code` all the same, as calls do that report the error of earlier work.
    pub fn works_but_answers(self, code: CUresult) {
        self.add(Effect::WorksButAnswers(code));
    }

    /// The call does not go on until the gate opens.
    pub fn hangs(self) -> Gate {
        let latch = Arc::new(Latch::default());
        let gate = Gate::new(Arc::clone(&latch), &self.simulator.world);
        self.add(Effect::Hangs(latch));
        gate
    }

    fn add(self, effect: Effect) {
        let world = &self.simulator.world;
        let at = world.calls.count(self.name) + self.nth;
        world.faults.add(self.name, at, self.lasts, effect);
    }
}
