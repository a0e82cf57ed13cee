//! [`Device`]: one GPU, what it is and what it allows.

use std::sync::Arc;

use crate::context::{Context, ContextBuilder};
use crate::driver::{Api, Attribute, DeviceOrdinal};
use crate::error::Result;

/// One device of a [`Driver`](crate::Driver).
#[derive(Clone, Debug)]
pub struct Device {
    pub(crate) api: Arc<Api>,
    pub(crate) ordinal: DeviceOrdinal,
    index: usize,
}

/// What a launch may ask of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchLimits {
    pub(crate) threads_per_block: u32,
    pub(crate) block: [u32; 3],
    pub(crate) grid: [u32; 3],
    pub(crate) shared_bytes: u32,
}

impl Device {
    pub(crate) fn new(api: Arc<Api>, index: usize) -> Result<Self> {
        let ordinal = api.device(index)?;
        Ok(Self { api, ordinal, index })
    }

    /// The device's place among the driver's devices, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The device's name.
    ///
    /// # Errors
    /// The driver's own.
    #[doc(alias = "cuDeviceGetName")]
    pub fn name(&self) -> Result<String> {
        self.api.device_name(self.ordinal)
    }

    /// The device's memory, in bytes.
    ///
    /// # Errors
    /// The driver's own.
    #[doc(alias = "cuDeviceTotalMem")]
    pub fn memory_byte_len(&self) -> Result<usize> {
        self.api.device_memory(self.ordinal)
    }

    /// The compute capability: major, minor.
    ///
    /// # Errors
    /// The driver's own.
    #[doc(alias = "cuDeviceGetAttribute")]
    pub fn compute_capability(&self) -> Result<(u32, u32)> {
        Ok((self.figure(Attribute::ComputeMajor)?, self.figure(Attribute::ComputeMinor)?))
    }

    /// Retains the device's primary context, the one that other users of the process share.
    ///
    /// # Errors
    /// The driver's own, or [`Error::Thread`](crate::Error::Thread) if the reactor could not be started.
    #[doc(alias = "cuDevicePrimaryCtxRetain")]
    pub fn primary_context(&self) -> Result<Context> {
        self.context_builder().build()
    }

    /// Settings for a context of this device.
    #[must_use]
    pub fn context_builder(&self) -> ContextBuilder {
        ContextBuilder::new(self.clone())
    }

    pub(crate) fn has_pools(&self) -> Result<bool> {
        Ok(self.api.device_attribute(self.ordinal, Attribute::MemoryPools)? != 0)
    }

    pub(crate) fn launch_limits(&self) -> Result<LaunchLimits> {
        let axes = |which: fn(usize) -> Attribute| -> Result<[u32; 3]> {
            Ok([self.figure(which(0))?, self.figure(which(1))?, self.figure(which(2))?])
        };
        Ok(LaunchLimits {
            threads_per_block: self.figure(Attribute::MaxThreadsPerBlock)?,
            block: axes(Attribute::MaxBlockDim)?,
            grid: axes(Attribute::MaxGridDim)?,
            shared_bytes: self.figure(Attribute::MaxSharedBytes)?,
        })
    }

    /// An attribute that counts something.
    fn figure(&self, attribute: Attribute) -> Result<u32> {
        Ok(u32::try_from(self.api.device_attribute(self.ordinal, attribute)?).unwrap_or(0))
    }
}
