//! Memory calls: pools, device memory, page-locking, copies and fills.
//!
//! What bypasses the streams is called in relaxed capture mode (R12).
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::ffi::c_void;
use std::ptr::NonNull;

use super::api::Api;
use super::call::call;
use super::handle::{DeviceAddress, DeviceOrdinal, RawContext, RawPool, RawStream};
use crate::error::Error;

impl Api {
    /// Creates a pool of device memory that keeps up to `threshold` bytes for reuse.
    pub(crate) fn pool_create(&self, device: DeviceOrdinal, threshold: u64) -> Result<RawPool, Error> {
        use cuda_sys::{CUmemAllocationType, CUmemLocationType, CUmemPool_attribute};
        // SAFETY: the structure is plain data for which all-zero is the documented default.
        let mut props: cuda_sys::CUmemPoolProps = unsafe { std::mem::zeroed() };
        props.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        props.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        props.location.__bindgen_anon_1.id = device.0;
        let mut pool = std::ptr::null_mut();
        // SAFETY: both pointers are to live values.
        self.relaxed(|| unsafe { call!(self, cuMemPoolCreate(&raw mut pool, &raw const props)) })?;
        let mut threshold = threshold;
        let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        let value: *mut c_void = (&raw mut threshold).cast();
        // SAFETY: this attribute is read as a 64-bit number, which `value` points to.
        let set = unsafe { call!(self, cuMemPoolSetAttribute(pool, attribute, value)) };
        if let Err(error) = set {
            let _first_error_wins = self.pool_destroy(RawPool(pool));
            return Err(error);
        }
        Ok(RawPool(pool))
    }

    /// Gives up a pool; what is allocated from it stays valid.
    pub(crate) fn pool_destroy(&self, pool: RawPool) -> Result<(), Error> {
        // SAFETY: the handle came from `pool_create` and its owner gives it up here.
        unsafe { call!(self, cuMemPoolDestroy(pool.0)) }
    }

    /// Allocates `byte_len` bytes of `pool`, usable from this point of `stream` on.
    pub(crate) fn mem_alloc_async(
        &self,
        byte_len: usize,
        pool: RawPool,
        stream: RawStream,
    ) -> Result<DeviceAddress, Error> {
        let mut address = 0;
        // SAFETY: the out pointer is live, and so are both handles.
        unsafe { call!(self, cuMemAllocFromPoolAsync(&raw mut address, byte_len, pool.0, stream.0)) }?;
        Ok(DeviceAddress(address))
    }

    /// Frees stream-ordered memory at this point of `stream`.
    ///
    /// # Safety
    /// `stream` must be joined to every use of the memory, and no later use may be submitted.
    pub(crate) unsafe fn mem_free_async(&self, address: DeviceAddress, stream: RawStream) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        unsafe { call!(self, cuMemFreeAsync(address.0, stream.0)) }
    }

    /// Allocates device memory that is usable at once, for drivers without pools.
    pub(crate) fn mem_alloc(&self, byte_len: usize) -> Result<DeviceAddress, Error> {
        let mut address = 0;
        // SAFETY: the out pointer is live.
        self.relaxed(|| unsafe { call!(self, cuMemAlloc_v2(&raw mut address, byte_len)) })?;
        Ok(DeviceAddress(address))
    }

    /// Frees device memory; the driver may wait for the whole device.
    ///
    /// # Safety
    /// Every use of the memory must be done.
    pub(crate) unsafe fn mem_free(&self, address: DeviceAddress) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        self.relaxed(|| unsafe { call!(self, cuMemFree_v2(address.0)) })
    }

    /// Page-locks `byte_len` bytes from `pages` on.
    ///
    /// # Safety
    /// The bytes must be live, whole pages of ours, and stay so until they are unregistered.
    pub(crate) unsafe fn host_register(&self, pages: NonNull<u8>, byte_len: usize) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        self.relaxed(|| unsafe { call!(self, cuMemHostRegister_v2(pages.as_ptr().cast(), byte_len, 0)) })
    }

    /// Undoes [`Self::host_register`].
    ///
    /// # Safety
    /// Every operation on the bytes must be done.
    pub(crate) unsafe fn host_unregister(&self, pages: NonNull<u8>) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        self.relaxed(|| unsafe { call!(self, cuMemHostUnregister(pages.as_ptr().cast())) })
    }

    /// Queues a copy from host to device.
    ///
    /// # Safety
    /// Until the copy is done, `byte_len` bytes at `source` must be live and unchanged, and as many at `target` live.
    pub(crate) unsafe fn copy_to_device(
        &self,
        target: DeviceAddress,
        source: NonNull<u8>,
        byte_len: usize,
        stream: RawStream,
    ) -> Result<(), Error> {
        let source = source.as_ptr().cast_const().cast();
        // SAFETY: forwarded to the caller.
        unsafe { call!(self, cuMemcpyHtoDAsync_v2(target.0, source, byte_len, stream.0)) }
    }

    /// Queues a copy from device to host.
    ///
    /// # Safety
    /// Until the copy is done, `byte_len` bytes at `target` must be live and touched by nobody else, and as many at
    /// `source` live.
    pub(crate) unsafe fn copy_to_host(
        &self,
        target: NonNull<u8>,
        source: DeviceAddress,
        byte_len: usize,
        stream: RawStream,
    ) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        unsafe { call!(self, cuMemcpyDtoHAsync_v2(target.as_ptr().cast(), source.0, byte_len, stream.0)) }
    }

    /// Queues a copy on the device.
    ///
    /// # Safety
    /// Both ranges must be live at this point of the stream, and may not overlap.
    pub(crate) unsafe fn copy_on_device(
        &self,
        target: DeviceAddress,
        source: DeviceAddress,
        byte_len: usize,
        stream: RawStream,
    ) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        unsafe { call!(self, cuMemcpyDtoDAsync_v2(target.0, source.0, byte_len, stream.0)) }
    }

    /// Queues a copy from memory of one context to memory of another.
    ///
    /// # Safety
    /// Both ranges must be live at this point of the stream, each in its context, and may not overlap.
    pub(crate) unsafe fn copy_between_contexts(
        &self,
        (target, target_context): (DeviceAddress, RawContext),
        (source, source_context): (DeviceAddress, RawContext),
        byte_len: usize,
        stream: RawStream,
    ) -> Result<(), Error> {
        let (to, from) = (target_context.0, source_context.0);
        // SAFETY: forwarded to the caller; both contexts are live, for what lives in them holds them.
        unsafe { call!(self, cuMemcpyPeerAsync(target.0, to, source.0, from, byte_len, stream.0)) }
    }

    /// Queues a fill of `byte_len` bytes with `value`.
    ///
    /// # Safety
    /// The range must be live at this point of the stream.
    pub(crate) unsafe fn fill_bytes(
        &self,
        target: DeviceAddress,
        value: u8,
        byte_len: usize,
        stream: RawStream,
    ) -> Result<(), Error> {
        // SAFETY: forwarded to the caller.
        unsafe { call!(self, cuMemsetD8Async(target.0, value, byte_len, stream.0)) }
    }
}
