//! [`Transfer`]: a copy that owns its host side until the driver is done with it.
#![expect(unsafe_code, reason = "queues copies on memory that the ledger owns")]

use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use pin_project::{pin_project, pinned_drop};

use super::cancelled::Cancelled;
use crate::buffer::{DeviceSource, DeviceTarget, HostBuffer, HostBufferMut, is_foreign, lodge, unlodge};
use crate::context::ContextInner;
use crate::error::{Error, OpFailed, Rejected, Result};
use crate::stream::{Access, Held, Op, Outcome, Region, Stream};

/// A copy between host and device in flight. Await it to get the host buffer back.
///
/// The copy was queued when this was made; awaiting only waits.
///
/// # Cancellation
/// A copy cannot be called off. Dropping the future waits for the copy's own event and then frees the buffer
/// ([`OnDrop::Wait`](crate::OnDrop), the default), or returns at once and has it freed later
/// ([`OnDrop::Detach`](crate::OnDrop), [`detach`](Self::detach), and always on the reactor's thread). Forgetting it leaks
/// the buffer. [`cancel`](Self::cancel) gives up the copy and gets the buffer back. In no case is memory touched that is
/// not the copy's.
///
/// # Errors
/// [`OpFailed`], with the buffer if the driver never had it or has proved that it is done with it.
#[must_use = "the buffer comes back from the await; use `detach` to give it up"]
#[pin_project(PinnedDrop)]
pub struct Transfer<B: HostBuffer> {
    state: State<B>,
}

/// How far a transfer is.
pub(super) enum State<B: HostBuffer> {
    /// Nothing was given to the driver.
    Refused(Error, B),
    /// There was nothing to copy.
    Empty(B),
    /// The ledger owns the memory, of so many elements.
    InFlight(Op, usize),
    /// The outcome was taken.
    Taken,
}

impl Stream {
    /// Queues a copy of `source` to `target`, which must have the same length.
    ///
    /// `target` is free for the next operation at once: streams keep order.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`], [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload<B: HostBuffer>(&self, source: B, target: &mut impl DeviceTarget<B::Element>) -> Transfer<B> {
        Transfer::from_result(self.try_upload(source, target))
    }

    /// [`upload`](Self::upload), with what is found before any driver call answered at once.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`], a dead context; the buffer comes back.
    pub fn try_upload<B: HostBuffer>(
        &self,
        source: B,
        target: &mut impl DeviceTarget<B::Element>,
    ) -> Result<Transfer<B>, Rejected<B>> {
        let target = target.region();
        let point = |buffer: &mut B| buffer.as_ptr().cast_mut().cast();
        Transfer::submit(self, source, target, point, |held, start, byte_len| {
            let address = target.address();
            self.inner.submit_held(held, &[Some(target.operand(Access::Write))], |api, raw| {
                // SAFETY: the ledger's slot owns `byte_len` bytes at `start` until the copy is done (R0, R1), and gives nobody
                // access; the device memory is as long (checked) and is freed only behind a join to this use.
                unsafe { api.copy_to_device(address, start, byte_len, raw) }
            })
        })
    }

    /// Queues a copy of `source` to `target`, which must have the same length.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`], [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    pub fn download<B: HostBufferMut>(&self, source: &impl DeviceSource<B::Element>, target: B) -> Transfer<B> {
        Transfer::from_result(self.try_download(source, target))
    }

    /// [`download`](Self::download), with what is found before any driver call answered at once.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`], a dead context; the buffer comes back.
    pub fn try_download<B: HostBufferMut>(
        &self,
        source: &impl DeviceSource<B::Element>,
        target: B,
    ) -> Result<Transfer<B>, Rejected<B>> {
        let source = source.region();
        let point = |buffer: &mut B| buffer.as_mut_ptr().cast();
        Transfer::submit(self, target, source, point, |held, start, byte_len| {
            let address = source.address();
            self.inner.submit_held(held, &[Some(source.operand(Access::Read))], |api, raw| {
                // SAFETY: as in `try_upload`, the other way round; the memory may be written (`HostBufferMut`).
                unsafe { api.copy_to_host(start, address, byte_len, raw) }
            })
        })
    }
}

