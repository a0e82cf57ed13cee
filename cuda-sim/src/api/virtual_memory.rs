//! Reserved addresses, and the memory that is mapped to them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_ulonglong, c_void};
use std::sync::Arc;

use cuda_sys::{CUdeviceptr, CUmemAccess_flags as Access, CUmemAccessDesc, CUmemLocation, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::location;
use crate::api::memory_handle::find;
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::fault::report::Kind;
use crate::memory::physical::{self, GRANULARITY};
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Found, Owner};
use crate::name::Name;
use crate::world::world::World;

/// Runs a call that names only addresses, and needs no context.
pub(super) fn on_addresses(entry: Entry, slot: usize, body: impl FnOnce(&Arc<World>) -> Answer) -> CUresult {
    entry.on_slot(slot, |world| if world.is_initialized() { body(world) } else { Err(code::NOT_INITIALIZED) })
}

fn is_granular(address: u64, len: usize) -> bool {
    len > 0 && address.is_multiple_of(GRANULARITY) && (len as u64).is_multiple_of(GRANULARITY)
}

/// The mapping that an address lies in.
fn mapping(world: &World, address: CUdeviceptr) -> Result<Arc<Allocation>, CUresult> {
    match world.space.find(address, 1) {
        Found::Live(mapping) if mapping.owner == Owner::Mapping => Ok(mapping),
        _ => Err(code::INVALID_VALUE),
    }
}

/// The address that the client would like is a hint; what it gets is always new.
pub(crate) unsafe extern "C" fn cuMemAddressReserve<const SLOT: usize>(
    place: *mut CUdeviceptr,
    len: usize,
    align: usize,
    _wanted: CUdeviceptr,
    flags: c_ulonglong,
) -> CUresult {
    on_addresses(entry(Name::cuMemAddressReserve), SLOT, |world| {
        let is_power = align == 0 || align.is_power_of_two();
        // More addresses than there are.
        let is_too_long = len as u64 > 1 << 48 || align as u64 > 1 << 48;
        if place.is_null() || !is_granular(0, len) || !is_power || flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        if is_too_long {
            return Err(code::OUT_OF_MEMORY);
        }
        let range = world.reservations.reserve(len as u64, (align as u64).max(GRANULARITY));
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, range.base) }
    })
}

pub(crate) unsafe extern "C" fn cuMemAddressFree<const SLOT: usize>(address: CUdeviceptr, len: usize) -> CUresult {
    on_addresses(entry(Name::cuMemAddressFree), SLOT, |world| {
        world.reservations.free(world, Addresses::new(address, len as u64))
    })
}

pub(crate) unsafe extern "C" fn cuMemMap<const SLOT: usize>(
    address: CUdeviceptr,
    len: usize,
    offset: usize,
    handle: c_ulonglong,
    flags: c_ulonglong,
) -> CUresult {
    on_addresses(entry(Name::cuMemMap), SLOT, |world| {
        if !is_granular(address, len) || offset != 0 || flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        let physical = find(handle).filter(|physical| physical.world_id == world.id).ok_or(code::INVALID_VALUE)?;
        world.reservations.map(world, Addresses::new(address, len as u64), &physical)
    })
}

pub(crate) unsafe extern "C" fn cuMemUnmap<const SLOT: usize>(address: CUdeviceptr, len: usize) -> CUresult {
    on_addresses(entry(Name::cuMemUnmap), SLOT, |world| {
        let range = Addresses::new(address, len as u64);
        let mappings = physical::mappings(world, range)?;
        let toucher = world.engine.lock().toucher(range).map(|op| op.name());
        if let Some(name) = toucher {
            let text = format!("unmapped {len} bytes at {address:#x} while {name} that touches them is not done");
            world.reports.add(Kind::UseAfterFree, text);
        }
        for mapping in mappings {
            drop(world.space.remove(mapping.range.base));
            world.engine.lock().history.forget(mapping.range.base);
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuMemSetAccess<const SLOT: usize>(
    address: CUdeviceptr,
    len: usize,
    list: *const CUmemAccessDesc,
    count: usize,
) -> CUresult {
    on_addresses(entry(Name::cuMemSetAccess), SLOT, |world| {
        if list.is_null() || count == 0 {
            return Err(code::INVALID_VALUE);
        }
        let mappings = physical::mappings(world, Addresses::new(address, len as u64))?;
        // SAFETY: the client passes so many descriptions (not null, checked above).
        let list = unsafe { std::slice::from_raw_parts(list, count) };
        // All of them or none.
        let changes: Vec<_> = list.iter().map(|it| change(world, it)).collect::<Result<_, _>>()?;
        for (device, is_allowed) in changes {
            mappings.iter().for_each(|mapping| mapping.set_access(device, is_allowed));
        }
        Ok(())
    })
}

fn change(world: &World, it: &CUmemAccessDesc) -> Result<(usize, bool), CUresult> {
    let device = location::device_of(world, &it.location)?;
    match it.flags {
        Access::CU_MEM_ACCESS_FLAGS_PROT_NONE => Ok((device, false)),
        Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE => Ok((device, true)),
        Access::CU_MEM_ACCESS_FLAGS_PROT_READ => {
            eprintln!("cuda-sim: cuMemSetAccess: memory that can only be read is not simulated");
            Err(code::NOT_SUPPORTED)
        }
        _ => Err(code::INVALID_VALUE),
    }
}

pub(crate) unsafe extern "C" fn cuMemGetAccess<const SLOT: usize>(
    flags: *mut c_ulonglong,
    place: *const CUmemLocation,
    address: CUdeviceptr,
) -> CUresult {
    on_addresses(entry(Name::cuMemGetAccess), SLOT, |world| {
        // SAFETY: the client passes a location, or null.
        let place = unsafe { place.as_ref() }.ok_or(code::INVALID_VALUE)?;
        let device = location::device_of(world, place)?;
        let access = if mapping(world, address)?.is_accessible_from(device) {
            Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE
        } else {
            Access::CU_MEM_ACCESS_FLAGS_PROT_NONE
        };
        // SAFETY: the client passes a place for the flags, or null.
        unsafe { put(flags, c_ulonglong::from(access.0)) }
    })
}

pub(crate) unsafe extern "C" fn cuMemRetainAllocationHandle<const SLOT: usize>(
    handle: *mut c_ulonglong,
    address: *mut c_void,
) -> CUresult {
    on_addresses(entry(Name::cuMemRetainAllocationHandle), SLOT, |world| {
        if handle.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let mapping = mapping(world, address.addr() as u64)?;
        let physical = mapping.physical.as_ref().ok_or(code::INVALID_VALUE)?;
        physical.retain();
        // SAFETY: the client passes a place for the handle (not null, checked above).
        unsafe { put(handle, physical.key as c_ulonglong) }
    })
}
