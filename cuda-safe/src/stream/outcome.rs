//! [`Outcome`], [`Abandoned`] and [`Settled`]: what leaves the ledger.

use std::fmt;
use std::mem::ManuallyDrop;
use std::task::Waker;

use crate::error::{Error, Result};

/// How an operation ended.
#[derive(Debug)]
pub(crate) enum Outcome<G> {
    /// It is done, and what it held is free; `error` is what its submit call answered, if that was an error.
    Done { held: G, error: Option<Error> },
    /// Its end was never proved.
    Failed(Error),
}

impl<G> Outcome<G> {
    /// The end of an operation that held nothing worth having.
    pub(crate) fn of_nothing(self) -> Result<()> {
        match self {
            Self::Done { error: None, .. } => Ok(()),
            Self::Done { error: Some(error), .. } | Self::Failed(error) => Err(error),
        }
    }
}

/// What became of an operation whose future is gone.
#[derive(Debug)]
pub(crate) enum Abandoned<G> {
    /// It was done already: here is what it held.
    Released(G),
    /// It runs on; the ledger keeps what it holds.
    Kept,
    /// It had failed; there is nothing left.
    Gone,
}

/// What a change of the ledger leaves to be done outside its lock.
pub(crate) struct Settled<G, E> {
    /// To be woken: user code.
    pub(crate) wakers: Vec<Waker>,
    /// Held by abandoned operations that are done.
    pub(crate) released: Vec<G>,
    /// Held by operations whose end is not proved; never to be dropped.
    pub(crate) quarantined: Vec<ManuallyDrop<G>>,
    /// Leases of events that are done.
    pub(crate) events: Vec<E>,
    /// Leases of events of which nothing is known; they may not be recorded again (R4).
    pub(crate) lost: Vec<E>,
}

impl<G, E> Default for Settled<G, E> {
    fn default() -> Self {
        Self { wakers: Vec::new(), released: Vec::new(), quarantined: Vec::new(), events: Vec::new(), lost: Vec::new() }
    }
}

impl<G, E> Settled<G, E> {
    /// Whether an end was given up that was never proved.
    pub(crate) fn has_failed(&self) -> bool {
        !(self.quarantined.is_empty() && self.lost.is_empty())
    }
}

impl<G, E> fmt::Debug for Settled<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settled").field("wakers", &self.wakers.len()).finish_non_exhaustive()
    }
}
