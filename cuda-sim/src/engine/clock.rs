//! Time as events see it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Nanoseconds since the simulator was made: real ones with threads, virtual ones in the stepper.
#[derive(Debug)]
pub(crate) enum Clock {
    Real(Instant),
    Virtual(AtomicU64),
}

impl Clock {
    pub(crate) fn now(&self) -> u64 {
        match self {
            Clock::Real(start) => u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
            // Relaxed: the lock of the engine orders steps, this is only a number.
            Clock::Virtual(now) => now.load(Ordering::Relaxed),
        }
    }

    /// Lets virtual time pass. Real time passes by itself.
    pub(crate) fn advance(&self, nanoseconds: u64) {
        if let Clock::Virtual(now) = self {
            // Relaxed: as in `now`.
            now.fetch_add(nanoseconds, Ordering::Relaxed);
        }
    }
}
