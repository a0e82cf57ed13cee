//! Asking the driver what is done, and dealing with the answer.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::held::Held;
use super::inner::StreamInner;
use super::ledger::Token;
use super::outcome::Settled;
use crate::context::EventLease;
use crate::driver::{RawEvent, Status, user_code};
use crate::error::Error;
use crate::reactor;

/// How long the driver may say neither "done" nor "busy" before the operations of a stream are given up.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is left on a stream after it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reaped {
    /// No recorded event is unfinished.
    Idle,
    /// Work is pending, and nothing was done.
    Pending,
    /// Work is pending, and something was done since the last time.
    Progress,
}

impl StreamInner {
    /// Asks about the recorded events, oldest first, until one is busy; completes what is done. Never blocks.
    ///
    /// It asks without a lease. Somebody else may find an event done meanwhile, and record it again: only then, so what is
    /// "done" of it is true of the number that it stood for here, whichever of its records the driver speaks of.
    pub(crate) fn reap(self: &Arc<Self>) -> Reaped {
        if !self.ledger.is_armed() {
            return Reaped::Idle;
        }
        let mut answer = Reaped::Pending;
        let mut oldest = self.ledger.oldest(EventLease::raw);
        while let Some((seq, event)) = oldest {
            let api = self.context.api();
            let status = match self.context.enter() {
                Ok(()) => api.relaxed(|| api.event_query(event)),
                Err(error) => Status::Unknown(error),
            };
            match status {
                Status::Done => {
                    oldest = self.complete_through(seq);
                    answer = Reaped::Progress;
                }
                Status::Busy => {
                    self.puzzle.solve();
                    return answer;
                }
                Status::Unknown(error) => {
                    self.puzzle_over(&error);
                    return answer;
                }
            }
        }
        Reaped::Idle
    }

    /// Deals with an answer that says nothing of the work: unknown is not done (R3), nor is it a fault (R12).
    fn puzzle_over(self: &Arc<Self>, error: &Error) {
        if self.context.diagnose(error).is_some() {
            // Operations that came after the first `fail_all` of the context.
            self.fail_all(error);
        } else if !error.code().is_some_and(|code| code.is_capture()) && self.puzzle.puzzled_for() >= PATIENCE {
            self.fail_all(error);
        }
    }

    /// Marks every number up to `seq` done, on the driver's word, and deals with what that leaves. Answers the oldest event
    /// that was left then.
    pub(super) fn complete_through(self: &Arc<Self>, seq: u64) -> Option<(u64, RawEvent)> {
        self.puzzle.solve();
        self.settling(|settled| self.ledger.complete_through(seq, settled, EventLease::raw))
    }

    /// Ends every pending operation with the context's error, or with `error`; what they hold is quarantined.
    pub(crate) fn fail_all(self: &Arc<Self>, error: &Error) {
        self.puzzle.solve();
        let error = self.context.check().err().unwrap_or_else(|| error.clone());
        self.settling(|settled| self.ledger.fail_all(&error, settled));
    }

    /// Ends one operation whose end cannot be proved; what it holds is quarantined.
    pub(super) fn fail(self: &Arc<Self>, token: Token, error: &Error) {
        self.settling(|settled| self.ledger.fail(token, error, settled));
    }

    /// Runs `change` and then, outside every lock, gives back events and blocks and wakes who waits (R7).
    fn settling<R>(self: &Arc<Self>, change: impl FnOnce(&mut Settled<Held, EventLease>) -> R) -> R {
        // Its own statement: everything below runs without the lock.
        let scratch = self.scratch.lock().take();
        let mut settled = scratch.unwrap_or_default();
        let answer = change(&mut settled);
        settled.events.clear();
        if settled.has_failed() {
            settled.lost.drain(..).for_each(EventLease::lose);
            for held in settled.quarantined.drain(..) {
                // Never dropped: `ManuallyDrop` has no destructor, and the driver may still use what it names.
                self.context.count_quarantined(held.byte_len());
            }
        }
        for held in settled.released.drain(..) {
            // Whoever completes somebody else's operation, on the reactor or in a poll, is not to block for it (R8).
            if held.is_cheap() {
                held.release(&self.context);
            } else {
                self.context.reactor().release_later(held, &self.context);
            }
        }
        for waker in settled.wakers.drain(..) {
            reactor::as_current(|| {
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| user_code(|| waker.wake()))) {
                    // Its own destructor is user code too.
                    mem::forget(panic);
                }
            });
        }
        // One that somebody else put there meanwhile is dropped, outside the lock.
        let _other = self.scratch.lock().replace(settled);
        answer
    }

    /// Frees what the caller's own finished operation held: here, or on the reaper's thread if this is the reactor's (R8).
    pub(super) fn release(self: &Arc<Self>, held: Held) {
        if reactor::is_current() && !held.is_cheap() {
            self.context.reactor().release_later(held, &self.context);
        } else {
            held.release(&self.context);
        }
    }

    /// Ends the operations up to number `seq` that no event covers, since synchronising failed too.
    pub(super) fn fail_uncovered(self: &Arc<Self>, seq: u64, error: &Error) {
        self.settling(|settled| self.ledger.fail_uncovered(seq, error, settled));
    }
}