impl<B: HostBuffer> Transfer<B> {
    /// Checks lengths and contexts, then hands the buffer's memory to `submit`, and where it starts as `point` answers.
    fn submit(
        stream: &Stream,
        buffer: B,
        region: Region<'_>,
        point: fn(&mut B) -> *mut u8,
        submit: impl FnOnce(Held, NonNull<u8>, usize) -> Result<Op, (Error, Held)>,
    ) -> Result<Self, Rejected<B>> {
        let context = stream.inner.context();
        let (len, expected) = (buffer.len(), region.len::<B::Element>());
        let refusal = if len != expected {
            Some(Error::LengthMismatch { expected, actual: len })
        } else if is_foreign(&buffer, context) {
            Some(Error::ForeignContext)
        } else {
            None
        };
        if let Some(error) = refusal {
            return Err(Rejected { error, buffers: buffer });
        }
        let byte_len = region.byte_len();
        if byte_len == 0 {
            return Ok(Self { state: State::Empty(buffer) });
        }
        let (held, start) = lodge(buffer, byte_len, point);
        match submit(held, start, byte_len) {
            Ok(op) => Ok(Self { state: State::InFlight(op, len) }),
            Err((error, held)) => match unlodge(held, len, context) {
                Some(buffers) => Err(Rejected { error, buffers }),
                None => unreachable!("submit gives back what it was given"),
            },
        }
    }

    fn from_result(submitted: Result<Self, Rejected<B>>) -> Self {
        submitted.unwrap_or_else(|Rejected { error, buffers }| Self { state: State::Refused(error, buffers) })
    }

    /// Lets the copy run on by itself; its buffer is freed when it is done. Never waits.
    pub fn detach(mut self) {
        // Dropping an `Op` does not wait; dropping a `Transfer` might.
        drop(mem::replace(&mut self.state, State::Taken));
    }

    /// Gives up the copy, and answers a future of the buffer.
    ///
    /// A copy that was queued cannot be called off: it still runs, and still writes its target. What this gives up is
    /// the wait in Drop, and the result of the copy.
    pub fn cancel(mut self) -> Cancelled<B> {
        Cancelled::new(mem::replace(&mut self.state, State::Taken))
    }

    /// Waits for the copy on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`] on the reactor's thread.
    pub fn wait_blocking(mut self) -> Result<B, OpFailed<B>> {
        mem::replace(&mut self.state, State::Taken).wait()
    }
}

impl<B: HostBuffer> State<B> {
    pub(super) fn poll(&mut self, task: &TaskContext<'_>) -> Poll<Result<B, OpFailed<B>>> {
        if let Self::InFlight(op, len) = self {
            let Poll::Ready(outcome) = op.poll(task) else { return Poll::Pending };
            let result = conclude(outcome, *len, op.stream().context());
            *self = Self::Taken;
            return Poll::Ready(result);
        }
        match mem::replace(self, Self::Taken) {
            Self::Refused(error, buffers) => Poll::Ready(Err(OpFailed { error, buffers: Some(buffers) })),
            Self::Empty(buffer) => Poll::Ready(Ok(buffer)),
            Self::InFlight(..) | Self::Taken => panic!("polled after completion"),
        }
    }

    pub(super) fn wait(self) -> Result<B, OpFailed<B>> {
        match self {
            Self::InFlight(op, len) => {
                let context = Arc::clone(op.stream().context());
                match op.wait_for_outcome() {
                    Ok(outcome) => conclude(outcome, len, &context),
                    Err(error) => Err(OpFailed { error, buffers: None }),
                }
            }
            Self::Refused(error, buffers) => Err(OpFailed { error, buffers: Some(buffers) }),
            Self::Empty(buffer) => Ok(buffer),
            Self::Taken => Err(OpFailed { error: Error::ContextLost, buffers: None }),
        }
    }
}

/// Puts the buffer together again, if its memory came back.
fn conclude<B: HostBuffer>(outcome: Outcome<Held>, len: usize, context: &Arc<ContextInner>) -> Result<B, OpFailed<B>> {
    match outcome {
        Outcome::Done { held, error } => match (unlodge(held, len, context), error) {
            (Some(buffer), None) => Ok(buffer),
            (buffers, error) => Err(OpFailed { error: error.unwrap_or(Error::ContextLost), buffers }),
        },
        Outcome::Failed(error) => Err(OpFailed { error, buffers: None }),
    }
}

impl<B: HostBuffer> Future for Transfer<B> {
    type Output = Result<B, OpFailed<B>>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.project().state.poll(task)
    }
}

#[pinned_drop]
impl<B: HostBuffer> PinnedDrop for Transfer<B> {
    /// Tidiness, not soundness (R9): without the wait the memory is freed later.
    fn drop(self: Pin<&mut Self>) {
        if let State::InFlight(op, _) = self.project().state {
            op.wait_before_drop();
        }
    }
}

impl<B: HostBuffer> fmt::Debug for Transfer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Transfer").field(&self.state).finish()
    }
}

impl<B: HostBuffer> fmt::Debug for State<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error, _) => f.debug_tuple("Refused").field(error).finish(),
            Self::Empty(_) => f.write_str("Empty"),
            Self::InFlight(..) => f.write_str("InFlight"),
            Self::Taken => f.write_str("Taken"),
        }
    }
}

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Transfer<crate::PinnedBuffer<f32>>>();
    is_send::<Transfer<Vec<f32>>>();
    is_send::<Arc<Op>>();
};
