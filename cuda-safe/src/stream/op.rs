//! [`Op`]: the handle of one operation in flight, which every future of this crate is built on.

use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};
use std::thread;
use std::time::Duration;

use super::builder::OnDrop;
use super::held::Held;
use super::inner::StreamInner;
use super::ledger::Token;
use super::outcome::{Abandoned, Outcome};
use crate::driver::{span, user_code};
use crate::error::{Error, Result};
use crate::reactor;

/// The longest pause between two tries to wait, after one that failed without ending the context.
const LONGEST_PAUSE: Duration = Duration::from_millis(2);

/// One operation in flight. It owns nothing that the driver may touch: the stream's ledger does.
///
/// Forgetting it leaks the slot and what that holds, and blocks nobody.
#[derive(Debug)]
pub(crate) struct Op {
    stream: Arc<StreamInner>,
    token: Token,
    seq: u64,
    /// Whether an event was recorded behind it when this was made.
    is_recorded: bool,
    /// Whether the driver was asked once already on behalf of this future.
    asked: bool,
    /// Whether the outcome was taken; the token is then nobody's.
    ended: bool,
}

impl Op {
    pub(super) fn new(stream: &Arc<StreamInner>, token: Token, seq: u64, is_recorded: bool) -> Self {
        Self { stream: Arc::clone(stream), token, seq, is_recorded, asked: false, ended: false }
    }

    /// An operation that waits for number `seq` of `stream`; `None` if that is done. It calls no driver and takes no submit lock.
    pub(crate) fn attach(stream: &Arc<StreamInner>, seq: u64) -> Option<Self> {
        Self::attach_with(stream, seq, &mut None)
    }

    fn attach_with(stream: &Arc<StreamInner>, seq: u64, waker: &mut Option<Waker>) -> Option<Self> {
        // What is not attached held nothing.
        let (token, is_recorded) = stream.ledger.attach(Held::Nothing, seq, waker).ok()?;
        Some(Self::new(stream, token, seq, is_recorded))
    }

    /// Polls number `seq` of `stream`, device-side work, for the first time, as [`poll`](Self::poll) does; if it is pending, there
    /// is an operation then in `op`.
    pub(crate) fn poll_first(
        op: &mut Option<Self>,
        stream: &Arc<StreamInner>,
        seq: u64,
        task: &TaskContext<'_>,
    ) -> Poll<Result<()>> {
        // Before any lock (R13).
        stream.context.api().check_process()?;
        if stream.ledger.is_done(seq) {
            return Poll::Ready(Ok(()));
        }
        span(|| {
            stream.record_soon(seq);
            stream.reap();
            if stream.ledger.is_done(seq) {
                return Poll::Ready(Ok(()));
            }
            // Cloning is user code, so it happens before the lock is taken (R7), and dropping it after.
            let mut waker = Some(user_code(|| task.waker().clone()));
            *op = Self::attach_with(stream, seq, &mut waker);
            if waker.is_some() {
                user_code(|| drop(waker));
            }
            let Some(op) = op else { return Poll::Ready(Ok(())) };
            op.asked = true;
            if !op.is_recorded {
                // Who submits may be about to. But if it was given up (R3), nobody else will, and this operation was not told.
                stream.record_soon(seq);
            }
            op.look_after().map(Outcome::of_nothing)
        })
    }

    pub(crate) fn stream(&self) -> &Arc<StreamInner> {
        &self.stream
    }

    /// Polls for the outcome. It never waits for the device or for a lock that is held across a driver call: at most it
    /// records, asks once and queues one hint.
    ///
    /// # Panics
    /// If the outcome was taken before.
    pub(crate) fn poll(&mut self, task: &TaskContext<'_>) -> Poll<Outcome<Held>> {
        assert!(!self.ended, "polled after completion");
        if let Err(error) = self.stream.context.api().check_process() {
            // Before any lock (R13).
            self.ended = true;
            return Poll::Ready(Outcome::Failed(error));
        }
        if self.stream.ledger.is_done(self.seq)
            && let Poll::Ready(outcome) = self.take(&mut None)
        {
            return Poll::Ready(outcome);
        }
        span(|| self.ask_and_wait(task))
    }

    fn ask_and_wait(&mut self, task: &TaskContext<'_>) -> Poll<Outcome<Held>> {
        let is_first = !self.asked;
        if is_first {
            self.asked = true;
            if !self.is_recorded {
                self.stream.record_soon(self.seq);
            }
            self.stream.reap();
        }
        let mut waker = None;
        if is_first || !self.stream.ledger.would_wake(self.token, task.waker()) {
            // Cloning is user code, so it happens before the lock is taken (R7), and dropping the old one after.
            waker = Some(user_code(|| task.waker().clone()));
        }
        if let Poll::Ready(outcome) = self.take(&mut waker) {
            return Poll::Ready(outcome);
        }
        if waker.is_some() {
            user_code(|| drop(waker));
        }
        self.look_after()
    }

    /// Has the reactor look after an operation that is pending and has its waker.
    fn look_after(&mut self) -> Poll<Outcome<Held>> {
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
    pub(crate) fn wait_for_outcome(self) -> Result<Outcome<Held>> {
        span(|| self.wait_until_ended())
    }

    fn wait_until_ended(mut self) -> Result<Outcome<Held>> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        self.stream.context.api().check_process()?;
        let mut pause = Duration::from_micros(50);
        loop {
            if let Poll::Ready(outcome) = self.take(&mut None) {
                return Ok(outcome);
            }
            if self.wait().is_err() {
                // Unknown is not done (R3): wait on, as the reactor would.
                self.stream.reap();
                thread::sleep(pause);
                pause = LONGEST_PAUSE.min(pause * 2);
            }
            if let Err(error) = self.stream.context.check() {
                self.stream.fail(self.token, &error);
            }
        }
    }

    /// What Drop of a transfer does before it lets go: by default waits, so that the memory is back when it returns (R9).
    ///
    /// On the reactor's thread it never waits (R8).
    pub(crate) fn wait_before_drop(&self) {
        let context = &self.stream.context;
        if self.ended || self.stream.on_drop == OnDrop::Detach || reactor::is_current() || context.usable().is_err() {
            return;
        }
        if self.stream.ledger.covering(self.seq).is_some()
            && let Err(error) = span(|| self.wait())
        {
            context.report(error);
        }
    }

    /// Waits once for an event behind the operation. On `Ok` it is done, or its context is dead.
    fn wait(&self) -> Result<()> {
        let context = &self.stream.context;
        let waited = context.enter().and_then(|()| {
            let (covers, lease) = match self.stream.lease_covering(self.seq) {
                Ok(Some(covering)) => covering,
                Ok(None) => return Ok(()),
                Err(error) if context.diagnose(&error).is_some() => return Ok(()),
                Err(error) => {
                    // This thread may block, so it makes up for the record itself.
                    return if self.stream.prove(self.seq, &error) { Ok(()) } else { Err(error) };
                }
            };
            context.api().relaxed(|| context.api().event_synchronize(lease.raw()))?;
            self.stream.complete_through(covers);
            Ok(())
        });
        waited.or_else(|error| if context.diagnose(&error).is_some() { Ok(()) } else { Err(error) })
    }

    fn take(&mut self, waker: &mut Option<Waker>) -> Poll<Outcome<Held>> {
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
        match abandoned {
            Abandoned::Released(held) => self.stream.release(held),
            Abandoned::Kept => self.stream.watch(),
            Abandoned::Gone => {}
        }
        // Last: dropping it is user code.
        drop(waker);
    }
}
