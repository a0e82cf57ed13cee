//! [`CheckedBitPattern`]: types of which only some bit patterns are values.

/// A type of which only some bit patterns are values, such as `bool`, `char` or an enum (R10).
///
/// On the device it is its [`Bits`](Self::Bits), a number: `DeviceBuffer<u8>` for `bool`. What comes back is checked when
/// the bytes have arrived, see [`Stream::download_checked`](crate::Stream::download_checked). An enum without fields can
/// derive this (feature `derive`).
#[diagnostic::on_unimplemented(
    message = "bit patterns from a device cannot be checked for being a `{Self}`",
    note = "`bool`, `char`, and enums that derive `CheckedBitPattern` can be"
)]
pub trait CheckedBitPattern: Copy + Send + 'static {
    /// The number that stands for a value.
    type Bits: super::DevicePod + Into<i128>;

    /// The value that `bits` stands for, if it stands for one.
    fn from_bits(bits: Self::Bits) -> Option<Self>;

    /// The number that stands for the value, for the way to the device.
    fn to_bits(self) -> Self::Bits;
}

impl CheckedBitPattern for bool {
    type Bits = u8;

    fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn to_bits(self) -> u8 {
        self.into()
    }
}

impl CheckedBitPattern for char {
    type Bits = u32;

    fn from_bits(bits: u32) -> Option<Self> {
        Self::from_u32(bits)
    }

    fn to_bits(self) -> u32 {
        self.into()
    }
}
