//! The driver and device that the pipeline runs on.

use std::sync::Arc;

use cuda_safe::{Context, Device, Driver, Error, Origin};
use cuda_sim::Simulator;

use crate::arguments::DriverChoice;
use crate::failure::Failure;

/// An open driver, its first device and a context there.
#[derive(Debug)]
pub(crate) struct Target {
    driver: Driver,
    device: Device,
    /// The device's primary context.
    pub(crate) context: Context,
}

impl Target {
    /// Opens the chosen driver; the seed goes to the simulated one.
    pub(crate) fn open(choice: DriverChoice, seed: u64) -> Result<Self, Failure> {
        let driver = match choice {
            DriverChoice::Real => Driver::load(),
            DriverChoice::Sim => simulated(seed),
            DriverChoice::Auto => Driver::auto().and_then(|driver| match driver.origin() {
                Origin::Simulated => simulated(seed),
                _ => Ok(driver),
            }),
        }
        .map_err(Failure::device("cannot open the driver"))?;
        let device = driver.device(0).map_err(Failure::device("cannot open the first device"))?;
        let context = device.primary_context().map_err(Failure::device("cannot make a context"))?;
        Ok(Self { driver, device, context })
    }

    /// The driver, in a few words.
    pub(crate) fn driver_text(&self) -> String {
        let (major, minor) = self.driver.version();
        let kind = match self.driver.origin() {
            Origin::Simulated => "simulated",
            _ => "real",
        };
        format!("{kind}, CUDA {major}.{minor}")
    }

    /// The device, in a few words.
    pub(crate) fn device_text(&self) -> Result<String, Failure> {
        let failure = || Failure::device("cannot ask the device");
        let name = self.device.name().map_err(failure())?;
        let (major, minor) = self.device.compute_capability().map_err(failure())?;
        let mebibytes = self.device.memory_byte_len().map_err(failure())? >> 20;
        Ok(format!("{name}, compute capability {major}.{minor}, {mebibytes} MiB"))
    }
}

fn simulated(seed: u64) -> Result<Driver, Error> {
    let simulator =
        Simulator::builder().seed(seed).build().map_err(|error| Error::NoDriver(error.to_string().into()))?;
    Driver::from_simulator(&Arc::new(simulator))
}
