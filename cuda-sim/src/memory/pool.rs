//! Pools of stream-ordered memory.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::memory::shared::file::SharedFile;
use crate::memory::space::{Allocation, Owner};
use crate::sorted::Sorted;
use crate::world::handle::Key;
use crate::world::world::World;

/// Where a pool comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// It was there with its device.
    Default,
    Created {
        /// The most bytes that it hands out at one time; 0 for as many as there are.
        max_byte_len: u64,
        /// What stands for it in other processes, if its memory may be shared.
        exported: Option<Arc<SharedFile>>,
    },
    /// Another process has it. It hands out what that one exports, and nothing else.
    Imported(Arc<SharedFile>),
}

/// A pool: what a client holds a `CUmemoryPool` of.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) key: Key,
    pub(crate) world: Arc<World>,
    pub(crate) device: usize,
    pub(crate) origin: Origin,
    /// The devices that may access its memory, a bit each.
    access: AtomicU64,
    figures: Mutex<Figures>,
    reuse: Mutex<Reuse>,
}

/// What is freed at some point of a stream can be had again at any later one, before the stream has come that far. Counted
/// in bytes: no address is given out twice, and memory does not come in pieces that are too small.
#[derive(Debug, Default)]
pub(crate) struct Reuse {
    /// By stream: bytes of frees that are queued and that nobody took.
    free: Sorted<Key, u64>,
    /// By stream: bytes of frees that are queued and that a later allocation took.
    taken: Sorted<Key, u64>,
}

impl Reuse {
    /// Notes a free of `len` bytes, queued on a stream.
    pub(crate) fn queued(&mut self, lane: Key, len: u64) {
        *self.free.get_or_default(lane) += len;
    }

    /// Takes `len` bytes out of the queued frees of a stream, if there are as many.
    pub(crate) fn take(&mut self, lane: Key, len: u64) -> bool {
        let Some(free) = self.free.get_mut(&lane).filter(|free| **free >= len) else { return false };
        *free -= len;
        *self.taken.get_or_default(lane) += len;
        true
    }

    /// Gives back what was taken for an allocation that failed.
    pub(crate) fn give_up(&mut self, lane: Key, len: u64) {
        if let Some(taken) = self.taken.get_mut(&lane) {
            let given = len.min(*taken);
            *taken -= given;
            *self.free.get_or_default(lane) += given;
        }
    }

    /// Notes that a queued free of `len` bytes ran, and answers how many of them were taken meanwhile.
    pub(crate) fn ran(&mut self, lane: Key, len: u64) -> u64 {
        let taken = self.taken.get_or_default(lane);
        let kept = len.min(*taken);
        *taken -= kept;
        let free = self.free.get_or_default(lane);
        *free = free.saturating_sub(len - kept);
        if (*taken, *free) == (0, 0) {
            self.taken.remove(&lane);
            self.free.remove(&lane);
        }
        kept
    }
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
    pub(crate) fn new(key: Key, world: Arc<World>, device: usize, origin: Origin) -> Self {
        let figures =
            Figures { release_threshold: 0, used: 0, used_high: 0, reserved: 0, reserved_high: 0, reuse: [1; 3] };
        Pool {
            key,
            world,
            device,
            origin,
            access: AtomicU64::new(1 << (device % 64)),
            figures: Mutex::new(figures),
            reuse: Mutex::default(),
        }
    }

    /// Whether it may hand out `len` bytes more.
    pub(crate) fn has_room(&self, len: u64) -> bool {
        let most = self.max_byte_len();
        most == 0 || self.figures().used.saturating_add(len) <= most
    }

    /// The most bytes that it hands out at one time; 0 for as many as there are.
    pub(crate) fn max_byte_len(&self) -> u64 {
        if let Origin::Created { max_byte_len, .. } = self.origin { max_byte_len } else { 0 }
    }

    /// What stands for it in other processes, if its memory may be shared.
    pub(crate) fn exported(&self) -> Option<&Arc<SharedFile>> {
        if let Origin::Created { exported, .. } = &self.origin { exported.as_ref() } else { None }
    }

    /// What stands for it here, if another process has it.
    pub(crate) fn imported(&self) -> Option<&Arc<SharedFile>> {
        if let Origin::Imported(file) = &self.origin { Some(file) } else { None }
    }

    pub(crate) fn is_accessible_from(&self, device: usize) -> bool {
        // Relaxed, here and below: a setting, which publishes nothing.
        self.access.load(Ordering::Relaxed) >> (device % 64) & 1 != 0
    }

    /// Lets a device access its memory, what it handed out already included; or not any more.
    pub(crate) fn set_access(&self, device: usize, is_allowed: bool) {
        let bit = 1 << (device % 64);
        if is_allowed {
            self.access.fetch_or(bit, Ordering::Relaxed);
        } else {
            self.access.fetch_and(!bit, Ordering::Relaxed);
        }
        self.world.space.snapshot().live().filter(|there| there.owner == Owner::Pool(self.key)).for_each(|there| {
            there.set_access(device, is_allowed);
        });
    }

    /// Lets only those devices access what was just allocated that may.
    pub(crate) fn restrict(&self, allocation: &Allocation) {
        let devices = 0..self.world.devices.len();
        devices.for_each(|device| allocation.set_access(device, self.is_accessible_from(device)));
    }

    pub(crate) fn figures(&self) -> MutexGuard<'_, Figures> {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locked while a free is queued, so that what is noted is in the stream's queue.
    pub(crate) fn reuse(&self) -> MutexGuard<'_, Reuse> {
        self.reuse.lock().unwrap_or_else(PoisonError::into_inner)
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
