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
    /// Copies, fills and launches still to come before one faults.
    work: Option<(u64, CUresult)>,
    /// Launches still to come before one faults.
    launch: Option<(u64, CUresult)>,
    /// Allocations still to come before one fails.
    allocation: Option<u64>,
    host_functions: HostFunctions,
}

/// The script of a simulator, but for its rules for calls, which are in [`Calls`](super::calls::Calls).
#[derive(Debug, Default)]
pub(crate) struct Faults {
    inner: Mutex<Inner>,
}

impl Faults {
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
