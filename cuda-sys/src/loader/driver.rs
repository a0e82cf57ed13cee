//! The search, and what it finds.

use core::ffi::{c_int, c_uint, c_void};
use std::path::{Path, PathBuf};

use super::candidate::{Origin, candidates};
use super::error::{Attempt, Failure, LoadError};
use super::library::Library;
use crate::{CUresult, CudaVersion, DriverTable};

/// A driver that was found, asked for its version and initialised. Its library stays open until the process ends.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedDriver {
    /// Its entry points.
    pub table: DriverTable,
    /// The CUDA version it serves, as `cuDriverGetVersion` answered.
    pub version: CudaVersion,
    /// What was opened; a name without a folder was found by the system's search.
    pub path: PathBuf,
    /// What `cuInit(0)` answered. Not necessarily success: 100, for one, says that there is no device.
    pub init: CUresult,
}

/// The candidates, before the search.
#[derive(Clone, Debug)]
pub struct Loader {
    origin: Origin,
    candidates: Vec<PathBuf>,
}

impl Loader {
    /// Lists the candidates of this machine; `CUDA_DRIVER_LIBRARY` is read now.
    ///
    /// That variable, like the library path, is taken for a decision of whoever runs the program, and so is the file it names.
    #[must_use]
    pub fn new() -> Self {
        let (origin, candidates) = candidates();
        Self { origin, candidates }
    }

    /// Takes candidates from the caller, in the order in which they are to be tried. The environment is not asked.
    ///
    /// # Safety
    /// Each path that names a library at all names one whose exports that bear names of the driver's ABI have the driver's
    /// signatures, and whose start-up code may run in this process.
    #[must_use]
    pub unsafe fn from_paths<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self { origin: Origin::Caller, candidates: paths.into_iter().map(Into::into).collect() }
    }

    /// Lists what [`load`](Self::load) will try, in order.
    #[must_use]
    pub fn candidates(&self) -> &[PathBuf] {
        &self.candidates
    }

    /// Opens the candidates in order and returns the first that is a driver.
    ///
    /// Blocking: the first `cuInit` of a process can take a second.
    ///
    /// # Errors
    /// [`LoadError`], with what was wrong with each candidate.
    pub fn load(&self) -> Result<LoadedDriver, LoadError> {
        let mut attempts = Vec::new();
        for path in &self.candidates {
            match try_one(path) {
                Ok(driver) => return Ok(driver),
                Err(failure) => attempts.push(Attempt::new(path, failure)),
            }
        }
        Err(LoadError::new(self.origin, attempts))
    }
}

impl Default for Loader {
    fn default() -> Self {
        Self::new()
    }
}

fn try_one(path: &Path) -> Result<LoadedDriver, Failure> {
    if cfg!(miri) {
        return Err(Failure::Unsupported);
    }
    // SAFETY: the candidates are the driver's places on this platform, a file named by whoever runs the program, or paths that
    // the caller of `from_paths` vouched for.
    let library = unsafe { Library::open(path) }?;
    let init = required(&library, "cuInit")?;
    let version = version(required(&library, "cuDriverGetVersion")?)?;
    // SAFETY: this is the export of that name, which has this signature (Library's invariant).
    let init = unsafe { core::mem::transmute::<*const c_void, unsafe extern "C" fn(c_uint) -> CUresult>(init) };
    // SAFETY: cuInit may be called at any time, and 0 is the only value its parameter has.
    let init = unsafe { init(0) };
    if init == CUresult::CUDA_ERROR_STUB_LIBRARY {
        return Err(Failure::Stub { call: "cuInit" });
    }
    let table = library.resolve(version);
    library.leak();
    Ok(LoadedDriver { table, version, path: path.to_owned(), init })
}

/// Finds a function that every driver exports.
fn required(library: &Library, name: &'static str) -> Result<*const c_void, Failure> {
    let entry = crate::EntryPoint::by_name(name).ok_or(Failure::NotADriver { missing: name })?;
    let address = library.export(entry.symbol());
    if address.is_null() {
        return Err(Failure::NotADriver { missing: name });
    }
    Ok(address)
}

/// Asks a library for its version, and judges the answer.
fn version(call: *const c_void) -> Result<CudaVersion, Failure> {
    const CALL: &str = "cuDriverGetVersion";
    // SAFETY: this is the export of that name, which has this signature (Library's invariant).
    let call = unsafe { core::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_int) -> CUresult>(call) };
    let mut version = 0;
    // SAFETY: it may be called before cuInit, and writes to a live local.
    let code = unsafe { call(&raw mut version) };
    match code {
        CUresult::CUDA_SUCCESS => {}
        CUresult::CUDA_ERROR_STUB_LIBRARY => return Err(Failure::Stub { call: CALL }),
        code => return Err(Failure::Refused { call: CALL, code }),
    }
    let found = CudaVersion::from_raw(u32::try_from(version).unwrap_or(0));
    if found < CudaVersion::OLDEST_DRIVER {
        return Err(Failure::TooOld { found });
    }
    Ok(found)
}
