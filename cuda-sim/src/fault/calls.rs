//! Counts of the driver calls that were made, and rules for coming ones.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fault::script::Effect;
use crate::name::Name;

/// How often each entry point was called, and in which order, if that is wanted; and what is to happen to coming calls.
#[derive(Debug)]
pub(crate) struct Calls {
    /// By [`Name::index`].
    // Relaxed everywhere: counts, which publish nothing.
    counts: [AtomicU64; Name::ALL.len()],
    thread_instructions: AtomicU64,
    /// Whether there are rules or a log. Without them a call is one addition.
    is_watched: AtomicBool,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    rules: Vec<Rule>,
    log: Option<Vec<Name>>,
}

impl Default for Calls {
    fn default() -> Self {
        Calls {
            counts: [const { AtomicU64::new(0) }; Name::ALL.len()],
            thread_instructions: AtomicU64::new(0),
            is_watched: AtomicBool::new(false),
            inner: Mutex::default(),
        }
    }
}

#[derive(Debug)]
struct Rule {
    name: Name,
    /// Which calls, by their absolute number.
    picked: Range<u64>,
    effect: Effect,
}

impl Calls {
    /// Notes a call, and says what is to happen to it.
    pub(crate) fn note(&self, name: Name) -> Option<Effect> {
        let count = self.counts[name.index()].fetch_add(1, Ordering::Relaxed) + 1;
        // Acquire: pairs with the Release in `watch`: a call that comes after a rule finds it.
        if self.is_watched.load(Ordering::Acquire) { self.apply(name, count) } else { None }
    }

    #[cold]
    fn apply(&self, name: Name, count: u64) -> Option<Effect> {
        let Inner { rules, log } = &mut *self.lock();
        if let Some(log) = log {
            log.push(name);
        }
        // A rule that has had its last call stays: one of its earlier calls may come here after that.
        let rule = rules.iter().find(|rule| rule.name == name && rule.picked.contains(&count))?;
        Some(rule.effect.clone())
    }

    /// Makes `effect` happen to so many calls, beginning with the `nth` from now on (1 is the next one).
    pub(crate) fn add_rule(&self, name: Name, nth: u64, times: u64, effect: Effect) {
        let mut inner = self.watch();
        let first = self.count(name) + nth;
        inner.rules.push(Rule { name, picked: first..first.saturating_add(times), effect });
    }

    pub(crate) fn count(&self, name: Name) -> u64 {
        self.counts[name.index()].load(Ordering::Relaxed)
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Begins a new log, and returns what the last one held.
    pub(crate) fn take_log(&self) -> Vec<Name> {
        self.watch().log.replace(Vec::new()).unwrap_or_default()
    }

    pub(crate) fn add_thread_instructions(&self, count: u64) {
        self.thread_instructions.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn thread_instructions(&self) -> u64 {
        self.thread_instructions.load(Ordering::Relaxed)
    }

    /// What rules and log are in; calls look at it from now on.
    fn watch(&self) -> MutexGuard<'_, Inner> {
        let inner = self.lock();
        // Release: pairs with the Acquire in `note`.
        self.is_watched.store(true, Ordering::Release);
        inner
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
