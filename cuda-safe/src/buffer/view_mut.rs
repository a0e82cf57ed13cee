//! [`DeviceViewMut`]: a part of a device buffer, to write and read.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::RangeBounds;

use super::ends::sealed::HasRegion;
use super::ends::{DeviceSource, DeviceTarget};
use super::pod::DevicePod;
use super::view::DeviceView;
use crate::error::Result;
use crate::stream::Region;

/// A part of a [`DeviceBuffer`](super::DeviceBuffer), to write and read.
///
/// It goes wherever a `&mut DeviceBuffer` goes, as `&mut view`. Uses are tracked by the bytes that they touch, so two
/// streams may work on two parts at once.
///
/// Invariant: the region holds whole, initialised values of `T` and nothing else, and no other view of its bytes is used
/// while this one is.
pub struct DeviceViewMut<'a, T> {
    region: Region<'a>,
    _elements: PhantomData<&'a mut [T]>,
}

impl<'a, T> DeviceViewMut<'a, T> {
    /// The caller has the region to itself for `'a`.
    pub(crate) fn new(region: Region<'a>) -> Self {
        Self { region, _elements: PhantomData }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.region.len::<T>()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.region.byte_len() == 0
    }

    /// The length in bytes.
    #[must_use]
    pub fn byte_len(&self) -> usize {
        self.region.byte_len()
    }

    /// The device address, for use beside this crate. Uses that this crate does not see are the caller's to order.
    #[must_use]
    pub fn as_raw(&self) -> u64 {
        self.region.address().get()
    }

    /// The elements in `range`, to read.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn view(&self, range: impl RangeBounds<usize>) -> Result<DeviceView<'_, T>> {
        self.region.part::<T>(range).map(DeviceView::new)
    }

    /// The elements in `range`, to write.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn view_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceViewMut<'_, T>> {
        self.region.part::<T>(range).map(DeviceViewMut::new)
    }

    /// The elements before `mid`, and those from `mid` on. For the time of a borrow: `view.view_mut(..)?.split_at(mid)`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn split_at(self, mid: usize) -> Result<(Self, Self)> {
        let (before, after) = (self.region.part::<T>(..mid)?, self.region.part::<T>(mid..)?);
        Ok((Self::new(before), Self::new(after)))
    }

    /// The same bytes as elements of another type.
    ///
    /// # Errors
    /// [`Error::Misaligned`](crate::Error::Misaligned) if the view does not begin and end where elements of the type may.
    pub fn cast<U: DevicePod>(self) -> Result<DeviceViewMut<'a, U>>
    where
        T: DevicePod,
    {
        self.region.check_cast::<U>().map(DeviceViewMut::new)
    }
}

impl<T> HasRegion for DeviceViewMut<'_, T> {
    fn region(&self) -> Region<'_> {
        self.region
    }
}

impl<T: DevicePod> DeviceSource<T> for DeviceViewMut<'_, T> {}
impl<T: DevicePod> DeviceTarget<T> for DeviceViewMut<'_, T> {}
impl<T: DevicePod> DeviceTarget<T> for DeviceViewMut<'_, MaybeUninit<T>> {}

impl<T> fmt::Debug for DeviceViewMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceViewMut").field("address", &self.region.address()).field("len", &self.len()).finish()
    }
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<DeviceViewMut<'_, f32>>();
};
