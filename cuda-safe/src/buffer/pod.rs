//! [`DevicePod`]: types whose bytes may come from and go to a device.
#![expect(unsafe_code, reason = "vouches for the primitive types")]

use crate::context::PinnedPages;
use crate::error::{Error, Result};

/// A type that a device may read and write as plain bytes (R10).
///
/// `bool`, `char`, references, enums and structures with padding are not: a device may write any bytes, and padding would
/// carry uninitialised host memory. See [`CheckedBitPattern`](super::CheckedBitPattern) for the first and for enums.
///
/// A structure derives this (feature `derive`), which checks its fields and its padding; `half::f16` and `half::bf16`
/// have it (feature `half`); [`device_pod!`](crate::device_pod) takes the word of `bytemuck` or `zerocopy`.
///
/// # Examples
/// ```
/// # #[cfg(all(feature = "sim", feature = "derive"))]
/// # fn main() -> Result<(), cuda_safe::Error> {
/// use cuda_safe::{DeviceBuffer, DevicePod, Driver};
///
/// #[derive(Clone, Copy, Debug, PartialEq, DevicePod)]
/// #[repr(C)]
/// struct Particle {
///     place: [f32; 3],
///     mass: f32,
/// }
///
/// let stream = Driver::simulated()?.device(0)?.primary_context()?.stream()?;
/// let particles = [Particle { place: [0.0, 1.0, 2.0], mass: 3.0 }];
/// let gpu = DeviceBuffer::from_slice(&particles, &stream)?;
/// assert_eq!(futures_executor::block_on(stream.read_array(&gpu))?, particles);
/// # Ok(())
/// # }
/// # #[cfg(not(all(feature = "sim", feature = "derive")))]
/// # fn main() {}
/// ```
///
/// # Safety
/// - Every pattern of `size_of::<Self>()` bytes is a value of the type.
/// - The type has no padding, no pointer and no interior mutability.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not be moved to and from a device",
    note = "types for which every bit pattern is a value, and which have no padding, can be: numbers, arrays of them, and \
            structures that derive `DevicePod`"
)]
pub unsafe trait DevicePod: Copy + Send + Sync + 'static {}

macro_rules! pods {
    ($($number:ty)*) => {$(
        // SAFETY: a primitive number: no padding, no pointer, no cell, and every bit pattern is a value.
        unsafe impl DevicePod for $number {}
    )*};
}
pods!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

// SAFETY: an array has no padding between its elements, and each is good.
unsafe impl<T: DevicePod, const N: usize> DevicePod for [T; N] {}

#[cfg(feature = "half")]
// SAFETY: a 16-bit number: no padding, no pointer, no cell, and every bit pattern is a value.
unsafe impl DevicePod for half::f16 {}

#[cfg(feature = "half")]
// SAFETY: as `f16`.
unsafe impl DevicePod for half::bf16 {}

/// The bytes of `len` elements. Zero-sized elements do not compile.
pub(crate) fn byte_len<T: DevicePod>(len: usize) -> Result<usize> {
    const { assert!(size_of::<T>() != 0, "zero-sized types have no bytes to move") };
    const { assert!(align_of::<T>() <= PinnedPages::ALIGN, "page-locked memory is not aligned for the type") };
    len.checked_mul(size_of::<T>())
        .filter(|byte_len| isize::try_from(*byte_len).is_ok())
        .ok_or(Error::Overflow { len, element_size: size_of::<T>() })
}
