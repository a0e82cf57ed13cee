//! The locks, atomics and parking of this crate: `std`'s, or loom's when the completion core is model-checked.

#[cfg(loom)]
pub(crate) use loom::sync::atomic;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic;

#[cfg(loom)]
use loom::sync::Mutex as RawMutex;
#[cfg(loom)]
pub(crate) use loom::sync::MutexGuard;
#[cfg(not(loom))]
use std::sync::Mutex as RawMutex;
#[cfg(not(loom))]
pub(crate) use std::sync::MutexGuard;
use std::sync::{PoisonError, TryLockError};

/// Threads that park.
pub(crate) mod thread {
    #[cfg(loom)]
    pub(crate) use loom::thread::{Builder, JoinHandle, Thread, current, park};
    #[cfg(not(loom))]
    pub(crate) use std::thread::{Builder, JoinHandle, Thread, current, park, park_timeout};

    /// loom has no clock: any time may have passed.
    #[cfg(loom)]
    pub(crate) fn park_timeout(_: std::time::Duration) {
        loom::thread::yield_now();
    }
}

/// A mutex that ignores poisoning.
///
/// No user code ever runs under a lock of this crate (R7), so a panic under one is our own bug; the data are kept
/// consistent at every statement, and going on is better than a second panic in somebody's `Drop`.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T> {
    raw: RawMutex<T>,
    /// Threads that found it taken and wait.
    #[cfg(all(test, not(loom)))]
    waiting: atomic::AtomicUsize,
}

impl<T> Mutex<T> {
    /// Wraps `value`.
    pub(crate) fn new(value: T) -> Self {
        Self {
            raw: RawMutex::new(value),
            #[cfg(all(test, not(loom)))]
            waiting: atomic::AtomicUsize::new(0),
        }
    }

    /// Locks, waiting for the holder.
    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        #[cfg(all(test, not(loom)))]
        {
            if let Some(guard) = self.try_lock() {
                return guard;
            }
            self.waiting.fetch_add(1, atomic::Ordering::SeqCst);
            let guard = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, atomic::Ordering::SeqCst);
            guard
        }
        #[cfg(not(all(test, not(loom))))]
        self.raw.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads that wait for it, for tests that must know that somebody does.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn waiting_len(&self) -> usize {
        self.waiting.load(atomic::Ordering::SeqCst)
    }

    /// Locks if nobody holds it now.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.raw.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
