//! Page-locked host memory: allocated, or registered.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_void};
use std::ptr::NonNull;
use std::sync::{Arc, PoisonError};

use cuda_sys::{CUdeviceptr, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::memory::{maybe_synchronize, report_in_flight};
use crate::api::out::put;
use crate::code;
use crate::exec::backing::Backing;
use crate::fault::report::Kind;
use crate::memory::host::{self, HostRange};
use crate::memory::range::Addresses;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::handle;

/// Portable, mapped, write-combined.
const ALLOCATION_FLAGS: c_uint = 0x07;
/// Devices see it, but not at the host's address.
const WRITE_COMBINED: c_uint = 0x04;
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
        let bytes = Backing::for_host(len, host::POISON).ok_or(code::OUT_OF_MEMORY)?;
        let pointer = bytes.start().as_ptr();
        let range = Addresses::of_host(pointer, len);
        let mapped = if flags & WRITE_COMBINED == 0 { range } else { handle::next_addresses(range.len) }.base;
        let (context_key, device, bytes) = (context.key, context.device, Arc::new(bytes));
        let range = HostRange { range, context: context_key, device, flags, is_ours: true, bytes, mapped };
        host::lock(&context.world, range)?;
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

/// Reports memory that goes while queued work still touches it, by the host's address or by the devices'.
fn report_host_in_flight(context: &Context, range: &HostRange, what: &str) -> bool {
    let mapped = Addresses::new(range.mapped, range.range.len);
    report_in_flight(context, range.range, Kind::HostInFlight, what)
        || range.mapped != range.range.base && report_in_flight(context, mapped, Kind::HostInFlight, what)
}

pub(crate) unsafe extern "C" fn cuMemFreeHost(pointer: *mut c_void) -> CUresult {
    entry(Name::cuMemFreeHost).on_current(|context| {
        let world = &context.world;
        maybe_synchronize(context);
        let range = world.host.remove(pointer.addr() as u64, true).ok_or(code::INVALID_VALUE)?;
        if report_host_in_flight(context, &range, "freed page-locked memory at") {
            // The work will still run: it must find memory, for the mistake is the client's and has been reported.
            world.retired.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&range.bytes));
        }
        host::unmap(world, &range);
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
        let start = NonNull::new(pointer.cast::<u8>()).ok_or(code::INVALID_VALUE)?;
        let range = Addresses::of_host(pointer.cast(), len);
        // SAFETY: the client says that these bytes are its own and stay so until it unregisters them, when the mapping ends; and that
        // it uses them in order with what it has the device do, as CUDA asks of it.
        let bytes = Arc::new(unsafe { Backing::lent(start, len) });
        let (context_key, device, mapped) = (context.key, context.device, range.base);
        let range = HostRange { range, context: context_key, device, flags, is_ours: false, bytes, mapped };
        host::lock(&context.world, range)
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
        report_host_in_flight(context, &range, "unregistered host memory at");
        host::unmap(&context.world, &range);
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuMemHostGetFlags(flags: *mut c_uint, pointer: *mut c_void) -> CUresult {
    entry(Name::cuMemHostGetFlags).on_current(|context| {
        let found = context.world.host.with(Addresses::of_host(pointer.cast(), 1), |range| {
            // Only of memory that was allocated: of what it registered the client knows them.
            range.is_ours.then_some(range.flags)
        });
        // SAFETY: the client passes a place for the flags, or null.
        unsafe { put(flags, found.flatten().ok_or(code::INVALID_VALUE)?) }
    })
}

pub(crate) unsafe extern "C" fn cuMemHostGetDevicePointer_v2(
    address: *mut CUdeviceptr,
    pointer: *mut c_void,
    flags: c_uint,
) -> CUresult {
    entry(Name::cuMemHostGetDevicePointer_v2).on_current(|context| {
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        let wanted = Addresses::of_host(pointer.cast(), 1);
        let found = context.world.host.with(wanted, |range| range.mapped + (wanted.base - range.range.base));
        // SAFETY: the client passes a place for the address, or null.
        unsafe { put(address, found.ok_or(code::INVALID_VALUE)?) }
    })
}
