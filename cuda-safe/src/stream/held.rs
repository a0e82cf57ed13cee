//! [`Held`]: what an operation in flight keeps alive.

use std::sync::Arc;

use super::guard::Guard;
use crate::context::{ContextInner, PinnedPages};
use crate::driver::{DeviceAddress, RawModule};

/// What one operation keeps alive until the driver is done with it.
///
/// None of it has a destructor: whatever is not taken out on purpose, after the proof, leaks (R1).
#[derive(Debug)]
pub(crate) enum Held {
    /// Nothing: somebody waits for device-side work.
    Nothing,
    /// A page-locked buffer of the user's.
    Pinned(PinnedPages),
    /// Host memory that the user brought.
    Owned(Guard),
    /// A block of the context's staging pool.
    Staging(PinnedPages),
    /// Device memory that was not allocated in stream order, so that its free must wait.
    Device(DeviceAddress),
    /// A module whose kernels were launched.
    Module(RawModule),
}

impl Held {
    /// The bytes of host memory that stay lost if this is never released.
    pub(crate) fn byte_len(&self) -> usize {
        match self {
            Self::Pinned(pages) | Self::Staging(pages) => pages.byte_len(),
            Self::Owned(guard) => guard.byte_len(),
            Self::Nothing | Self::Device(_) | Self::Module(_) => 0,
        }
    }

    /// Frees it, now that the driver is done with it. Calls the driver or user code, except for staging, which goes back to
    /// its pool.
    pub(crate) fn release(self, context: &Arc<ContextInner>) {
        match self {
            Self::Nothing => {}
            Self::Staging(pages) => context.staging().give_back(pages),
            Self::Pinned(pages) => context.give_pages_back(pages),
            Self::Owned(guard) => guard.release(),
            Self::Device(address) => context.free_plain(address),
            Self::Module(module) => context.unload(module),
        }
    }

    /// Whether releasing it makes no driver call and runs no user code, so that the reactor may do it (R8).
    pub(crate) fn is_cheap(&self) -> bool {
        matches!(self, Self::Nothing | Self::Staging(_))
    }
}
