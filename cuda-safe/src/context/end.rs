//! [`ContextEnd`]: what is left to do when nothing names a context any more.
#![expect(unsafe_code, reason = "frees page-locked memory that no operation uses")]

use std::sync::Arc;

use super::events::{EventLease, EventPool};
use super::pages::PinnedPages;
use crate::device::Device;
use crate::driver::{RawContext, RawPool, Status};
use crate::error::Result;

/// The parts of a context that must be given back to the driver.
#[derive(Debug)]
pub(crate) struct ContextEnd {
    pub(super) device: Device,
    pub(super) raw: RawContext,
    pub(super) pool: Option<RawPool>,
    pub(super) events: Arc<EventPool>,
    pub(super) pages: Vec<PinnedPages>,
    /// Events behind the last work of streams that are gone.
    pub(super) departed: Vec<EventLease>,
}

impl ContextEnd {
    /// Waits for the work of streams that are gone, then gives everything back. Blocks. There is nobody left to hear of
    /// errors; what meets one leaks.
    pub(crate) fn run(self) {
        let _unheard = self.end();
    }

    /// As [`run`](Self::run), unless that would have to wait: then answers itself, to be tried again.
    pub(crate) fn run_if_idle(mut self) -> Option<Self> {
        let api = Arc::clone(&self.device.api);
        if api.enter(self.raw).is_ok() {
            let mut is_busy = false;
            // What is neither done nor busy is unknown, and left to a wait (R3).
            self.departed.retain(|lease| {
                let status = api.relaxed(|| api.event_query(lease.raw()));
                is_busy |= status == Status::Busy;
                status != Status::Done
            });
            if is_busy {
                return Some(self);
            }
        }
        self.run();
        None
    }

    fn end(mut self) -> Result<()> {
        let api = Arc::clone(&self.device.api);
        api.enter(self.raw)?;
        for lease in self.departed.drain(..) {
            if api.relaxed(|| api.event_synchronize(lease.raw())).is_err() {
                lease.lose();
            }
        }
        for pages in self.pages.drain(..) {
            // SAFETY: these were idle in a pool, so no operation has them.
            let _leaked = unsafe { pages.unlock(&api) };
        }
        self.events.destroy();
        if let Some(pool) = self.pool {
            let _leaked = api.pool_destroy(pool);
        }
        api.primary_release(self.device.ordinal)
    }
}
