//! The completion hint: a host function that only stores a flag and unparks a thread (R7, R8).
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use super::api::Api;
use super::call::call;
use super::handle::RawStream;
use crate::error::Error;

/// Something that can be told to look again, from any thread, without blocking.
pub(crate) trait Unpark: Sync + 'static {
    /// Wakes the sleeper, if there is one.
    fn unpark(&self);
}

/// What one stream's hint touches. Leaked, so that a hint may come late, twice, or at exit, and find it alive.
pub(crate) struct HintCell {
    /// Whether a hint is queued that has not run.
    outstanding: AtomicBool,
    reactor: &'static dyn Unpark,
}

impl std::fmt::Debug for HintCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HintCell").field("outstanding", &self.outstanding).finish_non_exhaustive()
    }
}

impl HintCell {
    /// A cell that wakes `reactor`.
    pub(crate) fn new(reactor: &'static dyn Unpark) -> Self {
        Self { outstanding: AtomicBool::new(false), reactor }
    }

    /// Whether the caller should queue a hint: none is on its way, and now the caller's is.
    pub(crate) fn claim(&self) -> bool {
        // AcqRel: pairs with the Release in `ran`, so that what is awaited now is behind the hint that ran.
        !self.outstanding.swap(true, Ordering::AcqRel)
    }

    /// Takes a claim back: the hint was not queued.
    pub(crate) fn unclaim(&self) {
        // Release: pairs with the swap in `claim`.
        self.outstanding.store(false, Ordering::Release);
    }

    /// Whether a hint is on its way; such a cell may not be reused.
    pub(crate) fn is_outstanding(&self) -> bool {
        // Acquire: pairs with the Release in `ran`.
        self.outstanding.load(Ordering::Acquire)
    }

    fn ran(&self) {
        // Release: pairs with the swap in `claim`.
        self.outstanding.store(false, Ordering::Release);
        self.reactor.unpark();
    }
}

extern "C" fn hint(cell: *mut c_void) {
    // SAFETY: `queue_hint` passes a `&'static HintCell`; shared access to a static is good from any thread.
    let cell: &HintCell = unsafe { &*cell.cast::<HintCell>() };
    cell.ran();
}

impl Api {
    /// Queues the hint of `cell` behind the work of `stream` so far. It never runs after a fault.
    pub(crate) fn queue_hint(&self, stream: RawStream, cell: &'static HintCell) -> Result<(), Error> {
        let data: *mut c_void = std::ptr::from_ref(cell).cast_mut().cast();
        // SAFETY: the function touches only the cell, which is static, calls nothing of CUDA and does not unwind.
        unsafe { call!(self, cuLaunchHostFunc(stream.0, Some(hint), data)) }
    }
}
