//! Bindings to the whole CUDA driver API, loaded at run time.
#![deny(missing_docs)]

#[macro_use]
mod entry_points;
mod bindings;
mod constants;
mod entry_point;
#[cfg(feature = "link")]
#[expect(non_snake_case, reason = "the header's names of parameters")]
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
