//! The functions that do something: they find the others.
#![allow(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![allow(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null;

use cuda_sys::{
    CUdriverProcAddressQueryResult as Found, CUresult, CUuuid, CudaVersion, DriverTable, EntryPoint, cuuint64_t,
};

use crate::exports;

/// What is not merely success.
pub(crate) static TABLE: DriverTable = {
    let mut table = DriverTable::EMPTY;
    table.cuGetProcAddress = Some(cuGetProcAddress);
    table.cuGetProcAddress_v2 = Some(cuGetProcAddress_v2);
    table.cuDriverGetVersion = Some(cuDriverGetVersion);
    table.cuGetExportTable = Some(cuGetExportTable);
    table
};

unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> CUresult {
    // SAFETY: the client passes a place for the version.
    unsafe { version.write(c_int::try_from(CudaVersion::BINDINGS.raw()).unwrap_or(0)) };
    CUresult::CUDA_SUCCESS
}

/// NVIDIA's compiler asks for a table, and would use what it is said to have got.
unsafe extern "C" fn cuGetExportTable(_place: *mut *const c_void, _id: *const CUuuid) -> CUresult {
    CUresult::CUDA_ERROR_NOT_FOUND
}

unsafe extern "C" fn cuGetProcAddress(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
) -> CUresult {
    let version = CudaVersion::from_raw(u32::try_from(version).unwrap_or(0));
    // SAFETY: the client passes a C string.
    let symbol = unsafe { CStr::from_ptr(symbol) };
    let entry = EntryPoint::newest(symbol, version, flags == 2);
    let address = entry.and_then(|entry| exports::table().get(entry.name())).unwrap_or(null());
    // SAFETY: the client passes a place for the address.
    unsafe { place.write(address.cast_mut()) };
    if address.is_null() { CUresult::CUDA_ERROR_NOT_FOUND } else { CUresult::CUDA_SUCCESS }
}

unsafe extern "C" fn cuGetProcAddress_v2(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
    status: *mut Found,
) -> CUresult {
    // SAFETY: the client passes what the old form wants.
    let code = unsafe { cuGetProcAddress(symbol, place, version, flags) };
    if !status.is_null() {
        let is_found = code == CUresult::CUDA_SUCCESS;
        let found =
            if is_found { Found::CU_GET_PROC_ADDRESS_SUCCESS } else { Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND };
        // SAFETY: the client passes a place for the status, which is not null.
        unsafe { status.write(found) };
    }
    CUresult::CUDA_SUCCESS
}
