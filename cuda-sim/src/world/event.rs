//! Events.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::engine::order::Point;
use crate::engine::watch::RecordWait;
use crate::world::context::Context;
use crate::world::graph::capture::Captured;
use crate::world::handle::Key;
use crate::world::shared_event::SharedEvent;

/// What an event captured when it was last recorded.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) point: Point,
    /// When the record was reached, in nanoseconds of the engine's clock.
    pub(crate) time: Arc<OnceLock<u64>>,
    /// Its number among those of all processes, if they share the event.
    number: u64,
}

/// What the operation of a record tells when its place is reached; to other processes also when it never will be.
#[derive(Debug)]
pub(crate) struct Mark {
    time: Arc<OnceLock<u64>>,
    shared: Option<(Arc<SharedEvent>, u64)>,
}

/// What work that waits for an event waits for.
#[derive(Debug)]
pub(crate) enum Awaited {
    Nothing,
    Point(Point),
    /// The record of another process.
    Foreign(RecordWait),
}

/// An event: what a client holds a `CUevent` of.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) key: Key,
    pub(crate) context: Arc<Context>,
    pub(crate) has_timing: bool,
    /// Of an event that other processes may have as well.
    pub(crate) shared: Option<Arc<SharedEvent>>,
    record: Mutex<Option<Record>>,
    captured: Mutex<Option<Captured>>,
}

impl Event {
    pub(crate) fn new(key: Key, context: Arc<Context>, has_timing: bool, shared: Option<Arc<SharedEvent>>) -> Self {
        Event { key, context, has_timing, shared, record: Mutex::new(None), captured: Mutex::new(None) }
    }

    /// The newest record that this process made.
    pub(crate) fn record(&self) -> Option<Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a record. Other processes wait for it from now on.
    pub(crate) fn mark(&self) -> Mark {
        let shared = self.shared.as_ref().map(|shared| (Arc::clone(shared), shared.begin()));
        Mark { time: Arc::default(), shared }
    }

    /// Replaces what was captured. Work that already waits for the old capture keeps it.
    pub(crate) fn set_record(&self, record: Record) {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner) = Some(record);
        *self.captured.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// What the event stands for now.
    pub(crate) fn awaited(&self) -> Awaited {
        let newest = self.shared.as_ref().map_or(0, |shared| shared.newest());
        match (self.record(), &self.shared) {
            (Some(record), _) if record.number == newest => Awaited::Point(record.point),
            (_, Some(shared)) if newest != 0 => {
                Awaited::Foreign(RecordWait { event: Arc::clone(shared), number: newest })
            }
            _ => Awaited::Nothing,
        }
    }

    /// What the event stands for if it was last recorded in a stream that was being captured.
    pub(crate) fn captured(&self) -> Option<Captured> {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_captured(&self, captured: Captured) {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.captured.lock().unwrap_or_else(PoisonError::into_inner) = Some(captured);
    }
}

impl Mark {
    /// The record, once it is known where its operation is queued; made before the mark goes there.
    pub(crate) fn record(&self) -> impl FnOnce(Point) -> Record + use<> {
        let (time, number) = (Arc::clone(&self.time), self.shared.as_ref().map_or(0, |(_, number)| *number));
        move |point| Record { point, time, number }
    }

    /// Notes that the place is reached.
    pub(crate) fn reach(&self, now: u64) {
        let _ = self.time.set(now);
        if let Some((event, number)) = &self.shared {
            event.finish(*number);
        }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        if let Some((event, number)) = &self.shared {
            event.finish(*number);
        }
    }
}
