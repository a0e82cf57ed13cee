//! [`Completion`]: device-side work, which holds no host memory and is waited for only if somebody asks.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use crate::error::Result;
use crate::stream::{Op, Outcome, Stream, StreamInner};

/// A queued launch, fill or device copy, or the end of all work so far. Await it to know that it is done.
///
/// # Cancellation
/// Dropping it never waits and never stops the work; nothing need be awaited, since later work on the same buffers is
/// ordered behind it. Forgetting one that was polled leaks a status slot.
///
/// # Errors
/// The context's fatal error, if it ends before the work is seen done.
#[pin_project]
pub struct Completion {
    stream: Arc<StreamInner>,
    seq: u64,
    op: Option<Op>,
}

impl Completion {
    pub(crate) fn new(stream: &Arc<StreamInner>, seq: u64) -> Self {
        Self { stream: Arc::clone(stream), seq, op: None }
    }

    /// Waits for the work on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the reactor's thread.
    pub fn wait_blocking(mut self) -> Result<()> {
        self.stream.context().api().check_process()?;
        match self.op.take().or_else(|| Op::attach(&self.stream, self.seq)) {
            Some(op) => op.wait_for_outcome()?.of_nothing(),
            None => Ok(()),
        }
    }
}

impl Future for Completion {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        match this.op {
            Some(op) => op.poll(task).map(Outcome::of_nothing),
            op @ None => Op::poll_first(op, this.stream, *this.seq, task),
        }
    }
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completion")
            .field("stream", &self.stream.raw())
            .field("number", &self.seq)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Answers a future that is done when everything submitted so far is.
    #[must_use = "it does nothing unless awaited"]
    #[doc(alias = "cuStreamSynchronize")]
    pub fn synchronize(&self) -> Completion {
        Completion::new(&self.inner, self.inner.newest())
    }

    /// Answers a future that is done when at most `limit` of the operations submitted so far are unfinished, whoever
    /// submitted them. Recording an event, waiting for one and freeing memory are operations too.
    ///
    /// A driver holds only so many operations in its queues, and a submit past them blocks the thread. Await this before each
    /// submit, with some hundreds as the limit, and the task waits in place of the thread.
    #[must_use = "it does nothing unless awaited"]
    pub fn in_flight_limit(&self, limit: u64) -> Completion {
        Completion::new(&self.inner, self.inner.newest().saturating_sub(limit))
    }
}
