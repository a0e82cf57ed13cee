//! Modules.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_uint, c_void};
use std::sync::Arc;
use std::time::Instant;

use cuda_sys::{CUdeviceptr, CUfunction, CUjit_option, CUmodule, CUmoduleLoadingMode, CUresult};

use crate::api::call::{Entry, entry, giving_back};
use crate::api::image;
use crate::api::out::{put, put_if_wanted};
use crate::binary::jit::Options;
use crate::binary::program::{Program, Refused};
use crate::code::{self, Answer};
use crate::fault::report::Kind;
use crate::name::Name;
use crate::ptx;
use crate::world::context::Context;
use crate::world::handle;
use crate::world::module::Module;
use crate::world::registry::{self, Object};
use crate::world::world::World;

/// Loads an image into a context, and answers with a handle and the logs.
///
/// # Safety
/// `place` is null or a place for the module; the options' buffers are still there.
unsafe fn load(
    context: &Arc<Context>,
    place: *mut CUmodule,
    image: Result<Program, Refused>,
    options: &Options,
    start: Instant,
) -> Answer {
    if place.is_null() {
        return Err(code::INVALID_VALUE);
    }
    let loaded = compile(&context.world, image, options).and_then(|compiled| {
        let module = Module::load(context, Arc::new(compiled), None);
        module.map_err(|code| Refused::new(code, "no memory for the module's variables"))
    });
    // SAFETY: the caller promises that the buffers are there.
    let module = unsafe { answer(loaded, options, start, |module| module.kernel_names().join(", "))? };
    let key = module.key;
    registry::insert(key, Object::Module(module));
    // SAFETY: the caller promises a place for the module.
    unsafe { put(place, handle::to_raw(key)) }
}

/// Compiles an image as the options say.
pub(crate) fn compile(
    world: &World,
    image: Result<Program, Refused>,
    options: &Options,
) -> Result<ptx::Module, Refused> {
    let mut program = image?;
    program.max_registers = options.max_registers.or(program.max_registers);
    let mut compiled = program.compile()?;
    if world.config.strict_division {
        compiled.divide_strictly();
    }
    Ok(compiled)
}

/// Tells the logs, and stderr if it is the simulator's fault, what became of a load.
///
/// # Safety
/// The options' buffers are still there.
pub(crate) unsafe fn answer<T>(
    loaded: Result<T, Refused>,
    options: &Options,
    start: Instant,
    names: impl FnOnce(&T) -> String,
) -> Result<T, CUresult> {
    match loaded {
        Ok(loaded) => {
            // SAFETY: the caller promises that the buffers are there.
            unsafe { options.answer(&format!("compiled: {}", names(&loaded)), "", start.elapsed()) };
            Ok(loaded)
        }
        Err(refused) => {
            // SAFETY: the caller promises that the buffers are there.
            unsafe { options.answer("", &refused.text, start.elapsed()) };
            if refused.code == code::NOT_SUPPORTED {
                eprintln!("cuda-sim: {}", refused.text);
            }
            Err(refused.code)
        }
    }
}

/// Loads an image in memory, without options.
///
/// # Safety
/// `place` is null or a place for the module; `image` is null or an image.
unsafe fn load_plain(entry: Entry, place: *mut CUmodule, image: *const c_void) -> CUresult {
    entry.on_current(|context| {
        let start = Instant::now();
        // SAFETY: the caller passes an image that says its length itself, or text that ends with a NUL.
        let image = unsafe { image::read(image) };
        // SAFETY: the caller passes a place for the module, or null; there are no options.
        unsafe { load(context, place, image, &Options::default(), start) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleLoadData(place: *mut CUmodule, image: *const c_void) -> CUresult {
    // SAFETY: the client passes a place for the module, and an image.
    unsafe { load_plain(entry(Name::cuModuleLoadData), place, image) }
}

pub(crate) unsafe extern "C" fn cuModuleLoadFatBinary(place: *mut CUmodule, image: *const c_void) -> CUresult {
    // SAFETY: the client passes a place for the module, and an image.
    unsafe { load_plain(entry(Name::cuModuleLoadFatBinary), place, image) }
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
        let image = unsafe { image::read(image) };
        // SAFETY: the client passes a place for the module, or null; the buffers are there during the call.
        unsafe { load(context, place, image, &options, start) }
    })
}

pub(crate) unsafe extern "C" fn cuModuleLoad(place: *mut CUmodule, path: *const c_char) -> CUresult {
    entry(Name::cuModuleLoad).on_current(|context| {
        let start = Instant::now();
        // SAFETY: the client passes a C string, or null.
        let image = unsafe { image::read_file(path) }.and_then(|bytes| Program::parse(&bytes));
        // SAFETY: the client passes a place for the module, or null; there are no options.
        unsafe { load(context, place, image, &Options::default(), start) }
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
        if module.library.is_some() {
            return Err(code::NOT_PERMITTED);
        }
        registry::remove(module.key).ok_or(code::INVALID_HANDLE)?;
        unload(module);
        Ok(())
    })
}

/// Unloads a module that is registered no more.
pub(crate) fn unload(module: &Module) {
    let world = &module.context.world;
    if world.engine.lock().is_module_in_use(module.key) {
        let text = "a module was unloaded while a launch of a kernel of it is not done";
        world.reports.add(Kind::UseAfterFree, text.into());
    }
    module.unload();
}

/// The text behind a name that the client passes.
///
/// # Safety
/// `name` is null or a C string.
pub(crate) unsafe fn text<'a>(name: *const c_char) -> Result<&'a str, CUresult> {
    if name.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: `name` is not null, so the caller promises a C string.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
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
        // Asking for one function by its name loads it, unlike a list of all.
        registry::function(key).iter().for_each(|function| function.load());
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
        // SAFETY: the client passes places for the address and the size, or null.
        unsafe { put_variable(module, name, address, len) }
    })
}

/// Writes where a variable of a module is; the client may leave one of the two out.
///
/// # Safety
/// `address` and `len` are each null or a place of the client's.
pub(crate) unsafe fn put_variable(module: &Module, name: &str, address: *mut CUdeviceptr, len: *mut usize) -> Answer {
    let (base, byte_len) = module.variable(name).ok_or(code::NOT_FOUND)?;
    if address.is_null() && len.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: the caller promises a place for the address, or null.
    unsafe { put_if_wanted(address, base) };
    // SAFETY: as above, for the size.
    unsafe { put_if_wanted(len, usize::try_from(byte_len).unwrap_or(usize::MAX)) };
    Ok(())
}

pub(crate) unsafe extern "C" fn cuModuleGetLoadingMode<const SLOT: usize>(place: *mut CUmoduleLoadingMode) -> CUresult {
    entry(Name::cuModuleGetLoadingMode).on_slot(SLOT, |world| {
        if !world.is_initialized() {
            return Err(code::NOT_INITIALIZED);
        }
        let mode = match world.config.lazy_loading {
            true => CUmoduleLoadingMode::CU_MODULE_LAZY_LOADING,
            false => CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING,
        };
        // SAFETY: the client passes a place for the mode, or null.
        unsafe { put(place, mode) }
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
