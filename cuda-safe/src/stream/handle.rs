//! [`Stream`]: the handle.

use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use super::inner::StreamInner;
use crate::error::{Error, Result};
use crate::reactor;

/// A queue of work on a device: what is submitted to it runs in order, beside what other streams run.
///
/// A cheap handle. Submitting is eager, so program order is stream order; waits between streams are inserted where two
/// streams use the same buffer. It never synchronises with the default stream.
#[derive(Clone)]
#[doc(alias = "CUstream")]
pub struct Stream {
    pub(crate) inner: Arc<StreamInner>,
}

impl Stream {
    /// The driver's handle, for use beside this crate. It is valid while this handle or any work on the stream lives.
    #[must_use]
    pub fn as_raw(&self) -> *mut c_void {
        self.inner.raw().as_ptr()
    }

    /// The number that names the stream for the life of the program; `None` below CUDA 12.0.
    #[must_use]
    #[doc(alias = "cuStreamGetId")]
    pub fn id(&self) -> Option<u64> {
        self.inner.id
    }

    /// Waits until everything submitted so far is done.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// The driver's own, or [`Error::WouldDeadlock`] on the reactor's thread.
    #[doc(alias = "cuStreamSynchronize")]
    pub fn synchronize_blocking(&self) -> Result<()> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        let stream = &self.inner;
        stream.context().begin()?;
        let seq = stream.ledger.newest_submitted();
        let api = stream.context().api();
        // R5: wait first; what the context has to report comes after.
        match api.relaxed(|| api.stream_synchronize(stream.raw())) {
            Ok(()) => {
                stream.complete_through(seq);
                Ok(())
            }
            Err(error) => Err(stream.context().judge(error)),
        }
    }

    /// Operations on this stream that hold memory or are awaited, and are not known to be done.
    #[must_use]
    pub fn pending_len(&self) -> usize {
        // In a forked child the lock may be held for ever (R13), and nothing is pending.
        self.inner.context().api().check_process().map_or(0, |()| self.inner.ledger.pending_len())
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("raw", &self.inner.raw()).field("id", &self.inner.id).finish_non_exhaustive()
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Stream {}
