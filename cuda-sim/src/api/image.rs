//! Module images: which of them can be loaded, and what is said of the others.
#![expect(unsafe_code, reason = "reads the image that the client passed")]

use std::ffi::{CStr, c_void};

use cuda_sys::CUresult;

use crate::code;
use crate::ptx;

/// Machine code, and containers of it: 32-bit words that an image begins with.
const ELF: u32 = u32::from_le_bytes(*b"\x7fELF");
const FATBIN: u32 = 0xBA55_ED50;
const FATBIN_WRAPPER: u32 = 0x4662_43B1;

/// Why an image was not loaded.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) code: CUresult,
    /// For the error log.
    pub(crate) text: String,
}

fn refused(code: CUresult, text: impl Into<String>) -> Refused {
    Refused { code, text: text.into() }
}

/// Compiles an image in memory: PTX text that ends with a NUL.
///
/// # Safety
/// `image` is null, or begins a container that says its length itself or a text that ends with a NUL.
pub(crate) unsafe fn compile(image: *const c_void) -> Result<ptx::Module, Refused> {
    if image.is_null() {
        return Err(refused(code::INVALID_VALUE, "no image was given"));
    }
    // SAFETY: the caller promises at least a NUL behind `image`; the bytes are read one by one up to it.
    let starts_with = |word: u32| unsafe { begins_with(image.cast(), word.to_le_bytes()) };
    if [ELF, FATBIN, FATBIN_WRAPPER].into_iter().any(starts_with) {
        return Err(refused(
            CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
            "the image holds machine code or a container of it; the simulator runs PTX text",
        ));
    }
    // SAFETY: the image is no container (checked above), so the caller promises a text that ends with a NUL.
    let bytes = unsafe { CStr::from_ptr(image.cast()) }.to_bytes();
    compile_text(bytes)
}

/// Compiles PTX text.
pub(crate) fn compile_text(bytes: &[u8]) -> Result<ptx::Module, Refused> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains(".version"));
    let text = text.ok_or_else(|| refused(CUresult::CUDA_ERROR_INVALID_IMAGE, "the image is no PTX text"))?;
    ptx::compile(text).map_err(|error| refused(CUresult(error.code()), error.to_string()))
}

/// Whether the bytes behind `image` are these.
///
/// # Safety
/// `image` points to bytes that are readable up to the first that differs from `word`.
unsafe fn begins_with(image: *const u8, word: [u8; 4]) -> bool {
    word.iter().enumerate().all(|(at, wanted)| {
        // SAFETY: all bytes before this one were equal to `word`'s, so the caller promises that this one is readable.
        let place = unsafe { image.add(at) };
        // SAFETY: as above.
        unsafe { place.read() == *wanted }
    })
}
