//! Modules.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::Arc;
use std::time::Instant;

use cuda_sys::{CUdeviceptr, CUfunction, CUjit_option, CUmodule, CUmoduleLoadingMode, CUresult};

use crate::api::call::{Entry, entry, giving_back};
use crate::api::image::{self, Refused};
use crate::api::jit::Options;
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::fault::report::Kind;
use crate::name::Name;
use crate::ptx;
use crate::world::context::Context;
use crate::world::handle;
use crate::world::module::Module;
use crate::world::registry::{self, Object};

/// Loads what was compiled, and answers with a handle and the logs.
///
/// # Safety
/// `place` is null or a place for the module; the options' buffers are still there.
unsafe fn load(
    context: &Arc<Context>,
    place: *mut CUmodule,
    compiled: Result<ptx::Module, Refused>,
    options: &Options,
    start: Instant,
) -> Answer {
    let loaded = compiled.and_then(|compiled| {
        Module::load(context, compiled)
            .map_err(|code| Refused { code, text: "no memory for the module's variables".into() })
    });
    let milliseconds = start.elapsed().as_secs_f32() * 1000.0;
    match loaded {
        Ok(module) => {
            let info = format!("compiled: {}", module.kernel_names().join(", "));
            // SAFETY: the caller promises that the buffers are there.
            unsafe { options.answer(&info, "", milliseconds) };
            let key = module.key;
            registry::insert(key, Object::Module(module));
            // SAFETY: the caller promises a place for the module, or null.
            unsafe { put(place, handle::to_raw(key)) }
        }
        Err(refused) => {
            // SAFETY: the caller promises that the buffers are there.
            unsafe { options.answer("", &refused.text, milliseconds) };
            if refused.code == code::NOT_SUPPORTED {
                eprintln!("cuda-sim: {}", refused.text);
            }
            Err(refused.code)
        }
    }
}

pub(crate) unsafe extern "C" fn cuModuleLoadData(place: *mut CUmodule, image: *const c_void) -> CUresult {
    entry(Name::cuModuleLoadData).on_current(|context| {
        let start = Instant::now();
        // SAFETY: the client passes an image that says its length itself, or text that ends with a NUL.
        let compiled = unsafe { image::compile(image) };
        // SAFETY: the client passes a place for the module, or null; there are no options.
        unsafe { load(context, place, compiled, &Options::default(), start) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleLoadDataEx(
    place: *mut CUmodule,
    image: *const c_void,
    count: c_uint,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
) -> CUresult {
    entry(Name::cuModuleLoadDataEx).on_current(|context| {
        let start = Instant::now();
        // SAFETY: the client passes `count` options and their values, and buffers of the sizes among them.
        let options = unsafe { Options::read(count as usize, names, values)? };
        // SAFETY: the client passes an image that says its length itself, or text that ends with a NUL.
        let compiled = unsafe { image::compile(image) };
        // SAFETY: the client passes a place for the module, or null; the buffers are there during the call.
        unsafe { load(context, place, compiled, &options, start) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleLoad(place: *mut CUmodule, path: *const c_char) -> CUresult {
    entry(Name::cuModuleLoad).on_current(|context| {
        let start = Instant::now();
        if path.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: `path` is not null, so the client passes a C string.
        let path = unsafe { CStr::from_ptr(path) };
        let bytes = path.to_str().ok().and_then(|path| std::fs::read(path).ok());
        let bytes = bytes.ok_or(CUresult::CUDA_ERROR_FILE_NOT_FOUND)?;
        let text = bytes.strip_suffix(b"\0").unwrap_or(&bytes);
        // SAFETY: the client passes a place for the module, or null; there are no options.
        unsafe { load(context, place, image::compile_text(text), &Options::default(), start) }
    })
}

/// Runs a call on a module.
fn on_module(entry: Entry, raw: CUmodule, body: impl FnOnce(&Arc<Module>) -> Answer) -> CUresult {
    match registry::module(handle::to_key(raw)) {
        Some(module) => entry.on_context(&Arc::clone(&module.context), |_| body(&module)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

pub(crate) unsafe extern "C" fn cuModuleUnload(module: CUmodule) -> CUresult {
    on_module(giving_back(Name::cuModuleUnload), module, |module| {
        registry::remove(module.key).ok_or(code::INVALID_HANDLE)?;
        let world = &module.context.world;
        if world.engine.lock().is_module_in_use(module.key) {
            let text = "a module was unloaded while a launch of a kernel of it is not done";
            world.reports.add(Kind::UseAfterFree, text.into());
        }
        module.unload();
        Ok(())
    })
}

/// The text behind a name that the client passes.
///
/// # Safety
/// `name` is null or a C string.
unsafe fn text<'a>(name: *const c_char) -> Result<&'a str, CUresult> {
    if name.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: `name` is not null, so the caller promises a C string.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map_err(|_| code::NOT_FOUND)
}

pub(crate) unsafe extern "C" fn cuModuleGetFunction(
    place: *mut CUfunction,
    module: CUmodule,
    name: *const c_char,
) -> CUresult {
    on_module(entry(Name::cuModuleGetFunction), module, |module| {
        // SAFETY: the client passes a C string, or null.
        let name = unsafe { text(name)? };
        let key = module.function(name).ok_or(code::NOT_FOUND)?;
        // SAFETY: the client passes a place for the function, or null.
        unsafe { put(place, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleGetFunctionCount(place: *mut c_uint, module: CUmodule) -> CUresult {
    on_module(entry(Name::cuModuleGetFunctionCount), module, |module| {
        let count = c_uint::try_from(module.kernel_names().len()).unwrap_or(c_uint::MAX);
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(place, count) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleGetGlobal_v2(
    address: *mut CUdeviceptr,
    len: *mut usize,
    module: CUmodule,
    name: *const c_char,
) -> CUresult {
    on_module(entry(Name::cuModuleGetGlobal_v2), module, |module| {
        // SAFETY: the client passes a C string, or null.
        let name = unsafe { text(name)? };
        let (base, byte_len) = module.variable(name).ok_or(code::NOT_FOUND)?;
        // SAFETY: the client passes a place for the address, or null if it does not want it.
        unsafe { put_if_wanted(address, base) };
        // SAFETY: as above, for the size.
        unsafe { put_if_wanted(len, usize::try_from(byte_len).unwrap_or(usize::MAX)) };
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuModuleGetLoadingMode(place: *mut CUmoduleLoadingMode) -> CUresult {
    entry(Name::cuModuleGetLoadingMode).on_current(|context| {
        use CUmoduleLoadingMode as Mode;
        let is_lazy = context.world.config.lazy_loading;
        // SAFETY: the client passes a place for the mode, or null.
        unsafe { put(place, if is_lazy { Mode::CU_MODULE_LAZY_LOADING } else { Mode::CU_MODULE_EAGER_LOADING }) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleEnumerateFunctions(
    places: *mut CUfunction,
    count: c_uint,
    module: CUmodule,
) -> CUresult {
    on_module(entry(Name::cuModuleEnumerateFunctions), module, |module| {
        if places.is_null() {
            return Err(code::INVALID_VALUE);
        }
        for (index, name) in module.kernel_names().into_iter().take(count as usize).enumerate() {
            let key = module.function(name).ok_or(code::NOT_FOUND)?;
            // SAFETY: the client passes places for `count` functions, and `index < count`.
            let place = unsafe { places.add(index) };
            // SAFETY: as above.
            unsafe { put(place, handle::to_raw(key))? };
        }
        Ok(())
    })
}
