//! What is known of an address.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr::null_mut;

use cuda_sys::{
    CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS as Access, CUcontext, CUdeviceptr, CUmemorytype, CUpointer_attribute, CUresult,
};

use crate::api::call::entry;
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::memory::host::HostRange;
use crate::memory::range::Addresses;
use crate::memory::shared;
use crate::memory::space::{Found, Owner};
use crate::name::Name;
use crate::world::handle::{self, Key};
use crate::world::registry;
use crate::world::slot;
use crate::world::world::World;

/// The memory that an address lies in.
struct Facts {
    /// The address as devices and as the host write it, where they can.
    on_device: Option<u64>,
    on_host: Option<u64>,
    range: Addresses,
    id: u64,
    kind: CUmemorytype,
    is_managed: bool,
    context: Option<Key>,
    /// Whether other processes may open it by a handle of the old kind.
    is_ipc_capable: bool,
    pool: Option<Key>,
    /// How it can be shared, a bit each.
    handle_types: u64,
    device: c_int,
    /// The devices that may access it: all of them, but for mappings.
    access: Access,
    /// The reserved addresses that it is mapped to, if it is a mapping.
    reserved: Option<Addresses>,
}

fn facts(world: &World, address: u64) -> Option<Facts> {
    let memory = match world.space.find(address, 1) {
        Found::Live(memory) => memory,
        // Write-combined memory has another address on devices.
        _ => {
            let mapped = |range: &HostRange| range.mapped + (address - range.range.base);
            let mapped = world.host.with(Addresses::new(address, 1), mapped)?;
            return if mapped == address { None } else { facts(world, mapped) };
        }
    };
    let on_host = match memory.owner {
        Owner::Host(_) => world.host.with_mapped(address, |range| range.range.base + (address - range.mapped)),
        Owner::Managed(_) => Some(address),
        _ => None,
    };
    let is_host = matches!(memory.owner, Owner::Host(_));
    let pool = if let Owner::Pool(pool) = memory.owner { Some(pool) } else { None };
    let is_exportable = memory.physical.as_ref().is_some_and(|physical| physical.file().is_some())
        || pool.and_then(registry::pool).is_some_and(|pool| pool.exported().is_some());
    let is_accessible = memory.is_accessible_from(memory.device);
    Some(Facts {
        on_device: Some(address),
        on_host,
        range: memory.range,
        id: memory.id,
        kind: if is_host { CUmemorytype::CU_MEMORYTYPE_HOST } else { CUmemorytype::CU_MEMORYTYPE_DEVICE },
        is_managed: memory.pages.is_some(),
        context: memory.owner.context(),
        is_ipc_capable: shared::IS_POSSIBLE && matches!(memory.owner, Owner::Context(_)),
        pool,
        handle_types: u64::from(is_exportable),
        device: slot::device_number(world.slot, memory.device),
        access: if is_accessible {
            Access::CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE
        } else {
            Access::CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE
        },
        reserved: world.reservations.around(memory.range),
    })
}

