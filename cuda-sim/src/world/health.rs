//! Whether a context still works.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cuda_sys::CUresult;

use crate::code::{self, Answer};

/// The health of one context, shared with the queues of its streams.
#[derive(Debug, Default)]
pub(crate) struct Health {
    /// 0 while all is well, else the first sticky error.
    sticky: AtomicU32,
    /// Set when the context was destroyed or reset.
    ended: AtomicBool,
    /// Set when running kernels shall stop.
    cancel: AtomicBool,
}

impl Health {
    /// Marks the context as faulted. The first code stays.
    pub(crate) fn fault(&self, code: CUresult) {
        // AcqRel: pairs with the Acquire in `sticky`; whoever sees the code also sees what the faulting work wrote.
        let _ = self.sticky.compare_exchange(0, code.0, Ordering::AcqRel, Ordering::Acquire);
    }

    /// The sticky error, if there is one.
    pub(crate) fn sticky(&self) -> Option<CUresult> {
        // Acquire: pairs with the exchange in `fault`.
        match self.sticky.load(Ordering::Acquire) {
            0 => None,
            code => Some(CUresult(code)),
        }
    }

    /// Stops running kernels.
    pub(crate) fn stop_kernels(&self) {
        // Relaxed: the interpreter only looks at it now and then, and nothing is published through it.
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// What the interpreter looks at to see whether it shall stop.
    pub(crate) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    pub(crate) fn end(&self) {
        // Release: pairs with the Acquire in `has_ended`.
        self.ended.store(true, Ordering::Release);
    }

    pub(crate) fn has_ended(&self) -> bool {
        // Acquire: pairs with the Release in `end`.
        self.ended.load(Ordering::Acquire)
    }

    /// The answer to whatever is asked about the context's work, if that no longer runs.
    pub(crate) fn check(&self) -> Answer {
        match self.sticky() {
            Some(sticky) => Err(sticky),
            None if self.has_ended() => Err(code::CONTEXT_IS_DESTROYED),
            None => Ok(()),
        }
    }

    /// Whether queued work of the context is dropped instead of run.
    pub(crate) fn drops_work(&self) -> bool {
        self.sticky().is_some() || self.has_ended()
    }
}
