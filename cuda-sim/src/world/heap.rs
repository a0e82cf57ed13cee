//! The heap that kernels take memory from with `malloc`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::exec::backing::Backing;
use crate::exec::memory::Region;
use crate::world::handle;

/// What fresh memory of the heap holds.
const POISON: u8 = 0xCB;
/// Every block takes a multiple of this.
const UNIT: u64 = 16;

/// The heap of one context. Its blocks live until a kernel frees them or the context ends.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    blocks: Mutex<BTreeMap<u64, Region>>,
    /// Bytes taken.
    // Relaxed everywhere: changed under the lock of the blocks, and read as a figure.
    used: AtomicU64,
}

impl Heap {
    /// Takes a block, if the heap, which may hold `limit` bytes, has as much left.
    pub(crate) fn allocate(&self, byte_len: u64, limit: u64) -> Option<Region> {
        let taken = byte_len.checked_next_multiple_of(UNIT)?;
        let mut blocks = self.blocks();
        let used = self.used.load(Ordering::Relaxed);
        if taken > limit.saturating_sub(used) {
            return None;
        }
        self.used.store(used + taken, Ordering::Relaxed);
        let base = handle::next_addresses(byte_len).base;
        let len = usize::try_from(byte_len).ok()?;
        let region = Region { base, len: byte_len, bytes: Arc::new(Backing::new_poisoned(len, POISON)) };
        blocks.insert(base, region.clone());
        Some(region)
    }

    /// Gives a block back; false if none begins there.
    pub(crate) fn free(&self, address: u64) -> bool {
        let Some(region) = self.blocks().remove(&address) else { return false };
        self.used.fetch_sub(region.len.next_multiple_of(UNIT), Ordering::Relaxed);
        true
    }

    /// The block that contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<Region> {
        let blocks = self.blocks();
        let (_, region) = blocks.range(..=address).next_back()?;
        (address - region.base < region.len).then(|| region.clone())
    }

    /// How many blocks there are, and their bytes.
    pub(crate) fn totals(&self) -> (usize, u64) {
        let blocks = self.blocks();
        (blocks.len(), blocks.values().map(|region| region.len).sum())
    }

    fn blocks(&self) -> MutexGuard<'_, BTreeMap<u64, Region>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::Heap;

    #[test]
    fn a_heap_gives_no_more_than_its_limit_and_takes_back_what_it_gave() {
        let heap = Heap::default();
        let first = heap.allocate(40, 64).unwrap();
        assert!(heap.allocate(17, 64).is_none(), "48 of 64 bytes are taken");
        let second = heap.allocate(16, 64).unwrap();
        assert_eq!(heap.totals(), (2, 56));
        assert_eq!(heap.find(first.base + 39).unwrap().base, first.base);
        assert!(heap.find(first.base + 40).is_none());
        assert!(heap.free(first.base));
        assert!(!heap.free(first.base), "it is freed already");
        assert!(!heap.free(second.base + 1), "no block begins there");
        assert!(heap.allocate(u64::MAX, u64::MAX).is_none());
        assert_eq!(heap.totals(), (1, 16));
    }
}
