//! What a kernel is like.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_int, c_uint};
use std::sync::Arc;

use cuda_sys::{
    CUdevice_attribute, CUfunc_cache, CUfunction, CUfunction_attribute, CUfunctionLoadingState, CUmodule, CUresult,
    CUsharedconfig,
};

use crate::api::call::{Entry, entry};
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::ptx::module::Kernel;
use crate::world::module::{self, Function};
use crate::world::profile::DeviceProfile;
use crate::world::registry::Object;
use crate::world::settings::Settings;
use crate::world::{handle, registry};

/// Runs a call on a kernel: a function, or a library's kernel as it is in the current context. It is loaded.
pub(crate) fn on_function(entry: Entry, raw: CUfunction, body: impl FnOnce(&Arc<Function>) -> Answer) -> CUresult {
    on_function_as_it_is(entry, raw, |function| {
        function.load();
        body(function)
    })
}

/// As [`on_function`], but a function that is not loaded stays so.
fn on_function_as_it_is(entry: Entry, raw: CUfunction, body: impl FnOnce(&Arc<Function>) -> Answer) -> CUresult {
    match registry::find(handle::to_key(raw)) {
        Some(Object::Function(function)) => {
            entry.on_context(&Arc::clone(&function.module.context), |_| body(&function))
        }
        Some(Object::Kernel(kernel)) => entry.on_current(|context| {
            let (_, function) = kernel.function(context)?;
            function.load();
            body(&function)
        }),
        _ => entry.refuse(code::INVALID_HANDLE),
    }
}

/// The most shared memory that a block of this kernel can be given, its own included.
pub(crate) fn shared_limit(function: &Function) -> u32 {
    let context = &function.module.context;
    most_shared(&context.world.devices[context.device].profile)
}

/// The most shared memory that a block can be given.
fn most_shared(profile: &DeviceProfile) -> u32 {
    let limit = profile.value(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0);
    limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(0)
}

/// Whether an attribute is only known of a function that is loaded, as the driver documents it.
fn needs_load(attribute: CUfunction_attribute) -> bool {
    use CUfunction_attribute as A;
    matches!(
        attribute,
        A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
            | A::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES
            | A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    )
}

/// What a kernel is like on a device.
pub(crate) fn attribute(
    kernel: &Kernel,
    profile: &DeviceProfile,
    max_dynamic_shared: u32,
    carveout: c_int,
    attribute: CUfunction_attribute,
) -> Option<c_int> {
    use CUfunction_attribute as A;
    let capability = |attribute| profile.value(attribute, 0).unwrap_or(0);
    let version = || {
        10 * capability(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
            + capability(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
    };
    let count = |count: u32| c_int::try_from(count).unwrap_or(c_int::MAX);
    Some(match attribute {
        A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => count(module::max_threads(kernel, profile)),
        A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => count(kernel.static_shared_bytes),
        A::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES => count(kernel.const_bytes),
        A::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => count(kernel.local_bytes),
        A::CU_FUNC_ATTRIBUTE_NUM_REGS => count(kernel.registers),
        A::CU_FUNC_ATTRIBUTE_PTX_VERSION | A::CU_FUNC_ATTRIBUTE_BINARY_VERSION => version(),
        A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => count(max_dynamic_shared),
        A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => carveout,
        known if known.0 < A::CU_FUNC_ATTRIBUTE_MAX.0 => 0,
        _ => return None,
    })
}

/// Sets what can be set for a kernel on a device.
pub(crate) fn set_attribute(
    kernel: &Kernel,
    profile: &DeviceProfile,
    settings: &Settings,
    which: CUfunction_attribute,
    value: c_int,
) -> Answer {
    use CUfunction_attribute as A;
    match which {
        A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            let most = most_shared(profile).saturating_sub(kernel.static_shared_bytes);
            let value = u32::try_from(value).ok().filter(|value| *value <= most).ok_or(code::INVALID_VALUE)?;
            settings.set_max_dynamic_shared(value);
        }
        A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT if (-1..=100).contains(&value) => {
            settings.set_carveout(value);
        }
        _ => return Err(code::INVALID_VALUE),
    }
    Ok(())
}

/// Checks a choice between first-level cache and shared memory, which changes nothing here.
pub(crate) fn check_cache(config: CUfunc_cache) -> Answer {
    if config.0 <= CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL.0 { Ok(()) } else { Err(code::INVALID_VALUE) }
}

/// Writes where a parameter of a kernel is.
///
/// # Safety
/// `offset` and `byte_len` are each null or a place of the client's.
pub(crate) unsafe fn put_parameter(kernel: &Kernel, index: usize, offset: *mut usize, byte_len: *mut usize) -> Answer {
    let parameter = kernel.params.get(index).ok_or(code::INVALID_VALUE)?;
    // SAFETY: the caller promises a place for the offset, or null.
    unsafe { put(offset, parameter.offset as usize)? };
    // SAFETY: the caller promises a place for the size, or null if it is not wanted.
    unsafe { put_if_wanted(byte_len, parameter.byte_len as usize) };
    Ok(())
}

fn profile(function: &Function) -> &DeviceProfile {
    let context = &function.module.context;
    &context.world.devices[context.device].profile
}

pub(crate) unsafe extern "C" fn cuFuncGetAttribute(
    place: *mut c_int,
    which: CUfunction_attribute,
    function: CUfunction,
) -> CUresult {
    on_function_as_it_is(entry(Name::cuFuncGetAttribute), function, |function| {
        if needs_load(which) && !function.is_loaded() {
            return Err(CUresult::CUDA_ERROR_FUNCTION_NOT_LOADED);
        }
        let (dynamic, carveout) = (function.max_dynamic_shared(), function.carveout());
        let value =
            attribute(&function.kernel, profile(function), dynamic, carveout, which).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(place, value) }
    })
}

