//! Device memory without addresses, and the reservations of addresses that it is mapped to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cuda_sys::{CUmemAllocationHandleType as HandleType, CUresult};

use crate::code::{self, Answer};
use crate::memory::bytes::Bytes;
use crate::memory::range::Addresses;
use crate::memory::shared::file::SharedFile;
use crate::memory::shared::ticket::{Id, Kind};
use crate::memory::space::{Allocation, Found, Owner};
use crate::sorted::Sorted;
use crate::world::handle::{self, Key};
use crate::world::registry::{self, Object};
use crate::world::world::{self, World};

/// Memory comes in multiples of this, and is mapped at multiples of this.
pub(crate) const GRANULARITY: u64 = 2 << 20;

/// A piece of device memory: what a client holds a `CUmemGenericAllocationHandle` of. It lives as long as the client has a
/// reference or it is mapped somewhere.
#[derive(Debug)]
pub(crate) struct Physical {
    pub(crate) key: Key,
    pub(crate) world_id: u64,
    world: Weak<World>,
    pub(crate) device: usize,
    pub(crate) len: u64,
    bytes: Bytes,
    /// The client's references. While there are any, the registry has it.
    references: Mutex<u64>,
}

impl Physical {
    /// Takes memory of a device, which other processes may see or not. The client has one reference.
    pub(crate) fn create(world: &Arc<World>, device: usize, len: u64, is_shared: bool) -> Result<Key, CUresult> {
        if world.faults.allocation_fails() {
            return Err(code::OUT_OF_MEMORY);
        }
        let bytes = Bytes::fresh(len as usize, world::fresh_fill(len as usize));
        if is_shared {
            let place = world.devices.get(device).ok_or(code::INVALID_DEVICE)?.profile.place(device);
            bytes.share(|| SharedFile::create(Kind::Physical, place, len, Id::default()))?;
        }
        Self::adopt(world, device, len, bytes)
    }

    /// Takes what another process made, or what was made just now.
    pub(crate) fn adopt(world: &Arc<World>, device: usize, len: u64, bytes: Bytes) -> Result<Key, CUresult> {
        world.devices.get(device).ok_or(code::INVALID_DEVICE)?.reserve(len)?;
        let physical = Arc::new(Physical {
            key: handle::next_key(),
            world_id: world.id,
            world: Arc::downgrade(world),
            device,
            len,
            bytes,
            references: Mutex::new(0),
        });
        physical.retain();
        Ok(physical.key)
    }

    /// The simulator that it is part of, if that is still there.
    pub(crate) fn world(&self) -> Option<Arc<World>> {
        self.world.upgrade()
    }

    /// Gives the client one more reference.
    pub(crate) fn retain(self: &Arc<Self>) {
        let mut references = self.references();
        *references += 1;
        if *references == 1 {
            registry::insert(self.key, Object::Physical(Arc::clone(self)));
        }
    }

    /// Takes one reference back; refused if there is none, which is when two threads gave back the last.
    pub(crate) fn release(&self) -> Answer {
        let mut references = self.references();
        *references = references.checked_sub(1).ok_or(code::INVALID_VALUE)?;
        // What the registry had is dropped only behind the lock.
        let last = if *references == 0 { registry::remove(self.key) } else { None };
        drop(references);
        drop(last);
        Ok(())
    }

    /// The file that other processes see it in, if it was made for that.
    pub(crate) fn file(&self) -> Option<Arc<SharedFile>> {
        self.bytes.file()
    }

    /// How it can be shared.
    pub(crate) fn handle_types(&self) -> HandleType {
        match self.file() {
            Some(_) => HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
            None => HandleType::CU_MEM_HANDLE_TYPE_NONE,
        }
    }

    fn references(&self) -> MutexGuard<'_, u64> {
        self.references.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Some(device) = self.world().as_ref().and_then(|world| world.devices.get(self.device)) {
            device.give_back(self.len);
        }
    }
}

/// The reserved addresses of a simulator, by their base.
#[derive(Debug, Default)]
pub(crate) struct Reservations {
    ranges: Mutex<Sorted<u64, Addresses>>,
}

impl Reservations {
    /// Reserves `len` bytes at a multiple of `align`.
    pub(crate) fn reserve(&self, len: u64, align: u64) -> Addresses {
        let range = handle::next_aligned_addresses(len, align);
        self.lock().insert(range.base, range);
        range
    }

    /// Ends a reservation, if it is one and nothing is mapped there.
    pub(crate) fn free(&self, world: &World, range: Addresses) -> Answer {
        let mut ranges = self.lock();
        let is_reserved = ranges.get(&range.base) == Some(&range);
        if !is_reserved || world.space.snapshot().live().any(|there| there.range.overlaps(range)) {
            return Err(code::INVALID_VALUE);
        }
        ranges.remove(&range.base);
        Ok(())
    }

    /// The reservation that covers a range.
    pub(crate) fn around(&self, range: Addresses) -> Option<Addresses> {
        self.lock().at_or_below(range.base).filter(|reserved| reserved.contains(range)).copied()
    }

    /// Maps the beginning of a piece of memory; no device may access it yet.
    pub(crate) fn map(&self, world: &World, range: Addresses, physical: &Arc<Physical>) -> Answer {
        let ranges = self.lock();
        let reserved = ranges.at_or_below(range.base).filter(|reserved| reserved.contains(range));
        let is_free = || !world.space.snapshot().live().any(|there| there.range.overlaps(range));
        if reserved.is_none() || range.len > physical.len || !is_free() {
            return Err(code::INVALID_VALUE);
        }
        world.space.put(Allocation::mapping(range, physical.bytes.get(), Arc::clone(physical)));
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sorted<u64, Addresses>> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The mappings that a range consists of: whole ones, without gaps.
pub(crate) fn mappings(world: &World, range: Addresses) -> Result<Vec<Arc<Allocation>>, CUresult> {
    let map = world.space.snapshot();
    let mut found = Vec::new();
    let mut at = range.base;
    while at < range.end() {
        let Found::Live(mapping) = map.find(Addresses::new(at, 1)) else { return Err(code::INVALID_VALUE) };
        if mapping.owner != Owner::Mapping || mapping.range.base != at || mapping.range.end() > range.end() {
            return Err(code::INVALID_VALUE);
        }
        at = mapping.range.end();
        found.push(mapping);
    }
    if found.is_empty() { Err(code::INVALID_VALUE) } else { Ok(found) }
}
