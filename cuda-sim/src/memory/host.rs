//! Page-locked host memory: what clients registered, and what they had allocated.
#![expect(unsafe_code, reason = "allocates and frees the memory that cuMemHostAlloc hands out")]

use std::alloc::Layout;
use std::sync::{Mutex, PoisonError};

use cuda_sys::CUresult;

use crate::code;
use crate::memory::range::Addresses;
use crate::sorted::Sorted;
use crate::world::handle::Key;

/// Memory that this simulator allocated for `cuMemHostAlloc`; freed on drop.
#[derive(Debug)]
pub(crate) struct HostBlock {
    pointer: *mut u8,
    layout: Layout,
}

// SAFETY: the block is only a pointer and a layout; it is freed once, by whichever thread drops it.
unsafe impl Send for HostBlock {}

/// What fresh page-locked memory holds: its content is undefined, and should look so.
const POISON: u8 = 0xCD;
const PAGE: usize = 4096;

impl HostBlock {
    /// Allocates `len` bytes at a page boundary. `None` when there is no such memory, or none was asked for.
    pub(crate) fn allocate(len: usize) -> Option<Self> {
        let layout = Layout::from_size_align(len, PAGE).ok().filter(|layout| layout.size() > 0)?;
        // SAFETY: the layout's size is not 0 (filtered above).
        let pointer = unsafe { std::alloc::alloc(layout) };
        if pointer.is_null() {
            return None;
        }
        // SAFETY: the allocation above is `len` bytes long and nobody else has it yet.
        unsafe { pointer.write_bytes(POISON, len) };
        Some(HostBlock { pointer, layout })
    }

    pub(crate) fn pointer(&self) -> *mut u8 {
        self.pointer
    }
}

impl Drop for HostBlock {
    fn drop(&mut self) {
        // SAFETY: `pointer` came from `alloc` with this layout in `allocate`, and is freed only here.
        unsafe { std::alloc::dealloc(self.pointer, self.layout) };
    }
}

/// One page-locked range.
#[derive(Debug)]
pub(crate) struct HostRange {
    pub(crate) range: Addresses,
    pub(crate) context: Key,
    pub(crate) flags: u32,
    /// Present if the memory is ours; absent if the client registered its own.
    pub(crate) block: Option<HostBlock>,
}

/// All page-locked ranges of a simulator.
#[derive(Debug, Default)]
pub(crate) struct HostRanges {
    ranges: Mutex<Sorted<u64, HostRange>>,
}

impl HostRanges {
    /// Adds a range; refused if it overlaps one that is there.
    pub(crate) fn insert(&self, range: HostRange) -> Result<(), CUresult> {
        let mut ranges = self.lock();
        if ranges.values().any(|other| other.range.overlaps(range.range)) {
            return Err(code::HOST_MEMORY_ALREADY_REGISTERED);
        }
        ranges.insert(range.range.base, range);
        Ok(())
    }

    /// Takes out the range that begins at `base`, if it was allocated (`ours`) or registered (not `ours`).
    pub(crate) fn remove(&self, base: u64, ours: bool) -> Option<HostRange> {
        let mut ranges = self.lock();
        if ranges.get(&base)?.block.is_some() != ours {
            return None;
        }
        ranges.remove(&base)
    }

    /// Takes out every range of a context.
    pub(crate) fn remove_of(&self, context: Key) -> Vec<HostRange> {
        self.lock().remove_where(|range| range.context == context)
    }

    pub(crate) fn count_of(&self, context: Key) -> usize {
        self.lock().values().filter(|range| range.context == context).count()
    }

    /// Calls `look` with the range that covers `wanted`, if one does.
    pub(crate) fn with<R>(&self, wanted: Addresses, look: impl FnOnce(&HostRange) -> R) -> Option<R> {
        let ranges = self.lock();
        let range = ranges.at_or_below(wanted.base)?;
        range.range.contains(wanted).then(|| look(range))
    }

    pub(crate) fn is_locked(&self, wanted: Addresses) -> bool {
        self.with(wanted, |_| ()).is_some()
    }

    /// The number of live ranges, and their bytes.
    pub(crate) fn totals(&self) -> (usize, u64) {
        let ranges = self.lock();
        (ranges.len(), ranges.values().map(|range| range.range.len).sum())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Sorted<u64, HostRange>> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
