//! What result codes are called.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char};
use std::ptr::null;

use cuda_sys::CUresult;

use crate::api::error_text::TEXTS;
use crate::api::out::put;
use crate::code;

fn answer(place: *mut *const c_char, text: Option<&'static CStr>) -> CUresult {
    // SAFETY: the client passes a place for the text, or null.
    let put = unsafe { put(place, text.map_or(null(), CStr::as_ptr)) };
    match put {
        Ok(()) if text.is_some() => code::SUCCESS,
        _ => code::INVALID_VALUE,
    }
}

pub(crate) unsafe extern "C" fn cuGetErrorName(error: CUresult, place: *mut *const c_char) -> CUresult {
    answer(place, TEXTS.iter().find(|(known, ..)| *known == error).map(|(_, name, _)| *name))
}

pub(crate) unsafe extern "C" fn cuGetErrorString(error: CUresult, place: *mut *const c_char) -> CUresult {
    answer(place, TEXTS.iter().find(|(known, ..)| *known == error).map(|(.., text)| *text))
}
