//! Opens the driver's library when the program runs, and fills a [`DriverTable`](crate::DriverTable) from it.
//!
//! Candidates are tried in order: the file that the environment variable `CUDA_DRIVER_LIBRARY` names, and nothing else, if
//! it is set and not empty; otherwise the library's own name, left to the system's search, then the places where WSL,
//! Jetson and NixOS keep it ([`Loader::candidates`] lists them).
//!
//! A candidate is taken when all of this holds; the first that is taken ends the search:
//!
//! 1. it opens, and exports `cuInit` and `cuDriverGetVersion`;
//! 2. `cuDriverGetVersion` succeeds and answers at least 11.7, the oldest driver that is served;
//! 3. neither that call nor `cuInit` answers 34. The CUDA toolkit ships a *stub* of the driver, which programs may be linked
//!    with and which does nothing; this code is how it gives itself away.
//!
//! `cuInit(0)` is called once, because only then does a stub show; its answer is [`LoadedDriver::init`]. Any other answer, no
//! device among them, does not fail the loading: the driver is there, and what its answer means is the caller's to say.
//!
//! Entry points come from `cuGetProcAddress_v2` where the driver has it (12.0), which is asked for the base name at the version
//! that introduced the ABI name; what it does not know, and everything on older drivers, comes from the library's exports.
//!
//! With feature `link` there is no search: the program's own libraries are asked, and `CUDA_DRIVER_LIBRARY` is not read.
//!
//! The library is never closed again. A function pointer can be copied out of the table and outlive every owner that could be
//! made to hold the library open, and the driver keeps threads and exit handlers of its own. One open library is the price.

mod candidate;
mod driver;
mod error;
mod library;

pub use driver::{LoadedDriver, Loader};
pub use error::{Attempt, Failure, LoadError};

/// Loads the driver of this machine: [`Loader::new`] and [`Loader::load`] in one.
///
/// # Errors
/// As [`Loader::load`].
///
/// # Examples
/// ```
/// match cuda_sys::loader::load() {
///     Ok(driver) => println!("{} serves CUDA {}: {}", driver.path.display(), driver.version, driver.init),
///     Err(error) => println!("{error}"),
/// }
/// ```
pub fn load() -> Result<LoadedDriver, LoadError> {
    Loader::new().load()
}

#[cfg(all(test, miri))]
mod tests {
    #[test]
    fn miri_is_a_machine_without_a_driver() {
        let error = super::load().unwrap_err();
        assert!(error.no_driver_found());
        assert!(error.to_string().contains("Miri cannot open libraries"));
    }
}
