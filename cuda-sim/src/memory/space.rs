//! The address space of the simulated devices: which device addresses are live, and what is behind them.
//!
//! Readers take a snapshot and keep it as long as they like (a kernel keeps one for its whole run); writers replace
//! the map. An address is never given out twice, so a stale one is found among the dead and can be named.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cuda_sys::CUresult;

use crate::exec::backing::Backing;
use crate::exec::memory::Region;
use crate::memory::bytes::Bytes;
use crate::memory::managed::Pages;
use crate::memory::physical::Physical;
use crate::memory::range::Addresses;
use crate::memory::shared::file::SharedFile;
use crate::sorted::Sorted;
use crate::world::handle::{self, Key};

/// Who an allocation belongs to, which decides who frees it and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// `cuMemAlloc`: ends with its context.
    Context(Key),
    /// An array: ends with its context.
    Array(Key),
    /// Stream-ordered memory: outlives contexts.
    Pool(Key),
    /// A node of a graph: outlives contexts and graphs, until something frees it.
    Graph,
    /// A module's variable: ends with its module.
    Module { module: Key, context: Key },
    /// Page-locked memory of the host's: ends with its range, or its context.
    Host(Key),
    /// Managed memory: ends with its context.
    Managed(Key),
    /// A piece of memory at reserved addresses: ends when it is unmapped.
    Mapping,
    /// Memory that another process allocated: ends when it is closed, or with the context that opened it.
    Foreign(Key),
}

impl Owner {
    /// The context that the memory ends with.
    pub(crate) fn context(self) -> Option<Key> {
        match self {
            Owner::Context(context) | Owner::Array(context) | Owner::Host(context) => Some(context),
            Owner::Managed(context) | Owner::Module { context, .. } | Owner::Foreign(context) => Some(context),
            Owner::Pool(_) | Owner::Mapping | Owner::Graph => None,
        }
    }

    /// Whether the memory counts as an allocation of the device's.
    pub(crate) fn is_on_device(self) -> bool {
        !matches!(self, Owner::Host(_))
    }

    /// Whether the host accesses the memory as well.
    pub(crate) fn is_hosts_too(self) -> bool {
        matches!(self, Owner::Host(_) | Owner::Managed(_))
    }

    /// Whether the device's memory became less by it: host memory is the host's, managed memory may be anywhere, and what is
    /// mapped was taken before.
    pub(crate) fn takes_memory(self) -> bool {
        !matches!(self, Owner::Host(_) | Owner::Managed(_) | Owner::Mapping)
    }
}

/// One live piece of device memory.
#[derive(Debug)]
pub(crate) struct Allocation {
    pub(crate) range: Addresses,
    bytes: Bytes,
    pub(crate) device: usize,
    pub(crate) owner: Owner,
    /// Set once, by the first free that was queued on a stream; a second one is an error.
    free_queued: AtomicBool,
    /// Set when it leaves the address space.
    gone: AtomicBool,
    /// Never given to any other memory, as addresses of the host's may be.
    pub(crate) id: u64,
    /// The devices that may access it, a bit each.
    access: AtomicU64,
    /// Of managed memory: what its client advises.
    pub(crate) pages: Option<Pages>,
    /// Of a mapping: what is mapped.
    pub(crate) physical: Option<Arc<Physical>>,
}

impl Allocation {
    fn new(range: Addresses, bytes: Bytes, device: usize, owner: Owner) -> Self {
        let [free_queued, gone] = [const { AtomicBool::new(false) }; 2];
        Allocation {
            range,
            bytes,
            device,
            owner,
            free_queued,
            gone,
            id: handle::next_id(),
            access: AtomicU64::new(u64::MAX),
            pages: None,
            physical: None,
        }
    }

    /// Memory that the host has as well.
    pub(crate) fn for_host(range: Addresses, bytes: Arc<Backing>, device: usize, owner: Owner) -> Self {
        let pages = matches!(owner, Owner::Managed(_)).then(|| Pages::new(range));
        Allocation { pages, ..Allocation::new(range, Bytes::of(bytes), device, owner) }
    }

