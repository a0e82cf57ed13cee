//! Libraries: code that belongs to no context.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_uint, c_void};
use std::sync::Arc;
use std::time::Instant;

use cuda_sys::{CUdeviceptr, CUjit_option, CUkernel, CUlibrary, CUlibraryOption, CUmodule, CUresult};

use crate::api::call::{Entry, entry, giving_back};
use crate::api::image;
use crate::api::module::{answer, compile, put_variable, text, unload};
use crate::api::out::put;
use crate::binary::jit::Options;
use crate::binary::program::{Program, Refused};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::context::Context;
use crate::world::library::Library;
use crate::world::world::World;
use crate::world::{handle, registry};

/// Checks the options of a library.
///
/// # Safety
/// `names` points to `count` options, or `count` is 0.
unsafe fn check_options(names: *const CUlibraryOption, count: c_uint) -> Answer {
    if count > 0 && names.is_null() {
        return Err(code::INVALID_VALUE);
    }
    for index in 0..count as usize {
        // SAFETY: `index < count`, and the caller promises as many options.
        let name = unsafe { names.add(index) };
        // SAFETY: as above.
        match unsafe { name.read() } {
            // A promise of the client's that the simulator makes no use of.
            CUlibraryOption::CU_LIBRARY_BINARY_IS_PRESERVED => {}
            CUlibraryOption::CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE => {
                eprintln!("cuda-sim: tables of the host's functions and data in a library are not simulated");
                return Err(code::NOT_SUPPORTED);
            }
            _ => return Err(code::INVALID_VALUE),
        }
    }
    Ok(())
}

/// Loads an image as a library, and answers with a handle and the logs.
///
/// # Safety
/// `place` is null or a place for the library; the options' buffers are still there.
unsafe fn load(
    world: &Arc<World>,
    place: *mut CUlibrary,
    image: Result<Program, Refused>,
    options: &Options,
    start: Instant,
) -> Answer {
    if place.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: the caller promises that the buffers are there.
    let compiled = unsafe { answer(compile(world, image, options), options, start, |module| module.names())? };
    let library = Library::load(world, compiled);
    if !world.config.lazy_loading {
        for context in world.contexts() {
            if let Err(code) = library.module(&context) {
                library.remove().iter().for_each(|module| unload(module));
                return Err(code);
            }
        }
    }
    // SAFETY: the caller promises a place for the library.
    unsafe { put(place, handle::to_raw(library.key)) }
}

/// A load needs no context, so the simulator is that of the table.
fn on_initialized<const SLOT: usize>(entry: Entry, body: impl FnOnce(&Arc<World>) -> Answer) -> CUresult {
    entry.on_slot(SLOT, |world| if world.is_initialized() { body(world) } else { Err(code::NOT_INITIALIZED) })
}

pub(crate) unsafe extern "C" fn cuLibraryLoadData<const SLOT: usize>(
    place: *mut CUlibrary,
    image: *const c_void,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
    count: c_uint,
    library_names: *mut CUlibraryOption,
    _library_values: *mut *mut c_void,
    library_count: c_uint,
) -> CUresult {
    on_initialized::<SLOT>(entry(Name::cuLibraryLoadData), |world| {
        let start = Instant::now();
        // SAFETY: the client passes `count` options and their values, and buffers of the sizes among them.
        let options = unsafe { Options::read(count as usize, names, values)? };
        // SAFETY: the client passes as many options of the library.
        unsafe { check_options(library_names, library_count)? };
        // SAFETY: the client passes an image that says its length itself, or text that ends with a NUL.
        let image = unsafe { image::read(image) };
        // SAFETY: the client passes a place for the library, or null; the buffers are there during the call.
        unsafe { load(world, place, image, &options, start) }
    })
}

pub(crate) unsafe extern "C" fn cuLibraryLoadFromFile<const SLOT: usize>(
    place: *mut CUlibrary,
    path: *const c_char,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
    count: c_uint,
    library_names: *mut CUlibraryOption,
    _library_values: *mut *mut c_void,
    library_count: c_uint,
) -> CUresult {
    on_initialized::<SLOT>(entry(Name::cuLibraryLoadFromFile), |world| {
        let start = Instant::now();
        // SAFETY: the client passes `count` options and their values, and buffers of the sizes among them.
        let options = unsafe { Options::read(count as usize, names, values)? };
        // SAFETY: the client passes as many options of the library.
        unsafe { check_options(library_names, library_count)? };
        // SAFETY: the client passes a C string, or null.
        let image = unsafe { image::read_file(path) }.and_then(|bytes| Program::parse(&bytes));
        // SAFETY: the client passes a place for the library, or null; the buffers are there during the call.
        unsafe { load(world, place, image, &options, start) }
    })
}