pub(crate) unsafe extern "C" fn cuFuncSetAttribute(
    function: CUfunction,
    which: CUfunction_attribute,
    value: c_int,
) -> CUresult {
    on_function(entry(Name::cuFuncSetAttribute), function, |function| {
        set_attribute(&function.kernel, profile(function), &function.settings, which, value)
    })
}

pub(crate) unsafe extern "C" fn cuFuncSetCacheConfig(function: CUfunction, config: CUfunc_cache) -> CUresult {
    on_function(entry(Name::cuFuncSetCacheConfig), function, |_| check_cache(config))
}

/// Banks of shared memory are not simulated in any width, so that all of them are as good.
pub(crate) unsafe extern "C" fn cuFuncSetSharedMemConfig(function: CUfunction, config: CUsharedconfig) -> CUresult {
    on_function(entry(Name::cuFuncSetSharedMemConfig), function, |_| {
        let known = config.0 <= CUsharedconfig::CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE.0;
        if known { Ok(()) } else { Err(code::INVALID_VALUE) }
    })
}

pub(crate) unsafe extern "C" fn cuFuncGetModule(place: *mut CUmodule, function: CUfunction) -> CUresult {
    on_function(entry(Name::cuFuncGetModule), function, |function| {
        // SAFETY: the client passes a place for the module, or null.
        unsafe { put(place, handle::to_raw(function.module.key)) }
    })
}

/// The text lives as long as the module stays loaded.
pub(crate) unsafe extern "C" fn cuFuncGetName(place: *mut *const c_char, function: CUfunction) -> CUresult {
    let entry = entry(Name::cuFuncGetName);
    if function.is_null() {
        return entry.refuse(code::INVALID_VALUE);
    }
    on_function(entry, function, |function| {
        // SAFETY: the client passes a place for the text, or null.
        unsafe { put(place, function.name.as_ptr()) }
    })
}

pub(crate) unsafe extern "C" fn cuFuncGetParamInfo(
    function: CUfunction,
    index: usize,
    offset: *mut usize,
    byte_len: *mut usize,
) -> CUresult {
    on_function(entry(Name::cuFuncGetParamInfo), function, |function| {
        // SAFETY: the client passes places for the offset and the size, or null.
        unsafe { put_parameter(&function.kernel, index, offset, byte_len) }
    })
}

pub(crate) unsafe extern "C" fn cuFuncGetParamCount(function: CUfunction, count: *mut usize) -> CUresult {
    on_function(entry(Name::cuFuncGetParamCount), function, |function| {
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(count, function.kernel.params.len()) }
    })
}

/// Finding the function loads it.
pub(crate) unsafe extern "C" fn cuFuncLoad(function: CUfunction) -> CUresult {
    on_function(entry(Name::cuFuncLoad), function, |_| Ok(()))
}

pub(crate) unsafe extern "C" fn cuFuncIsLoaded(place: *mut CUfunctionLoadingState, function: CUfunction) -> CUresult {
    use CUfunctionLoadingState as State;
    let entry = entry(Name::cuFuncIsLoaded);
    let Some(function) = registry::function(handle::to_key(function)) else {
        return on_function(entry, function, |_| {
            // SAFETY: the client passes a place for the state, or null.
            unsafe { put(place, State::CU_FUNCTION_LOADING_STATE_LOADED) }
        });
    };
    entry.on_context(&function.module.context, |_| {
        let state = match function.is_loaded() {
            true => State::CU_FUNCTION_LOADING_STATE_LOADED,
            false => State::CU_FUNCTION_LOADING_STATE_UNLOADED,
        };
        // SAFETY: the client passes a place for the state, or null.
        unsafe { put(place, state) }
    })
}

/// Threads of a block, as the ABI's signed numbers give them.
pub(crate) fn threads(block: c_int) -> Result<u32, CUresult> {
    u32::try_from(block).ok().filter(|threads| *threads > 0).ok_or(code::INVALID_VALUE)
}

/// The one flag of the occupancy functions, which changes nothing here.
pub(crate) fn check_occupancy_flags(flags: c_uint) -> Answer {
    if flags > 1 { Err(code::INVALID_VALUE) } else { Ok(()) }
}