    /// The beginning of a piece of memory, which nobody may access yet.
    pub(crate) fn mapping(range: Addresses, bytes: Arc<Backing>, physical: Arc<Physical>) -> Self {
        let plain = Allocation::new(range, Bytes::of(bytes), physical.device, Owner::Mapping);
        let access = AtomicU64::new(0);
        Allocation { access, physical: Some(physical), ..plain }
    }

    /// Memory that another process allocated.
    pub(crate) fn foreign(range: Addresses, bytes: Bytes, device: usize, owner: Owner) -> Self {
        Allocation::new(range, bytes, device, owner)
    }

    /// What the memory holds, to be used at once ([`Bytes::get`]).
    pub(crate) fn bytes(&self) -> Arc<Backing> {
        self.bytes.get()
    }

    /// As [`Bytes::share`].
    pub(crate) fn share(&self, make: impl FnOnce() -> Result<SharedFile, CUresult>) -> Result<bool, CUresult> {
        self.bytes.share(make)
    }

    /// Whether nobody uses the bytes at this moment.
    pub(crate) fn is_unused(&self) -> bool {
        self.bytes.is_unused()
    }

    /// The file that other processes see the memory in, if they may.
    pub(crate) fn file(&self) -> Option<Arc<SharedFile>> {
        self.bytes.file()
    }

    /// Claims the right to free this in stream order; false if somebody has it already.
    pub(crate) fn claim_free(&self) -> bool {
        // Relaxed: only the exchange itself matters, nothing is published through it.
        !self.free_queued.swap(true, Ordering::Relaxed)
    }

    /// Makes it live again for whoever allocates it behind the queued free.
    pub(crate) fn unclaim_free(&self) {
        self.free_queued.store(false, Ordering::Relaxed);
    }

    pub(crate) fn free_is_queued(&self) -> bool {
        self.free_queued.load(Ordering::Relaxed)
    }

    /// Whether a device may access it.
    pub(crate) fn is_accessible_from(&self, device: usize) -> bool {
        // Relaxed, here and below: the client orders its calls with its work; the bytes are there in any case.
        self.access.load(Ordering::Relaxed) >> (device % 64) & 1 != 0
    }

    /// Whether any device may access it, and so a copy.
    pub(crate) fn is_accessible(&self) -> bool {
        self.access.load(Ordering::Relaxed) != 0
    }

    /// Lets a device access it, or not any more.
    pub(crate) fn set_access(&self, device: usize, is_allowed: bool) {
        let bit = 1 << (device % 64);
        if is_allowed {
            self.access.fetch_or(bit, Ordering::Relaxed);
        } else {
            self.access.fetch_and(!bit, Ordering::Relaxed);
        }
    }

    /// Whether it was freed.
    pub(crate) fn is_gone(&self) -> bool {
        // Relaxed: its bytes live as long as anybody has it.
        self.gone.load(Ordering::Relaxed)
    }
}

/// The live allocations at one moment, and the addresses that once were live.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    live: Sorted<u64, Arc<Allocation>>,
    dead: BTreeMap<u64, u64>,
}

/// What stands at an address.
#[derive(Debug)]
pub(crate) enum Found {
    Live(Arc<Allocation>),
    /// It was live, and was freed.
    Freed,
    /// It begins inside a live allocation and runs over its end.
    Overrun,
    Nothing,
}

/// How many freed ranges are remembered.
const DEAD_LIMIT: usize = 1 << 14;

impl Map {
    /// What covers the whole range.
    pub(crate) fn find(&self, range: Addresses) -> Found {
        if let Some(allocation) = self.live.at_or_below(range.base) {
            if allocation.range.contains(range) {
                return Found::Live(Arc::clone(allocation));
            }
            if range.base < allocation.range.end() {
                return Found::Overrun;
            }
        }
        match self.dead.range(..=range.base).next_back() {
            Some((&base, &len)) if range.base < base.saturating_add(len) => Found::Freed,
            _ => Found::Nothing,
        }
    }

