//! The locks and atomics of this crate: `std`'s, or loom's when the completion core is model-checked.

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

/// A mutex that ignores poisoning.
///
/// No user code ever runs under a lock of this crate (R7), so a panic under one is our own bug; the data are kept
/// consistent at every statement, and going on is better than a second panic in somebody's `Drop`.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(RawMutex<T>);

impl<T> Mutex<T> {
    /// Wraps `value`.
    pub(crate) fn new(value: T) -> Self {
        Self(RawMutex::new(value))
    }

    /// Locks, waiting for the holder.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks if nobody holds it now.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
