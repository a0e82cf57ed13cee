//! Faults by script.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::engine::gate::Latch;

/// What happens to a call that a rule picks.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// It does nothing and answers the code.
    Fails(CUresult),
    /// It does its work, and answers the code all the same.
    WorksButAnswers(CUresult),
    /// It does not go on until the latch opens.
    Hangs(Arc<Latch>),
}

#[derive(Debug)]
struct Rule {
    name: &'static str,
    /// Which call: the absolute number, or every one from it on.
    at: u64,
    lasts: bool,
    effect: Effect,
}

/// What becomes of host functions.
#[derive(Clone, Debug, Default)]
pub(crate) enum HostFunctions {
    #[default]
    Called,
    Lost,
    Held(Arc<Latch>),
}

#[derive(Debug, Default)]
struct Inner {
    rules: Vec<Rule>,
    /// Copies, fills and launches still to come before one faults.
    work: Option<(u64, CUresult)>,
    /// Launches still to come before one faults.
    launch: Option<(u64, CUresult)>,
    /// Allocations still to come before one fails.
    allocation: Option<u64>,
    host_functions: HostFunctions,
}

/// The script of a simulator.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    inner: Mutex<Inner>,
}

impl Faults {
    pub(crate) fn add(&self, name: &'static str, at: u64, lasts: bool, effect: Effect) {
        self.lock().rules.push(Rule { name, at, lasts, effect });
    }

    /// What is to happen to the `count`th call of an entry point.
    pub(crate) fn effect(&self, name: &'static str, count: u64) -> Option<Effect> {
        let mut inner = self.lock();
        let hits = |rule: &Rule| rule.name == name && (rule.at == count || rule.lasts && rule.at < count);
        let index = inner.rules.iter().position(hits)?;
        if inner.rules[index].lasts {
            Some(inner.rules[index].effect.clone())
        } else {
            Some(inner.rules.swap_remove(index).effect)
        }
    }

    pub(crate) fn set_work(&self, nth: u64, code: CUresult) {
        self.lock().work = Some((nth, code));
    }

    pub(crate) fn set_launch(&self, nth: u64, code: CUresult) {
        self.lock().launch = Some((nth, code));
    }

    /// Counts one copy or fill, and answers the code if it is the one to fault.
    pub(crate) fn work_fault(&self) -> Option<CUresult> {
        count_down(&mut self.lock().work)
    }

    /// Counts one launch, and answers the code if it is the one to fault.
    pub(crate) fn launch_fault(&self) -> Option<CUresult> {
        let mut inner = self.lock();
        count_down(&mut inner.work).or(count_down(&mut inner.launch))
    }

    pub(crate) fn set_allocation(&self, nth: u64) {
        self.lock().allocation = Some(nth);
    }

    /// Counts one allocation, and says whether it is the one to fail.
    pub(crate) fn allocation_fails(&self) -> bool {
        let mut inner = self.lock();
        let Some(left) = inner.allocation else { return false };
        inner.allocation = (left > 1).then(|| left - 1);
        left <= 1
    }

    pub(crate) fn set_host_functions(&self, what: HostFunctions) {
        self.lock().host_functions = what;
    }

    pub(crate) fn host_functions(&self) -> HostFunctions {
        self.lock().host_functions.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count_down(counter: &mut Option<(u64, CUresult)>) -> Option<CUresult> {
    let (left, code) = (*counter)?;
    *counter = (left > 1).then(|| (left - 1, code));
    (left <= 1).then_some(code)
}
