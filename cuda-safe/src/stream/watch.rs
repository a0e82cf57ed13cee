//! Having the reactor look at a stream, and hinting when.

use std::sync::Arc;

use super::inner::StreamInner;
use crate::sync::atomic::{AtomicBool, Ordering};

/// Whether the reactor has a stream on its list.
#[derive(Debug, Default)]
pub(super) struct Watched(AtomicBool);

impl Watched {
    /// An event was armed: whether the caller must put the stream on the list.
    pub(super) fn begin(&self) -> bool {
        // AcqRel: pairs with `end`, so that an event armed before this is seen by the pass that takes the stream off.
        !self.0.swap(true, Ordering::AcqRel)
    }

    /// The stream looks idle: whether it comes off the list. `is_armed` is asked after it seems to be off.
    pub(super) fn end(&self, is_armed: impl FnOnce() -> bool) -> bool {
        // AcqRel: pairs with `begin`. All accesses are read-modify-writes, so they have one order: whoever began before this has
        // armed before it, and whoever begins after it puts the stream on the list.
        self.0.swap(false, Ordering::AcqRel);
        // AcqRel: as in `begin`; whoever swaps first keeps the stream on the list, once.
        !is_armed() || self.0.swap(true, Ordering::AcqRel)
    }
}

impl StreamInner {
    /// Has the reactor look at this stream until it is idle.
    pub(crate) fn watch(self: &Arc<Self>) {
        if self.watched.begin() {
            self.context.reactor().watch(Arc::clone(self));
        }
    }

    /// Called by the reactor when the stream is idle: whether it may come off the list.
    pub(crate) fn unwatch(&self) -> bool {
        self.watched.end(|| self.ledger.is_armed())
    }

    /// Queues the completion hint behind the stream's work so far, unless one is on its way. Never blocks: if somebody is
    /// submitting right now, the reactor's own pace has to do.
    pub(super) fn hint(self: &Arc<Self>) {
        if !self.context.reactor().takes_hints() || !self.hint.claim() {
            return;
        }
        let queued = self.submit.try_lock().map(|submit| {
            let queued = self.context.enter().and_then(|()| self.context.api().queue_hint(self.raw, self.hint));
            drop(submit);
            self.unlocked();
            queued
        });
        if !matches!(queued, Some(Ok(()))) {
            self.hint.unclaim();
        }
    }
}
