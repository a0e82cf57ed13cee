//! A simulator from the inside: everything that its functions share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuda_sys::CUresult;

use crate::code;
use crate::engine::clock::Clock;
use crate::engine::queue::Engine;
use crate::engine::worker::Workers;
use crate::exec::backing::Backing;
use crate::fault::calls::Calls;
use crate::fault::report::{Kind, Reports};
use crate::fault::script::Faults;
use crate::memory::bytes::Bytes;
use crate::memory::host::HostRanges;
use crate::memory::physical::Reservations;
use crate::memory::range::Addresses;
use crate::memory::shared::imports::Imports;
use crate::memory::space::{Allocation, Owner, Space};
use crate::world::config::{Config, Mode};
use crate::world::context::Context;
use crate::world::coredump::Coredump;
use crate::world::graph::capture::Captures;
use crate::world::graph::memory::GraphMemories;
use crate::world::handle::{self, Key};
use crate::world::health::Health;
use crate::world::printer::Printer;
use crate::world::profile::DeviceProfile;
use crate::world::registry::{self, Object};
use crate::world::rng::Rng;
use crate::world::slot;

/// The primary context of a device.
#[derive(Debug, Default)]
pub(crate) struct Primary {
    pub(crate) context: Option<Key>,
    pub(crate) retained: u64,
    pub(crate) flags: u32,
}

/// One device.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) profile: DeviceProfile,
    primary: Mutex<Primary>,
    /// The default pool, once somebody asked for it, and the current one where it is another.
    pub(crate) pools: Mutex<(Option<Key>, Option<Key>)>,
    /// Bytes that are allocated now, and the most there ever were.
    // Relaxed everywhere: counts, which publish nothing.
    used: AtomicU64,
    peak: AtomicU64,
}

impl Device {
    pub(crate) fn primary(&self) -> MutexGuard<'_, Primary> {
        self.primary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Takes `len` bytes of the device's memory, if there are as many.
    pub(crate) fn reserve(&self, len: u64) -> Result<(), CUresult> {
        let total = self.profile.memory_byte_len();
        let taken = self
            .used
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |used| used.checked_add(len).filter(|sum| *sum <= total));
        let used = taken.map_err(|_| code::OUT_OF_MEMORY)?;
        self.peak.fetch_max(used + len, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn give_back(&self, len: u64) {
        self.used.fetch_sub(len, Ordering::Relaxed);
    }
}

/// A simulator.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) id: u64,
    pub(crate) slot: usize,
    pub(crate) config: Config,
    pub(crate) devices: Vec<Device>,
    pub(crate) engine: Engine,
    pub(crate) workers: Workers,
    pub(crate) space: Space,
    pub(crate) host: HostRanges,
    pub(crate) reservations: Reservations,
    pub(crate) imports: Imports,
    /// What the client asked of dumps, for contexts that ask nothing else.
    pub(crate) coredump: Mutex<Coredump>,
    /// Page-locked memory that was freed under a running operation: kept, so that the operation stays harmless.
    pub(crate) retired: Mutex<Vec<Arc<Backing>>>,
    pub(crate) rng: Rng,
    pub(crate) calls: Arc<Calls>,
    pub(crate) faults: Faults,
    pub(crate) reports: Reports,
    pub(crate) printer: Printer,
    pub(crate) captures: Captures,
    pub(crate) graph_memories: GraphMemories,
    initialized: AtomicBool,
}

/// What fresh device memory holds: its content is undefined, and should look so.
const POISON: u8 = 0xCB;
/// Larger pieces are left zero, so that they take no memory of the host's before they are used.
const POISON_LIMIT: usize = 16 << 20;

/// What fresh memory of this size holds.
pub(crate) fn fresh_fill(len: usize) -> u8 {
    if len <= POISON_LIMIT { POISON } else { 0 }
}

impl World {
    pub(crate) fn new(slot: usize, config: Config) -> Self {
        let clock = match config.mode {
            Mode::Threads => Clock::Real(Instant::now()),
            Mode::Stepper => Clock::Virtual(AtomicU64::new(0)),
        };
        let devices = config.devices.iter().map(|profile| Device {
            profile: profile.clone(),
            primary: Mutex::default(),
            pools: Mutex::default(),
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        });
        World {
            id: handle::next_id(),
            slot,
            devices: devices.collect(),
            engine: Engine::new(clock),
            workers: Workers::default(),
            space: Space::default(),
            host: HostRanges::default(),
            reservations: Reservations::default(),
            imports: Imports::default(),
            coredump: Mutex::default(),
            retired: Mutex::default(),
            rng: Rng::new(config.seed),
            calls: Arc::default(),
            faults: Faults::default(),
            reports: Reports::default(),
            printer: Printer::default(),
            captures: Captures::default(),
            graph_memories: GraphMemories::default(),
            initialized: AtomicBool::new(false),
            config,
        }
    }

    pub(crate) fn initialize(&self) {
        // Release: pairs with the Acquire in `is_initialized`.
        self.initialized.store(true, Ordering::Release);
    }

    pub(crate) fn is_initialized(&self) -> bool {
        // Acquire: pairs with the Release in `initialize`.
        self.initialized.load(Ordering::Acquire)
    }

    /// Allocates device memory.
    pub(crate) fn allocate(&self, device: usize, len: usize, owner: Owner) -> Result<Arc<Allocation>, CUresult> {
        self.allocate_again(device, len, len as u64, owner)
    }

