//! [`Op`]: the handle of one operation in flight, which every future of this crate is built on.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context as TaskContext, Poll};

use super::builder::OnDrop;
use super::held::Held;
use super::inner::StreamInner;
use super::ledger::{Abandoned, Outcome, Token};
use crate::error::{Error, Result};
use crate::reactor;

/// One operation in flight. It owns nothing that the driver may touch: the stream's ledger does.
///
/// Forgetting it leaks the slot and what that holds, and blocks nobody.
#[derive(Debug)]
pub(crate) struct Op {
    stream: Arc<StreamInner>,
    token: Token,
    seq: u64,
    /// Whether the driver was asked once already on behalf of this future.
    asked: bool,
    /// Whether the outcome was taken; the token is then nobody's.
    ended: bool,
}

impl Op {
    pub(super) fn new(stream: Arc<StreamInner>, token: Token, seq: u64) -> Self {
        Self { stream, token, seq, asked: false, ended: false }
    }

    pub(crate) fn stream(&self) -> &Arc<StreamInner> {
        &self.stream
    }

    /// Polls for the outcome. Never blocks: at most one query and one hint, and only where their locks are free.
    ///
    /// # Panics
    /// If the outcome was taken before.
    pub(crate) fn poll(&mut self, task: &TaskContext<'_>) -> Poll<Outcome<Held>> {
        assert!(!self.ended, "polled after completion");
        if !self.asked && !self.stream.ledger.is_done(self.seq) {
            self.asked = true;
            self.ask();
        }
        let mut waker = None;
        if !self.stream.ledger.would_wake(self.token, task.waker()) {
            // Cloning is user code, so it happens before the lock is taken (R7), and dropping the old one after.
            waker = Some(task.waker().clone());
        }
        if let Poll::Ready(outcome) = self.take(&mut waker) {
            return Poll::Ready(outcome);
        }
        drop(waker);
        if let Err(error) = self.stream.context.check() {
            // The context ended before this operation was noted as pending in it.
            self.stream.fail(self.token, &error);
            return self.take(&mut None);
        }
        self.stream.watch();
        self.stream.hint();
        Poll::Pending
    }

    /// Waits on this thread until the operation is done or its context is dead, then answers the outcome.
    pub(crate) fn wait_for_outcome(mut self) -> Result<Outcome<Held>> {
        self.wait()?;
        loop {
            if let Poll::Ready(outcome) = self.take(&mut None) {
                return Ok(outcome);
            }
            // The wait failed without ending the context. Unknown is not done (R3): ask on, as the reactor would.
            self.ask();
            if let Err(error) = self.stream.context.check() {
                self.stream.fail(self.token, &error);
            }
            std::thread::yield_now();
        }
    }

    /// What Drop of a transfer does before it lets go: by default waits, so that the memory is back when it returns (R9).
    ///
    /// On the reactor's thread it never waits (R8).
    pub(crate) fn wait_before_drop(&self) {
        if self.ended || self.stream.on_drop == OnDrop::Detach || reactor::is_current() {
            return;
        }
        if let Err(error) = self.wait() {
            self.stream.context.report(error);
        }
    }

    /// Waits for the operation's own event. On `Ok` it is done, or its context is dead.
    fn wait(&self) -> Result<()> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        let Some((covers, lease)) = self.stream.ledger.covering(self.seq) else { return Ok(()) };
        let context = &self.stream.context;
        if context.enter().is_err() {
            return Ok(());
        }
        match context.api().relaxed(|| context.api().event_synchronize(lease.raw())) {
            Ok(()) => {
                self.stream.complete_through(covers);
                Ok(())
            }
            Err(error) if context.diagnose(&error).is_some() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Asks the driver once on this thread, without disturbing anybody's capture (R12).
    fn ask(&self) {
        if self.stream.context.enter().is_ok() {
            self.stream.context.api().relaxed(|| self.stream.reap());
        }
    }

    fn take(&mut self, waker: &mut Option<std::task::Waker>) -> Poll<Outcome<Held>> {
        let polled = self.stream.ledger.poll(self.token, waker);
        self.ended = polled.is_ready();
        polled
    }
}

impl Drop for Op {
    /// Lets go: a finished operation's memory is freed, an unfinished one's when it is done.
    fn drop(&mut self) {
        if self.ended || self.stream.context.api().check_process().is_err() {
            // In a forked child even the ledger's lock may be held for ever by a thread that is not here (R13).
            return;
        }
        let (abandoned, waker) = self.stream.ledger.abandon(self.token);
        drop(waker);
        match abandoned {
            Abandoned::Released(held) => self.stream.release(held),
            Abandoned::Kept => self.stream.watch(),
            Abandoned::Gone => {}
        }
    }
}

impl StreamInner {
    /// Has the reactor look at this stream until it is idle.
    pub(crate) fn watch(self: &Arc<Self>) {
        // AcqRel: pairs with `unwatch`, so that an event armed before this is seen by the pass that takes the stream off.
        if !self.watched.swap(true, Ordering::AcqRel) {
            self.context.reactor().watch(Arc::clone(self));
        }
    }

    /// Called by the reactor when the stream is idle: whether it may come off the list.
    pub(crate) fn unwatch(&self) -> bool {
        // Release: pairs with the swap in `watch`.
        self.watched.store(false, Ordering::Release);
        // AcqRel: as in `watch`; whoever swaps first keeps the stream on the list, once.
        !self.ledger.is_armed() || self.watched.swap(true, Ordering::AcqRel)
    }

    /// Queues the completion hint behind the stream's work so far, unless one is on its way. Never blocks: if somebody is
    /// submitting right now, the reactor's own pace has to do.
    fn hint(&self) {
        if !self.context.reactor().takes_hints() || !self.hint.claim() {
            return;
        }
        let queued = self
            .submit
            .try_lock()
            .map(|_submit| self.context.enter().and_then(|()| self.context.api().queue_hint(self.raw, self.hint)));
        if !matches!(queued, Some(Ok(()))) {
            self.hint.unclaim();
        }
    }
}
