//! [`PinnedBuffer`]: page-locked host memory.
#![expect(unsafe_code, reason = "vouches for the memory that it owns")]

use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::host::{HostBuffer, HostBufferMut};
use super::pod::{DevicePod, byte_len};
use crate::context::{Context, ContextInner, PinnedPages};
use crate::error::Result;
use crate::reactor;
use crate::stream::Held;

/// Page-locked host memory, which the device reads and writes at full speed. It is a slice of `T`.
///
/// A transfer takes it and gives it back, so nobody can touch the bytes meanwhile.
///
/// Invariant: no operation that is not done has the pages; they hold at least `len` values of `T`.
#[doc(alias = "cuMemHostRegister")]
pub struct PinnedBuffer<T: DevicePod> {
    pages: PinnedPages,
    len: usize,
    context: Arc<ContextInner>,
    _elements: PhantomData<T>,
}

impl<T: DevicePod> PinnedBuffer<T> {
    /// Allocates `len` zeroed elements. No driver call for 0.
    ///
    /// # Errors
    /// [`Error::Overflow`](crate::Error::Overflow), [`Error::HostMemory`](crate::Error::HostMemory), the driver's own.
    pub fn zeroed(context: &Context, len: usize) -> Result<Self> {
        let pages = context.inner.lock_pages(byte_len::<T>(len)?)?;
        Ok(Self::new(pages, len, Arc::clone(&context.inner)))
    }

    /// Allocates page-locked memory and copies `source` into it.
    ///
    /// # Errors
    /// As [`zeroed`](Self::zeroed).
    pub fn from_slice(context: &Context, source: &[T]) -> Result<Self> {
        let mut buffer = Self::zeroed(context, source.len())?;
        buffer.copy_from_slice(source);
        Ok(buffer)
    }

    pub(super) fn new(pages: PinnedPages, len: usize, context: Arc<ContextInner>) -> Self {
        Self { pages, len, context, _elements: PhantomData }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn context(&self) -> &Arc<ContextInner> {
        &self.context
    }

    /// Takes the pages out and leaves the buffer empty, until [`Refill::refill`]. Answers the length that it had.
    pub(crate) fn lend(&mut self) -> (PinnedPages, usize) {
        (mem::replace(&mut self.pages, PinnedPages::empty()), mem::take(&mut self.len))
    }

    /// Takes the pages out without giving them back.
    pub(super) fn into_pages(mut self) -> PinnedPages {
        // What stays behind is empty, and giving that back does nothing.
        self.lend().0
    }
}

/// A buffer whose pages were lent.
pub(crate) trait Refill {
    /// Puts back what `lend` answered.
    fn refill(&mut self, pages: PinnedPages, len: usize);
}

impl<T: DevicePod> Refill for PinnedBuffer<T> {
    fn refill(&mut self, pages: PinnedPages, len: usize) {
        // What was there is empty, and has no destructor.
        (self.pages, self.len) = (pages, len);
    }
}

impl<T: DevicePod> Drop for PinnedBuffer<T> {
    /// Gives the pages back to the context, which keeps or frees them; on the reactor's thread the reaper does it (R8). On a dead context they leak.
    fn drop(&mut self) {
        let pages = mem::replace(&mut self.pages, PinnedPages::empty());
        if pages.byte_len() == 0 || self.context.usable().is_err() {
            return;
        }
        if reactor::is_current() {
            self.context.reactor().release_later(Held::Pinned(pages), &self.context);
        } else {
            self.context.give_pages_back(pages);
        }
    }
}

// SAFETY: the buffer owns its pages, alone, and moving it moves only the pointer to them; they hold `len` initialised values.
unsafe impl<T: DevicePod> HostBuffer for PinnedBuffer<T> {
    type Element = T;

    fn as_ptr(&self) -> *const T {
        self.pages.start().cast().as_ptr()
    }

    fn len(&self) -> usize {
        self.len
    }
}

// SAFETY: as above.
unsafe impl<T: DevicePod> HostBufferMut for PinnedBuffer<T> {
    fn as_mut_ptr(&mut self) -> *mut T {
        self.pages.start().cast().as_ptr()
    }
}

impl<T: DevicePod> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // No operation in flight has the pages (invariant).
        self.pages.elements(self.len)
    }
}

impl<T: DevicePod> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.pages.elements_mut(self.len)
    }
}

impl<T: DevicePod + fmt::Debug> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
