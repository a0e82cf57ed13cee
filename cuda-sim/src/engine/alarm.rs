//! [`Alarm`]: a condition variable of the engine's lock that costs nothing to ring while nobody waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, MutexGuard, PoisonError};
use std::time::Duration;

use crate::engine::queue::State;

/// What threads wait for that hold the engine's lock.
///
/// Whoever rings has changed something under the lock before. A waiter counts itself under the lock, so either it saw the change, or
/// whoever rings sees it counted.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    condvar: Condvar,
    waiters: AtomicUsize,
}

impl Alarm {
    /// Lets go of the lock until somebody rings; may return earlier.
    pub(crate) fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        // Relaxed, here and below: the lock orders it.
        self.waiters.fetch_add(1, Ordering::Relaxed);
        let state = self.condvar.wait(state).unwrap_or_else(PoisonError::into_inner);
        self.waiters.fetch_sub(1, Ordering::Relaxed);
        state
    }

    /// As [`wait`](Self::wait), but no longer than `most`.
    pub(crate) fn wait_for<'a>(&self, state: MutexGuard<'a, State>, most: Duration) -> MutexGuard<'a, State> {
        self.waiters.fetch_add(1, Ordering::Relaxed);
        let state = self.condvar.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0;
        self.waiters.fetch_sub(1, Ordering::Relaxed);
        state
    }

    pub(crate) fn has_waiters(&self) -> bool {
        self.waiters.load(Ordering::Relaxed) > 0
    }

    /// Wakes all who wait.
    pub(crate) fn ring(&self) {
        if self.has_waiters() {
            self.condvar.notify_all();
        }
    }
}
