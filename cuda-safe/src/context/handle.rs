//! [`Context`]: the handle.

use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use super::bound::BoundContext;
use super::inner::ContextInner;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::stream::{Stream, StreamBuilder};

/// A device's primary context.
///
/// A cheap handle. Everything made in a context keeps it alive, so the handle may be dropped at any time.
///
/// # Blocking
/// When the last thing of a context goes, it is given back to the driver, which first waits for work that is still queued
/// on its streams. Dropping that last thing blocks so long, except on the reactor's thread, where the reaper does it.
#[derive(Clone)]
#[doc(alias = "CUcontext")]
pub struct Context {
    pub(crate) inner: Arc<ContextInner>,
}

impl Context {
    /// Creates a stream with default settings.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead.
    #[doc(alias = "cuStreamCreateWithPriority")]
    pub fn stream(&self) -> Result<Stream> {
        self.stream_builder().build()
    }

    /// Settings for a stream.
    #[must_use]
    pub fn stream_builder(&self) -> StreamBuilder {
        StreamBuilder::new(self)
    }

    /// Keeps the context current on this thread while the guard lives, so that no call need set it.
    ///
    /// # Errors
    /// The driver's own, or that the context is dead.
    #[doc(alias = "cuCtxSetCurrent")]
    pub fn bind(&self) -> Result<BoundContext<'_>> {
        self.inner.check()?;
        BoundContext::new(self)
    }

    /// The device the context is on.
    #[must_use]
    pub fn device(&self) -> &Device {
        self.inner.device()
    }

    /// Takes the errors that destructors met: at most the 16 newest, oldest first.
    ///
    /// A destructor has nobody to answer to, and an old error must not fail an unrelated call; so they are kept here.
    #[must_use]
    pub fn drop_errors(&self) -> Vec<Error> {
        self.inner.api().check_process().map_or_else(|_| Vec::new(), |()| self.inner.take_errors())
    }

    /// Bytes of host memory that are kept for ever because the driver never proved that it is done with them.
    #[must_use]
    pub fn quarantined_byte_len(&self) -> usize {
        self.inner.quarantined()
    }

    /// Bytes of staging that operations in flight use now.
    #[must_use]
    pub fn staging_in_use_byte_len(&self) -> usize {
        self.inner.api().check_process().map_or(0, |()| self.inner.staging().in_use())
    }

    /// The error that ended the context, if one did.
    #[must_use]
    pub fn fatal(&self) -> Option<Error> {
        self.inner.check().err()
    }

    /// The driver's handle, for use beside this crate. It is valid while anything of this context lives.
    #[must_use]
    pub fn as_raw(&self) -> *mut c_void {
        self.inner.raw().as_ptr()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("raw", &self.inner.raw()).field("device", self.device()).finish_non_exhaustive()
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Self) -> bool {
        self.inner.is_same(&other.inner)
    }
}

impl Eq for Context {}
