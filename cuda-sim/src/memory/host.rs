//! Page-locked host memory: what clients registered, and what they had allocated.
//!
//! All of it is mapped, as it is wherever host and devices share one range of addresses: kernels, and copies that are given a
//! device address, find it in the address space under the host's own address, as a number. What is accessed is the pointer that is
//! kept here, never one made of a number.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::exec::backing::Backing;
use crate::memory::pointer::HostPointer;
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Owner};
use crate::sorted::Sorted;
use crate::world::handle::Key;
use crate::world::world::World;

/// What fresh page-locked memory holds: its content is undefined, and should look so.
pub(crate) const POISON: u8 = 0xCD;

/// One page-locked range.
#[derive(Debug)]
pub(crate) struct HostRange {
    pub(crate) range: Addresses,
    pub(crate) context: Key,
    pub(crate) device: usize,
    pub(crate) flags: u32,
    /// Whether the memory was allocated here; else the client registered its own.
    pub(crate) is_ours: bool,
    pub(crate) bytes: Arc<Backing>,
    /// Where devices see it.
    pub(crate) mapped: u64,
}

impl HostRange {
    /// The host's address of its first byte.
    pub(crate) fn pointer(&self) -> NonNull<u8> {
        self.bytes.start()
    }
}

/// All page-locked ranges of a simulator.
#[derive(Debug, Default)]
pub(crate) struct HostRanges {
    ranges: Mutex<Sorted<u64, HostRange>>,
}

/// Adds a range, and maps it; refused if it overlaps one that is there.
pub(crate) fn lock(world: &World, range: HostRange) -> Answer {
    let mapped = Addresses::new(range.mapped, range.range.len);
    let (bytes, device, owner) = (Arc::clone(&range.bytes), range.device, Owner::Host(range.context));
    world.host.insert(range)?;
    world.space.put(Allocation::for_host(mapped, bytes, device, owner));
    Ok(())
}

/// Ends the mapping of a range that was taken out.
pub(crate) fn unmap(world: &World, range: &HostRange) {
    drop(world.space.remove(range.mapped));
    world.engine.lock().history.forget(range.mapped);
}

/// Takes out every range of a context.
pub(crate) fn end_of(world: &World, context: Key) {
    let gone = world.host.lock().remove_where(|range| range.context == context);
    gone.iter().for_each(|range| unmap(world, range));
}

impl HostRanges {
    fn insert(&self, range: HostRange) -> Result<(), CUresult> {
        let mut ranges = self.lock();
        if ranges.values().any(|other| other.range.overlaps(range.range)) {
            return Err(code::HOST_MEMORY_ALREADY_REGISTERED);
        }
        ranges.insert(range.range.base, range);
        Ok(())
    }

    /// Takes out the range that begins at `base`, if it was allocated (`ours`) or registered (not `ours`). Its mapping stays.
    pub(crate) fn remove(&self, base: u64, ours: bool) -> Option<HostRange> {
        let mut ranges = self.lock();
        if ranges.get(&base)?.is_ours != ours {
            return None;
        }
        ranges.remove(&base)
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

    /// As [`with`](Self::with), for an address of a device's.
    pub(crate) fn with_mapped<R>(&self, address: u64, look: impl FnOnce(&HostRange) -> R) -> Option<R> {
        let ranges = self.lock();
        let covers = |range: &&HostRange| address.wrapping_sub(range.mapped) < range.range.len;
        ranges.values().find(covers).map(look)
    }

    pub(crate) fn is_locked(&self, wanted: Addresses) -> bool {
        self.with(wanted, |_| ()).is_some()
    }

    /// The pointer to an address in page-locked memory.
    pub(crate) fn pointer_at(&self, address: u64) -> Option<HostPointer> {
        self.with(Addresses::new(address, 1), |range| {
            let offset = address - range.range.base;
            HostPointer::new(range.pointer().as_ptr().wrapping_add(usize::try_from(offset).unwrap_or(0)))
        })
    }

    /// The number of live ranges, and their bytes.
    pub(crate) fn totals(&self) -> (usize, u64) {
        let ranges = self.lock();
        (ranges.len(), ranges.values().map(|range| range.range.len).sum())
    }

    fn lock(&self) -> MutexGuard<'_, Sorted<u64, HostRange>> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
