//! Events.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::engine::order::Point;
use crate::world::context::Context;
use crate::world::graph::capture::Captured;
use crate::world::handle::Key;

/// What an event captured when it was last recorded.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) point: Point,
    /// When the record was reached, in nanoseconds of the engine's clock.
    pub(crate) time: Arc<OnceLock<u64>>,
}

/// An event: what a client holds a `CUevent` of.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) key: Key,
    pub(crate) context: Arc<Context>,
    pub(crate) has_timing: bool,
    record: Mutex<Option<Record>>,
    captured: Mutex<Option<Captured>>,
}

impl Event {
    pub(crate) fn new(key: Key, context: Arc<Context>, has_timing: bool) -> Self {
        Event { key, context, has_timing, record: Mutex::new(None), captured: Mutex::new(None) }
    }

    pub(crate) fn record(&self) -> Option<Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces what was captured. Work that already waits for the old capture keeps it.
    pub(crate) fn set_record(&self, record: Record) {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner) = Some(record);
        *self.captured.lock().unwrap_or_else(PoisonError::into_inner) = None;
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
