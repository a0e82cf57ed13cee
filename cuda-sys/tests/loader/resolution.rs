//! Which function ends up in which field of the table.

use core::ffi::c_int;

use cuda_sys::{CUresult, DriverTable, MissingEntryPoint};

use crate::fake::{Folder, driver, load};

/// A driver whose look-up knows two functions, by base name, version and kind of stream; each answers its own code.
const LOOKUP: &str = r#"
#include <string.h>
static int newest(void) { return 71; }
static int oldest(void) { return 72; }
static int per_thread(void) { return 73; }
int cuMemGetInfo_v2(void) { return 74; }
int cuMemAllocHost_v2(void) { return 75; }
int cuGetProcAddress_v2(const char *name, void **found, int version, unsigned long long flags, int *status) {
    *found = 0; *status = 1;
    if (version > 12030) return 1;
    if (!strcmp(name, "cuMemAlloc")) { *found = version >= 3020 ? newest : oldest; *status = 0; }
    if (!strcmp(name, "cuStreamQuery") && flags == 2) { *found = per_thread; *status = 0; }
    if (!strcmp(name, "cuMemAllocHost")) { *found = newest; *status = 2; }
    if (!strcmp(name, "cuMemGetInfo")) { *found = newest; return 999; }
    return 0;
}
"#;

/// Calls an entry point that reads none of its parameters.
fn answer(table: &DriverTable, name: &str) -> Option<c_int> {
    let address = table.get(name)?;
    // SAFETY: the fake driver's functions take nothing and return an int.
    let call = unsafe { core::mem::transmute::<*const core::ffi::c_void, unsafe extern "C" fn() -> c_int>(address) };
    // SAFETY: they only return a number.
    Some(unsafe { call() })
}

#[test]
fn the_driver_is_asked_by_base_name_version_and_stream() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so.1", &(driver(12_030, 0) + LOOKUP)) else { return };
    let table = load(&[&path]).unwrap().table;
    assert_eq!(answer(&table, "cuMemAlloc_v2"), Some(71));
    assert_eq!(answer(&table, "cuMemAlloc"), Some(72));
    assert_eq!(answer(&table, "cuStreamQuery_ptsz"), Some(73));
    assert_eq!(answer(&table, "cuStreamQuery"), None);
}

#[test]
fn what_the_driver_does_not_know_or_refuses_comes_from_its_exports() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so.1", &(driver(12_030, 0) + LOOKUP)) else { return };
    let table = load(&[&path]).unwrap().table;
    assert_eq!(answer(&table, "cuMemGetInfo_v2"), Some(74), "the look-up failed with an error");
    assert_eq!(answer(&table, "cuMemAllocHost_v2"), Some(75), "the look-up answered that it has none");
    assert!(table.cuInit.is_some() && table.cuDriverGetVersion.is_some());
}

#[test]
fn a_driver_without_the_look_up_is_read_by_its_exports() {
    let folder = Folder::new();
    let source = driver(11_070, 0) + "int cuCtxSynchronize(void) { return 700; }";
    let Some(path) = folder.library("libcuda.so.1", &source) else { return };
    let table = load(&[&path]).unwrap().table;
    assert_eq!(table.present(), 3);
    let synchronize = table.cuCtxSynchronize.unwrap();
    // SAFETY: it takes nothing and only returns a number.
    assert_eq!(unsafe { synchronize() }, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn a_missing_name_is_none_and_its_error_says_which_version_has_it() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so.1", &driver(11_070, 0)) else { return };
    let loaded = load(&[&path]).unwrap();
    assert!(loaded.table.cuLibraryLoadData.is_none());
    let missing: Vec<&str> = loaded.table.missing().map(cuda_sys::EntryPoint::name).collect();
    assert_eq!(missing.len(), DriverTable::NAMES.len() - 2);
    assert!(missing.contains(&"cuLibraryLoadData"));
    let error = MissingEntryPoint::new("cuLibraryLoadData");
    assert_eq!(error.to_string(), "the driver lacks cuLibraryLoadData, which CUDA 12.0 introduced");
}

#[test]
fn the_library_stays_open_after_everything_else_is_gone() {
    let folder = Folder::new();
    let Some(path) = folder.library("libcuda.so.1", &driver(13_000, 0)) else { return };
    let init = load(&[&path]).unwrap().table.cuInit.unwrap();
    drop(folder);
    // SAFETY: it reads nothing and only returns a number.
    assert_eq!(unsafe { init(0) }, CUresult::CUDA_SUCCESS);
}
