//! [`Event`]: a point on a stream, with its time.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::context::ContextInner;
use crate::driver::{RawEvent, Status};
use crate::error::{Error, Result};
use crate::reactor;
use crate::stream::{NO_OPERANDS, Stream, StreamInner};

/// A point on a stream: done when all work that was submitted to the stream before it is. It remembers when that was.
///
/// It is recorded when it is made, and never again, so it always means the same point.
#[doc(alias = "CUevent")]
pub struct Event {
    raw: RawEvent,
    stream: Arc<StreamInner>,
}

impl Stream {
    /// Records an event behind everything submitted so far.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead.
    #[doc(alias = "cuEventRecord")]
    pub fn record_event(&self) -> Result<Event> {
        let context = self.inner.context();
        context.begin()?;
        let raw = context.api().event_create(true).map_err(|error| context.judge(error))?;
        // Owned from here on: an error below destroys it, which a pending record does not mind.
        let event = Event { raw, stream: Arc::clone(&self.inner) };
        let (_, recorded) = self.inner.submit_lazy(NO_OPERANDS, |api, stream| api.event_record(raw, stream))?;
        recorded.map(|()| event)
    }

    /// Makes everything submitted to this stream from now on wait for `event`.
    ///
    /// # Errors
    /// The driver's own, or [`Error::ForeignContext`] for an event of another driver.
    #[doc(alias = "cuStreamWaitEvent")]
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        if !event.context().is_same(self.inner.context()) {
            return Err(Error::ForeignContext);
        }
        let (_, queued) =
            self.inner.submit_lazy(NO_OPERANDS, |api, stream| api.stream_wait_event(stream, event.raw))?;
        queued
    }
}

impl Event {
    /// Whether the work before it is done.
    ///
    /// # Errors
    /// The driver's own. A stream capture in the way (900 to 908) means: ask again.
    #[doc(alias = "cuEventQuery")]
    pub fn is_done(&self) -> Result<bool> {
        let context = self.context();
        context.begin()?;
        match context.api().relaxed(|| context.api().event_query(self.raw)) {
            Status::Done => Ok(true),
            Status::Busy => Ok(false),
            Status::Unknown(error) => Err(context.judge(error)),
        }
    }

    /// Waits until the work before it is done.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// The driver's own, or [`Error::WouldDeadlock`] on the reactor's thread.
    #[doc(alias = "cuEventSynchronize")]
    pub fn synchronize_blocking(&self) -> Result<()> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        let context = self.context();
        context.begin()?;
        let waited = context.api().relaxed(|| context.api().event_synchronize(self.raw));
        waited.map_err(|error| context.judge(error))
    }

    /// Device time from `start` to this event, with the driver's resolution (about half a microsecond); zero if `start` is
    /// the later one.
    ///
    /// # Errors
    /// [`Error::NoTime`] while either is pending; [`Error::ForeignContext`]; the driver's own.
    #[doc(alias = "cuEventElapsedTime")]
    pub fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        let context = self.context();
        if !start.context().is_same(context) {
            return Err(Error::ForeignContext);
        }
        context.begin()?;
        match context.api().event_elapsed(start.raw, self.raw) {
            Ok(milliseconds) => Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default()),
            Err(Error::Driver { code: crate::ErrorCode::NOT_READY | crate::ErrorCode::INVALID_HANDLE, .. }) => {
                Err(Error::NoTime)
            }
            Err(error) => Err(context.judge(error)),
        }
    }

    fn context(&self) -> &Arc<ContextInner> {
        self.stream.context()
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("raw", &self.raw).field("stream", &self.stream.raw()).finish()
    }
}

impl Drop for Event {
    /// Never waits; work that waits for the event is not affected.
    fn drop(&mut self) {
        let context = self.context();
        if context.usable().is_err() {
            return;
        }
        if let Err(error) = context.enter().and_then(|()| context.api().event_destroy(self.raw)) {
            context.report(error);
        }
    }
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Event>();
};
