//! Answers written through the client's pointers.
#![expect(unsafe_code, reason = "writes where the client asked for the answer")]

use std::ffi::c_char;

use crate::code::{self, Answer};

/// Writes `value` to where the client wants it.
///
/// # Safety
/// `to` is null, or a place of the client's for a `T`.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) -> Answer {
    if to.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: `to` is not null (checked above), so the caller promises a place for a `T`.
    unsafe { to.write(value) };
    Ok(())
}

/// As [`put`], where the client may say with null that it does not want the answer.
///
/// # Safety
/// As for [`put`].
pub(crate) unsafe fn put_if_wanted<T>(to: *mut T, value: T) {
    // SAFETY: the caller promises what `put` asks for. Null, its only error, is allowed here.
    let _ = unsafe { put(to, value) };
}

/// Writes text and a NUL into `len` bytes, cut to fit.
///
/// # Safety
/// `to` is null, or a place of the client's for `len` bytes.
pub(crate) unsafe fn put_text(to: *mut c_char, len: usize, text: &str) -> Answer {
    if to.is_null() || len == 0 {
        return Err(code::INVALID_VALUE);
    }
    let kept = text.len().min(len - 1);
    let mut bytes = text.as_bytes()[..kept].to_vec();
    bytes.push(0);
    // SAFETY: `kept + 1 <= len` bytes, and the caller promises `len` of them behind `to`, which is not null.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast(), bytes.len()) };
    Ok(())
}
