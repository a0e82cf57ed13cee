//! Reports: what a client did wrong, as far as the simulator saw it.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The kind of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Work touched device memory that had been freed, or memory was freed under work that touches it.
    UseAfterFree,
    /// Work touched addresses outside any allocation, or ran over the end of one.
    OutOfBounds,
    /// Page-locked host memory was freed or unregistered while queued work still touches it.
    HostInFlight,
    /// Memory was freed twice.
    DoubleFree,
    /// Something was still alive when its context ended.
    Leak,
    /// Something was used with a context that it does not belong to.
    WrongContext,
    /// A handle was used after it was destroyed, or as one of another kind.
    StaleHandle,
    /// Two operations use the same memory, one of them writes or frees it, and nothing orders them.
    Race,
    /// As [`Race`](Self::Race), but one of them is a launch, of which only its arguments are known: it may not touch the same bytes.
    UnorderedLaunch,
    /// Source and destination of a copy overlap.
    Overlap,
    /// The driver was called from inside a function that the driver called.
    CallInCallback,
    /// A kernel did something wrong.
    Kernel,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// What kind of mistake it is.
    pub kind: Kind,
    /// What happened, in words.
    pub text: String,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.text)
    }
}

/// All reports of a simulator, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    list: Mutex<Vec<Report>>,
}

/// More reports than this are not kept: they would only repeat the mistake.
const LIMIT: usize = 1000;

impl Reports {
    pub(crate) fn add(&self, kind: Kind, text: String) {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() < LIMIT {
            list.push(Report { kind, text });
        }
    }

    pub(crate) fn list(&self) -> Vec<Report> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
