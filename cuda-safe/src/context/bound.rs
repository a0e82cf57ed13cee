//! [`BoundContext`]: a context bound to a thread, so that a call is just the work.

use std::fmt;
use std::marker::PhantomData;

use super::handle::Context;
use crate::driver::RawContext;
use crate::error::Result;

/// Keeps a context current on this thread; what was current before is restored on drop.
///
/// Without it every call makes its context current first and leaves it so.
#[must_use = "the context is unbound when this is dropped"]
pub struct BoundContext<'c> {
    context: &'c Context,
    before: (RawContext, RawContext),
    /// A thread's binding stays on its thread.
    _not_send: PhantomData<*const ()>,
}

impl<'c> BoundContext<'c> {
    pub(super) fn new(context: &'c Context) -> Result<Self> {
        let before = context.inner.api().bind(context.inner.raw())?;
        Ok(Self { context, before, _not_send: PhantomData })
    }
}

impl Drop for BoundContext<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.context.inner.api().unbind(self.before) {
            self.context.inner.report(error);
        }
    }
}

impl fmt::Debug for BoundContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundContext").field("context", &self.context).finish_non_exhaustive()
    }
}