/// Runs a call on a library.
fn on_library(entry: Entry, raw: CUlibrary, body: impl FnOnce(&Arc<Library>) -> Answer) -> CUresult {
    match registry::library(handle::to_key(raw)) {
        Some(library) => entry.on_world(&library.world, None, || body(&library)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

/// Runs a call on a library as it is in the current context.
fn on_library_here(
    entry: Entry,
    raw: CUlibrary,
    body: impl FnOnce(&Arc<Library>, &Arc<Context>) -> Answer,
) -> CUresult {
    match registry::library(handle::to_key(raw)) {
        Some(library) => entry.on_current(|context| body(&library, context)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

pub(crate) unsafe extern "C" fn cuLibraryUnload(library: CUlibrary) -> CUresult {
    let entry = giving_back(Name::cuLibraryUnload);
    if library.is_null() {
        return entry.refuse(code::INVALID_VALUE);
    }
    on_library(entry, library, |library| {
        library.remove().iter().for_each(|module| unload(module));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuLibraryGetKernel(
    place: *mut CUkernel,
    library: CUlibrary,
    name: *const c_char,
) -> CUresult {
    on_library(entry(Name::cuLibraryGetKernel), library, |library| {
        // SAFETY: the client passes a C string, or null.
        let name = unsafe { text(name)? };
        let kernel = library.kernel(name).ok_or(code::NOT_FOUND)?;
        // SAFETY: the client passes a place for the kernel, or null.
        unsafe { put(place, handle::to_raw(kernel.key)) }
    })
}

pub(crate) unsafe extern "C" fn cuLibraryGetKernelCount(place: *mut c_uint, library: CUlibrary) -> CUresult {
    on_library(entry(Name::cuLibraryGetKernelCount), library, |library| {
        let count = c_uint::try_from(library.kernels().len()).unwrap_or(c_uint::MAX);
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(place, count) }
    })
}

pub(crate) unsafe extern "C" fn cuLibraryEnumerateKernels(
    places: *mut CUkernel,
    count: c_uint,
    library: CUlibrary,
) -> CUresult {
    on_library(entry(Name::cuLibraryEnumerateKernels), library, |library| {
        if places.is_null() {
            return Err(code::INVALID_VALUE);
        }
        for (index, kernel) in library.kernels().take(count as usize).enumerate() {
            // SAFETY: the client passes places for `count` kernels, and `index < count`.
            let place = unsafe { places.add(index) };
            // SAFETY: as above.
            unsafe { put(place, handle::to_raw(kernel.key))? };
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuLibraryGetModule(place: *mut CUmodule, library: CUlibrary) -> CUresult {
    on_library_here(entry(Name::cuLibraryGetModule), library, |library, context| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes a place for the module.
        unsafe { put(place, handle::to_raw(library.module(context)?.key)) }
    })
}

pub(crate) unsafe extern "C" fn cuLibraryGetGlobal(
    address: *mut CUdeviceptr,
    len: *mut usize,
    library: CUlibrary,
    name: *const c_char,
) -> CUresult {
    on_library_here(entry(Name::cuLibraryGetGlobal), library, |library, context| {
        // SAFETY: the client passes a C string, or null.
        let name = unsafe { text(name)? };
        let module = library.module(context)?;
        // SAFETY: the client passes places for the address and the size, or null.
        unsafe { put_variable(&module, name, address, len) }
    })
}

/// A text with managed variables is refused when it is loaded, so that no library has one of any name.
pub(crate) unsafe extern "C" fn cuLibraryGetManaged(
    address: *mut CUdeviceptr,
    len: *mut usize,
    library: CUlibrary,
    name: *const c_char,
) -> CUresult {
    on_library(entry(Name::cuLibraryGetManaged), library, |_| {
        // SAFETY: the client passes a C string, or null.
        let _ = unsafe { text(name)? };
        if address.is_null() && len.is_null() { Err(code::INVALID_VALUE) } else { Err(code::NOT_FOUND) }
    })
}