    /// Allocates device memory, of which only `fresh` bytes are not had already.
    pub(crate) fn allocate_again(
        &self,
        device: usize,
        len: usize,
        fresh: u64,
        owner: Owner,
    ) -> Result<Arc<Allocation>, CUresult> {
        if len == 0 {
            return Err(code::INVALID_VALUE);
        }
        if self.faults.allocation_fails() {
            return Err(code::OUT_OF_MEMORY);
        }
        let there = self.devices.get(device).ok_or(code::INVALID_DEVICE)?;
        there.reserve(fresh)?;
        Ok(self.space.insert(len, fresh_fill(len), device, owner))
    }

    /// Allocates device memory at an address that was reserved for it.
    pub(crate) fn allocate_at(
        &self,
        device: usize,
        range: Addresses,
        owner: Owner,
    ) -> Result<Arc<Allocation>, CUresult> {
        if self.faults.allocation_fails() {
            return Err(code::OUT_OF_MEMORY);
        }
        self.devices.get(device).ok_or(code::INVALID_DEVICE)?.reserve(range.len)?;
        let fill = if range.len <= POISON_LIMIT as u64 { POISON } else { 0 };
        Ok(self.space.insert_reserved(range, fill, device, owner))
    }

    /// Gives memory of another process an address. It is the same device's, so there is less of it here too.
    pub(crate) fn import(
        &self,
        device: usize,
        len: u64,
        bytes: Bytes,
        owner: Owner,
    ) -> Result<Arc<Allocation>, CUresult> {
        self.devices.get(device).ok_or(code::INVALID_DEVICE)?.reserve(len)?;
        Ok(self.space.put(Allocation::foreign(handle::next_addresses(len), bytes, device, owner)))
    }

    /// Gives back what an allocation, already taken out of the address space, held.
    pub(crate) fn give_back(&self, allocation: &Allocation) {
        self.give_back_but(allocation, 0);
    }

    /// As [`give_back`](Self::give_back), but for `kept` bytes, which a later allocation has.
    fn give_back_but(&self, allocation: &Allocation, kept: u64) {
        let len = allocation.range.len - kept;
        self.engine.lock().history.forget(allocation.range.base);
        if let Some(device) = self.devices.get(allocation.device).filter(|_| allocation.owner.takes_memory()) {
            device.give_back(len);
        }
        if let Owner::Pool(key) = allocation.owner
            && let Some(pool) = registry::pool(key)
        {
            pool.returned(len);
        }
    }

    /// Frees stream-ordered memory, when its stream has come to that point.
    pub(crate) fn free_in_order(&self, base: u64, lane: Key) {
        if let Some(memory) = self.graph_memories.find(Addresses::new(base, 1))
            && !memory.ran()
        {
            return;
        }
        match self.space.remove(base) {
            Some(allocation) => {
                let pool = if let Owner::Pool(key) = allocation.owner { registry::pool(key) } else { None };
                let kept = pool.map_or(0, |pool| pool.reuse().ran(lane, allocation.range.len));
                self.give_back_but(&allocation, kept);
            }
            None => {
                self.reports.add(Kind::DoubleFree, format!("memory at {base:#x} was freed before its queued free ran"))
            }
        }
    }

    /// Marks a context as faulted, and lets everybody know who waits for it.
    pub(crate) fn fault_context(&self, health: &Health, code: CUresult) {
        health.fault(code);
        self.engine.wake_all();
    }

    /// Marks the context whose work faulted, and every other one if that is how it goes.
    pub(crate) fn work_faulted(&self, health: &Health, code: CUresult) {
        self.fault_context(health, code);
        if self.config.adversity.fault_spreads.decide(&self.rng) {
            self.contexts().iter().for_each(|context| self.fault_context(&context.health, code));
        }
    }

    /// All live contexts.
    pub(crate) fn contexts(&self) -> Vec<Arc<Context>> {
        let mine = registry::list(|object| matches!(object, Object::Context(c) if c.world.id == self.id));
        mine.into_iter().filter_map(|object| if let Object::Context(c) = object { Some(c) } else { None }).collect()
    }

    /// Takes no work any more, starts none, and stops kernels.
    fn refuse_work(&self) {
        let mut state = self.engine.lock();
        state.shut_down = true;
        state.lanes.values().for_each(|lane| lane.health.stop_kernels());
        state.wake_workers();
        state.lanes.values().for_each(|lane| lane.space.ring());
        drop(state);
        self.engine.host.ring();
    }

    /// Refuses work from now on, and waits for what runs, up to a time; says whether nothing runs any more.
    pub(crate) fn stop(&self, patience: Duration) -> bool {
        self.refuse_work();
        let deadline = Instant::now() + patience;
        let mut state = self.engine.lock();
        while state.lanes.values().any(|lane| lane.running.is_some()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.engine.host.wait_for(state, left);
        }
        true
    }

    /// Ends the simulator: drops queued work, waits for what is running, and forgets every handle.
    pub(crate) fn shut_down(&self) {
        self.refuse_work();
        self.workers.join();
        let lanes = std::mem::take(&mut self.engine.lock().lanes);
        drop(lanes);
        drop(registry::remove_where(|object| object.world_id() == self.id));
        slot::release(self.slot);
    }
}
