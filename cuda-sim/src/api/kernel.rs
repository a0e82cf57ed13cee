//! Kernels of libraries.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use cuda_sys::{CUdevice, CUfunc_cache, CUfunction, CUfunction_attribute, CUkernel, CUlibrary, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::function::{attribute, check_cache, put_parameter, set_attribute};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::library::LibraryKernel;
use crate::world::profile::DeviceProfile;
use crate::world::settings::{self, Settings};
use crate::world::slot;
use crate::world::{handle, registry};

/// Runs a call on a kernel.
fn on_kernel(entry: Entry, raw: CUkernel, body: impl FnOnce(&Arc<LibraryKernel>) -> Answer) -> CUresult {
    match registry::kernel(handle::to_key(raw)) {
        Some(kernel) => entry.on_world(&kernel.world, None, || body(&kernel)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

/// Runs a call on a kernel as it is on a device.
fn on_device(
    entry: Entry,
    raw: CUkernel,
    device: CUdevice,
    body: impl FnOnce(&LibraryKernel, &DeviceProfile, &Settings) -> Answer,
) -> CUresult {
    on_kernel(entry, raw, |kernel| {
        let found = slot::device(device).filter(|(world, _)| world.id == kernel.world.id);
        let (world, ordinal) = found.ok_or(code::INVALID_DEVICE)?;
        let settings = kernel.settings.get(ordinal).ok_or(code::INVALID_DEVICE)?;
        body(kernel, &world.devices[ordinal].profile, settings)
    })
}

pub(crate) unsafe extern "C" fn cuKernelGetFunction(place: *mut CUfunction, kernel: CUkernel) -> CUresult {
    let entry = entry(Name::cuKernelGetFunction);
    let Some(kernel) = registry::kernel(handle::to_key(kernel)) else { return entry.refuse(code::INVALID_HANDLE) };
    entry.on_current(|context| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let (key, function) = kernel.function(context)?;
        function.load();
        // SAFETY: the client passes a place for the function.
        unsafe { put(place, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuKernelGetLibrary(place: *mut CUlibrary, kernel: CUkernel) -> CUresult {
    on_kernel(entry(Name::cuKernelGetLibrary), kernel, |kernel| {
        // SAFETY: the client passes a place for the library, or null.
        unsafe { put(place, handle::to_raw(kernel.library)) }
    })
}

/// The text lives as long as the library stays loaded.
pub(crate) unsafe extern "C" fn cuKernelGetName(place: *mut *const c_char, kernel: CUkernel) -> CUresult {
    let entry = entry(Name::cuKernelGetName);
    if kernel.is_null() {
        return entry.refuse(code::INVALID_VALUE);
    }
    on_kernel(entry, kernel, |kernel| {
        // SAFETY: the client passes a place for the text, or null.
        unsafe { put(place, kernel.name.as_ptr()) }
    })
}

pub(crate) unsafe extern "C" fn cuKernelGetParamInfo(
    kernel: CUkernel,
    index: usize,
    offset: *mut usize,
    byte_len: *mut usize,
) -> CUresult {
    on_kernel(entry(Name::cuKernelGetParamInfo), kernel, |kernel| {
        // SAFETY: the client passes places for the offset and the size, or null.
        unsafe { put_parameter(&kernel.kernel, index, offset, byte_len) }
    })
}

pub(crate) unsafe extern "C" fn cuKernelGetParamCount(kernel: CUkernel, count: *mut usize) -> CUresult {
    on_kernel(entry(Name::cuKernelGetParamCount), kernel, |kernel| {
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(count, kernel.kernel.params.len()) }
    })
}

pub(crate) unsafe extern "C" fn cuKernelGetAttribute(
    place: *mut c_int,
    which: CUfunction_attribute,
    kernel: CUkernel,
    device: CUdevice,
) -> CUresult {
    on_device(entry(Name::cuKernelGetAttribute), kernel, device, |kernel, profile, set| {
        let dynamic = set.max_dynamic_shared().unwrap_or_else(|| settings::plain_dynamic_shared(&kernel.kernel));
        let carveout = set.carveout().unwrap_or(settings::NO_CARVEOUT);
        let value = attribute(&kernel.kernel, profile, dynamic, carveout, which).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(place, value) }
    })
}

pub(crate) unsafe extern "C" fn cuKernelSetAttribute(
    which: CUfunction_attribute,
    value: c_int,
    kernel: CUkernel,
    device: CUdevice,
) -> CUresult {
    on_device(entry(Name::cuKernelSetAttribute), kernel, device, |kernel, profile, settings| {
        set_attribute(&kernel.kernel, profile, settings, which, value)
    })
}

pub(crate) unsafe extern "C" fn cuKernelSetCacheConfig(
    kernel: CUkernel,
    config: CUfunc_cache,
    device: CUdevice,
) -> CUresult {
    on_device(entry(Name::cuKernelSetCacheConfig), kernel, device, |_, _, _| check_cache(config))
}
