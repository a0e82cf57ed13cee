//! Memory without addresses, which is mapped to reserved ones.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_ulonglong;
use std::ptr::null_mut;
use std::sync::Arc;

use cuda_sys::{
    CUmemAllocationGranularity_flags as Granularity, CUmemAllocationHandleType, CUmemAllocationProp,
    CUmemAllocationType, CUmemLocationType, CUresult,
};

use crate::api::call::{Entry, entry};
use crate::api::location;
use crate::api::out::put;
use crate::api::sharing;
use crate::code::{self, Answer};
use crate::memory::physical::{GRANULARITY, Physical};
use crate::name::Name;
use crate::world::world::World;
use crate::world::{registry, slot};

/// The memory of a handle.
pub(super) fn find(handle: c_ulonglong) -> Option<Arc<Physical>> {
    registry::physical(usize::try_from(handle).ok()?)
}

/// Runs a call on what a description of memory asks for: the memory of a device, to be shared or not, and nothing special.
///
/// # Safety
/// `wanted` is null, or the client's description.
unsafe fn on_description(
    entry: Entry,
    wanted: *const CUmemAllocationProp,
    body: impl FnOnce(&Arc<World>, usize) -> Answer,
) -> CUresult {
    // SAFETY: the caller promises a description, or null.
    let Some(wanted) = (unsafe { wanted.as_ref() }) else { return entry.refuse(code::INVALID_VALUE) };
    let is_known = |kind: CUmemLocationType| {
        kind.0 > 0 && kind.0 <= CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN.0
    };
    let is_pinned = wanted.type_ == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    let is_managed = wanted.type_ == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_MANAGED;
    if !(is_pinned || is_managed) || !is_known(wanted.location.type_) {
        return entry.refuse(code::INVALID_VALUE);
    }
    let is_on_device = wanted.location.type_ == CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let Some(is_simulated) = sharing::is_simulated(wanted.requestedHandleTypes) else {
        return entry.refuse(code::INVALID_VALUE);
    };
    let is_plain = is_simulated && (wanted.allocFlags.gpuDirectRDMACapable, wanted.allocFlags.usage) == (0, 0);
    if is_managed || !is_on_device || !is_plain {
        eprintln!(
            "cuda-sim: only plain device memory is simulated behind a handle, shared as file descriptors if at all"
        );
        return entry.refuse(code::NOT_SUPPORTED);
    }
    entry.on_device(location::id(&wanted.location), body)
}

pub(crate) unsafe extern "C" fn cuMemCreate(
    handle: *mut c_ulonglong,
    len: usize,
    wanted: *const CUmemAllocationProp,
    flags: c_ulonglong,
) -> CUresult {
    let create = |world: &Arc<World>, device| {
        if handle.is_null() || len == 0 || !(len as u64).is_multiple_of(GRANULARITY) || flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: `wanted` is the description that this was called with, or it would not have been.
        let is_shared = unsafe { &*wanted }.requestedHandleTypes != CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE;
        let key = Physical::create(world, device, len as u64, is_shared)?;
        // SAFETY: the client passes a place for the handle (not null, checked above).
        unsafe { put(handle, key as c_ulonglong) }
    };
    // SAFETY: the client passes a description, or null.
    unsafe { on_description(entry(Name::cuMemCreate), wanted, create) }
}

pub(crate) unsafe extern "C" fn cuMemGetAllocationGranularity(
    granularity: *mut usize,
    wanted: *const CUmemAllocationProp,
    option: Granularity,
) -> CUresult {
    let is_known = matches!(
        option,
        Granularity::CU_MEM_ALLOC_GRANULARITY_MINIMUM | Granularity::CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
    );
    let answer = |_: &Arc<World>, _| {
        if !is_known {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(granularity, GRANULARITY as usize) }
    };
    // SAFETY: the client passes a description, or null.
    unsafe { on_description(entry(Name::cuMemGetAllocationGranularity), wanted, answer) }
}

pub(super) fn on_handle(entry: Entry, handle: c_ulonglong, body: impl FnOnce(&Arc<Physical>) -> Answer) -> CUresult {
    let found = find(handle).and_then(|physical| Some((physical.world()?, physical)));
    match found {
        Some((world, physical)) => entry.on_world(&world, None, || body(&physical)),
        None => entry.refuse(code::INVALID_VALUE),
    }
}

pub(crate) unsafe extern "C" fn cuMemRelease(handle: c_ulonglong) -> CUresult {
    on_handle(entry(Name::cuMemRelease), handle, |physical| physical.release())
}

pub(crate) unsafe extern "C" fn cuMemGetAllocationPropertiesFromHandle(
    place: *mut CUmemAllocationProp,
    handle: c_ulonglong,
) -> CUresult {
    on_handle(entry(Name::cuMemGetAllocationPropertiesFromHandle), handle, |physical| {
        let world = physical.world().ok_or(code::DEINITIALIZED)?;
        let mut made = CUmemAllocationProp {
            type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: physical.handle_types(),
            win32HandleMetaData: null_mut(),
            ..CUmemAllocationProp::default()
        };
        made.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        made.location.__bindgen_anon_1.id = slot::device_number(world.slot, physical.device);
        // SAFETY: the client passes a place for the description, or null.
        unsafe { put(place, made) }
    })
}
