//! One opened library: its exports and, through them, the driver's own look-up of entry points.

use core::ffi::{CStr, c_int, c_void};
use std::path::Path;

use super::error::Failure;
use crate::{
    CUdriverProcAddress_flags, CUdriverProcAddressQueryResult, CUresult, CudaVersion, DriverTable, EntryPoint,
};

#[cfg(unix)]
use libloading::os::unix as os;
#[cfg(windows)]
use libloading::os::windows as os;

/// An opened library.
///
/// Invariant: its exports that bear names of the driver's ABI have the driver's signatures; whoever opened it vouched for that.
pub(super) struct Library(os::Library);

/// `cuGetProcAddress_v2`.
type Lookup = unsafe extern "C" fn(
    *const core::ffi::c_char,
    *mut *mut c_void,
    c_int,
    crate::cuuint64_t,
    *mut CUdriverProcAddressQueryResult,
) -> CUresult;

impl Library {
    /// Opens a library.
    ///
    /// # Safety
    /// Whatever `path` names runs its start-up code in this process, and keeps [`Library`]'s invariant.
    pub(super) unsafe fn open(path: &Path) -> Result<Self, Failure> {
        if path.is_absolute() && !path.exists() {
            return Err(Failure::NotFound);
        }
        // SAFETY: the caller vouches for the library.
        let opened = unsafe { open(path) };
        opened.map(Self).map_err(|error| refusal(path, &error))
    }

    /// Returns the address of an export, or null.
    pub(super) fn export(&self, symbol: &CStr) -> *const c_void {
        // SAFETY: the symbol is taken as an address only, whatever it is.
        let found = unsafe { self.0.get::<*const c_void>(symbol) };
        found.map_or(core::ptr::null(), |found| address(found).cast_const())
    }

    /// Fills a table. Asks the driver by base name and version where it can be asked so, and takes the export otherwise.
    pub(super) fn resolve(&self, version: CudaVersion) -> DriverTable {
        let lookup = self.export(c"cuGetProcAddress_v2");
        // SAFETY: null is `None`, and anything else is the export of that name, which has this signature (the invariant).
        let lookup = unsafe { core::mem::transmute::<*const c_void, Option<Lookup>>(lookup) };
        let find = |entry: &'static EntryPoint| {
            let asked = lookup.filter(|_| entry.since() <= version);
            let asked = asked.map_or(core::ptr::null(), |lookup| ask(lookup, entry));
            if asked.is_null() { self.export(entry.symbol()) } else { asked }
        };
        // SAFETY: each address is what the driver answers for the entry's name and version or what it exports under its ABI
        // name, so it has that signature (the invariant); the library stays open, for `leak` is the only way that `Loader` lets
        // go of a library whose table it returns.
        unsafe { DriverTable::resolve(find) }
    }

    /// Keeps the library open for the life of the process.
    pub(super) fn leak(self) {
        core::mem::forget(self.0);
    }
}

/// Asks the driver for one entry point; null when it has none.
fn ask(lookup: Lookup, entry: &EntryPoint) -> *const c_void {
    let mut found = core::ptr::null_mut();
    let mut status = CUdriverProcAddressQueryResult::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    let streams = if entry.is_per_thread() {
        CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
    } else {
        CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_LEGACY_STREAM
    };
    let since = c_int::try_from(entry.since().raw()).unwrap_or(c_int::MAX);
    // SAFETY: this is the driver's cuGetProcAddress_v2; the name is a C string and both results are written to live locals.
    let code = unsafe { lookup(entry.base().as_ptr(), &raw mut found, since, u64::from(streams.0), &raw mut status) };
    if code == CUresult::CUDA_SUCCESS && status == CUdriverProcAddressQueryResult::CU_GET_PROC_ADDRESS_SUCCESS {
        found
    } else {
        core::ptr::null()
    }
}

/// Tells a file that is not there from one that the system refuses. A name without a folder can only be judged by the
/// system's words; when they are not understood the answer is that it refused, which hides nothing.
fn refusal(path: &Path, error: &libloading::Error) -> Failure {
    let words = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    let about_itself = words.contains(&*path.to_string_lossy()) && !words.contains("needed by");
    let absent = about_itself && words.contains("No such file");
    // Windows says that a module could not be found, with this number.
    let absent = absent || (cfg!(windows) && words.contains("os error 126"));
    if absent { Failure::NotFound } else { Failure::CannotOpen(words) }
}

#[cfg(unix)]
unsafe fn open(path: &Path) -> Result<os::Library, libloading::Error> {
    #[cfg(feature = "link")]
    if path == Path::new(super::candidate::NAME) {
        // A function that is used, lest the linker leave the library out.
        core::hint::black_box(crate::linked::cuInit as *const c_void);
        return Ok(os::Library::this());
    }
    // SAFETY: the caller vouches for the library.
    unsafe { os::Library::new(path) }
}

#[cfg(windows)]
unsafe fn open(path: &Path) -> Result<os::Library, libloading::Error> {
    // The name alone is looked for in the system's folder only, where the driver puts it, so that none lying about is taken.
    let flags = if path == Path::new(super::candidate::NAME) { os::LOAD_LIBRARY_SEARCH_SYSTEM32 } else { 0 };
    // SAFETY: the caller vouches for the library.
    unsafe { os::Library::load_with_flags(path, flags) }
}

#[cfg(unix)]
fn address(symbol: os::Symbol<*const c_void>) -> *mut c_void {
    symbol.as_raw_ptr()
}

#[cfg(windows)]
fn address(symbol: os::Symbol<*const c_void>) -> *mut c_void {
    symbol.into_raw().map_or(core::ptr::null_mut(), |function| function as *mut c_void)
}
