//! [`Api`]: one filled table and what was found out about the driver behind it.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use super::call::call;
use super::handle::RawContext;
use super::life;
use super::source::Origin;
use crate::error::Error;

thread_local! {
    /// The context this thread has bound with `Context::bind`, by address of its handle; null if none.
    static BOUND: Cell<RawContext> = const { Cell::new(RawContext::NULL) };
}

/// One driver: its table, where it came from and its version.
pub(crate) struct Api {
    table: cuda_sys::DriverTable,
    origin: Origin,
    version: u32,
    /// Whatever must outlive the last call: the simulator behind the table.
    _keep: Option<Arc<dyn Any + Send + Sync>>,
}

impl Api {
    /// Initialises the driver behind `table`.
    pub(super) fn new(
        table: cuda_sys::DriverTable,
        origin: Origin,
        keep: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Result<Self, Error> {
        let mut api = Self { table, origin, version: 0, _keep: keep };
        // SAFETY: cuInit takes no pointer and may be called any number of times.
        unsafe { call!(api, cuInit(0)) }?;
        life::watch_process();
        let mut version = 0;
        // SAFETY: the out pointer is a live c_int.
        unsafe { call!(api, cuDriverGetVersion(&raw mut version)) }?;
        api.version = u32::try_from(version).unwrap_or(0);
        Ok(api)
    }

    /// The function table.
    pub(super) fn table(&self) -> &cuda_sys::DriverTable {
        &self.table
    }

    /// Where the table came from.
    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The driver's CUDA version as it counts them: 1000 * major + 10 * minor.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// Refuses in a process where CUDA may not be called any more (R13).
    pub(crate) fn check_process(&self) -> Result<(), Error> {
        life::check()
    }

    /// Makes `context` current unless this thread has it bound.
    pub(crate) fn enter(&self, context: RawContext) -> Result<(), Error> {
        if BOUND.get() == context {
            // The flags of R13 are still asked: a bound thread can be a forked child.
            return life::check();
        }
        // SAFETY: the handle came from this driver; the driver checks that it is live.
        unsafe { call!(self, cuCtxSetCurrent(context.0)) }
    }

    /// The context that is current on this thread.
    pub(crate) fn current(&self) -> Result<RawContext, Error> {
        let mut context = std::ptr::null_mut();
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuCtxGetCurrent(&raw mut context)) }?;
        Ok(RawContext(context))
    }

    /// Binds `context` to this thread until [`Self::unbind`]; answers what was bound and what was current.
    pub(crate) fn bind(&self, context: RawContext) -> Result<(RawContext, RawContext), Error> {
        let current = self.current()?;
        self.enter(context)?;
        Ok((BOUND.replace(context), current))
    }

    /// Puts back what [`Self::bind`] answered.
    pub(crate) fn unbind(&self, (bound, current): (RawContext, RawContext)) -> Result<(), Error> {
        BOUND.set(bound);
        // SAFETY: `current` is null or a handle that was current on this thread; the driver checks that it is live.
        unsafe { call!(self, cuCtxSetCurrent(current.0)) }
    }

    /// Puts this thread's capture interaction in relaxed mode and answers the mode it had (R12).
    pub(crate) fn relax_capture(&self) -> Result<CaptureMode, Error> {
        self.exchange_capture_mode(CaptureMode(cuda_sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED))
    }

    /// Sets this thread's capture mode and answers the one before.
    pub(crate) fn exchange_capture_mode(&self, mut mode: CaptureMode) -> Result<CaptureMode, Error> {
        // SAFETY: the pointer is to a live mode, which the call swaps.
        unsafe { call!(self, cuThreadExchangeStreamCaptureMode(&raw mut mode.0)) }?;
        Ok(mode)
    }

    /// Calls `work` with this thread in relaxed capture mode, so that no capture of anybody's is invalidated (R12).
    pub(crate) fn relaxed<R>(&self, work: impl FnOnce() -> R) -> R {
        let before = self.relax_capture();
        let result = work();
        if let Ok(mode) = before {
            // A driver that took one exchange and refuses the next is dying; the caller's own calls will say so.
            let _dying = self.exchange_capture_mode(mode);
        }
        result
    }
}

/// A thread's capture interaction mode.
#[derive(Clone, Copy)]
pub(crate) struct CaptureMode(cuda_sys::CUstreamCaptureMode);

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Api").field("origin", &self.origin).field("version", &self.version).finish_non_exhaustive()
    }
}
