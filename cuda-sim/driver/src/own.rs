//! The functions that the library has in place of the simulator's: to begin, and to find functions by name.
#![allow(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![allow(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::null;

use cuda_sys::{CUdriverProcAddressQueryResult as Found, CUresult, CudaVersion, DriverTable, EntryPoint, cuuint64_t};

use crate::driver::Driver;
use crate::{outside, process};

/// The flag that asks for the functions of the calling thread's own default stream.
const PER_THREAD: cuuint64_t = 2;

/// Lays them over the simulator's.
pub(crate) fn lay(table: &mut DriverTable) {
    table.cuInit = Some(cuInit);
    table.cuGetProcAddress = table.cuGetProcAddress.map(|_| cuGetProcAddress as _);
    table.cuGetProcAddress_v2 = table.cuGetProcAddress_v2.map(|_| cuGetProcAddress_v2 as _);
}

unsafe extern "C" fn cuInit(flags: c_uint) -> CUresult {
    let driver = match process::driver() {
        Ok(driver) => driver,
        Err(code) => return code,
    };
    let Some(init) = driver.inner.cuInit else { return process::younger("cuInit") };
    // SAFETY: it takes any number.
    let code = unsafe { init(flags) };
    if code == CUresult::CUDA_SUCCESS {
        process::open(driver);
    }
    code
}

/// The exported function that a client asks for. Not the simulator's, which knows nothing of forks and of the end of the process.
fn exported(driver: &Driver, symbol: &CStr, version: c_int, per_thread: bool) -> Result<*const c_void, Found> {
    let version = CudaVersion::from_raw(u32::try_from(version).unwrap_or(0));
    if let Some(entry) = EntryPoint::newest(symbol, version, per_thread) {
        return driver.exports.get(entry.name()).ok_or(Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    }
    let named = || outside::ALL.iter().filter(|export| export.base == symbol);
    let had = named().rfind(|export| export.since <= version.raw() && (per_thread || !export.per_thread));
    had.map(outside::Export::address).ok_or_else(|| {
        let is_known = named().next().is_some() || EntryPoint::newest(symbol, CudaVersion::BINDINGS, true).is_some();
        if is_known {
            Found::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
        } else {
            Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
        }
    })
}

unsafe extern "C" fn cuGetProcAddress(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
) -> CUresult {
    let driver = match process::driver() {
        Ok(driver) => driver,
        Err(code) => return code,
    };
    let Some(inner) = driver.inner.cuGetProcAddress else { return process::younger("cuGetProcAddress") };
    // SAFETY: the client promises this function what that one wants.
    let code = unsafe { inner(symbol, place, version, flags) };
    if !matches!(code, CUresult::CUDA_SUCCESS | CUresult::CUDA_ERROR_NOT_FOUND) || place.is_null() {
        return code;
    }
    // SAFETY: with these codes the simulator has read `symbol`, a C string of the client's.
    let symbol = unsafe { CStr::from_ptr(symbol) };
    let Ok(address) = exported(driver, symbol, version, flags == PER_THREAD) else { return code };
    // SAFETY: with these codes the simulator has written to `place`.
    unsafe { place.write(address.cast_mut()) };
    CUresult::CUDA_SUCCESS
}

unsafe extern "C" fn cuGetProcAddress_v2(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
    status: *mut Found,
) -> CUresult {
    let driver = match process::driver() {
        Ok(driver) => driver,
        Err(code) => return code,
    };
    let Some(inner) = driver.inner.cuGetProcAddress_v2 else { return process::younger("cuGetProcAddress_v2") };
    // SAFETY: the client promises this function what that one wants.
    let code = unsafe { inner(symbol, place, version, flags, status) };
    if code != CUresult::CUDA_SUCCESS {
        return code;
    }
    // SAFETY: it succeeded, so it has read `symbol`, a C string of the client's.
    let symbol = unsafe { CStr::from_ptr(symbol) };
    let (address, found) = match exported(driver, symbol, version, flags == PER_THREAD) {
        Ok(address) => (address, Found::CU_GET_PROC_ADDRESS_SUCCESS),
        Err(found) => (null(), found),
    };
    // SAFETY: it succeeded, so it has written to `place`.
    unsafe { place.write(address.cast_mut()) };
    if !status.is_null() {
        // SAFETY: the client passes a place for the status, which is not null.
        unsafe { status.write(found) };
    }
    code
}
