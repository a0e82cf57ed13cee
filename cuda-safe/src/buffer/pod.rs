//! [`DevicePod`]: types whose bytes may come from and go to a device.
#![expect(unsafe_code, reason = "vouches for the primitive types")]

use crate::context::PinnedPages;
use crate::error::{Error, Result};

/// A type that a device may read and write as plain bytes (R10).
///
/// `bool`, `char`, references, enums and structures with padding are not: a device may write any bytes, and padding would
/// carry uninitialised host memory.
///
/// # Safety
/// - Every pattern of `size_of::<Self>()` bytes is a value of the type.
/// - The type has no padding, no pointer and no interior mutability.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not be moved to and from a device",
    note = "only types for which every bit pattern is a value, and which have no padding, can be: numbers and arrays of them"
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

/// The bytes of `len` elements. Zero-sized elements do not compile.
pub(crate) fn byte_len<T: DevicePod>(len: usize) -> Result<usize> {
    const { assert!(size_of::<T>() != 0, "zero-sized types have no bytes to move") };
    const { assert!(align_of::<T>() <= PinnedPages::ALIGN, "page-locked memory is not aligned for the type") };
    len.checked_mul(size_of::<T>())
        .filter(|byte_len| isize::try_from(*byte_len).is_ok())
        .ok_or(Error::Overflow { len, element_size: size_of::<T>() })
}
