//! Images of code in the client's memory: how long they are.
#![expect(unsafe_code, reason = "reads the image that the client passed")]

use std::ffi::{CStr, c_char, c_void};

use crate::binary::program::{ELF, Program, Refused};
use crate::binary::{fatbin, linked};
use crate::code;

/// Reads an image in memory.
///
/// # Safety
/// `image` is null, or begins a container that says its length itself or a text that ends with a NUL.
pub(crate) unsafe fn read(image: *const c_void) -> Result<Program, Refused> {
    if image.is_null() {
        return Err(Refused::new(code::INVALID_VALUE, "no image was given"));
    }
    let start: *const u8 = image.cast();
    // SAFETY: the caller promises at least a NUL behind `image`; the bytes are read one by one up to it.
    let starts_with = |word: &[u8]| unsafe { begins_with(start, word) };
    if starts_with(&ELF) {
        return Program::parse(&ELF);
    }
    if starts_with(&fatbin::WRAPPER) {
        // SAFETY: the wrapper's third field is the address of the container, behind two words.
        let place = unsafe { start.add(8) };
        // SAFETY: as above. It may lie anywhere.
        let container = unsafe { place.cast::<*const c_void>().read_unaligned() };
        // SAFETY: a wrapper holds the address of a container, if of anything.
        if container.is_null() || !unsafe { begins_with(container.cast(), &fatbin::MAGIC) } {
            return Err(Refused::invalid("the record in front of a container leads to none"));
        }
        // SAFETY: it is the address of a container (checked above), which says its length itself.
        return unsafe { read(container) };
    }
    let len = if starts_with(&fatbin::MAGIC) {
        // SAFETY: a container has a whole header.
        fatbin::byte_len(unsafe { std::slice::from_raw_parts(start, fatbin::HEADER) })?
    } else if starts_with(&linked::MAGIC) {
        // SAFETY: as above.
        linked::byte_len(unsafe { std::slice::from_raw_parts(start, linked::HEADER) })?
    } else {
        // SAFETY: the image is no container (checked above), so the caller promises a text that ends with a NUL.
        unsafe { CStr::from_ptr(image.cast()) }.count_bytes()
    };
    // SAFETY: the image has as many bytes: a container says so itself, and a text was counted.
    Program::parse(unsafe { std::slice::from_raw_parts(start, len) })
}

/// Reads an image from a file.
///
/// # Safety
/// `path` is null or a C string.
pub(crate) unsafe fn read_file(path: *const c_char) -> Result<Vec<u8>, Refused> {
    if path.is_null() {
        return Err(Refused::new(code::INVALID_VALUE, "no path was given"));
    }
    // SAFETY: `path` is not null, so the caller promises a C string.
    let path = unsafe { CStr::from_ptr(path) }.to_string_lossy();
    std::fs::read(&*path)
        .map_err(|error| Refused::new(cuda_sys::CUresult::CUDA_ERROR_FILE_NOT_FOUND, format!("{path}: {error}")))
}

/// Whether the bytes behind `image` are these.
///
/// # Safety
/// `image` points to bytes that are readable up to the first that differs from `word`.
unsafe fn begins_with(image: *const u8, word: &[u8]) -> bool {
    word.iter().enumerate().all(|(at, wanted)| {
        // SAFETY: all bytes before this one were equal to `word`'s, so the caller promises that this one is readable.
        let place = unsafe { image.add(at) };
        // SAFETY: as above.
        unsafe { place.read() == *wanted }
    })
}
