//! Links of several images.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::Arc;
use std::time::Instant;

use cuda_sys::{CUjit_option, CUjitInputType, CUlinkState, CUresult};

use crate::api::call::{Entry, entry, giving_back};
use crate::api::image;
use crate::api::out::{put, put_if_wanted};
use crate::binary::jit::Options;
use crate::binary::program::{self, Program, Refused};
use crate::binary::{device_runtime, fatbin, linked};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::handle;
use crate::world::link::{Link, State};
use crate::world::registry::{self, Object};

pub(crate) unsafe extern "C" fn cuLinkCreate_v2(
    count: c_uint,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
    place: *mut CUlinkState,
) -> CUresult {
    entry(Name::cuLinkCreate_v2).on_current(|context| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes `count` options and their values, which stay there until the link is destroyed.
        let options = unsafe { Options::read(count as usize, names, values)? };
        options.check_for_link()?;
        let link = Arc::new(Link::new(context, options));
        let key = link.key;
        registry::insert(key, Object::Link(link));
        // SAFETY: the client passes a place for the link.
        unsafe { put(place, handle::to_raw(key)) }
    })
}

/// Runs a call on a link.
fn on_link(entry: Entry, raw: CUlinkState, body: impl FnOnce(&Arc<Link>) -> Answer) -> CUresult {
    match registry::link(handle::to_key(raw)) {
        Some(link) => entry.on_context(&Arc::clone(&link.context), |_| body(&link)),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

/// Does a part of a link, and adds to the logs what came of it.
fn work(link: &Link, part: impl FnOnce(&mut State) -> Result<(), Refused>) -> Answer {
    let start = Instant::now();
    let mut state = link.state();
    state.check_open()?;
    let done = part(&mut state);
    if let Err(refused) = &done {
        state.error.push_str(&refused.text);
        state.error.push('\n');
    }
    state.spent += start.elapsed();
    // SAFETY: the client promised at `cuLinkCreate` that the buffers stay there until the link is destroyed.
    unsafe { link.options.answer(&state.info, &state.error, state.spent) };
    done.map_err(|refused| {
        if refused.code == code::NOT_SUPPORTED {
            eprintln!("cuda-sim: {}", refused.text);
        }
        refused.code
    })
}

/// The program of an input of a kind.
fn input(kind: CUjitInputType, bytes: &[u8], name: Option<&str>) -> Result<Program, Refused> {
    use CUjitInputType as K;
    match kind {
        K::CU_JIT_INPUT_PTX => {
            let text = program::text(bytes);
            let text = text.map_err(|refused| Refused::new(CUresult::CUDA_ERROR_INVALID_PTX, refused.text))?;
            Ok(Program { texts: vec![text], max_registers: None })
        }
        K::CU_JIT_INPUT_FATBINARY if bytes.starts_with(&fatbin::MAGIC) => Program::parse(bytes),
        // The result of another link passes for machine code.
        K::CU_JIT_INPUT_CUBIN if bytes.starts_with(&linked::MAGIC) || bytes.starts_with(&program::ELF) => {
            Program::parse(bytes)
        }
        K::CU_JIT_INPUT_FATBINARY | K::CU_JIT_INPUT_CUBIN => Err(Refused::invalid("the input is not of its kind")),
        K::CU_JIT_INPUT_LIBRARY if name.is_some_and(|name| device_runtime::is_it(name, bytes)) => {
            Ok(Program { texts: vec![device_runtime::TEXT.to_owned()], max_registers: None })
        }
        K::CU_JIT_INPUT_OBJECT | K::CU_JIT_INPUT_LIBRARY | K::CU_JIT_INPUT_NVVM => {
            Err(Refused::not_simulated(format!("a link with inputs of type {} is not simulated", kind.0)))
        }
        _ => Err(Refused::new(code::INVALID_VALUE, "the type of the input does not exist")),
    }
}

/// Adds an input whose bytes are there.
///
/// # Safety
/// `names` and `values` are `count` options and their values.
unsafe fn add(
    link: &Link,
    kind: CUjitInputType,
    bytes: Result<&[u8], Refused>,
    name: Option<String>,
    (count, names, values): (c_uint, *mut CUjit_option, *mut *mut c_void),
) -> Answer {
    // SAFETY: the caller promises as many options.
    let options = unsafe { Options::read(count as usize, names, values)? };
    options.check_for_input()?;
    work(link, |state| {
        let program = input(kind, bytes?, name.as_deref())?;
        state.add(name, program, options.max_registers)
    })
}

pub(crate) unsafe extern "C" fn cuLinkAddData_v2(
    link: CUlinkState,
    kind: CUjitInputType,
    data: *mut c_void,
    len: usize,
    name: *const c_char,
    count: c_uint,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
) -> CUresult {
    on_link(entry(Name::cuLinkAddData_v2), link, |link| {
        if data.is_null() || len == 0 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes `len` bytes, which are there during the call.
        let bytes = unsafe { std::slice::from_raw_parts(data.cast_const().cast(), len) };
        // SAFETY: the name is a C string, or null.
        let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        // SAFETY: the client passes `count` options and their values.
        unsafe { add(link, kind, Ok(bytes), name, (count, names, values)) }
    })
}

pub(crate) unsafe extern "C" fn cuLinkAddFile_v2(
    link: CUlinkState,
    kind: CUjitInputType,
    path: *const c_char,
    count: c_uint,
    names: *mut CUjit_option,
    values: *mut *mut c_void,
) -> CUresult {
    on_link(entry(Name::cuLinkAddFile_v2), link, |link| {
        // SAFETY: the client passes a C string, or null.
        let bytes = unsafe { image::read_file(path) };
        // SAFETY: as above.
        let name = (!path.is_null()).then(|| unsafe { CStr::from_ptr(path) }.to_string_lossy().into_owned());
        let bytes = bytes.as_deref().map_err(|refused| Refused::new(refused.code, refused.text.clone()));
        // SAFETY: the client passes `count` options and their values.
        unsafe { add(link, kind, bytes, name, (count, names, values)) }
    })
}

/// The image stays where it is until the link is destroyed.
pub(crate) unsafe extern "C" fn cuLinkComplete(
    link: CUlinkState,
    place: *mut *mut c_void,
    len: *mut usize,
) -> CUresult {
    on_link(entry(Name::cuLinkComplete), link, |link| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        work(link, State::complete)?;
        let state = link.state();
        let image = state.image().ok_or(code::INVALID_HANDLE)?;
        // SAFETY: the client passes a place for the size, or null if it does not want it.
        unsafe { put_if_wanted(len, image.len()) };
        // SAFETY: the client passes a place for the image.
        unsafe { put(place, image.as_ptr().cast_mut().cast()) }
    })
}

pub(crate) unsafe extern "C" fn cuLinkDestroy(link: CUlinkState) -> CUresult {
    on_link(giving_back(Name::cuLinkDestroy), link, |link| {
        registry::remove(link.key).map(drop).ok_or(code::INVALID_HANDLE)
    })
}
