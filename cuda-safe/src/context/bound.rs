//! [`BoundContext`]: a context bound to a thread, so that a call is just the work.

use std::fmt;
use std::marker::PhantomData;

use super::handle::Context;
use crate::error::Result;

/// Keeps a context current on this thread; what was current before is restored on drop.
///
/// Without it every call makes its context current first and leaves it so. Guards may be dropped in any order; a call in
/// another context meanwhile is seen, but not a change of the current context by somebody else's code.
#[must_use = "the context is unbound when this is dropped"]
pub struct BoundContext<'c> {
    context: &'c Context,
    id: u64,
    /// A thread's binding stays on its thread.
    _not_send: PhantomData<*const ()>,
}

impl<'c> BoundContext<'c> {
    pub(super) fn new(context: &'c Context) -> Result<Self> {
        let id = context.inner.api().bind(context.inner.raw()).map_err(|error| context.inner.judge(error))?;
        Ok(Self { context, id, _not_send: PhantomData })
    }
}

impl Drop for BoundContext<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.context.inner.api().unbind(self.id) {
            self.context.inner.report(error);
        }
    }
}

impl fmt::Debug for BoundContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundContext").field("context", &self.context).finish_non_exhaustive()
    }
}
