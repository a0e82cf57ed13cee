//! [`Api`]: one filled table and what was found out about the driver behind it.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::any::Any;
use std::fmt;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::call::call;
use super::life;
use super::source::Origin;
use crate::error::Error;

/// Tells one driver of the process from another, for its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ApiId(u64);

/// One driver: its table, where it came from and its version.
pub(crate) struct Api {
    id: ApiId,
    table: cuda_sys::DriverTable,
    origin: Origin,
    version: u32,
    /// Whatever must outlive the last call: the simulator behind the table.
    keep: Option<Arc<dyn Any + Send + Sync>>,
}

impl Api {
    /// Initialises the driver behind `table`.
    pub(super) fn new(
        table: cuda_sys::DriverTable,
        origin: Origin,
        keep: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Result<Self, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed: a counter; it publishes nothing.
        let id = ApiId(NEXT.fetch_add(1, Ordering::Relaxed));
        let mut api = Self { id, table, origin, version: 0, keep };
        // SAFETY: cuInit takes no pointer and may be called any number of times.
        unsafe { call!(api, cuInit(0)) }?;
        life::watch_process(api.origin != Origin::Simulated);
        let mut version = 0;
        // SAFETY: the out pointer is a live c_int.
        unsafe { call!(api, cuDriverGetVersion(&raw mut version)) }?;
        api.version = u32::try_from(version).unwrap_or(0);
        Ok(api)
    }

    pub(super) fn id(&self) -> ApiId {
        self.id
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
    #[inline]
    pub(crate) fn check_process(&self) -> Result<(), Error> {
        life::check()
    }
}

impl Drop for Api {
    /// In a forked child a simulator's threads are not there to be joined, so it is left alone (R13).
    fn drop(&mut self) {
        if life::check().is_err() {
            mem::forget(self.keep.take());
        }
    }
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Api").field("origin", &self.origin).field("version", &self.version).finish_non_exhaustive()
    }
}
