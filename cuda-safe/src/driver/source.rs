//! [`Driver`]: which driver there is, and how to get it.
#![expect(unsafe_code, reason = "the seam: fills a table with what the caller has")]

use std::any::Any;
use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use super::api::Api;
use crate::device::Device;
use crate::error::{Error, ErrorCode, Result};

/// Where a driver came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// A driver library, loaded from this path.
    Library(std::path::PathBuf),
    /// The simulated driver, in this process.
    Simulated,
    /// Entry points that the caller had, given to [`Driver::from_lookup`].
    Lookup,
}

/// A CUDA driver, initialised: the real one or the simulated one.
///
/// A cheap handle; clones name the same driver.
#[derive(Clone, Debug)]
pub struct Driver {
    api: Arc<Api>,
}

impl Driver {
    /// Loads the system's driver.
    ///
    /// # Errors
    /// [`Error::NoDriver`] or [`Error::BrokenDriver`] with every path that was tried and why it was not taken; or the
    /// driver's own answer to `cuInit`, where 100 means that there is a driver and no device.
    #[doc(alias = "cuInit")]
    pub fn load() -> Result<Self> {
        // One handle a process, so that what two crates make in a device's primary context goes together.
        static LOADED: OnceLock<Driver> = OnceLock::new();
        if let Some(driver) = LOADED.get() {
            return Ok(driver.clone());
        }
        let loaded = cuda_sys::loader::load().map_err(|error| {
            let why = error.to_string().into();
            if error.no_driver_found() { Error::NoDriver(why) } else { Error::BrokenDriver(why) }
        })?;
        let driver = Self::over(loaded.table, Origin::Library(loaded.path), None)?;
        Ok(LOADED.get_or_init(|| driver).clone())
    }

    /// Makes a simulated driver with one device and default settings.
    ///
    /// # Errors
    /// [`Error::NoDriver`] if too many simulators are alive in the process.
    #[cfg(feature = "sim")]
    pub fn simulated() -> Result<Self> {
        let simulator = cuda_sim::Simulator::new().map_err(|error| Error::NoDriver(error.to_string().into()))?;
        Self::from_simulator(&Arc::new(simulator))
    }

    /// Uses a simulator that the caller has set up and goes on steering.
    ///
    /// # Errors
    /// What the simulator's `cuInit` answers, for example 100 if it was given no device.
    #[cfg(feature = "sim")]
    pub fn from_simulator(simulator: &Arc<cuda_sim::Simulator>) -> Result<Self> {
        Self::over(simulator.table(), Origin::Simulated, Some(Arc::clone(simulator) as Arc<dyn Any + Send + Sync>))
    }

    /// Uses a driver that the caller has in the process: one that was linked, a wrapper that logs or counts, a stub in a test.
    ///
    /// `find` is asked for each entry point by its ABI name (`cuMemAlloc_v2`) and answers its address, or null.
    ///
    /// # Safety
    /// - Each address is null, or a function with the signature and the behaviour that the driver API gives the entry point.
    /// - That function stays callable for the rest of the process.
    ///
    /// # Errors
    /// What its `cuInit` answers; [`Error::MissingEntryPoint`] if it has none.
    pub unsafe fn from_lookup(mut find: impl FnMut(&'static str) -> *const c_void) -> Result<Self> {
        // SAFETY: the caller's word is the one that is asked for.
        let table = unsafe { cuda_sys::DriverTable::resolve(|entry| find(entry.name())) };
        Self::over(table, Origin::Lookup, None)
    }

    /// Uses the system's driver, or the simulated one (if compiled in) when there is no driver or no device.
    ///
    /// # Errors
    /// A driver that is there and broken is an error, never a reason to simulate. Without the feature `sim`, so are a
    /// missing driver and a missing device.
    pub fn auto() -> Result<Self> {
        match Self::load().and_then(Self::with_a_device) {
            Ok(driver) => Ok(driver),
            #[cfg(feature = "sim")]
            Err(Error::NoDriver(_) | Error::Driver { code: ErrorCode::NO_DEVICE, .. }) => Self::simulated(),
            Err(error) => Err(error),
        }
    }

    /// The number of devices.
    ///
    /// # Errors
    /// The driver's own.
    #[doc(alias = "cuDeviceGetCount")]
    pub fn device_count(&self) -> Result<usize> {
        self.api.device_count()
    }

    /// The device at `index`.
    ///
    /// # Errors
    /// `invalid device (101)` past the last one.
    #[doc(alias = "cuDeviceGet")]
    pub fn device(&self, index: usize) -> Result<Device> {
        Device::new(Arc::clone(&self.api), index)
    }

    /// The driver's CUDA version: major, minor.
    #[must_use]
    #[doc(alias = "cuDriverGetVersion")]
    pub fn version(&self) -> (u32, u32) {
        (self.api.version() / 1000, self.api.version() % 1000 / 10)
    }

    /// Where the driver came from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        self.api.origin()
    }

    /// A driver over a table that is already filled.
    fn over(table: cuda_sys::DriverTable, origin: Origin, keep: Option<Arc<dyn Any + Send + Sync>>) -> Result<Self> {
        Ok(Self { api: Arc::new(Api::new(table, origin, keep)?) })
    }

    /// Turns "no devices" into the code a driver without one answers.
    fn with_a_device(self) -> Result<Self> {
        match self.device_count()? {
            0 => Err(Error::Driver { call: "cuDeviceGetCount", code: ErrorCode::NO_DEVICE }),
            _ => Ok(self),
        }
    }
}
