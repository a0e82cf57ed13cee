//! [`Upload`]: a copy out of borrowed memory, staged before the call returns.
#![expect(unsafe_code, reason = "queues a copy on staging memory that the ledger owns")]

use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use crate::buffer::{DeviceBuffer, DevicePod, DeviceViewMut, HasRegion as _};
use crate::context::{ContextInner, PinnedPages};
use crate::error::{Error, Result};
use crate::stream::{Access, Held, Op, Outcome, Region, Stream};

/// A copy to the device in flight, out of staging. It borrows nothing.
///
/// # Cancellation
/// Dropping it never waits and never stops the copy; the staging goes back to its pool when the driver is done with it.
/// Forgetting it leaks the staging block.
///
/// # Errors
/// See [`DeviceBuffer::upload_from`].
#[must_use = "errors arrive in the await; use `detach` to give them up"]
#[pin_project]
pub struct Upload {
    state: State,
}

enum State {
    Refused(Error),
    Empty,
    InFlight(Op),
    Taken,
}

impl<T: DevicePod> DeviceBuffer<T> {
    /// Queues a copy of `source`, which must have the buffer's length, to the buffer.
    ///
    /// The bytes are in page-locked staging when the call returns, so `source` may be changed or freed at once.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`], [`Error::ForeignContext`], [`Error::PoolExhausted`], the driver's own.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload_from(&mut self, source: &[T], stream: &Stream) -> Upload {
        Upload::start(source, self.region(), stream)
    }
}

impl<T: DevicePod> DeviceViewMut<'_, T> {
    /// Queues a copy of `source`, which must have the view's length, to the view; see [`DeviceBuffer::upload_from`].
    ///
    /// # Errors
    /// As there.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload_from(&mut self, source: &[T], stream: &Stream) -> Upload {
        Upload::start(source, self.region(), stream)
    }
}

/// Copies `source` into staging.
pub(super) fn stage<T: DevicePod>(source: &[T], stream: &Stream) -> Result<PinnedPages> {
    let mut pages = stream.inner.context().stage(mem::size_of_val(source))?;
    pages.elements_mut(source.len()).copy_from_slice(source);
    Ok(pages)
}

/// Queues the copy of staged bytes, which are as many as `target` has. Answers the operation, and what the driver's call
/// answered, which the operation tells too.
pub(super) fn submit(pages: PinnedPages, target: Region<'_>, stream: &Stream) -> Result<(Op, Result<()>)> {
    let (start, address, byte_len) = (pages.start(), target.address(), target.byte_len());
    assert!(byte_len <= pages.byte_len(), "a block is at least as long as what is staged in it");
    let mut answer = Ok(());
    let submitted =
        stream.inner.submit_held(Held::Staging(pages), &[Some(target.operand(Access::Write))], |api, raw| {
            // SAFETY: the ledger's slot owns the staging block until the copy is done (R0, R1); the device memory is as long
            // (checked by the caller) and is freed only behind a join to this use.
            answer = unsafe { api.copy_to_device(address, start, byte_len, raw) };
            answer.clone()
        });
    match submitted {
        Ok(op) => Ok((op, answer)),
        Err((error, held)) => {
            held.release(stream.inner.context());
            Err(error)
        }
    }
}

impl Upload {
    fn start<T: DevicePod>(source: &[T], target: Region<'_>, stream: &Stream) -> Self {
        let expected = target.len::<T>();
        let state = if source.len() != expected {
            State::Refused(Error::LengthMismatch { expected, actual: source.len() })
        } else if source.is_empty() {
            State::Empty
        } else {
            let submitted = stage(source, stream).and_then(|pages| submit(pages, target, stream));
            submitted.map_or_else(State::Refused, |(op, _)| State::InFlight(op))
        };
        Self { state }
    }

    /// Lets the copy run on by itself.
    pub fn detach(self) {}

    /// Waits for the copy on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`] on the reactor's thread.
    pub fn wait_blocking(mut self) -> Result<()> {
        match mem::replace(&mut self.state, State::Taken) {
            State::InFlight(op) => {
                let context = Arc::clone(op.stream().context());
                conclude(op.wait_for_outcome()?, &context)
            }
            State::Refused(error) => Err(error),
            State::Empty | State::Taken => Ok(()),
        }
    }
}

fn conclude(outcome: Outcome<Held>, context: &Arc<ContextInner>) -> Result<()> {
    match outcome {
        Outcome::Done { held, error } => {
            held.release(context);
            error.map_or(Ok(()), Err)
        }
        Outcome::Failed(error) => Err(error),
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Refused(error) => return f.debug_tuple("Upload::Refused").field(error).finish(),
            State::Empty => "Empty",
            State::InFlight(_) => "InFlight",
            State::Taken => "Taken",
        };
        f.debug_tuple("Upload").field(&state).finish()
    }
}

impl Future for Upload {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let state = self.project().state;
        if let State::InFlight(op) = state {
            let Poll::Ready(outcome) = op.poll(task) else { return Poll::Pending };
            let result = conclude(outcome, op.stream().context());
            *state = State::Taken;
            return Poll::Ready(result);
        }
        match mem::replace(state, State::Taken) {
            State::Refused(error) => Poll::Ready(Err(error)),
            State::Empty => Poll::Ready(Ok(())),
            State::InFlight(_) | State::Taken => panic!("polled after completion"),
        }
    }
}
