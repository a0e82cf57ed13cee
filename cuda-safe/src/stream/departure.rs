//! [`Departure`]: the end of a stream, whose work may not have ended.

use std::sync::Arc;

use crate::context::ContextInner;
use crate::driver::RawStream;
use crate::error::Result;

/// A stream that nobody names any more.
///
/// Work that is still queued on it runs on. The context waits for it before it is released, since releasing it would
/// cancel what is queued, frees of device memory among it.
#[derive(Debug)]
pub(crate) struct Departure {
    pub(super) raw: RawStream,
    pub(super) context: Arc<ContextInner>,
    /// Whether all its work is known to be done.
    pub(super) is_idle: bool,
}

impl Departure {
    /// Gives the stream back to the driver. Errors go to `Context::drop_errors`.
    pub(crate) fn run(self) {
        if let Err(error) = self.depart() {
            self.context.report(error);
        }
    }

    fn depart(&self) -> Result<()> {
        let context = &self.context;
        context.enter()?;
        if !self.is_idle {
            let lease = context.lease_event()?;
            match context.api().event_record(lease.raw(), self.raw) {
                Ok(()) => context.wait_for_at_the_end(lease),
                Err(error) => {
                    // Perhaps it was recorded after all (R2), so nobody may record it again.
                    lease.lose();
                    context.api().relaxed(|| context.api().stream_synchronize(self.raw)).map_err(|_| error)?;
                }
            }
        }
        context.api().stream_destroy(self.raw)
    }
}
