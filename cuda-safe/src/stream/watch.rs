//! Having the reactor look at a stream, and hinting when.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::inner::StreamInner;

impl StreamInner {
    /// Has the reactor look at this stream until it is idle.
    pub(crate) fn watch(self: &Arc<Self>) {
        // AcqRel: pairs with `unwatch`, so that an event armed before this is seen by the pass that takes the stream off.
        if !self.watched.swap(true, Ordering::AcqRel) {
            self.context.reactor().watch(Arc::clone(self));
        }
    }

    /// Called by the reactor when the stream is idle: whether it may come off the list.
    pub(crate) fn unwatch(&self) -> bool {
        // Release: pairs with the swap in `watch`.
        self.watched.store(false, Ordering::Release);
        // AcqRel: as in `watch`; whoever swaps first keeps the stream on the list, once.
        !self.ledger.is_armed() || self.watched.swap(true, Ordering::AcqRel)
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
