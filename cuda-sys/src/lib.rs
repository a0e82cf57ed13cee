//! Bindings to the whole CUDA driver API, loaded at run time.
//!
//! Building this crate needs no CUDA toolkit, no libclang and no GPU, and neither does building what uses it: the bindings are
//! checked in, and the driver is looked for when the program runs.
//!
//! ```
//! use cuda_sys::{CUresult, MissingEntryPoint, loader};
//!
//! fn count_devices() -> Result<i32, Box<dyn std::error::Error>> {
//!     let driver = loader::load()?;
//!     if driver.init != CUresult::CUDA_SUCCESS {
//!         return Err(driver.init.to_string().into());
//!     }
//!     let name = "cuDeviceGetCount";
//!     let call = driver.table.cuDeviceGetCount.ok_or(MissingEntryPoint::new(name))?;
//!     let mut count = 0;
//!     // cuInit has succeeded, and the count is written to a live local: the call is sound.
//!     let code = unsafe { call(&raw mut count) };
//!     if code == CUresult::CUDA_SUCCESS { Ok(count) } else { Err(format!("{name}: {code}").into()) }
//! }
//!
//! match count_devices() {
//!     Ok(count) => println!("{count} devices"),
//!     Err(error) => println!("no device: {error}"),
//! }
//! ```
//!
//! # Versions
//! One set of bindings, made from the header of CUDA 13.5, serves every driver from 11.7 on. The driver never takes a name out of
//! its ABI: when a function changes, the new one gets a suffix (`cuMemAlloc_v2`) and the old one stays. The header hides that
//! behind macros, so that `cuMemAlloc` means the newest; here every name means what it says, and there is no feature to choose a
//! version by. [`EntryPoint`] tells which CUDA version introduced a name. Some structures have grown over the versions, in room
//! that was reserved; the layouts are those of 13.5, and what an older driver does not know of must be zero, as `Default` leaves it.
//!
//! # Loading
//! [`loader`] opens the driver's library and explains itself when it cannot: which paths it tried, and what was wrong with each.
//!
//! # The table
//! [`DriverTable`] has one field for each of the 685 entry points, which is `None` where the driver lacks it;
//! [`MissingEntryPoint`] is the error to make of that. Anything can fill a table: [`DriverTable::resolve`] asks for addresses,
//! [`DriverTable::EMPTY`] is there to set fields of. [`for_each_entry_point!`] hands the list of names and signatures to a macro.
//!
//! # Values that come from the driver
//! Enumerations are open: structs around an integer, with the header's names as constants. A driver may return a code that is
//! newer than the header, which a Rust `enum` could not hold. [`CUresult`] has a `Display` that copes with both.
//!
//! # Features
//! - `bindgen`: makes the bindings when the crate is built, from the `cuda.h` in `CUDA_INCLUDE_DIR`, or in `include` below
//!   `CUDA_PATH`. For headers newer than 13.5; needs libclang.
//! - `link`: links the program with the driver's library (looked for in `CUDA_LIBRARY_DIR` as well), in place of opening it.
//!   [`loader::load`] then takes the entry points of the library that the program came with, and module `linked` declares them.
#![deny(missing_docs)]

#[macro_use]
mod entry_points;
mod bindings;
mod constants;
mod entry_point;
#[cfg(feature = "link")]
pub mod linked;
pub mod loader;
mod missing;
mod result;
mod table;
mod version;

// The names of the header are this crate's interface: all of them, as they are.
pub use bindings::*;
pub use constants::*;
pub use entry_point::EntryPoint;
pub use missing::MissingEntryPoint;
pub use table::DriverTable;
pub use version::CudaVersion;
