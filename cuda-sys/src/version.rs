//! CUDA versions as the driver counts them.

use core::fmt;

/// A CUDA version: 1000 times the major number plus 10 times the minor one, so 12.4 is 12040.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CudaVersion(u32);

impl CudaVersion {
    /// The oldest driver that this crate serves.
    pub const OLDEST_DRIVER: Self = Self(11_070);

    /// The version of the header that the bindings were made from.
    pub const BINDINGS: Self = Self(crate::CUDA_VERSION);

    /// Takes a version as `cuDriverGetVersion` answers it.
    #[must_use]
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    /// Returns the version as the driver counts it.
    #[must_use]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// Returns the major number.
    #[must_use]
    pub const fn major(self) -> u32 {
        self.0 / 1000
    }

    /// Returns the minor number.
    #[must_use]
    pub const fn minor(self) -> u32 {
        self.0 % 1000 / 10
    }
}

impl fmt::Display for CudaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major(), self.minor())
    }
}

#[cfg(test)]
mod tests {
    use super::CudaVersion;

    #[test]
    fn a_version_reads_as_people_write_it() {
        assert_eq!(CudaVersion::from_raw(11_070).to_string(), "11.7");
        assert_eq!(CudaVersion::from_raw(5_050).to_string(), "5.5");
        assert_eq!(CudaVersion::BINDINGS.to_string(), "13.5");
    }
}
