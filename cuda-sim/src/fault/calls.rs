//! Counts of the driver calls that were made, and rules for coming ones.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fault::script::Effect;
use crate::name::Name;

/// How often each entry point was called, and in which order, if that is wanted; and what is to happen to coming calls.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// By [`Name::index`].
    counts: [u64; Name::ALL.len()],
    rules: Vec<Rule>,
    log: Option<Vec<Name>>,
    thread_instructions: u64,
}

impl Default for Inner {
    fn default() -> Self {
        Inner { counts: [0; Name::ALL.len()], rules: Vec::new(), log: None, thread_instructions: 0 }
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
        let Inner { counts, rules, log, .. } = &mut *self.lock();
        if let Some(log) = log {
            log.push(name);
        }
        let count = &mut counts[name.index()];
        *count += 1;
        if rules.is_empty() {
            return None;
        }
        let index = rules.iter().position(|rule| rule.name == name && rule.picked.contains(count))?;
        let is_last = rules[index].picked.end == *count + 1;
        Some(if is_last { rules.swap_remove(index).effect } else { rules[index].effect.clone() })
    }

    /// Makes `effect` happen to so many calls, beginning with the `nth` from now on (1 is the next one).
    pub(crate) fn add_rule(&self, name: Name, nth: u64, times: u64, effect: Effect) {
        let mut inner = self.lock();
        let first = inner.counts[name.index()] + nth;
        inner.rules.push(Rule { name, picked: first..first.saturating_add(times), effect });
    }

    pub(crate) fn count(&self, name: Name) -> u64 {
        self.lock().counts[name.index()]
    }

    pub(crate) fn total(&self) -> u64 {
        self.lock().counts.iter().sum()
    }

    /// Begins a new log, and returns what the last one held.
    pub(crate) fn take_log(&self) -> Vec<Name> {
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
