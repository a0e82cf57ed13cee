//! The arguments of a launch, copied while the call runs.
#![expect(unsafe_code, reason = "reads the arguments through the client's pointers")]

use std::ffi::c_void;

use cuda_sys::{CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE, CU_LAUNCH_PARAM_END, CUresult};

use crate::code;
use crate::ptx::module::Kernel;

/// Copies the arguments into a parameter block.
///
/// # Safety
/// - `pointers` is null, or points to a pointer for each parameter of the kernel, which points to as many bytes as it has.
/// - `extra` is null, or a list as `cuLaunchKernel` wants it.
pub(crate) unsafe fn gather(
    kernel: &Kernel,
    pointers: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Result<Vec<u8>, CUresult> {
    let mut block = vec![0; kernel.param_byte_len as usize];
    match (pointers.is_null(), extra.is_null()) {
        (false, false) => Err(code::INVALID_VALUE),
        (true, true) if kernel.params.is_empty() => Ok(block),
        (true, true) => Err(code::INVALID_VALUE),
        (false, true) => {
            for (index, parameter) in kernel.params.iter().enumerate() {
                // SAFETY: the caller promises a pointer for each parameter.
                let place = unsafe { pointers.add(index) };
                // SAFETY: as above.
                let from = unsafe { place.read() };
                if from.is_null() {
                    return Err(code::INVALID_VALUE);
                }
                let at = parameter.offset as usize;
                let into = block.get_mut(at..at + parameter.byte_len as usize).ok_or(code::INVALID_VALUE)?;
                // SAFETY: the caller promises the parameter's bytes behind the pointer; `into` is ours and as long.
                unsafe { std::ptr::copy_nonoverlapping(from.cast(), into.as_mut_ptr(), into.len()) };
            }
            Ok(block)
        }
        (true, false) => {
            // SAFETY: the caller promises such a list.
            let (from, len) = unsafe { packed(extra)? };
            if from.is_null() || len < smallest(kernel) || len > block.len() {
                return Err(code::INVALID_VALUE);
            }
            // SAFETY: the list says that `len` bytes are behind `from`, and the block is at least as long (checked above).
            unsafe { std::ptr::copy_nonoverlapping(from, block.as_mut_ptr(), len) };
            Ok(block)
        }
    }
}

/// The end of the last parameter; the block may be padded beyond it.
fn smallest(kernel: &Kernel) -> usize {
    kernel.params.iter().map(|parameter| (parameter.offset + parameter.byte_len) as usize).max().unwrap_or(0)
}

/// Where the list says that the packed arguments are, and how long they are.
///
/// # Safety
/// `extra` is a list as `cuLaunchKernel` wants it.
unsafe fn packed(extra: *mut *mut c_void) -> Result<(*const u8, usize), CUresult> {
    let (mut from, mut len) = (std::ptr::null(), 0);
    let mut at = extra;
    loop {
        // SAFETY: the caller promises a list that ends with the end mark, which has not been met yet.
        let name = unsafe { at.read() };
        if name == CU_LAUNCH_PARAM_END {
            return Ok((from, len));
        }
        // SAFETY: as above: what is not the end mark is followed by a value.
        at = unsafe { at.add(1) };
        // SAFETY: as above.
        let value = unsafe { at.read() };
        // SAFETY: as above: the list goes on behind the value.
        at = unsafe { at.add(1) };
        if name == CU_LAUNCH_PARAM_BUFFER_POINTER {
            from = value.cast_const().cast();
        } else if name == CU_LAUNCH_PARAM_BUFFER_SIZE && !value.is_null() {
            // SAFETY: the value of this entry points to the size.
            len = unsafe { value.cast::<usize>().read() };
        } else {
            return Err(code::INVALID_VALUE);
        }
    }
}
