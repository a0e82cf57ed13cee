//! The error of a call that the loaded driver has no entry point for.

use core::fmt;

use crate::{CudaVersion, EntryPoint};

/// The driver lacks an entry point, being older than it.
///
/// ```
/// use cuda_sys::{DriverTable, MissingEntryPoint};
///
/// let table = DriverTable::EMPTY;
/// let error = table.cuStreamGetId.ok_or(MissingEntryPoint::new("cuStreamGetId")).unwrap_err();
/// assert_eq!(error.to_string(), "the driver lacks cuStreamGetId, which CUDA 12.0 introduced");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingEntryPoint {
    name: &'static str,
    since: Option<CudaVersion>,
}

impl MissingEntryPoint {
    /// Makes the error for an ABI name.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self { name, since: EntryPoint::by_name(name).map(EntryPoint::since) }
    }

    /// Returns the ABI name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the CUDA version that introduced it; `None` when the bindings do not know the name either.
    #[must_use]
    pub const fn since(&self) -> Option<CudaVersion> {
        self.since
    }
}

impl From<&EntryPoint> for MissingEntryPoint {
    fn from(entry: &EntryPoint) -> Self {
        Self { name: entry.name(), since: Some(entry.since()) }
    }
}

impl fmt::Display for MissingEntryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the driver lacks {}", self.name)?;
        match self.since {
            Some(since) => write!(f, ", which CUDA {since} introduced"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for MissingEntryPoint {}
