//! [`Cancelled`]: the buffer of a transfer that was given up, once the driver is done with it.

use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::transfer::State;
use crate::buffer::HostBuffer;
use crate::error::{OpFailed, Result};

/// The buffer of a cancelled [`Transfer`](crate::Transfer), on its way back.
///
/// It answers the buffer as soon as the driver is done with it, whatever became of the copy: who cancels does not ask.
///
/// # Cancellation
/// Dropping it never waits, whatever the stream's [`OnDrop`](crate::OnDrop); the buffer is then freed when the driver is
/// done with it. Forgetting it leaks the buffer.
///
/// # Errors
/// Only where the end of the copy was never proved; the buffer is then in quarantine.
#[must_use = "the buffer comes back from the await"]
#[pin_project]
pub struct Cancelled<B: HostBuffer> {
    state: State<B>,
}

impl<B: HostBuffer> Cancelled<B> {
    pub(super) fn new(state: State<B>) -> Self {
        Self { state }
    }

    /// Waits for the buffer on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the reactor's thread.
    pub fn wait_blocking(mut self) -> Result<B> {
        buffer_of(mem::replace(&mut self.state, State::Taken).wait())
    }
}

impl<B: HostBuffer> Future for Cancelled<B> {
    type Output = Result<B>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.project().state.poll(task).map(buffer_of)
    }
}

/// The buffer, if it came back; else why not.
fn buffer_of<B>(result: Result<B, OpFailed<B>>) -> Result<B> {
    result.or_else(|failed| failed.buffers.ok_or(failed.error))
}

impl<B: HostBuffer> fmt::Debug for Cancelled<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancelled").field(&self.state).finish()
    }
}
