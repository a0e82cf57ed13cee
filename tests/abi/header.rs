//! What the C compiler made of one header.
#![allow(
    unsafe_code,
    reason = "a compiled probe is a C array, which is a foreign static; where there is no header there is none"
)]

use std::collections::HashMap;

/// One header. Made by the build script.
pub(crate) struct Header {
    /// Such as `12.9`.
    pub(crate) version: &'static str,
    /// The answers, one for each of `names`.
    pub(crate) values: &'static [i64],
    /// The questions that the header answered, one a line.
    pub(crate) names: &'static str,
    /// The questions that it did not, one a line: name, tab, the compiler's words.
    pub(crate) absent: &'static str,
    /// cudaTypedefs.h and all that it includes, preprocessed, with its macro definitions.
    pub(crate) text: &'static str,
}

/// Returns the headers that were at hand when this was built.
pub(crate) fn at_hand() -> Vec<Header> {
    include!(concat!(env!("OUT_DIR"), "/abi_headers.rs"))
}

impl Header {
    /// Returns the version as the driver counts it.
    pub(crate) fn number(&self) -> u32 {
        let (major, minor) = self.version.split_once('.').unwrap();
        major.parse::<u32>().unwrap() * 1000 + minor.parse::<u32>().unwrap() * 10
    }

    /// Returns the answers by question.
    pub(crate) fn answers(&self) -> HashMap<&'static str, i64> {
        self.names.lines().zip(self.values.iter().copied()).collect()
    }

    /// Returns the questions without an answer, each with the compiler's words.
    pub(crate) fn unanswered(&self) -> HashMap<&'static str, &'static str> {
        self.absent.lines().filter_map(|line| line.split_once('\t')).collect()
    }
}
