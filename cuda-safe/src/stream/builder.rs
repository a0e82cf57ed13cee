//! [`StreamBuilder`]: settings of a stream.

use super::handle::Stream;
use super::inner::StreamInner;
use crate::context::Context;
use crate::error::Result;

/// What dropping an unfinished transfer does. Neither choice is needed for soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OnDrop {
    /// Waits for the transfer's own event, then frees its memory: when the drop returns, the memory is back.
    #[default]
    Wait,
    /// Returns at once; the memory is freed when the driver is done with it.
    Detach,
}

/// Settings for a stream; see [`Context::stream_builder`].
#[derive(Clone, Debug)]
pub struct StreamBuilder {
    context: Context,
    priority: i32,
    on_drop: OnDrop,
}

impl StreamBuilder {
    pub(crate) fn new(context: &Context) -> Self {
        Self { context: context.clone(), priority: 0, on_drop: OnDrop::Wait }
    }

    /// Sets the priority: lower numbers first; the driver clamps it to its range.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Sets what dropping an unfinished transfer does; [`OnDrop::Wait`] unless set.
    #[must_use]
    pub fn on_drop(mut self, on_drop: OnDrop) -> Self {
        self.on_drop = on_drop;
        self
    }

    /// Creates the stream. It never synchronises with the default stream.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead.
    #[doc(alias = "cuStreamCreateWithPriority")]
    pub fn build(self) -> Result<Stream> {
        let inner = StreamInner::new(&self.context.inner, self.priority, self.on_drop)?;
        Ok(Stream { inner })
    }
}
