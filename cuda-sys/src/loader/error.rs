//! Why no driver could be loaded: each path that was tried, and what was wrong with it.

use std::fmt;
use std::path::{Path, PathBuf};

use super::candidate::{NAME, OVERRIDE, Origin};
use crate::{CUresult, CudaVersion};

/// No candidate was taken.
#[derive(Clone, Debug)]
pub struct LoadError {
    origin: Origin,
    attempts: Vec<Attempt>,
}

impl LoadError {
    pub(super) fn new(origin: Origin, attempts: Vec<Attempt>) -> Self {
        Self { origin, attempts }
    }

    /// Lists what was tried, in order.
    #[must_use]
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// Tells whether this machine has no driver, as opposed to one that does not work.
    ///
    /// Every place was empty or held the toolkit's stub, and nobody had named a file by `CUDA_DRIVER_LIBRARY` or in the program.
    /// Also true under Miri, where nothing can be opened.
    #[must_use]
    pub fn no_driver_found(&self) -> bool {
        let absent = |attempt: &Attempt| {
            matches!(attempt.failure, Failure::NotFound | Failure::Stub { .. } | Failure::Unsupported)
        };
        cfg!(miri) || (self.origin == Origin::Platform && self.attempts.iter().all(absent))
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no CUDA driver could be loaded")?;
        if self.origin == Origin::Override {
            write!(f, " (only the file that {OVERRIDE} names was tried)")?;
        }
        for (place, attempt) in self.attempts.iter().enumerate() {
            f.write_str(if place == 0 { ": " } else { "; " })?;
            attempt.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

/// One library that was tried and not taken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// What was opened; a name without a folder is left to the system's search.
    pub path: PathBuf,
    /// What was wrong with it.
    pub failure: Failure,
}

impl Attempt {
    pub(super) fn new(path: &Path, failure: Failure) -> Self {
        Self { path: path.to_owned(), failure }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.failure)
    }
}

/// What was wrong with a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// There is no such file.
    NotFound,
    /// The system's loader refused it, with these words.
    CannotOpen(String),
    /// It opens, but lacks a function that every driver exports.
    NotADriver {
        /// The function it lacks.
        missing: &'static str,
    },
    /// It is the stub of the CUDA toolkit, which answers 34 to everything.
    Stub {
        /// The call that answered 34.
        call: &'static str,
    },
    /// The driver is older than 11.7.
    TooOld {
        /// The CUDA version it serves.
        found: CudaVersion,
    },
    /// The driver answered an error to a call that cannot fail on a sound one.
    Refused {
        /// The call.
        call: &'static str,
        /// Its answer.
        code: CUresult,
    },
    /// Libraries cannot be opened under Miri.
    Unsupported,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("not found"),
            Self::CannotOpen(reason) => write!(f, "cannot be opened ({reason})"),
            Self::NotADriver { missing } => write!(f, "not a CUDA driver (it exports no {missing})"),
            Self::Stub { call } => write!(
                f,
                "the stub library of the CUDA toolkit, not the driver ({call} answered {}); \
                 take its folder out of the library path, the driver's own file is {NAME}",
                CUresult::CUDA_ERROR_STUB_LIBRARY
            ),
            Self::TooOld { found } => {
                write!(f, "the driver serves CUDA {found}, and at least {} is needed", CudaVersion::OLDEST_DRIVER)
            }
            Self::Refused { call, code } => write!(f, "{call} answered {code}"),
            Self::Unsupported => f.write_str("Miri cannot open libraries; use a simulated driver"),
        }
    }
}
