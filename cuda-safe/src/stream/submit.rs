//! Submitting: number, driver call and record, as one critical section (R4).

use std::sync::Arc;

use super::held::Held;
use super::inner::StreamInner;
use super::op::Op;
use super::uses::Operand;
use crate::context::EventLease;
use crate::driver::{Api, RawStream};
use crate::error::{Error, Result};

/// A stream's numbers.
#[derive(Debug, Default)]
pub(crate) struct Submit {
    /// The newest number given out.
    pub(super) newest: u64,
    /// The newest number that an event covers, or that was proved done otherwise.
    covered: u64,
}

impl StreamInner {
    /// Submits an operation on host memory: `held` is owned before the driver hears of it (R1), and an event is recorded
    /// behind it at once.
    ///
    /// `Err` means that the driver was not asked to do the work; `held` comes back.
    pub(crate) fn submit_held(
        self: &Arc<Self>,
        held: Held,
        operands: &[Operand<'_>],
        work: impl FnOnce(&Api, RawStream) -> Result<()>,
    ) -> Result<Op, (Error, Held)> {
        let joins = match self.context.enter().and_then(|()| self.joins(operands)) {
            Ok(joins) => joins,
            Err(error) => return Err((error, held)),
        };
        let mut submit = self.submit.lock();
        if let Err(error) = self.wait_for(&joins) {
            return Err((error, held));
        }
        // From here on the slot owns the memory, whatever happens: an unwind leaks it (R1).
        let token = self.ledger.register(held);
        submit.newest += 1;
        let seq = submit.newest;
        // R2: whatever the call answers, the work may be queued; go on as if it were.
        let submitted = work(self.context.api(), self.raw);
        self.ledger.submitted(token, seq, submitted.err());
        let recorded = self.record(&mut submit);
        drop(submit);
        note(operands, self, seq);
        if let Err(error) = recorded {
            self.prove_by_waiting(seq, &error, || self.fail(token, &error));
        }
        Ok(Op::new(Arc::clone(self), token, seq))
    }

    /// Submits device-only work; no event is recorded until somebody asks. Answers its number and what the call answered.
    ///
    /// The outer `Err` means that the driver was not asked.
    pub(crate) fn submit_lazy<R>(
        self: &Arc<Self>,
        operands: &[Operand<'_>],
        work: impl FnOnce(&Api, RawStream) -> Result<R>,
    ) -> Result<(u64, Result<R>)> {
        self.context.enter()?;
        let joins = self.joins(operands)?;
        let mut submit = self.submit.lock();
        self.wait_for(&joins)?;
        submit.newest += 1;
        let seq = submit.newest;
        let submitted = work(self.context.api(), self.raw);
        drop(submit);
        note(operands, self, seq);
        if let Err(error) = &submitted {
            // A sticky error ends more than this call.
            let _context_ended = self.context.diagnose(error);
        }
        Ok((seq, submitted))
    }

    /// Registers `held` behind everything submitted so far, as an operation of its own, and records an event there.
    pub(crate) fn submit_release(self: &Arc<Self>, held: Held, operands: &[Operand<'_>]) -> Result<Op, (Error, Held)> {
        self.submit_held(held, operands, |_, _| Ok(()))
    }

    /// An operation that waits for number `seq`; `None` if that is done.
    pub(crate) fn attach(self: &Arc<Self>, seq: u64) -> Result<Option<Op>> {
        if self.ledger.is_done(seq) {
            return Ok(None);
        }
        self.context.enter()?;
        self.ensure_recorded(seq)?;
        Ok(Some(Op::new(Arc::clone(self), self.ledger.attach(Held::Nothing, seq), seq)))
    }

    /// The number of the newest work.
    pub(crate) fn newest(&self) -> u64 {
        self.submit.lock().newest
    }

    /// Makes sure that an event covers number `seq`, so that somebody can wait for it. The context must be current.
    pub(crate) fn ensure_recorded(self: &Arc<Self>, seq: u64) -> Result<()> {
        self.lease_covering(seq).map(drop)
    }

    /// A lease of an event that covers number `seq`; `None` if that is done. The context must be current.
    pub(crate) fn lease_covering(self: &Arc<Self>, seq: u64) -> Result<Option<EventLease>> {
        loop {
            if self.ledger.is_done(seq) {
                return Ok(None);
            }
            if let Some((_, lease)) = self.ledger.covering(seq) {
                return Ok(Some(lease));
            }
            let mut submit = self.submit.lock();
            if submit.covered < seq {
                self.record(&mut submit)?;
            } else if !self.ledger.is_done(seq) && self.ledger.covering(seq).is_none() {
                // Covered once, and its event given up: the stream failed meanwhile.
                drop(submit);
                self.context.check()?;
                return Err(Error::ContextLost);
            }
        }
    }

    /// Records an event behind the newest number. On an error nothing is armed, and the event is never asked (R3).
    fn record(&self, submit: &mut Submit) -> Result<()> {
        let lease = self.context.lease_event()?;
        match self.context.api().event_record(lease.raw(), self.raw) {
            Ok(()) => {
                submit.covered = submit.newest;
                self.ledger.arm(submit.newest, lease);
                Ok(())
            }
            Err(error) => {
                // Perhaps it was recorded after all (R2), so nobody may record it again.
                std::mem::forget(lease);
                Err(error)
            }
        }
    }

    /// Proves number `seq` done by synchronising the stream, because no event could be recorded behind it (R3); if that
    /// fails too, the end is never proved and `unproved` is called.
    fn prove_by_waiting(self: &Arc<Self>, seq: u64, error: &Error, unproved: impl FnOnce()) {
        match self.context.api().relaxed(|| self.context.api().stream_synchronize(self.raw)) {
            Ok(()) => {
                self.complete_through(seq);
            }
            Err(second) => {
                let ended = self.context.diagnose(error).or_else(|| self.context.diagnose(&second));
                if ended.is_none() {
                    unproved();
                }
            }
        }
    }

    /// Leases of the events that operands of this stream must wait for.
    fn joins(self: &Arc<Self>, operands: &[Operand<'_>]) -> Result<Vec<EventLease>> {
        let mut joins = Vec::new();
        for operand in operands {
            if !operand.home.context().is_same(&self.context) {
                return Err(Error::ForeignContext);
            }
            let uses = operand.uses.lock();
            for (other, seq) in uses.joins(self, operand.access) {
                joins.extend(other.lease_covering(seq)?);
            }
        }
        Ok(joins)
    }

    /// Queues the waits. Called under the submit lock, before the work.
    fn wait_for(&self, joins: &[EventLease]) -> Result<()> {
        joins.iter().try_for_each(|lease| self.context.api().stream_wait_event(self.raw, lease.raw()))
    }
}

/// Notes number `seq` as the newest use of each operand.
fn note(operands: &[Operand<'_>], stream: &Arc<StreamInner>, seq: u64) {
    for Operand { uses, access, .. } in operands {
        uses.lock().note(stream, *access, seq);
    }
}
