//! Calls that say what there is: devices, contexts, streams and their identities.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::ffi::{CStr, c_char};

use super::api::Api;
use super::call::call;
use super::handle::{DeviceOrdinal, RawContext, RawStream};
use crate::error::Error;

/// A device attribute that this crate asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attribute {
    /// Threads in a block at most.
    MaxThreadsPerBlock,
    /// Threads along one axis of a block at most.
    MaxBlockDim(usize),
    /// Blocks along one axis of a grid at most.
    MaxGridDim(usize),
    /// Bytes of shared memory a block may use without asking.
    MaxSharedBytes,
    /// First half of the compute capability.
    ComputeMajor,
    /// Second half of the compute capability.
    ComputeMinor,
    /// Whether there are stream-ordered pools.
    MemoryPools,
}

impl Attribute {
    fn raw(self) -> cuda_sys::CUdevice_attribute {
        use cuda_sys::CUdevice_attribute as A;
        match self {
            Self::MaxThreadsPerBlock => A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            Self::MaxBlockDim(0) => A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
            Self::MaxBlockDim(1) => A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
            Self::MaxBlockDim(_) => A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
            Self::MaxGridDim(0) => A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
            Self::MaxGridDim(1) => A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
            Self::MaxGridDim(_) => A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
            Self::MaxSharedBytes => A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
            Self::ComputeMajor => A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
            Self::ComputeMinor => A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            Self::MemoryPools => A::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
        }
    }
}

impl Api {
    /// The number of devices.
    pub(crate) fn device_count(&self) -> Result<usize, Error> {
        let mut count = 0;
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuDeviceGetCount(&raw mut count)) }?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The device at `index`.
    pub(crate) fn device(&self, index: usize) -> Result<DeviceOrdinal, Error> {
        let ordinal = i32::try_from(index).unwrap_or(i32::MAX);
        let mut device = 0;
        // SAFETY: the out pointer is live; the driver checks the ordinal.
        unsafe { call!(self, cuDeviceGet(&raw mut device, ordinal)) }?;
        Ok(DeviceOrdinal(device))
    }

    /// The device's name.
    pub(crate) fn device_name(&self, device: DeviceOrdinal) -> Result<String, Error> {
        const CAPACITY: usize = 256;
        let mut text = [0 as c_char; CAPACITY];
        // SAFETY: the buffer holds CAPACITY bytes and the driver ends the text within them.
        unsafe { call!(self, cuDeviceGetName(text.as_mut_ptr(), CAPACITY as i32, device.0)) }?;
        text[CAPACITY - 1] = 0;
        // SAFETY: the last byte is NUL, so the text ends within the array.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        Ok(text.to_string_lossy().into_owned())
    }

    /// The device's memory, in bytes.
    pub(crate) fn device_memory(&self, device: DeviceOrdinal) -> Result<usize, Error> {
        let mut bytes = 0;
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuDeviceTotalMem_v2(&raw mut bytes, device.0)) }?;
        Ok(bytes)
    }

    /// One attribute of the device.
    pub(crate) fn device_attribute(&self, device: DeviceOrdinal, attribute: Attribute) -> Result<i32, Error> {
        let mut value = 0;
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuDeviceGetAttribute(&raw mut value, attribute.raw(), device.0)) }?;
        Ok(value)
    }

    /// Takes a reference to the device's primary context; it does not become current.
    pub(crate) fn primary_retain(&self, device: DeviceOrdinal) -> Result<RawContext, Error> {
        let mut context = std::ptr::null_mut();
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuDevicePrimaryCtxRetain(&raw mut context, device.0)) }?;
        Ok(RawContext(context))
    }

    /// Gives back one reference to the device's primary context.
    pub(crate) fn primary_release(&self, device: DeviceOrdinal) -> Result<(), Error> {
        // SAFETY: the call takes no pointer; the caller gives back a reference that it took.
        unsafe { call!(self, cuDevicePrimaryCtxRelease_v2(device.0)) }
    }

    /// A number that names the context for the life of the program; `None` below CUDA 12.0.
    pub(crate) fn context_id(&self, context: RawContext) -> Result<Option<u64>, Error> {
        if self.table().cuCtxGetId.is_none() {
            return Ok(None);
        }
        let mut id = 0;
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuCtxGetId(context.0, &raw mut id)) }?;
        Ok(Some(id))
    }

    /// A number that names the stream for the life of the program; `None` below CUDA 12.0.
    pub(crate) fn stream_id(&self, stream: RawStream) -> Result<Option<u64>, Error> {
        if self.table().cuStreamGetId.is_none() {
            return Ok(None);
        }
        let mut id = 0;
        // SAFETY: the out pointer is live.
        unsafe { call!(self, cuStreamGetId(stream.0, &raw mut id)) }?;
        Ok(Some(id))
    }
}