/// Answers one attribute.
///
/// # Safety
/// `place` is null or a place for an answer of the attribute's type.
unsafe fn answer(facts: &Facts, attribute: CUpointer_attribute, place: *mut c_void) -> Answer {
    use CUpointer_attribute as A;
    let context: CUcontext = handle::to_raw(facts.context.unwrap_or(0));
    match attribute {
        // SAFETY: the caller promises a place for an answer of this attribute's type.
        A::CU_POINTER_ATTRIBUTE_CONTEXT => unsafe { put(place.cast(), context) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE => unsafe { put(place.cast(), facts.kind.0) },
        A::CU_POINTER_ATTRIBUTE_DEVICE_POINTER => {
            // SAFETY: as above.
            unsafe { put(place.cast(), facts.on_device.ok_or(code::INVALID_VALUE)?) }
        }
        A::CU_POINTER_ATTRIBUTE_HOST_POINTER => {
            let host = facts.on_host.ok_or(code::INVALID_VALUE)?;
            let host = usize::try_from(host).map_err(|_| code::INVALID_VALUE)?;
            // SAFETY: as above.
            unsafe { put(place.cast::<*mut c_void>(), std::ptr::without_provenance_mut(host)) }
        }
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_BUFFER_ID => unsafe { put(place.cast(), facts.id) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_IS_MANAGED => unsafe { put(place.cast(), c_uint::from(facts.is_managed)) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => unsafe { put(place.cast(), facts.device) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR => unsafe { put(place.cast(), facts.range.base) },
        A::CU_POINTER_ATTRIBUTE_RANGE_SIZE => {
            // SAFETY: as above.
            unsafe { put(place.cast(), usize::try_from(facts.range.len).unwrap_or(usize::MAX)) }
        }
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_MAPPED => unsafe { put(place.cast::<c_uint>(), 1) },
        A::CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => {
            // SAFETY: as above.
            unsafe { put(place.cast::<*mut c_void>(), handle::to_raw(facts.pool.unwrap_or(0))) }
        }
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => unsafe { put(place.cast(), facts.access.0) },
        // It cannot be set.
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => unsafe { put(place.cast::<c_uint>(), 0) },
        A::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => {
            // SAFETY: as above.
            unsafe { put(place.cast(), facts.reserved.unwrap_or(facts.range).base) }
        }
        A::CU_POINTER_ATTRIBUTE_MAPPING_SIZE => {
            let len = facts.reserved.unwrap_or(facts.range).len;
            // SAFETY: as above.
            unsafe { put(place.cast(), usize::try_from(len).unwrap_or(usize::MAX)) }
        }
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => unsafe { put(place.cast(), facts.id) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => unsafe { put(place.cast::<u64>(), facts.handle_types) },
        A::CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => {
            // SAFETY: as above.
            unsafe { put(place.cast::<c_uint>(), c_uint::from(facts.is_ipc_capable)) }
        }
        A::CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE | A::CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => {
            // SAFETY: as above.
            unsafe { put(place.cast::<c_uint>(), 0) }
        }
        _ => Err(code::INVALID_VALUE),
    }
}

pub(crate) unsafe extern "C" fn cuPointerSetAttribute(
    value: *const c_void,
    attribute: CUpointer_attribute,
    address: CUdeviceptr,
) -> CUresult {
    entry(Name::cuPointerSetAttribute).on_current(|context| {
        let is_settable = attribute == CUpointer_attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
        let facts = facts(&context.world, address);
        let is_device = facts.is_some_and(|facts| facts.on_host.is_none());
        if value.is_null() || !is_settable || !is_device {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes a number for this attribute (not null, checked above).
        if unsafe { value.cast::<c_uint>().read() } == 0 {
            return Ok(());
        }
        eprintln!("cuda-sim: cuPointerSetAttribute: memory whose every copy waits is not simulated");
        Err(code::NOT_SUPPORTED)
    })
}

pub(crate) unsafe extern "C" fn cuPointerGetAttribute(
    place: *mut c_void,
    attribute: CUpointer_attribute,
    address: CUdeviceptr,
) -> CUresult {
    entry(Name::cuPointerGetAttribute).on_current(|context| {
        let facts = facts(&context.world, address).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for an answer of this attribute's type, or null.
        unsafe { answer(&facts, attribute, place) }
    })
}

/// Says of memory that is not the driver's what there is to say.
///
/// # Safety
/// As for [`answer`].
unsafe fn answer_unknown(address: u64, attribute: CUpointer_attribute, place: *mut c_void) {
    use CUpointer_attribute as A;
    const NO_DEVICE: c_int = -2;
    // An error here is a null place, which the client may pass for what it does not want to know.
    let _ = match attribute {
        A::CU_POINTER_ATTRIBUTE_HOST_POINTER => {
            let host = usize::try_from(address).unwrap_or(0);
            // SAFETY: the caller promises a place for an answer of this attribute's type, or null.
            unsafe { put(place.cast::<*mut c_void>(), std::ptr::without_provenance_mut(host)) }
        }
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => unsafe { put(place.cast(), NO_DEVICE) },
        // SAFETY: as above.
        A::CU_POINTER_ATTRIBUTE_CONTEXT => unsafe { put::<CUcontext>(place.cast(), null_mut()) },
        A::CU_POINTER_ATTRIBUTE_DEVICE_POINTER
        | A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
        | A::CU_POINTER_ATTRIBUTE_BUFFER_ID
        | A::CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => {
            // SAFETY: as above; all of these are 64 bits wide.
            unsafe { put(place.cast::<u64>(), 0) }
        }
        // SAFETY: as above; its type is a size.
        A::CU_POINTER_ATTRIBUTE_RANGE_SIZE => unsafe { put(place.cast::<usize>(), 0) },
        A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE | A::CU_POINTER_ATTRIBUTE_IS_MANAGED | A::CU_POINTER_ATTRIBUTE_MAPPED => {
            // SAFETY: as above; all of these are 32 bits wide.
            unsafe { put(place.cast::<c_uint>(), 0) }
        }
        _ => Ok(()),
    };
}

pub(crate) unsafe extern "C" fn cuPointerGetAttributes(
    count: c_uint,
    attributes: *mut CUpointer_attribute,
    places: *mut *mut c_void,
    address: CUdeviceptr,
) -> CUresult {
    entry(Name::cuPointerGetAttributes).on_current(|context| {
        if attributes.is_null() || places.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let facts = facts(&context.world, address);
        for index in 0..count as usize {
            // SAFETY: the client passes `count` attributes, and as many places.
            let attribute = unsafe { attributes.add(index) };
            // SAFETY: as above.
            let attribute = unsafe { attribute.read() };
            // SAFETY: as above.
            let place = unsafe { places.add(index) };
            // SAFETY: as above.
            let place = unsafe { place.read() };
            // SAFETY: the client passes a place for an answer of this attribute's type, or null.
            let known = facts.as_ref().map(|facts| unsafe { answer(facts, attribute, place) });
            if !matches!(known, Some(Ok(()))) {
                // SAFETY: as above.
                unsafe { answer_unknown(address, attribute, place) };
            }
        }
        Ok(())
    })
}
