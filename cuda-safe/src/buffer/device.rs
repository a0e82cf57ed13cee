//! [`DeviceBuffer`]: memory on the device.
#![expect(unsafe_code, reason = "the caller vouches for memory that was not cleared")]

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::RangeBounds;

use super::ends::sealed::HasRegion;
use super::ends::{DeviceSource, DeviceTarget};
use super::pod::{DevicePod, byte_len};
use super::view::DeviceView;
use super::view_mut::DeviceViewMut;
use crate::error::Result;
use crate::stream::{DeviceMemory, Region, Stream};

/// Memory on the device: `len` values of `T`.
///
/// It is allocated and freed in stream order, on the stream it was made with. It may be used on any stream of its context:
/// where two streams use it, the later one waits for what it must. Dropping it never waits; the free is queued behind
/// every use.
///
/// Invariant: the memory has room for `len` values of `T` and holds that many, from the point on where later work reads.
#[doc(alias = "CUdeviceptr")]
pub struct DeviceBuffer<T> {
    memory: DeviceMemory,
    len: usize,
    _elements: PhantomData<T>,
}

impl<T> DeviceBuffer<T> {
    /// Allocates `len` elements, all bytes zero from this point of `stream` on. No driver call for 0.
    ///
    /// # Errors
    /// [`Error::Overflow`](crate::Error::Overflow), out of memory, the driver's own.
    #[doc(alias = "cuMemAllocFromPoolAsync")]
    pub fn zeroed(stream: &Stream, len: usize) -> Result<Self>
    where
        T: DevicePod,
    {
        let memory = DeviceMemory::zeroed(&stream.inner, byte_len::<T>(len)?)?;
        Ok(Self { memory, len, _elements: PhantomData })
    }

    /// Allocates `len` elements that hold no values yet. No driver call for 0.
    ///
    /// Such a buffer can be written ([`Stream::upload`](crate::Stream::upload), [`Stream::copy`](crate::Stream::copy),
    /// [`Stream::fill_bytes`](crate::Stream::fill_bytes)) and not read; [`assume_init`](DeviceBuffer::assume_init) then
    /// makes an ordinary one of it.
    ///
    /// # Errors
    /// As [`zeroed`](Self::zeroed).
    #[doc(alias = "cuMemAllocFromPoolAsync")]
    pub fn alloc_uninit(stream: &Stream, len: usize) -> Result<DeviceBuffer<MaybeUninit<T>>>
    where
        T: DevicePod,
    {
        let memory = DeviceMemory::uninit(&stream.inner, byte_len::<T>(len)?)?;
        Ok(DeviceBuffer { memory, len, _elements: PhantomData })
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The length in bytes.
    #[must_use]
    pub fn byte_len(&self) -> usize {
        self.memory.byte_len()
    }

    /// The elements in `range`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    ///
    /// # Examples
    /// Two streams write two halves, and neither waits for the other:
    ///
    /// ```
    /// # #[cfg(feature = "sim")]
    /// # fn main() -> Result<(), cuda_safe::Error> {
    /// # use cuda_safe::{DeviceBuffer, Driver};
    /// # let context = Driver::simulated()?.device(0)?.primary_context()?;
    /// let (left, right) = (context.stream()?, context.stream()?);
    /// let mut buffer = DeviceBuffer::<u32>::zeroed(&left, 8)?;
    /// let (mut low, mut high) = buffer.split_at_mut(4)?;
    /// left.fill_bytes(&mut low, 1)?;
    /// right.fill_bytes(&mut high, 2)?;
    /// let middle = left.read_array(&buffer.view(3..5)?);
    /// assert_eq!(futures_executor::block_on(middle)?, [0x0101_0101, 0x0202_0202]);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "sim"))]
    /// # fn main() {}
    /// ```
    pub fn view(&self, range: impl RangeBounds<usize>) -> Result<DeviceView<'_, T>> {
        self.region().part::<T>(range).map(DeviceView::new)
    }

    /// The elements in `range`, to write.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn view_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceViewMut<'_, T>> {
        self.region().part::<T>(range).map(DeviceViewMut::new)
    }

    /// The elements before `mid`, and those from `mid` on, to write.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn split_at_mut(&mut self, mid: usize) -> Result<(DeviceViewMut<'_, T>, DeviceViewMut<'_, T>)> {
        self.view_mut(..)?.split_at(mid)
    }

    /// The device address, for use beside this crate; 0 for an empty buffer. Uses that this crate does not see are the
    /// caller's to order.
    #[must_use]
    pub fn as_raw(&self) -> u64 {
        self.memory.address().get()
    }
}

impl<T: DevicePod> DeviceBuffer<MaybeUninit<T>> {
    /// The same buffer, whose elements now count as values.
    ///
    /// # Safety
    /// - Work that writes every element is submitted before any that reads it.
    #[must_use]
    pub unsafe fn assume_init(self) -> DeviceBuffer<T> {
        DeviceBuffer { memory: self.memory, len: self.len, _elements: PhantomData }
    }
}

impl<T> HasRegion for DeviceBuffer<T> {
    fn region(&self) -> Region<'_> {
        self.memory.region()
    }
}

impl<T: DevicePod> DeviceSource<T> for DeviceBuffer<T> {}
impl<T: DevicePod> DeviceTarget<T> for DeviceBuffer<T> {}
impl<T: DevicePod> DeviceTarget<T> for DeviceBuffer<MaybeUninit<T>> {}

impl<T> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceBuffer").field("address", &self.memory.address()).field("len", &self.len).finish()
    }
}
