//! Counts of the driver calls that were made.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often each entry point was called, and in which order, if that is wanted.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    counts: BTreeMap<&'static str, u64>,
    total: u64,
    log: Option<Vec<&'static str>>,
    thread_instructions: u64,
}

impl Calls {
    /// Notes a call, and says the how-manieth of this entry point it is, from 1 on.
    pub(crate) fn note(&self, name: &'static str) -> u64 {
        let mut inner = self.lock();
        inner.total += 1;
        if let Some(log) = &mut inner.log {
            log.push(name);
        }
        let count = inner.counts.entry(name).or_insert(0);
        *count += 1;
        *count
    }

    pub(crate) fn count(&self, name: &str) -> u64 {
        self.lock().counts.get(name).copied().unwrap_or(0)
    }

    pub(crate) fn total(&self) -> u64 {
        self.lock().total
    }

    /// Begins a new log, and returns what the last one held.
    pub(crate) fn take_log(&self) -> Vec<&'static str> {
        self.lock().log.replace(Vec::new()).unwrap_or_default()
    }

    pub(crate) fn add_thread_instructions(&self, count: u64) {
        self.lock().thread_instructions += count;
    }

    pub(crate) fn thread_instructions(&self) -> u64 {
        self.lock().thread_instructions
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
