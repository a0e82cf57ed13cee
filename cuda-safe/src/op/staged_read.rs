//! [`StagedRead`]: a copy from the device into staging, out of which whoever waits takes the bytes.
#![expect(unsafe_code, reason = "queues a copy on staging memory that the ledger owns")]

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use crate::buffer::DevicePod;
use crate::context::{ContextInner, PinnedPages};
use crate::error::{Error, Result};
use crate::stream::{Access, Held, Op, Outcome, Region, Stream};

/// A staged copy to the host, or why there is none. What the copies into borrowed memory are built on: the driver sees only
/// the staging.
pub(super) enum StagedRead {
    /// Nothing was given to the driver.
    Refused(Error),
    /// There was nothing to copy.
    Empty,
    /// The ledger owns the staging.
    InFlight(Op),
    /// The outcome was taken.
    Taken,
}

impl StagedRead {
    /// Queues a copy of `source`, which must have `len` values of `T`.
    pub(super) fn start<T: DevicePod>(source: Region<'_>, len: usize, stream: &Stream) -> Self {
        if len != source.len::<T>() {
            Self::Refused(Error::LengthMismatch { expected: source.len::<T>(), actual: len })
        } else if len == 0 {
            Self::Empty
        } else {
            submit(source, stream).map_or_else(Self::Refused, Self::InFlight)
        }
    }

    /// Polls; `land` gets the staging once the bytes are in it, and only if all are.
    pub(super) fn poll<R>(&mut self, task: &TaskContext<'_>, land: impl FnOnce(&PinnedPages) -> R) -> Poll<Result<R>> {
        if let Self::InFlight(op) = self {
            let Poll::Ready(outcome) = op.poll(task) else { return Poll::Pending };
            let context = Arc::clone(op.stream().context());
            *self = Self::Taken;
            return Poll::Ready(conclude(outcome, &context, land));
        }
        match mem::replace(self, Self::Taken) {
            Self::Refused(error) => Poll::Ready(Err(error)),
            Self::Empty => Poll::Ready(Ok(land(&PinnedPages::empty()))),
            Self::InFlight(_) | Self::Taken => panic!("polled after completion"),
        }
    }

    /// Waits on this thread; `land` as for [`Self::poll`].
    pub(super) fn wait<R>(self, land: impl FnOnce(&PinnedPages) -> R) -> Result<R> {
        match self {
            Self::InFlight(op) => {
                let context = Arc::clone(op.stream().context());
                conclude(op.wait_for_outcome()?, &context, land)
            }
            Self::Refused(error) => Err(error),
            Self::Empty => Ok(land(&PinnedPages::empty())),
            Self::Taken => panic!("waited for after completion"),
        }
    }
}

/// Takes the bytes, if they came, and gives the staging back.
pub(super) fn conclude<R>(
    outcome: Outcome<Held>,
    context: &Arc<ContextInner>,
    land: impl FnOnce(&PinnedPages) -> R,
) -> Result<R> {
    match outcome {
        Outcome::Done { held: Held::Staging(pages), error } => {
            // A call that answered an error may have copied nothing (R2).
            let landed = error.map_or_else(|| Ok(land(&pages)), Err);
            context.staging().give_back(pages);
            landed
        }
        Outcome::Done { error, .. } => Err(error.unwrap_or(Error::ContextLost)),
        Outcome::Failed(error) => Err(error),
    }
}

/// Queues a copy of `source` into a staging block.
pub(super) fn submit(source: Region<'_>, stream: &Stream) -> Result<Op> {
    let byte_len = source.byte_len();
    let pages = stream.inner.context().stage(byte_len)?;
    let (start, address) = (pages.start(), source.address());
    let submitted =
        stream.inner.submit_held(Held::Staging(pages), &[Some(source.operand(Access::Read))], |api, raw| {
            // SAFETY: the ledger's slot owns the staging block, which is at least `byte_len` long, until the copy is done (R0,
            // R1); the device memory is as long and is freed only behind a join to this use.
            unsafe { api.copy_to_host(start, address, byte_len, raw) }
        });
    submitted.map_err(|(error, held)| {
        held.release(stream.inner.context());
        error
    })
}

impl fmt::Debug for StagedRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => f.debug_tuple("Refused").field(error).finish(),
            Self::Empty => f.write_str("Empty"),
            Self::InFlight(_) => f.write_str("InFlight"),
            Self::Taken => f.write_str("Taken"),
        }
    }
}
