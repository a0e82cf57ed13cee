//! [`DeviceSource`] and [`DeviceTarget`]: the two ends of a copy, on the device.

use super::pod::DevicePod;

/// Device memory that can be read as values of `T`. Sealed.
#[diagnostic::on_unimplemented(message = "`{Self}` is not device memory to read as `{T}`")]
#[expect(private_bounds, reason = "sealed")]
pub trait DeviceSource<T: DevicePod>: sealed::HasRegion {}

/// Device memory that can be overwritten with values of `T`. Sealed.
#[diagnostic::on_unimplemented(message = "`{Self}` is not device memory to write as `{T}`")]
#[expect(private_bounds, reason = "sealed")]
pub trait DeviceTarget<T: DevicePod>: sealed::HasRegion {}

pub(crate) mod sealed {
    use crate::stream::Region;

    /// Which bytes it is.
    pub(crate) trait HasRegion {
        fn region(&self) -> Region<'_>;
    }
}
