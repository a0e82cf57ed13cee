//! Entry points by name and version.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;

use cuda_sys::{CUdriverProcAddressQueryResult as Found, CUresult, CudaVersion, EntryPoint, cuuint64_t};

use crate::api::call::fault_proof;
use crate::api::out::{put, put_if_wanted};
use crate::code;
use crate::name::Name;
use crate::table;

const PER_THREAD: cuuint64_t = 2;

/// The newest entry point of a base name that a version has, or what is said of it if there is none.
fn find(symbol: &CStr, version: u32, per_thread: bool) -> Result<&'static EntryPoint, Found> {
    let newest = EntryPoint::newest(symbol, CudaVersion::from_raw(version), per_thread);
    newest.ok_or_else(|| match EntryPoint::newest(symbol, CudaVersion::BINDINGS, true) {
        Some(_) => Found::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT,
        None => Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
    })
}

fn look_up<const SLOT: usize>(
    symbol: *const c_char,
    version: c_int,
    flags: cuuint64_t,
) -> Result<(*mut c_void, Found), CUresult> {
    let world = crate::world::slot::world(SLOT).ok_or(code::DEINITIALIZED)?;
    if symbol.is_null() || flags > PER_THREAD || version > world.config.driver_version {
        return Err(code::INVALID_VALUE);
    }
    let version = u32::try_from(version).map_err(|_| code::INVALID_VALUE)?;
    // SAFETY: `symbol` is not null, so the client passes a C string that lives through the call.
    let symbol = unsafe { CStr::from_ptr(symbol) };
    match find(symbol, version, flags == PER_THREAD) {
        Ok(entry) => match table::of_slot(SLOT).get(entry.name()) {
            Some(address) => Ok((address.cast_mut(), Found::CU_GET_PROC_ADDRESS_SUCCESS)),
            None => Ok((null_mut(), Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)),
        },
        Err(why) => Ok((null_mut(), why)),
    }
}

pub(crate) unsafe extern "C" fn cuGetProcAddress<const SLOT: usize>(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
) -> CUresult {
    fault_proof(Name::cuGetProcAddress).on_slot(SLOT, |_| {
        let (address, _) = look_up::<SLOT>(symbol, version, flags)?;
        // SAFETY: the client passes a place for the address, or null.
        unsafe { put(place, address)? };
        if address.is_null() { Err(code::NOT_FOUND) } else { Ok(()) }
    })
}

pub(crate) unsafe extern "C" fn cuGetProcAddress_v2<const SLOT: usize>(
    symbol: *const c_char,
    place: *mut *mut c_void,
    version: c_int,
    flags: cuuint64_t,
    status: *mut Found,
) -> CUresult {
    fault_proof(Name::cuGetProcAddress_v2).on_slot(SLOT, |_| {
        let (address, found) = look_up::<SLOT>(symbol, version, flags)?;
        // SAFETY: the client passes a place for the status, or null if it does not want it.
        unsafe { put_if_wanted(status, found) };
        // SAFETY: the client passes a place for the address, or null.
        unsafe { put(place, address) }
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{Found, find};

    #[test]
    fn the_newest_version_that_the_client_knows_is_found() {
        assert_eq!(find(c"cuMemAlloc", 13_000, false).unwrap().name(), "cuMemAlloc_v2");
        assert_eq!(find(c"cuMemAlloc", 3_000, false).unwrap().name(), "cuMemAlloc");
        assert_eq!(find(c"cuMemAlloc", 1_000, false), Err(Found::CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT));
        assert_eq!(find(c"cuMemAlloc_v2", 13_000, false), Err(Found::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
    }

    #[test]
    fn the_per_thread_spelling_is_found_only_on_demand() {
        assert_eq!(find(c"cuMemcpyHtoDAsync", 13_000, true).unwrap().name(), "cuMemcpyHtoDAsync_v2_ptsz");
        assert_eq!(find(c"cuMemcpyHtoDAsync", 13_000, false).unwrap().name(), "cuMemcpyHtoDAsync_v2");
        assert_eq!(find(c"cuMemAlloc", 13_000, true).unwrap().name(), "cuMemAlloc_v2");
    }
}
