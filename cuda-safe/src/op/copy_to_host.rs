//! [`CopyToHost`]: a copy into borrowed memory, which the driver never sees.
#![expect(unsafe_code, reason = "queues a copy on staging memory that the ledger owns, and copies out of it")]

use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use crate::buffer::{DevicePod, DeviceSource};
use crate::context::PinnedPages;
use crate::error::{Error, Result};
use crate::stream::{Access, Held, Op, Outcome, Region, Stream};

/// Copies from the device into memory of any kind.
pub trait CopyFrom<T: DevicePod> {
    /// Queues a copy of `source` into `self`, which must have the same length.
    ///
    /// The device writes into page-locked staging of this crate; the bytes reach `self` inside the await, on the thread
    /// that polls. So the borrow ends with the future, however that ends.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`], [`Error::ForeignContext`], [`Error::PoolExhausted`], the driver's own.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    fn copy_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToHost<'h, T>;
}

impl<T: DevicePod> CopyFrom<T> for [T] {
    fn copy_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToHost<'h, T> {
        let source = source.region();
        let source_len = source.len::<T>();
        let state = if self.len() != source_len {
            State::Refused(Error::LengthMismatch { expected: source_len, actual: self.len() })
        } else if self.is_empty() {
            State::Empty
        } else {
            submit(source, stream).map_or_else(State::Refused, State::InFlight)
        };
        CopyToHost { target: self, state }
    }
}

/// A copy into borrowed host memory in flight.
///
/// # Cancellation
/// Dropping it never waits: the borrow is free at once with its old content, and the staging goes back to its pool when
/// the driver is done with it. Forgetting it leaks the staging block. The borrowed memory is written only inside the poll
/// that answers `Ready(Ok)`.
///
/// # Errors
/// See [`CopyFrom::copy_from`]; the borrowed memory is then as it was.
#[must_use = "the bytes arrive in the await"]
#[pin_project]
pub struct CopyToHost<'h, T: DevicePod> {
    target: &'h mut [T],
    state: State,
}

enum State {
    Refused(Error),
    Empty,
    InFlight(Op),
    Taken,
}

fn submit(source: Region<'_>, stream: &Stream) -> Result<Op> {
    let byte_len = source.byte_len();
    let pages = stream.inner.context().stage(byte_len)?;
    let (start, address) = (pages.start(), source.address());
    let submitted = stream.inner.submit_held(Held::Staging(pages), &[source.operand(Access::Read)], |api, raw| {
        // SAFETY: the ledger's slot owns the staging block, which is at least `byte_len` long, until the copy is done (R0,
        // R1); the device memory is as long and is freed only behind a join to this use.
        unsafe { api.copy_to_host(start, address, byte_len, raw) }
    });
    submitted.map_err(|(error, held)| {
        held.release(stream.inner.context());
        error
    })
}

impl<T: DevicePod> Future for CopyToHost<'_, T> {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if let State::InFlight(op) = this.state {
            let Poll::Ready(outcome) = op.poll(task) else { return Poll::Pending };
            let context = Arc::clone(op.stream().context());
            *this.state = State::Taken;
            return Poll::Ready(match outcome {
                Outcome::Done { held: Held::Staging(pages), error } => {
                    if error.is_none() {
                        copy_out(&pages, this.target);
                    }
                    context.staging().give_back(pages);
                    error.map_or(Ok(()), Err)
                }
                Outcome::Done { error, .. } => Err(error.unwrap_or(Error::ContextLost)),
                Outcome::Failed(error) => Err(error),
            });
        }
        match mem::replace(this.state, State::Taken) {
            State::Refused(error) => Poll::Ready(Err(error)),
            State::Empty => Poll::Ready(Ok(())),
            State::InFlight(_) | State::Taken => panic!("polled after completion"),
        }
    }
}

/// Copies the bytes of a finished copy out of their staging.
fn copy_out<T: DevicePod>(pages: &PinnedPages, target: &mut [T]) {
    let byte_len = mem::size_of_val(target);
    assert!(byte_len <= pages.byte_len(), "a block is at least as long as what was staged in it");
    // SAFETY: the operation is done (it came out of the ledger as `Done`, R0, R6), so this thread alone touches the block,
    // whose bytes are initialised (allocated zeroed) and `byte_len` long; the target is a live exclusive borrow of the same
    // length, in memory of its own; any bytes are a `T` (R10).
    unsafe { std::ptr::copy_nonoverlapping(pages.start().as_ptr(), target.as_mut_ptr().cast(), byte_len) };
}

impl<T: DevicePod> fmt::Debug for CopyToHost<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The target is not shown: it is borrowed for writing.
        f.debug_struct("CopyToHost").field("len", &self.target.len()).finish_non_exhaustive()
    }
}
