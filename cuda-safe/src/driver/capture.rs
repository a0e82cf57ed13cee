//! This thread's part in other people's stream captures (R12).
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::cell::Cell;

use super::api::{Api, ApiId};
use super::call::code_of;
use super::life;
use crate::error::ErrorCode;

thread_local! {
    /// The driver for which this thread is in relaxed mode for good.
    static RELAXED: Cell<Option<ApiId>> = const { Cell::new(None) };
}

/// A thread's capture interaction mode.
#[derive(Clone, Copy)]
struct CaptureMode(cuda_sys::CUstreamCaptureMode);

const MODE: CaptureMode = CaptureMode(cuda_sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED);

impl Api {
    /// Puts this thread in relaxed mode for good, once. For threads of our own, which run no captures.
    pub(crate) fn stay_relaxed(&self) {
        if RELAXED.get() != Some(self.id()) && self.exchange(MODE).is_some() {
            RELAXED.set(Some(self.id()));
        }
    }

    /// Calls `work` with this thread in relaxed mode, so that no capture of anybody's is invalidated by a query, a wait or
    /// an allocation that bypasses the streams.
    pub(crate) fn relaxed<R>(&self, work: impl FnOnce() -> R) -> R {
        if RELAXED.try_with(Cell::get) == Ok(Some(self.id())) {
            return work();
        }
        let before = self.exchange(MODE);
        let result = work();
        if let Some(mode) = before {
            // A driver that took one exchange and refuses the next is dying; the caller's own calls will say so.
            let _dying = self.exchange(mode);
        }
        result
    }

    /// Sets this thread's capture mode and answers the one before; `None` if the driver did not. What is wrong then, the call
    /// between two exchanges will say.
    fn exchange(&self, mut mode: CaptureMode) -> Option<CaptureMode> {
        let entry = self.table().cuThreadExchangeStreamCaptureMode.filter(|_| life::check().is_ok())?;
        // SAFETY: the pointer is to a live mode, which the call swaps.
        let answer = unsafe { entry(&raw mut mode.0) };
        (code_of(answer) == ErrorCode::SUCCESS).then_some(mode)
    }
}