    /// The mappings that lie side by side and cover a range that runs over the end of the first of them.
    pub(crate) fn side_by_side(&self, range: Addresses) -> Option<Vec<Arc<Allocation>>> {
        let mut pieces: Vec<Arc<Allocation>> = Vec::new();
        let mut at = range.base;
        while at < range.end() {
            let piece = self.live.at_or_below(at).filter(|piece| piece.owner == Owner::Mapping)?;
            if at >= piece.range.end() {
                return None;
            }
            at = piece.range.end();
            pieces.push(Arc::clone(piece));
        }
        Some(pieces)
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = &Arc<Allocation>> {
        self.live.values()
    }
}

impl Map {
    /// What a kernel on a device finds at an address. `is_peer` says whether it was given the memory of another context.
    pub(crate) fn region(&self, address: u64, device: usize, is_peer: impl FnOnce(Key) -> bool) -> Option<Region> {
        let Found::Live(allocation) = self.find(Addresses::new(address, 1)) else { return None };
        let is_ours = match allocation.owner {
            Owner::Context(owner) | Owner::Array(owner) | Owner::Module { context: owner, .. } => {
                allocation.device == device || is_peer(owner)
            }
            Owner::Host(_) | Owner::Managed(_) => true,
            Owner::Pool(_) | Owner::Mapping | Owner::Graph | Owner::Foreign(_) => allocation.is_accessible_from(device),
        };
        is_ours.then(|| Region { base: allocation.range.base, len: allocation.range.len, bytes: allocation.bytes() })
    }
}

/// The map that is true now.
#[derive(Debug, Default)]
pub(crate) struct Space {
    map: Mutex<Arc<Map>>,
}

impl Space {
    pub(crate) fn snapshot(&self) -> Arc<Map> {
        Arc::clone(&self.map.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn find(&self, base: u64, len: u64) -> Found {
        self.map.lock().unwrap_or_else(PoisonError::into_inner).find(Addresses::new(base, len))
    }

    /// Gives `len` bytes an address. `len` is not 0.
    pub(crate) fn insert(&self, len: usize, fill: u8, device: usize, owner: Owner) -> Arc<Allocation> {
        self.insert_reserved(handle::next_addresses(len as u64), fill, device, owner)
    }

    /// Puts memory behind addresses that belong to nobody else.
    pub(crate) fn insert_reserved(&self, range: Addresses, fill: u8, device: usize, owner: Owner) -> Arc<Allocation> {
        let bytes = Bytes::fresh(range.len as usize, fill);
        let allocation = Arc::new(Allocation::new(range, bytes, device, owner));
        self.write(|map| {
            map.dead.remove(&range.base);
            map.live.insert(range.base, Arc::clone(&allocation));
        });
        allocation
    }

    /// Adds memory whose addresses are known already.
    pub(crate) fn put(&self, allocation: Allocation) -> Arc<Allocation> {
        let (range, allocation) = (allocation.range, Arc::new(allocation));
        self.write(|map| {
            // Such addresses come again: what was there before does not matter any more.
            // The dead do not overlap each other, so the ones in the way are the last before its end.
            while let Some((&base, &len)) = map.dead.range(..range.end()).next_back()
                && Addresses::new(base, len).overlaps(range)
            {
                map.dead.remove(&base);
            }
            map.live.insert(range.base, Arc::clone(&allocation));
        });
        allocation
    }

    /// Ends the allocation that begins at `base`.
    pub(crate) fn remove(&self, base: u64) -> Option<Arc<Allocation>> {
        self.write(|map| {
            let allocation = map.live.remove(&base)?;
            allocation.gone.store(true, Ordering::Relaxed);
            map.dead.insert(base, allocation.range.len);
            while map.dead.len() > DEAD_LIMIT {
                map.dead.pop_first();
            }
            Some(allocation)
        })
    }

    /// Ends every allocation that `doomed` picks, and returns them.
    pub(crate) fn remove_where(&self, doomed: impl Fn(&Allocation) -> bool) -> Vec<Arc<Allocation>> {
        let picked: Vec<u64> =
            self.snapshot().live().filter(|allocation| doomed(allocation)).map(|a| a.range.base).collect();
        picked.into_iter().filter_map(|base| self.remove(base)).collect()
    }

    fn write<R>(&self, change: impl FnOnce(&mut Map) -> R) -> R {
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut map))
    }
}
