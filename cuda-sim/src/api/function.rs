//! What a kernel is like.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_int, c_uint};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_sys::{
    CUdevice_attribute, CUfunc_cache, CUfunction, CUfunction_attribute, CUfunctionLoadingState, CUmodule, CUresult,
};

use crate::api::call::{Entry, entry};
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::module::Function;
use crate::world::{handle, registry};

/// Runs a call on a kernel.
pub(crate) fn on_function(entry: Entry, raw: CUfunction, body: impl FnOnce(&Arc<Function>) -> Answer) -> CUresult {
    match registry::function(handle::to_key(raw)) {
        Some(function) => entry.on_context(&Arc::clone(&function.module.context), |_| body(&function)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

/// The most shared memory that a block of this kernel can be given, its own included.
pub(crate) fn shared_limit(function: &Function) -> u32 {
    let context = &function.module.context;
    let profile = &context.world.devices[context.device].profile;
    let limit = profile.value(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0);
    limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(0)
}

fn attribute(function: &Function, attribute: CUfunction_attribute) -> Option<c_int> {
    use CUfunction_attribute as A;
    let kernel = &function.kernel;
    let context = &function.module.context;
    let capability = |attribute| context.world.devices[context.device].profile.value(attribute, 0).unwrap_or(0);
    let version = || {
        10 * capability(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
            + capability(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
    };
    let count = |count: u32| c_int::try_from(count).unwrap_or(c_int::MAX);
    Some(match attribute {
        A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => count(function.max_threads()),
        A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => count(kernel.static_shared_bytes),
        A::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES => count(kernel.const_bytes),
        A::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => count(kernel.local_bytes),
        A::CU_FUNC_ATTRIBUTE_NUM_REGS => count(kernel.registers),
        A::CU_FUNC_ATTRIBUTE_PTX_VERSION | A::CU_FUNC_ATTRIBUTE_BINARY_VERSION => version(),
        // Relaxed: settings, which publish nothing.
        A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            count(function.max_dynamic_shared.load(Ordering::Relaxed))
        }
        A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => function.carveout.load(Ordering::Relaxed),
        known if known.0 < A::CU_FUNC_ATTRIBUTE_MAX.0 => 0,
        _ => return None,
    })
}

pub(crate) unsafe extern "C" fn cuFuncGetAttribute(
    place: *mut c_int,
    which: CUfunction_attribute,
    function: CUfunction,
) -> CUresult {
    on_function(entry(Name::cuFuncGetAttribute), function, |function| {
        let value = attribute(function, which).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(place, value) }
    })
}

pub(crate) unsafe extern "C" fn cuFuncSetAttribute(
    function: CUfunction,
    which: CUfunction_attribute,
    value: c_int,
) -> CUresult {
    use CUfunction_attribute as A;
    on_function(entry(Name::cuFuncSetAttribute), function, |function| {
        match which {
            A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
                let most = shared_limit(function).saturating_sub(function.kernel.static_shared_bytes);
                let value = u32::try_from(value).ok().filter(|value| *value <= most).ok_or(code::INVALID_VALUE)?;
                // Relaxed: a setting, which publishes nothing.
                function.max_dynamic_shared.store(value, Ordering::Relaxed);
            }
            A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT if (-1..=100).contains(&value) => {
                // Relaxed: as above.
                function.carveout.store(value, Ordering::Relaxed);
            }
            _ => return Err(code::INVALID_VALUE),
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuFuncSetCacheConfig(function: CUfunction, config: CUfunc_cache) -> CUresult {
    on_function(entry(Name::cuFuncSetCacheConfig), function, |_| {
        let known = config.0 <= CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL.0;
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
    on_function(entry(Name::cuFuncGetName), function, |function| {
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
        let parameter = function.kernel.params.get(index).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the offset, or null.
        unsafe { put(offset, parameter.offset as usize)? };
        // SAFETY: the client passes a place for the size, or null if it does not want it.
        unsafe { put_if_wanted(byte_len, parameter.byte_len as usize) };
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuFuncGetParamCount(function: CUfunction, count: *mut usize) -> CUresult {
    on_function(entry(Name::cuFuncGetParamCount), function, |function| {
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(count, function.kernel.params.len()) }
    })
}

/// Modules are loaded whole, so there is nothing left to load.
pub(crate) unsafe extern "C" fn cuFuncLoad(function: CUfunction) -> CUresult {
    on_function(entry(Name::cuFuncLoad), function, |_| Ok(()))
}

pub(crate) unsafe extern "C" fn cuFuncIsLoaded(place: *mut CUfunctionLoadingState, function: CUfunction) -> CUresult {
    on_function(entry(Name::cuFuncIsLoaded), function, |_| {
        // SAFETY: the client passes a place for the state, or null.
        unsafe { put(place, CUfunctionLoadingState::CU_FUNCTION_LOADING_STATE_LOADED) }
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
