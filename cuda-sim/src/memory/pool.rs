//! Pools of stream-ordered memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::world::handle::Key;
use crate::world::world::World;

/// A pool: what a client holds a `CUmemoryPool` of.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) key: Key,
    pub(crate) world: Arc<World>,
    pub(crate) device: usize,
    pub(crate) is_default: bool,
    figures: Mutex<Figures>,
}

/// The attributes of a pool that are numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) release_threshold: u64,
    pub(crate) used: u64,
    pub(crate) used_high: u64,
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
    /// Follow event dependencies, opportunistic, internal dependencies.
    pub(crate) reuse: [i32; 3],
}

impl Pool {
    pub(crate) fn new(key: Key, world: Arc<World>, device: usize, is_default: bool) -> Self {
        let figures =
            Figures { release_threshold: 0, used: 0, used_high: 0, reserved: 0, reserved_high: 0, reuse: [1; 3] };
        Pool { key, world, device, is_default, figures: Mutex::new(figures) }
    }

    pub(crate) fn figures(&self) -> MutexGuard<'_, Figures> {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that `len` bytes were handed out.
    pub(crate) fn handed_out(&self, len: u64) {
        let mut figures = self.figures();
        figures.used += len;
        figures.used_high = figures.used_high.max(figures.used);
        figures.reserved = figures.reserved.max(figures.used);
        figures.reserved_high = figures.reserved_high.max(figures.reserved);
    }

    /// Notes that `len` bytes came back. What exceeds the release threshold goes back to the device.
    pub(crate) fn returned(&self, len: u64) {
        let mut figures = self.figures();
        figures.used = figures.used.saturating_sub(len);
        let keep = figures.release_threshold;
        trim(&mut figures, keep);
    }

    /// Gives unused memory back until no more than `keep` bytes are reserved.
    pub(crate) fn trim_to(&self, keep: u64) {
        trim(&mut self.figures(), keep);
    }
}

fn trim(figures: &mut Figures, keep: u64) {
    figures.reserved = figures.reserved.min(keep.max(figures.used));
}
