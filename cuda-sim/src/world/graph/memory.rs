//! Memory that a graph allocates: its address is fixed when the node is made, and there is memory behind it from one launch to a free.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cuda_sys::CUresult;

use crate::code;
use crate::memory::range::Addresses;
use crate::memory::space::{Found, Owner};
use crate::sorted::Sorted;
use crate::world::handle;
use crate::world::world::World;

/// What an allocating node reserved.
#[derive(Debug)]
pub(crate) struct GraphMemory {
    pub(crate) range: Addresses,
    pub(crate) device: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether a launch allocated it that no free was queued for yet.
    is_taken: bool,
    /// Launches that allocated it and whose free has not run yet. It may be more than one: launches are queued.
    holders: usize,
}

/// All reservations of a simulator, by address.
#[derive(Debug, Default)]
pub(crate) struct GraphMemories {
    by_base: Mutex<Sorted<u64, Weak<GraphMemory>>>,
}

impl GraphMemories {
    fn by_base(&self) -> MutexGuard<'_, Sorted<u64, Weak<GraphMemory>>> {
        self.by_base.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves an address for `len` bytes. `len` is not 0.
    pub(crate) fn reserve(&self, device: usize, len: u64) -> Arc<GraphMemory> {
        let memory = Arc::new(GraphMemory { range: handle::next_addresses(len), device, state: Mutex::default() });
        let mut by_base = self.by_base();
        drop(by_base.remove_where(|memory| memory.strong_count() == 0));
        by_base.insert(memory.range.base, Arc::downgrade(&memory));
        memory
    }

    /// The reservation that these addresses lie in.
    pub(crate) fn find(&self, range: Addresses) -> Option<Arc<GraphMemory>> {
        let found = self.by_base().at_or_below(range.base)?.upgrade()?;
        found.range.contains(range).then_some(found)
    }
}

impl GraphMemory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a launch has it and nothing frees it.
    pub(crate) fn is_taken(&self) -> bool {
        self.state().is_taken
    }

    /// Allocates it for a launch that is being queued.
    pub(crate) fn take(&self, world: &World) -> Result<(), CUresult> {
        let mut state = self.state();
        if state.is_taken {
            return Err(code::INVALID_VALUE);
        }
        match world.space.find(self.range.base, 1) {
            Found::Live(allocation) if state.holders > 0 => allocation.unclaim_free(),
            _ => drop(world.allocate_at(self.device, self.range, Owner::Graph)?),
        }
        state.is_taken = true;
        state.holders += 1;
        Ok(())
    }

    /// Notes that a free is queued. False if there is nothing to free.
    pub(crate) fn give(&self) -> bool {
        std::mem::take(&mut self.state().is_taken)
    }

    /// Notes that a queued free ran, and answers whether the memory ends: a later launch may have it again.
    pub(crate) fn ran(&self) -> bool {
        let mut state = self.state();
        state.holders = state.holders.saturating_sub(1);
        state.holders == 0
    }
}
