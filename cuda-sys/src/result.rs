//! Names for result codes, known without asking a driver.

use core::fmt;

use crate::CUresult;

/// The codes of the header with their names, sorted.
const NAMES: &[(u32, &str)] = names();

#[cfg(not(feature = "bindgen"))]
const fn names() -> &'static [(u32, &'static str)] {
    include!("generated/result_names.rs")
}

#[cfg(feature = "bindgen")]
const fn names() -> &'static [(u32, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/result_names.rs"))
}

impl CUresult {
    /// Returns the header's name for the code; `None` for a code that a newer driver has made up.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        let place = NAMES.binary_search_by_key(&self.0, |(code, _)| *code).ok()?;
        Some(NAMES[place].1)
    }
}

impl fmt::Display for CUresult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name} ({})", self.0),
            None => write!(f, "result code {} (not in CUDA {})", self.0, crate::CudaVersion::BINDINGS),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::CUresult;

    #[test]
    fn a_code_is_named_and_an_unknown_one_is_kept() {
        assert_eq!(CUresult::CUDA_ERROR_STUB_LIBRARY.to_string(), "CUDA_ERROR_STUB_LIBRARY (34)");
        assert_eq!(CUresult(0).name(), Some("CUDA_SUCCESS"));
        assert_eq!(CUresult(123_456).name(), None);
        assert!(CUresult(123_456).to_string().contains("123456"));
    }
}
