//! The driver's undocumented tables.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;
use std::ptr::null;
use std::sync::Once;

use cuda_sys::{CUresult, CUuuid};

use crate::api::out::put;
use crate::code;

/// There are none. Who asks is NVIDIA's compiler library, which does without, or the CUDA runtime library, which does not and says little
/// about it; so this does.
pub(crate) unsafe extern "C" fn cuGetExportTable(place: *mut *const c_void, id: *const CUuuid) -> CUresult {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        eprintln!(
            "cuda-sim: cuGetExportTable: the simulator has no such tables; the CUDA runtime library cannot run without them"
        );
    });
    // SAFETY: the client passes a place for the table, or null.
    let put = unsafe { put(place, null()) };
    if put.is_err() || id.is_null() { code::INVALID_VALUE } else { code::NOT_FOUND }
}
