//! What a client may set for a kernel.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use crate::ptx::module::Kernel;

/// What was set for a function, or for a library's kernel on one device; nothing at first.
// Relaxed everywhere: settings, which publish nothing.
#[derive(Debug)]
pub(crate) struct Settings {
    max_dynamic_shared: AtomicU32,
    carveout: AtomicI32,
}

/// What no client can set.
const NO_SIZE: u32 = u32::MAX;
const NO_PERCENTAGE: i32 = i32::MIN;

/// The carve-out of a client that leaves it to the driver.
pub(crate) const NO_CARVEOUT: i32 = -1;

/// Shared memory that a kernel may have without asking for more, its own included.
const PLAIN_SHARED: u32 = 48 * 1024;

/// The most dynamic shared memory of a launch of a kernel for which nothing was set.
pub(crate) fn plain_dynamic_shared(kernel: &Kernel) -> u32 {
    PLAIN_SHARED.saturating_sub(kernel.static_shared_bytes)
}

impl Default for Settings {
    fn default() -> Self {
        Settings { max_dynamic_shared: AtomicU32::new(NO_SIZE), carveout: AtomicI32::new(NO_PERCENTAGE) }
    }
}

impl Settings {
    pub(crate) fn max_dynamic_shared(&self) -> Option<u32> {
        Some(self.max_dynamic_shared.load(Ordering::Relaxed)).filter(|size| *size != NO_SIZE)
    }

    pub(crate) fn set_max_dynamic_shared(&self, byte_len: u32) {
        self.max_dynamic_shared.store(byte_len, Ordering::Relaxed);
    }

    pub(crate) fn carveout(&self) -> Option<i32> {
        Some(self.carveout.load(Ordering::Relaxed)).filter(|percentage| *percentage != NO_PERCENTAGE)
    }

    pub(crate) fn set_carveout(&self, percentage: i32) {
        self.carveout.store(percentage, Ordering::Relaxed);
    }
}
