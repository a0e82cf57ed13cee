//! [`Joins`]: what an operation must wait for on other streams.

use std::sync::Arc;

use super::inner::StreamInner;
use super::operand::Operand;
use super::submit::Submit;
use crate::context::EventLease;
use crate::error::{Error, Result};

/// More entries than this in a stream's memory of its waits, and it starts afresh; that costs waits, never order.
const REMEMBERED: usize = 32;

/// The waits of one operation. Kept by the stream for its room, so that waiting allocates nothing in steady state.
#[derive(Debug, Default)]
pub(super) struct Joins {
    wanted: Vec<(Arc<StreamInner>, u64)>,
    /// Other streams by key, the newest number that the event covers, and a lease of it.
    leases: Vec<(u64, u64, EventLease)>,
}

impl Joins {
    pub(super) fn clear(&mut self) {
        self.wanted.clear();
        self.leases.clear();
    }

    /// Wants number `seq` of `stream`; one stream is waited for once.
    fn want(&mut self, stream: &Arc<StreamInner>, seq: u64) {
        match self.wanted.iter_mut().find(|(wanted, _)| Arc::ptr_eq(wanted, stream)) {
            Some((_, newest)) => *newest = seq.max(*newest),
            None => self.wanted.push((Arc::clone(stream), seq)),
        }
    }
}

/// Where the memory of an operation's operands may live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Homes {
    /// In the stream's own context.
    Here,
    /// In any context of the same driver: peer copies.
    Anywhere,
}

impl StreamInner {
    /// Leases of the events that an operation on these operands must wait for; `None` if there are none. The context must
    /// be current.
    pub(super) fn joins(
        self: &Arc<Self>,
        operands: &[Option<Operand<'_>>],
        homes: Homes,
    ) -> Result<Option<Box<Joins>>> {
        let mut joins: Option<Box<Joins>> = None;
        for operand in operands.iter().flatten() {
            let home = operand.home.context();
            if !(home.is_same(&self.context) || homes == Homes::Anywhere && home.has_same_driver(&self.context)) {
                return Err(Error::ForeignContext);
            }
            operand.uses.joins(self, operand.range, operand.access, |other, seq| {
                joins.get_or_insert_with(|| self.joins.lock().take().unwrap_or_default()).want(other, seq);
            });
        }
        if let Some(joins) = &mut joins {
            self.lease_all(joins)?;
        }
        Ok(joins)
    }

    /// Leases an event for everything that is wanted.
    fn lease_all(&self, Joins { wanted, leases }: &mut Joins) -> Result<()> {
        for (other, seq) in wanted.iter() {
            let is_elsewhere = !other.context.is_same(&self.context);
            let covering = if is_elsewhere {
                let covering = other.context.enter().and_then(|()| other.lease_covering(*seq));
                self.context.enter()?;
                // What is wrong there must not be taken for a fault of this context.
                covering.map_err(|error| Error::Peer(Box::new(other.context.judge(error))))
            } else {
                other.lease_covering(*seq)
            };
            if let Some((covers, lease)) = covering? {
                leases.push((other.key, covers, lease));
            }
        }
        Ok(())
    }

    /// Queues the waits that this stream does not make already. Called under the submit lock, before the work.
    pub(super) fn wait_for(&self, submit: &mut Submit, joins: &Option<Box<Joins>>) -> Result<()> {
        let Some(joins) = joins else { return Ok(()) };
        for (key, covers, lease) in &joins.leases {
            let joined = submit.joined.iter_mut().find(|(joined, _)| joined == key);
            if joined.as_ref().is_some_and(|(_, newest)| newest >= covers) {
                continue;
            }
            self.context.api().stream_wait_event(self.raw, lease.raw())?;
            match joined {
                Some((_, newest)) => *newest = *covers,
                None => {
                    if submit.joined.len() == REMEMBERED {
                        submit.joined.clear();
                    }
                    submit.joined.push((*key, *covers));
                }
            }
        }
        Ok(())
    }

    /// A lease of an event that covers number `seq`, and the newest number it covers; `None` if `seq` is done. May block
    /// on the submit lock. The context must be current.
    pub(super) fn lease_covering(self: &Arc<Self>, seq: u64) -> Result<Option<(u64, EventLease)>> {
        let mut is_crowded = false;
        let covering = loop {
            if self.ledger.is_done(seq) {
                break None;
            }
            if let Some(covering) = self.ledger.covering(seq) {
                break Some(covering);
            }
            let mut submit = self.submit.lock();
            // Again, under the lock: somebody may have recorded meanwhile, or given the event up.
            let is_needed = !self.ledger.is_done(seq) && self.ledger.covering(seq).is_none();
            let recorded = if is_needed { self.record(&mut submit) } else { Ok(false) };
            drop(submit);
            self.unlocked();
            is_crowded |= recorded?;
        };
        if is_crowded {
            self.watch();
        }
        Ok(covering)
    }
}
