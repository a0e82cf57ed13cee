//! Page-locked host memory: allocated, or registered.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_void};
use std::sync::PoisonError;

use cuda_sys::CUresult;

use crate::api::call::{Entry, entry};
use crate::api::memory::{maybe_synchronize, report_in_flight};
use crate::api::out::put;
use crate::code;
use crate::fault::report::Kind;
use crate::memory::host::{HostBlock, HostRange};
use crate::memory::range::Addresses;
use crate::name::Name;

/// Portable, mapped, write-combined.
const ALLOCATION_FLAGS: c_uint = 0x07;
/// Portable, mapped.
const REGISTRATION_FLAGS: c_uint = 0x03;
/// Memory of another device, and read-only memory: not simulated.
const UNUSUAL_REGISTRATION_FLAGS: c_uint = 0x0C;

fn allocate(entry: Entry, place: *mut *mut c_void, len: usize, flags: c_uint) -> CUresult {
    entry.on_current(|context| {
        if place.is_null() || len == 0 || flags & !ALLOCATION_FLAGS != 0 {
            return Err(code::INVALID_VALUE);
        }
        if context.world.faults.allocation_fails() {
            return Err(code::OUT_OF_MEMORY);
        }
        let block = HostBlock::allocate(len).ok_or(code::OUT_OF_MEMORY)?;
        let pointer = block.pointer();
        let range = Addresses::of_host(pointer, len);
        context.world.host.insert(HostRange { range, context: context.key, flags, block: Some(block) })?;
        // SAFETY: the client passes a place for the pointer (not null, checked above).
        unsafe { put(place, pointer.cast()) }
    })
}

pub(crate) unsafe extern "C" fn cuMemAllocHost_v2(place: *mut *mut c_void, len: usize) -> CUresult {
    allocate(entry(Name::cuMemAllocHost_v2), place, len, 0)
}

pub(crate) unsafe extern "C" fn cuMemHostAlloc(place: *mut *mut c_void, len: usize, flags: c_uint) -> CUresult {
    allocate(entry(Name::cuMemHostAlloc), place, len, flags)
}

pub(crate) unsafe extern "C" fn cuMemFreeHost(pointer: *mut c_void) -> CUresult {
    entry(Name::cuMemFreeHost).on_current(|context| {
        let world = &context.world;
        maybe_synchronize(context);
        let range = world.host.remove(pointer.addr() as u64, true).ok_or(code::INVALID_VALUE)?;
        if report_in_flight(context, range.range, Kind::HostInFlight, "freed page-locked memory at") {
            // The work will still run: it must find memory, for the mistake is the client's and has been reported.
            world.retired.lock().unwrap_or_else(PoisonError::into_inner).extend(range.block);
        }
        Ok(())
    })
}

fn register(entry: Entry, pointer: *mut c_void, len: usize, flags: c_uint) -> CUresult {
    entry.on_current(|context| {
        if pointer.is_null() || len == 0 || flags & !(REGISTRATION_FLAGS | UNUSUAL_REGISTRATION_FLAGS) != 0 {
            return Err(code::INVALID_VALUE);
        }
        if flags & UNUSUAL_REGISTRATION_FLAGS != 0 {
            return Err(code::NOT_SUPPORTED);
        }
        let range = Addresses::of_host(pointer.cast(), len);
        context.world.host.insert(HostRange { range, context: context.key, flags, block: None })
    })
}

pub(crate) unsafe extern "C" fn cuMemHostRegister_v2(pointer: *mut c_void, len: usize, flags: c_uint) -> CUresult {
    register(entry(Name::cuMemHostRegister_v2), pointer, len, flags)
}

pub(crate) unsafe extern "C" fn cuMemHostRegister(pointer: *mut c_void, len: usize, flags: c_uint) -> CUresult {
    register(entry(Name::cuMemHostRegister), pointer, len, flags)
}

pub(crate) unsafe extern "C" fn cuMemHostUnregister(pointer: *mut c_void) -> CUresult {
    entry(Name::cuMemHostUnregister).on_current(|context| {
        if pointer.is_null() {
            return Err(code::INVALID_VALUE);
        }
        maybe_synchronize(context);
        let removed = context.world.host.remove(pointer.addr() as u64, false);
        let range = removed.ok_or(code::HOST_MEMORY_NOT_REGISTERED)?;
        report_in_flight(context, range.range, Kind::HostInFlight, "unregistered host memory at");
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuMemHostGetFlags(flags: *mut c_uint, pointer: *mut c_void) -> CUresult {
    entry(Name::cuMemHostGetFlags).on_current(|context| {
        let found = context.world.host.with(Addresses::of_host(pointer.cast(), 1), |range| range.flags);
        // SAFETY: the client passes a place for the flags, or null.
        unsafe { put(flags, found.ok_or(code::INVALID_VALUE)?) }
    })
}
