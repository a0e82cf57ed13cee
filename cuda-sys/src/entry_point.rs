//! What is known of each entry point besides its signature.

use core::ffi::CStr;
use core::fmt;

use crate::CudaVersion;

/// One entry point of the driver's ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    symbol: &'static CStr,
    base: &'static CStr,
    since: CudaVersion,
}

impl EntryPoint {
    /// Finds an entry point by its ABI name, such as `cuMemAlloc_v2`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::index_of(name).map(|index| &Self::ALL[index])
    }

    /// Finds what `cuGetProcAddress` finds for a [`base`](Self::base) name: the newest entry point that a version of CUDA had. With
    /// `per_thread` that is the one for the calling thread's own default stream, where there are two; otherwise never.
    #[must_use]
    pub fn newest(base: &CStr, version: CudaVersion, per_thread: bool) -> Option<&'static Self> {
        let fitting = Self::ALL.iter().filter(|entry| entry.base == base && entry.since <= version);
        let fitting = fitting.filter(|entry| per_thread || !entry.is_per_thread());
        fitting.max_by_key(|entry| (entry.since, entry.is_per_thread()))
    }

    /// Returns the ABI name: what the library exports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.symbol.to_str().unwrap_or_default()
    }

    /// Returns the ABI name as a C string.
    #[must_use]
    pub const fn symbol(&self) -> &'static CStr {
        self.symbol
    }

    /// Returns the name that `cuGetProcAddress` knows it by: without `_vN`, `_ptds` or `_ptsz`.
    #[must_use]
    pub const fn base(&self) -> &'static CStr {
        self.base
    }

    /// Returns the CUDA version that introduced it. `cuGetProcAddress`, asked for [`base`](Self::base) at this version, finds it.
    #[must_use]
    pub const fn since(&self) -> CudaVersion {
        self.since
    }

    /// Tells whether it takes the null stream to mean the calling thread's own default stream (`_ptds`, `_ptsz`).
    #[must_use]
    pub fn is_per_thread(&self) -> bool {
        let name = self.symbol.to_bytes();
        name.ends_with(b"_ptds") || name.ends_with(b"_ptsz")
    }

    pub(crate) fn index_of(name: &str) -> Option<usize> {
        Self::ALL.binary_search_by(|entry| entry.symbol.to_bytes().cmp(name.as_bytes())).ok()
    }
}

impl fmt::Display for EntryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (since CUDA {})", self.name(), self.since)
    }
}

macro_rules! list {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        impl EntryPoint {
            /// All entry points, sorted by ABI name.
            pub const ALL: &'static [Self] = &[$(
                Self {
                    symbol: as_c_str(concat!(stringify!($name), "\0")),
                    base: as_c_str(concat!($base, "\0")),
                    since: CudaVersion::from_raw($since),
                },
            )*];
        }
    };
}
for_each_entry_point!(list);

const fn as_c_str(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a name holds a NUL"),
    }
}

#[cfg(test)]
mod tests {
    use super::EntryPoint;
    use crate::CudaVersion;

    #[test]
    fn the_list_is_sorted_and_holds_every_name_of_the_header() {
        assert!(EntryPoint::ALL.is_sorted_by(|a, b| a.name() < b.name()));
        if !cfg!(feature = "bindgen") {
            assert_eq!(EntryPoint::ALL.len(), 685);
        }
    }

    #[test]
    fn the_newest_entry_point_of_a_name_is_that_of_the_version() {
        let newest = |base, version, per_thread| {
            EntryPoint::newest(base, CudaVersion::from_raw(version), per_thread).map(EntryPoint::name)
        };
        assert_eq!(newest(c"cuMemcpyHtoDAsync", 13_000, true), Some("cuMemcpyHtoDAsync_v2_ptsz"));
        assert_eq!(newest(c"cuMemcpyHtoDAsync", 13_000, false), Some("cuMemcpyHtoDAsync_v2"));
        assert_eq!(newest(c"cuMemAlloc", 3_000, true), Some("cuMemAlloc"));
        assert_eq!(newest(c"cuMemAlloc", 1_000, false), None);
        assert_eq!(newest(c"cuMemAlloc_v2", 13_000, false), None);
    }

    #[test]
    fn a_versioned_name_knows_its_base_and_its_version() {
        let entry = EntryPoint::by_name("cuMemcpyHtoDAsync_v2_ptsz").unwrap();
        assert_eq!(entry.base(), c"cuMemcpyHtoDAsync");
        assert_eq!(entry.since().raw(), 7_000);
        assert!(entry.is_per_thread());
        assert_eq!(EntryPoint::by_name("cuCtxCreate_v4").unwrap().to_string(), "cuCtxCreate_v4 (since CUDA 12.5)");
        assert!(EntryPoint::by_name("cuMemAlloc_v9").is_none());
    }
}
