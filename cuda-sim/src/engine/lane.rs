//! A lane: the queue of one stream.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::engine::alarm::Alarm;
use crate::engine::op::Op;
use crate::engine::order::{Order, Point};
use crate::world::handle::Key;
use crate::world::health::Health;

/// A place in a lane. It is done when the lane has done as many operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) lane: Key,
    pub(crate) number: u64,
}

/// One queued operation.
#[derive(Debug)]
pub(crate) struct Queued {
    pub(crate) after: Vec<Ticket>,
    pub(crate) op: Arc<Op>,
}

/// How a lane relates to the legacy stream of its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is the legacy stream.
    Legacy,
    /// It waits for the legacy stream, and is waited for.
    Blocking,
    /// It has nothing to do with the legacy stream.
    NonBlocking,
}

/// The queue of one stream.
///
/// Invariant: operations `done + 1 ..= last` are in `queue` in order, except the first of them while `running`.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) context: Key,
    pub(crate) kind: Kind,
    pub(crate) health: Arc<Health>,
    pub(crate) queue: VecDeque<Queued>,
    pub(crate) running: Option<Arc<Op>>,
    pub(crate) last: u64,
    pub(crate) done: u64,
    /// The newest operation that the client was told is done; queries up to it never lag.
    pub(crate) told: u64,
    /// "Not ready" answers still to be given for the newest operation that is done, unless the client was told.
    pub(crate) lag: usize,
    /// The stream was destroyed: the lane ends when its queue is empty.
    pub(crate) closing: bool,
    pub(crate) has_worker: bool,
    pub(crate) wake: Arc<Alarm>,
    /// Rings when the queue has become short again.
    pub(crate) space: Arc<Alarm>,
    /// What comes before the next operation.
    pub(crate) order: Arc<Order>,
}

impl Lane {
    pub(crate) fn new(context: Key, kind: Kind, health: Arc<Health>) -> Self {
        Lane {
            context,
            kind,
            health,
            queue: VecDeque::new(),
            running: None,
            last: 0,
            done: 0,
            told: 0,
            lag: 0,
            closing: false,
            has_worker: false,
            wake: Arc::default(),
            space: Arc::default(),
            order: Arc::default(),
        }
    }

    /// Whether queries may still say that an operation, which is done, is not.
    pub(crate) fn lags(&self, number: u64) -> bool {
        self.lag > 0 && number == self.done && number > self.told
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.done == self.last
    }

    /// The newest operation of this lane, whose key is `key`.
    pub(crate) fn tail(&self, key: Key) -> Point {
        Point { ticket: Ticket { lane: key, number: self.last }, order: Arc::clone(&self.order) }
    }

    /// All operations that are not done, the running one first.
    pub(crate) fn pending(&self) -> impl Iterator<Item = &Arc<Op>> {
        self.running.iter().chain(self.queue.iter().map(|queued| &queued.op))
    }
}
