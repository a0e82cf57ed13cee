//! The attributes of pools, and who may access their memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;

use cuda_sys::{
    CUmemAccess_flags as Access, CUmemAccessDesc, CUmemAllocationType, CUmemLocation, CUmemLocationType,
    CUmemPool_attribute, CUmemoryPool, CUresult,
};

use crate::api::call::entry;
use crate::api::location;
use crate::api::out::put;
use crate::api::pool::{check_support, current_pool, default_pool, on_pool, set_pool};
use crate::code::{self, Answer};
use crate::memory::pool::Pool;
use crate::name::Name;
use crate::world::world::World;
use crate::world::{handle, slot};

pub(crate) unsafe extern "C" fn cuMemPoolSetAttribute(
    pool: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> CUresult {
    use CUmemPool_attribute as A;
    on_pool(entry(Name::cuMemPoolSetAttribute), pool, |pool| {
        if value.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let mut figures = pool.figures();
        if let Some(index) = reuse_index(attribute) {
            // SAFETY: `value` is not null, and for this attribute the client passes an int there.
            figures.reuse[index] = unsafe { value.cast::<i32>().read() };
            return Ok(());
        }
        // SAFETY: `value` is not null, and for every attribute left that can be set the client passes a 64-bit number there.
        let number = || unsafe { value.cast::<u64>().read() };
        match attribute {
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => figures.release_threshold = number(),
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH if number() == 0 => figures.reserved_high = figures.reserved,
            A::CU_MEMPOOL_ATTR_USED_MEM_HIGH if number() == 0 => figures.used_high = figures.used,
            _ => return Err(code::INVALID_VALUE),
        }
        Ok(())
    })
}

/// Which of the three reuse switches an attribute is.
fn reuse_index(attribute: CUmemPool_attribute) -> Option<usize> {
    use CUmemPool_attribute as A;
    match attribute {
        A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES => Some(0),
        A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC => Some(1),
        A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => Some(2),
        _ => None,
    }
}

pub(crate) unsafe extern "C" fn cuMemPoolGetAttribute(
    pool: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> CUresult {
    use CUmemPool_attribute as A;
    on_pool(entry(Name::cuMemPoolGetAttribute), pool, |pool| {
        let figures = *pool.figures();
        if let Some(index) = reuse_index(attribute) {
            // SAFETY: for this attribute the client passes a place for an int, or null.
            return unsafe { put(value.cast::<i32>(), figures.reuse[index]) };
        }
        let small = match attribute {
            A::CU_MEMPOOL_ATTR_ALLOCATION_TYPE => {
                Some(CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED.0.cast_signed())
            }
            A::CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES => Some(i32::from(pool.exported().is_some())),
            A::CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED => Some(0),
            A::CU_MEMPOOL_ATTR_LOCATION_TYPE => Some(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE.0.cast_signed()),
            A::CU_MEMPOOL_ATTR_LOCATION_ID => Some(slot::device_number(pool.world.slot, pool.device)),
            _ => None,
        };
        if let Some(small) = small {
            // SAFETY: for these attributes the client passes a place for an int, or null.
            return unsafe { put(value.cast::<i32>(), small) };
        }
        let number = match attribute {
            A::CU_MEMPOOL_ATTR_MAX_POOL_SIZE => pool.max_byte_len(),
            A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => figures.release_threshold,
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => figures.reserved,
            A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => figures.reserved_high,
            A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT => figures.used,
            A::CU_MEMPOOL_ATTR_USED_MEM_HIGH => figures.used_high,
            _ => return Err(code::INVALID_VALUE),
        };
        // SAFETY: for these attributes the client passes a place for a 64-bit number, or null.
        unsafe { put(value.cast::<u64>(), number) }
    })
}

/// Reads one description of access.
fn change(pool: &Pool, it: &CUmemAccessDesc) -> Result<(usize, bool), CUresult> {
    let device = location::device_of(&pool.world, &it.location).map_err(|_| code::INVALID_VALUE)?;
    match it.flags {
        Access::CU_MEM_ACCESS_FLAGS_PROT_NONE if device != pool.device => Ok((device, false)),
        Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE => Ok((device, true)),
        Access::CU_MEM_ACCESS_FLAGS_PROT_READ => {
            eprintln!("cuda-sim: cuMemPoolSetAccess: memory that can only be read is not simulated");
            Err(code::NOT_SUPPORTED)
        }
        // The device's own memory is never taken from it.
        _ => Err(code::INVALID_VALUE),
    }
}

pub(crate) unsafe extern "C" fn cuMemPoolSetAccess(
    pool: CUmemoryPool,
    list: *const CUmemAccessDesc,
    count: usize,
) -> CUresult {
    on_pool(entry(Name::cuMemPoolSetAccess), pool, |pool| {
        if list.is_null() || count == 0 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes so many descriptions (not null, checked above).
        let list = unsafe { std::slice::from_raw_parts(list, count) };
        // All of them or none.
        let changes: Vec<_> = list.iter().map(|it| change(pool, it)).collect::<Result<_, _>>()?;
        changes.into_iter().for_each(|(device, is_allowed)| pool.set_access(device, is_allowed));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolGetAccess(
    flags: *mut Access,
    pool: CUmemoryPool,
    place: *mut CUmemLocation,
) -> CUresult {
    on_pool(entry(Name::cuMemPoolGetAccess), pool, |pool| {
        // SAFETY: the client passes a location, or null.
        let place = unsafe { place.as_ref() }.ok_or(code::INVALID_VALUE)?;
        let device = location::device_of(&pool.world, place).map_err(|_| code::INVALID_VALUE)?;
        let access = if pool.is_accessible_from(device) {
            Access::CU_MEM_ACCESS_FLAGS_PROT_READWRITE
        } else {
            Access::CU_MEM_ACCESS_FLAGS_PROT_NONE
        };
        // SAFETY: the client passes a place for the flags, or null.
        unsafe { put(flags, access) }
    })
}

/// Runs a call on the pools of a place, which is a device here.
///
/// # Safety
/// `place` is null, or the client's location.
unsafe fn on_place(
    name: Name,
    place: *mut CUmemLocation,
    kind: CUmemAllocationType,
    body: impl FnOnce(&std::sync::Arc<World>, usize) -> Answer,
) -> CUresult {
    let entry = entry(name);
    // SAFETY: the caller promises a location, or null.
    let Some(place) = (unsafe { place.as_ref() }) else { return entry.refuse(code::INVALID_VALUE) };
    let is_kind = (1..=2).contains(&kind.0);
    let is_place = (1..=CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN.0).contains(&place.type_.0);
    if !is_kind || !is_place {
        return entry.refuse(code::INVALID_VALUE);
    }
    let is_on_device = place.type_ == CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    if !is_on_device || kind != CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED {
        eprintln!("cuda-sim: {}: only pools of device memory are simulated", name.as_str());
        return entry.refuse(code::NOT_SUPPORTED);
    }
    entry.on_device(location::id(place), |world, device| {
        check_support(world, device)?;
        body(world, device)
    })
}

pub(crate) unsafe extern "C" fn cuMemGetDefaultMemPool(
    pool: *mut CUmemoryPool,
    place: *mut CUmemLocation,
    kind: CUmemAllocationType,
) -> CUresult {
    // SAFETY: the client passes a place for the pool, or null.
    let answer = |world: &_, device| unsafe { put(pool, handle::to_raw(default_pool(world, device))) };
    // SAFETY: the client passes a location, or null.
    unsafe { on_place(Name::cuMemGetDefaultMemPool, place, kind, answer) }
}

pub(crate) unsafe extern "C" fn cuMemGetMemPool(
    pool: *mut CUmemoryPool,
    place: *mut CUmemLocation,
    kind: CUmemAllocationType,
) -> CUresult {
    // SAFETY: the client passes a place for the pool, or null.
    let answer = |world: &_, device| unsafe { put(pool, handle::to_raw(current_pool(world, device))) };
    // SAFETY: the client passes a location, or null.
    unsafe { on_place(Name::cuMemGetMemPool, place, kind, answer) }
}

pub(crate) unsafe extern "C" fn cuMemSetMemPool(
    place: *mut CUmemLocation,
    kind: CUmemAllocationType,
    pool: CUmemoryPool,
) -> CUresult {
    // SAFETY: the client passes a location, or null.
    unsafe { on_place(Name::cuMemSetMemPool, place, kind, |world, device| set_pool(world, device, pool)) }
}
