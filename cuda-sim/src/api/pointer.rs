//! What is known of an address.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr::null_mut;

use cuda_sys::{CUcontext, CUdeviceptr, CUmemorytype, CUpointer_attribute, CUresult};

use crate::api::call::entry;
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::memory::host::HostRange;
use crate::memory::range::Addresses;
use crate::memory::space::{Found, Owner};
use crate::name::Name;
use crate::world::handle::{self, Key};
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
    context: Option<Key>,
    pool: Option<Key>,
    device: c_int,
}

fn facts(world: &World, address: u64) -> Option<Facts> {
    match world.space.find(address, 1) {
        Found::Live(allocation) if allocation.owner.is_on_device() => {
            let pool = if let Owner::Pool(pool) = allocation.owner { Some(pool) } else { None };
            Some(Facts {
                on_device: Some(address),
                on_host: None,
                range: allocation.range,
                id: allocation.range.base,
                kind: CUmemorytype::CU_MEMORYTYPE_DEVICE,
                context: allocation.owner.context(),
                pool,
                device: slot::device_number(world.slot, allocation.device),
            })
        }
        Found::Live(_) => world.host.with_mapped(address, |range| host_facts(world, range, address - range.mapped)),
        _ => {
            let wanted = Addresses::new(address, 1);
            world.host.with(wanted, |range| host_facts(world, range, address - range.range.base))
        }
    }
}

fn host_facts(world: &World, range: &HostRange, offset: u64) -> Facts {
    Facts {
        on_device: Some(range.mapped + offset),
        on_host: Some(range.range.base + offset),
        range: range.range,
        id: range.id,
        kind: CUmemorytype::CU_MEMORYTYPE_HOST,
        context: Some(range.context),
        pool: None,
        device: slot::device_number(world.slot, range.device),
    }
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
        A::CU_POINTER_ATTRIBUTE_IS_MANAGED => unsafe { put(place.cast::<c_uint>(), 0) },
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
        _ => Err(code::INVALID_VALUE),
    }
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
