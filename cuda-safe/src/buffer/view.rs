//! [`DeviceView`]: a part of a device buffer, to read.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::ends::DeviceSource;
use super::ends::sealed::HasRegion;
use super::pod::DevicePod;
use crate::error::Result;
use crate::stream::Region;

/// A part of a [`DeviceBuffer`](super::DeviceBuffer), to read.
///
/// It goes wherever a `&DeviceBuffer` goes. Uses are tracked by the bytes that they touch, so work on one part does not
/// wait for work on another.
///
/// Invariant: the region holds whole, initialised values of `T` and nothing else.
#[derive(Clone, Copy)]
pub struct DeviceView<'a, T> {
    region: Region<'a>,
    _elements: PhantomData<&'a [T]>,
}

impl<'a, T> DeviceView<'a, T> {
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

    /// The elements in `range`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn view(&self, range: impl RangeBounds<usize>) -> Result<Self> {
        self.region.part::<T>(range).map(Self::new)
    }

    /// The elements before `mid`, and those from `mid` on.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange).
    pub fn split_at(&self, mid: usize) -> Result<(Self, Self)> {
        Ok((self.view(..mid)?, self.view(mid..)?))
    }

    /// The same bytes as elements of another type.
    ///
    /// # Errors
    /// [`Error::Misaligned`](crate::Error::Misaligned) if the view does not begin and end where elements of the type may.
    pub fn cast<U: DevicePod>(&self) -> Result<DeviceView<'a, U>>
    where
        T: DevicePod,
    {
        self.region.check_cast::<U>().map(DeviceView::new)
    }
}

impl<T> HasRegion for DeviceView<'_, T> {
    fn region(&self) -> Region<'_> {
        self.region
    }
}

impl<T: DevicePod> DeviceSource<T> for DeviceView<'_, T> {}

impl<T> fmt::Debug for DeviceView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceView").field("address", &self.region.address()).field("len", &self.len()).finish()
    }
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<DeviceView<'_, f32>>();
};
