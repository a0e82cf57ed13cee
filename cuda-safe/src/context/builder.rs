//! [`ContextBuilder`]: settings of a context.

use std::sync::Arc;

use super::handle::Context;
use super::inner::ContextInner;
use crate::device::Device;
use crate::error::Result;
use crate::reactor::Reactor;

/// Settings for a context; see [`Device::context_builder`].
#[derive(Clone, Debug)]
pub struct ContextBuilder {
    pub(super) device: Device,
    reactor: Option<Reactor>,
    pub(super) staging_byte_len: usize,
    pub(super) kept_byte_len: usize,
    pub(super) release_threshold: u64,
}

impl ContextBuilder {
    pub(crate) fn new(device: Device) -> Self {
        Self { device, reactor: None, staging_byte_len: 64 << 20, kept_byte_len: 64 << 20, release_threshold: 64 << 20 }
    }

    /// Uses `reactor` for completions instead of the one that the process shares.
    #[must_use]
    pub fn reactor(mut self, reactor: &Reactor) -> Self {
        self.reactor = Some(reactor.clone());
        self
    }

    /// Sets how many bytes of page-locked staging the context may hold at most; 64 MiB unless set.
    #[must_use]
    pub fn staging_byte_len(mut self, byte_len: usize) -> Self {
        self.staging_byte_len = byte_len;
        self
    }

    /// Sets how many bytes of page-locked memory of dropped [`PinnedBuffer`](crate::PinnedBuffer)s the context keeps for the
    /// next ones; 64 MiB unless set, 0 for none.
    #[must_use]
    pub fn kept_pinned_byte_len(mut self, byte_len: usize) -> Self {
        self.kept_byte_len = byte_len;
        self
    }

    /// Sets how many bytes of freed device memory the context's pool keeps for reuse; 64 MiB unless set.
    #[must_use]
    #[doc(alias = "CU_MEMPOOL_ATTR_RELEASE_THRESHOLD")]
    pub fn release_threshold(mut self, byte_len: u64) -> Self {
        self.release_threshold = byte_len;
        self
    }

    /// Retains the device's primary context with these settings.
    ///
    /// # Errors
    /// The driver's own, or [`Error::Thread`](crate::Error::Thread) if the shared reactor could not be started.
    #[doc(alias = "cuDevicePrimaryCtxRetain")]
    pub fn build(self) -> Result<Context> {
        let reactor = match &self.reactor {
            Some(reactor) => reactor.clone(),
            None => Reactor::shared()?,
        };
        let inner = ContextInner::new(&self, reactor)?;
        Ok(Context { inner: Arc::new(inner) })
    }
}
