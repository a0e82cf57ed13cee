//! Images in device memory: what a texture or surface object stands for.

use super::backing::Backing;
use super::half::{narrow, widen32};

/// The type of one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the array format of the same name.
pub(crate) enum Format {
    U8,
    U16,
    U32,
    S8,
    S16,
    S32,
    F16,
    F32,
}

impl Format {
    /// Its size in bytes.
    pub(crate) fn byte_len(self) -> u32 {
        match self {
            Self::U8 | Self::S8 => 1,
            Self::U16 | Self::S16 | Self::F16 => 2,
            Self::U32 | Self::S32 | Self::F32 => 4,
        }
    }

    /// Whether it is a floating-point type.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32)
    }

    /// Whether reading it as a normalised number means something.
    pub(crate) fn is_normalizable(self) -> bool {
        matches!(self, Self::U8 | Self::S8 | Self::U16 | Self::S16)
    }

    /// The value as a number: of integers, the part of the largest one.
    pub(crate) fn number(self, bits: u32) -> f32 {
        let signed = |most: f32| (bits as i32 as f32 / most).max(-1.0);
        match self {
            Self::U8 => bits as f32 / 255.0,
            Self::U16 => bits as f32 / 65_535.0,
            Self::S8 => signed(127.0),
            Self::S16 => signed(32_767.0),
            Self::F16 => f32::from_bits(widen32(false, bits)),
            Self::F32 => f32::from_bits(bits),
            Self::U32 | Self::S32 => bits as f32,
        }
    }
}

impl Format {
    /// The bits of a channel that is made of a register's: of a number for floating-point types, else of an integer of the same sign, which
    /// stops at the ends of the range.
    pub(super) fn of_register(self, bits: u32) -> u32 {
        let signed = |least: i32, most: i32| (bits as i32).clamp(least, most) as u32;
        match self {
            Self::U8 => bits.min(u32::from(u8::MAX)),
            Self::U16 => bits.min(u32::from(u16::MAX)),
            Self::S8 => signed(i32::from(i8::MIN), i32::from(i8::MAX)),
            Self::S16 => signed(i32::from(i16::MIN), i32::from(i16::MAX)),
            Self::F16 => narrow(false, f64::from(f32::from_bits(bits))),
            Self::U32 | Self::S32 | Self::F32 => bits,
        }
    }
}

/// What the slices of an image are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slices {
    /// The third dimension.
    Depth,
    /// Images of their own.
    Layers,
    /// The six faces of a cube, or of several.
    Faces,
}

/// An image in device memory.
#[derive(Clone, Debug)]
pub(crate) struct Texels {
    /// Address of the first texel.
    pub(crate) base: u64,
    /// Texels in a row.
    pub(crate) width: u32,
    /// Rows; 1 in an image of one dimension.
    pub(crate) height: u32,
    /// Slices; 1 if there is nothing above rows.
    pub(crate) slices: u32,
    /// What they are.
    pub(crate) kind: Slices,
    /// Bytes from one row to the next.
    pub(crate) row_byte_len: u64,
    /// Bytes from one slice to the next.
    pub(crate) slice_byte_len: u64,
    /// Type of a channel.
    pub(crate) format: Format,
    /// Channels: 1, 2 or 4.
    pub(crate) channels: u32,
    /// Whether it is plain memory, outside of which there is zero.
    pub(crate) is_linear: bool,
}

impl Texels {
    /// Size of a texel.
    pub(crate) fn texel_byte_len(&self) -> u32 {
        self.format.byte_len() * self.channels
    }

    /// Bytes from the first to the last texel.
    pub(crate) fn byte_len(&self) -> u64 {
        let row = u64::from(self.width) * u64::from(self.texel_byte_len());
        let rows = u64::from(self.height - 1) * self.row_byte_len;
        u64::from(self.slices - 1) * self.slice_byte_len + rows + row
    }

    /// Where a texel is, counted from the first one.
    pub(super) fn offset(&self, x: u32, y: u32, z: u32) -> u64 {
        let slice = u64::from(z) * self.slice_byte_len + u64::from(y) * self.row_byte_len;
        slice + u64::from(x) * u64::from(self.texel_byte_len())
    }

    /// The channels of a texel, integers extended to 32 bits; absent ones are zero, and an absent fourth is one.
    pub(super) fn read(&self, bytes: &Backing, start: usize, [x, y, z]: [u32; 3]) -> [u32; 4] {
        let one = if self.format.is_float() { 1f32.to_bits() } else { 1 };
        let one = if self.format == Format::F16 { 0x3c00 } else { one };
        let mut channels = [0, 0, 0, one];
        let at = start + self.offset(x, y, z) as usize;
        for (number, channel) in channels.iter_mut().enumerate().take(self.channels as usize) {
            let at = at + number * self.format.byte_len() as usize;
            *channel = match self.format {
                Format::U8 => u32::from(bytes.load8(at)),
                Format::S8 => i32::from(bytes.load8(at) as i8) as u32,
                Format::U16 | Format::F16 => u32::from(bytes.load16(at)),
                Format::S16 => i32::from(bytes.load16(at) as i16) as u32,
                Format::U32 | Format::S32 | Format::F32 => bytes.load32(at),
            };
        }
        channels
    }
}
