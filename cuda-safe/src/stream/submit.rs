//! Submitting: number, driver call and record, as one critical section (R4).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use super::held::Held;
use super::inner::StreamInner;
use super::joins::{Homes, Joins};
use super::op::Op;
use super::operand::{Operand, Operands};
use crate::driver::{Api, RawStream};
use crate::error::{Error, Result};
use crate::sync::MutexGuard;

/// Device-only work is given an event after this many numbers without one, so that what is done is known in time.
const RECORD_EVERY: u64 = 64;

/// What the submit lock guards.
#[derive(Debug, Default)]
pub(crate) struct Submit {
    /// The newest number that an event was recorded behind.
    pub(super) covered: u64,
    /// What this stream waits for already: other streams by key, each with a number.
    pub(super) joined: Vec<(u64, u64)>,
}

/// What a submit has from the moment that nobody else can submit.
struct Turn<'s> {
    submit: MutexGuard<'s, Submit>,
    seq: u64,
    /// What was waited for, where the operands are still to be noted.
    joined: Option<Joined>,
}

/// The waits that were queued, if any were.
type Joined = Option<Box<Joins>>;

/// Whether many events of the stream are not known to be done, so that the reactor should have a look.
type IsCrowded = bool;

impl StreamInner {
    /// Submits an operation on host memory: `held` is owned before the driver hears of it (R1), and an event is recorded
    /// behind it at once.
    ///
    /// `Err` means that the driver was not asked to do the work; `held` comes back.
    pub(crate) fn submit_held(
        self: &Arc<Self>,
        held: Held,
        operands: &[Option<Operand<'_>>],
        work: impl FnOnce(&Api, RawStream) -> Result<()>,
    ) -> Result<Op, (Error, Held)> {
        let Turn { mut submit, seq, joined } = match self.take_turn(operands) {
            Ok(turn) => turn,
            Err(error) => return Err((self.context.judge(error), held)),
        };
        // From here on the slot owns the memory, whatever happens: an unwind leaks it (R1).
        let token = self.ledger.register(held);
        // R2: whatever the call answers, the work may be queued; go on as if it were.
        let error = work(self.context.api(), self.raw).err();
        self.ledger.submitted(token, seq, error.clone());
        let recorded = self.record(&mut submit);
        drop(submit);
        self.unlocked();
        if let Some(joined) = joined {
            self.note(joined, operands, seq);
        }
        if let Some(error) = error {
            // A sticky one ends more than this operation.
            let _context_ended = self.context.diagnose(&error);
        }
        let is_recorded = recorded.is_ok();
        self.after_record(recorded, seq);
        Ok(Op::new(self, token, seq, is_recorded))
    }

    /// Submits device-only work; no event is recorded until somebody asks, or much has gathered. Answers its number and
    /// what the call answered.
    ///
    /// The outer `Err` means that the driver was not asked.
    pub(crate) fn submit_lazy<R>(
        self: &Arc<Self>,
        operands: &(impl Operands + ?Sized),
        work: impl FnOnce(&Api, RawStream) -> Result<R>,
    ) -> Result<(u64, Result<R>)> {
        self.submit_lazy_among(Homes::Here, operands, work)
    }

    /// [`submit_lazy`](Self::submit_lazy) with operands that may live elsewhere.
    #[inline]
    pub(crate) fn submit_lazy_among<R>(
        self: &Arc<Self>,
        homes: Homes,
        operands: &(impl Operands + ?Sized),
        work: impl FnOnce(&Api, RawStream) -> Result<R>,
    ) -> Result<(u64, Result<R>)> {
        self.context.begin()?;
        let (submit, seq) = self.lock_and_number();
        if !operands.claim(self, seq) {
            self.skip(submit, seq);
            return operands.list(|operands| self.submit_lazy_after_others(homes, operands, work));
        }
        let submitted = work(self.context.api(), self.raw);
        self.returned(submit, seq);
        match submitted {
            Ok(submitted) => Ok((seq, Ok(submitted))),
            Err(error) => Ok((seq, Err(self.context.judge(error)))),
        }
    }

    /// [`submit_lazy`](Self::submit_lazy) where other streams use an operand, or may.
    #[inline(never)]
    fn submit_lazy_after_others<R>(
        self: &Arc<Self>,
        homes: Homes,
        operands: &[Option<Operand<'_>>],
        work: impl FnOnce(&Api, RawStream) -> Result<R>,
    ) -> Result<(u64, Result<R>)> {
        let (submit, seq, joined) =
            self.take_turn_after_others(operands, homes).map_err(|error| self.context.judge(error))?;
        let submitted = work(self.context.api(), self.raw);
        self.returned(submit, seq);
        self.note(joined, operands, seq);
        Ok((seq, submitted.map_err(|error| self.context.judge(error))))
    }

    /// Ends the critical section of device-only work whose driver call has returned.
    #[inline]
    fn returned(self: &Arc<Self>, submit: MutexGuard<'_, Submit>, seq: u64) {
        self.ledger.returned(seq);
        if seq - submit.covered >= RECORD_EVERY {
            self.record_in_passing(submit);
        } else {
            drop(submit);
            self.unlocked();
        }
    }

    /// Records an event on which nobody depends; if that fails, the next one that somebody needs says why.
    #[inline(never)]
    fn record_in_passing(self: &Arc<Self>, mut submit: MutexGuard<'_, Submit>) {
        let recorded = self.record(&mut submit);
        drop(submit);
        self.unlocked();
        if recorded.is_ok() {
            self.watch();
        }
    }

    /// Takes the submit lock and a number, once the stream waits for all that it must. The context is current then.
    fn take_turn(self: &Arc<Self>, operands: &[Option<Operand<'_>>]) -> Result<Turn<'_>> {
        self.context.enter()?;
        let (submit, seq) = self.lock_and_number();
        if operands.claim(self, seq) {
            return Ok(Turn { submit, seq, joined: None });
        }
        self.skip(submit, seq);
        let (submit, seq, joined) = self.take_turn_after_others(operands, Homes::Here)?;
        Ok(Turn { submit, seq, joined: Some(joined) })
    }

    /// Takes the submit lock, and a number.
    #[inline]
    fn lock_and_number(&self) -> (MutexGuard<'_, Submit>, u64) {
        let submit = self.submit.lock();
        let seq = self.next_number();
        (submit, seq)
    }

    /// Gives up a number under which nothing was submitted.
    fn skip(self: &Arc<Self>, submit: MutexGuard<'_, Submit>, seq: u64) {
        self.ledger.returned(seq);
        drop(submit);
        self.unlocked();
    }

    /// [`take_turn`](Self::take_turn) where other streams use an operand, or may.
    fn take_turn_after_others(
        self: &Arc<Self>,
        operands: &[Option<Operand<'_>>],
        homes: Homes,
    ) -> Result<(MutexGuard<'_, Submit>, u64, Joined)> {
        let joins = self.joins(operands, homes)?;
        let mut submit = self.submit.lock();
        if let Err(error) = self.wait_for(&mut submit, &joins) {
            drop(submit);
            self.unlocked();
            return Err(error);
        }
        let seq = self.next_number();
        Ok((submit, seq, joins))
    }

    /// Registers `held` behind everything submitted so far, as an operation of its own, and records an event there.
    pub(crate) fn submit_release(
        self: &Arc<Self>,
        held: Held,
        operands: &[Option<Operand<'_>>],
    ) -> Result<Op, (Error, Held)> {
        self.submit_held(held, operands, |_, _| Ok(()))
    }

    /// The newest number given out; its work may be on its way to the driver.
    pub(crate) fn newest(&self) -> u64 {
        // Acquire: pairs with the Release in `next_number`.
        self.newest.load(Ordering::Acquire)
    }

    /// Gives out the next number. Called under the submit lock.
    fn next_number(&self) -> u64 {
        // Release: pairs with the Acquire in `newest`. No other thread adds: the submit lock is held.
        self.newest.fetch_add(1, Ordering::Release) + 1
    }

    /// Sees to it that an event is recorded behind number `seq`, without blocking: if the submit lock is taken, its holder
    /// does it.
    pub(super) fn record_soon(self: &Arc<Self>, seq: u64) {
        // AcqRel: all accesses of `wanted` are read-modify-writes, so either the holder's look after its unlock sees this,
        // or this comes after that look and `record_wanted` finds the lock free.
        self.wanted.fetch_max(seq, Ordering::AcqRel);
        self.record_wanted();
    }

    /// What everybody does who gave the submit lock back.
    #[inline]
    pub(super) fn unlocked(self: &Arc<Self>) {
        // AcqRel: pairs with `record_soon`. Adding nothing is a read-modify-write all the same.
        if self.wanted.fetch_add(0, Ordering::AcqRel) != 0 {
            self.record_wanted();
        }
    }

    /// Records for those who found the submit lock taken.
    fn record_wanted(self: &Arc<Self>) {
        while let Some(mut submit) = self.submit.try_lock() {
            // AcqRel: pairs with `record_soon`.
            let seq = self.wanted.swap(0, Ordering::AcqRel);
            let is_pending = !self.ledger.is_done(seq);
            let is_needed = is_pending && self.ledger.covering(seq).is_none();
            let recorded = is_needed.then(|| self.context.enter().and_then(|()| self.record(&mut submit)));
            drop(submit);
            if is_pending {
                // Somebody waits for this event, and may have been seen off the reactor's list without it.
                self.after_record(recorded.unwrap_or(Ok(true)).map(|_| true), seq);
            }
            // AcqRel: as in `unlocked`.
            if self.wanted.fetch_add(0, Ordering::AcqRel) == 0 {
                return;
            }
        }
    }

    /// Records an event behind the newest number. On an error nothing is armed, and the event is never asked (R3).
    pub(super) fn record(&self, submit: &mut Submit) -> Result<IsCrowded> {
        const CROWD: usize = 4;
        let lease = self.context.lease_event()?;
        match self.context.api().event_record(lease.raw(), self.raw) {
            Ok(()) => {
                submit.covered = self.newest();
                Ok(self.ledger.arm(submit.covered, lease) > CROWD)
            }
            Err(error) => {
                // Perhaps it was recorded after all (R2), so nobody may record it again.
                lease.lose();
                Err(error)
            }
        }
    }

    /// Deals with how a record behind number `seq` went, outside the submit lock. One that failed is made up for by
    /// synchronising the stream, on the reaper's thread (R3).
    pub(super) fn after_record(self: &Arc<Self>, recorded: Result<IsCrowded>, seq: u64) {
        match recorded {
            Ok(false) => {}
            Ok(true) => self.watch(),
            Err(error) => {
                if self.context.diagnose(&error).is_none() {
                    self.context.reactor().prove_later(Arc::clone(self), seq, error);
                }
            }
        }
    }

    /// Makes up for a record behind number `seq` that failed: records again, and if that fails too synchronises the stream
    /// (R3). If nothing proves the end, the operations that no event covers are given up. Blocks. False if a capture is in the
    /// way, which decides nothing (R12): to be tried again.
    ///
    /// The number was submitted before this is called, so a synchronise speaks for it.
    pub(crate) fn prove(self: &Arc<Self>, seq: u64, error: &Error) -> bool {
        const TRIES: u32 = 3;
        let api = self.context.api();
        for _ in 0..TRIES {
            let tried = self.context.enter().and_then(|()| match self.lease_covering(seq) {
                Ok(_) => Ok(()),
                Err(_) => api.relaxed(|| api.stream_synchronize(self.raw)).inspect(|()| {
                    self.complete_through(seq);
                }),
            });
            match tried {
                Ok(()) => {
                    self.watch();
                    return true;
                }
                Err(second) if self.context.diagnose(&second).is_some() => return true,
                Err(second) if second.code().is_some_and(|code| code.is_capture()) => return false,
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
        }
        self.fail_uncovered(seq, error);
        true
    }

    /// Notes number `seq` as the newest use of each operand, now that its waits, `joined`, and its work are queued.
    fn note(self: &Arc<Self>, joined: Joined, operands: &[Option<Operand<'_>>], seq: u64) {
        if let Some(mut joins) = joined {
            joins.clear();
            // Kept for its room. The old one is dropped outside the lock.
            let _old = self.joins.lock().replace(joins);
        }
        for operand in operands.iter().flatten() {
            let noted = operand.uses.note(self, operand.range, operand.access, seq);
            drop(noted.ended);
            if noted.is_crowded {
                for (other, seq) in operand.uses.elsewhere(self) {
                    // What is done is then known at the next use, and its stream let go.
                    other.record_soon(seq);
                    other.watch();
                }
            }
        }
    }
}
