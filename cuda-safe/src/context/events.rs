//! [`EventPool`] and [`EventLease`]: events that are recorded again only when nobody looks at them any more.

use std::fmt;
use std::sync::Arc;

use crate::driver::{Api, RawEvent, check_process};
use crate::error::Result;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Events of one context, for completion only (no timing).
#[derive(Debug)]
pub(crate) struct EventPool {
    api: Arc<Api>,
    free: Mutex<Vec<Arc<Cell>>>,
    /// Events of unknown state: kept out of use until the context ends.
    lost: Mutex<Vec<RawEvent>>,
}

#[derive(Debug)]
struct Cell {
    raw: RawEvent,
    /// Leases that name the event now.
    leases: AtomicUsize,
}

/// A share of one event. The event goes back to its pool with the last share, except for one whose state is unknown
/// ([`lose`](Self::lose)).
pub(crate) struct EventLease {
    cell: Arc<Cell>,
    pool: Arc<EventPool>,
}

impl EventPool {
    pub(super) fn new(api: Arc<Api>) -> Self {
        Self { api, free: Mutex::new(Vec::new()), lost: Mutex::new(Vec::new()) }
    }

    /// Leases an event that nobody else names. The context must be current.
    pub(crate) fn lease(self: &Arc<Self>) -> Result<EventLease> {
        let free = self.free.lock().pop();
        let cell = match free {
            Some(cell) => cell,
            None => Arc::new(Cell { raw: self.api.event_create(false)?, leases: AtomicUsize::new(0) }),
        };
        // Relaxed: the cell came out of the pool's lock, or is new; this thread alone has it.
        cell.leases.store(1, Ordering::Relaxed);
        Ok(EventLease { cell, pool: Arc::clone(self) })
    }

    /// Destroys the events, at the end of the context. Leases are held by operations and calls, which hold the context, so
    /// none is out.
    pub(super) fn destroy(&self) {
        let free = self.free.lock().drain(..).map(|cell| cell.raw).collect::<Vec<_>>();
        let lost = std::mem::take(&mut *self.lost.lock());
        for event in free.into_iter().chain(lost) {
            // An event that the driver will not take back is lost with the context; there is nobody left to tell.
            let _unheard = self.api.event_destroy(event);
        }
    }
}

impl EventLease {
    /// The event.
    pub(crate) fn raw(&self) -> RawEvent {
        self.cell.raw
    }

    /// Ends this share of an event whose state is unknown: it is never recorded again, whatever the other shares do (R4).
    pub(crate) fn lose(self) {
        // Relaxed: a share that is never given back; the count cannot reach zero any more.
        self.cell.leases.fetch_add(1, Ordering::Relaxed);
        self.pool.lost.lock().push(self.cell.raw);
    }
}

impl Clone for EventLease {
    fn clone(&self) -> Self {
        // Relaxed: a clone is made from a live lease, so the count cannot be on its way to zero.
        self.cell.leases.fetch_add(1, Ordering::Relaxed);
        Self { cell: Arc::clone(&self.cell), pool: Arc::clone(&self.pool) }
    }
}

impl Drop for EventLease {
    fn drop(&mut self) {
        // AcqRel: pairs with the other leases' decrements, so that the last one is behind all uses of the event.
        let is_last = self.cell.leases.fetch_sub(1, Ordering::AcqRel) == 1;
        // In a forked child the pool's lock may be held for ever by a thread that is not here (R13).
        if is_last && check_process().is_ok() {
            self.pool.free.lock().push(Arc::clone(&self.cell));
        }
    }
}

impl fmt::Debug for EventLease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EventLease").field(&self.cell.raw).finish()
    }
}
