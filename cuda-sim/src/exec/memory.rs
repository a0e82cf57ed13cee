//! Device memory as the interpreter sees it.

use std::sync::Arc;

use super::backing::Backing;

/// Finds allocations by address. Addresses are keys of a table, never host pointers.
pub(crate) trait DeviceMemory: Send + Sync {
    /// The live allocation that contains `address`; the interpreter keeps the answer for the launch.
    fn region(&self, address: u64) -> Option<Region>;
}

/// One allocation.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Its first address, which is as aligned as the first byte of the backing, up to 16.
    pub(crate) base: u64,
    /// Its size in bytes; not more than the backing has.
    pub(crate) len: u64,
    /// Its bytes.
    pub(crate) bytes: Arc<Backing>,
}

/// The allocations that one executor has met, the latest first to be tried.
pub(crate) struct RegionCache<'a> {
    memory: &'a dyn DeviceMemory,
    regions: Vec<Region>,
    latest: usize,
}

impl<'a> RegionCache<'a> {
    /// An empty cache in front of `memory`.
    pub(crate) fn new(memory: &'a dyn DeviceMemory) -> Self {
        Self { memory, regions: Vec::new(), latest: 0 }
    }

    /// The allocation that contains `address`.
    #[inline(always)]
    pub(crate) fn find(&mut self, address: u64) -> Option<&Region> {
        let hit = self.regions.get(self.latest).is_some_and(|region| region.contains(address));
        if !hit {
            self.latest = self.search(address)?;
        }
        self.regions.get(self.latest)
    }

    /// Forgets the allocation that begins at `base`: it is gone.
    pub(crate) fn forget(&mut self, base: u64) {
        self.regions.retain(|region| region.base != base);
        self.latest = 0;
    }

    #[inline(never)]
    fn search(&mut self, address: u64) -> Option<usize> {
        if let Some(index) = self.regions.iter().position(|region| region.contains(address)) {
            return Some(index);
        }
        let region = self.memory.region(address)?;
        if !region.contains(address) || region.len > region.bytes.len() as u64 {
            return None;
        }
        self.regions.push(region);
        Some(self.regions.len() - 1)
    }
}

impl Region {
    #[inline(always)]
    fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.len
    }
}
