//! Conversions, as plain data and as functions of single values.

use super::float::{NAN32, flush32};
use super::scalar::{extend_sign, truncate};
use super::soft::{BF16, E4M3, E5M2, F16, F32, F64, Format, Number, Rounding, TF32};
use crate::ptx::types::ScalarType;

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Conversion {
    /// The type that is read.
    pub(crate) from: ScalarType,
    /// The type that is made.
    pub(crate) to: ScalarType,
    /// The register that gets it: 16 or 32 (32-bit plane), 64.
    pub(crate) register_bits: u8,
    /// How to round.
    pub(crate) rounding: Rounding,
    /// Whether a float to float conversion of one type rounds to an integer.
    pub(crate) to_integral: bool,
    /// Flush f32 subnormals.
    pub(crate) ftz: bool,
    /// Saturate: to [0, 1] for floats, to the range for integers.
    pub(crate) sat: bool,
    /// Clamp negatives to zero (`.relu`).
    pub(crate) relu: bool,
    /// Clamp to the largest finite value (`.satfinite`).
    pub(crate) satfinite: bool,
}

fn format(ty: ScalarType) -> Option<Format> {
    match ty {
        ScalarType::F16 => Some(F16),
        ScalarType::Bf16 => Some(BF16),
        ScalarType::F32 => Some(F32),
        ScalarType::F64 => Some(F64),
        ScalarType::Tf32 => Some(TF32),
        ScalarType::E4m3 => Some(E4M3),
        ScalarType::E5m2 => Some(E5M2),
        _ => None,
    }
}

impl Conversion {
    /// Converts one value, given and returned as register bits.
    pub(crate) fn apply(self, bits: u64) -> u64 {
        match (format(self.from), format(self.to)) {
            (None, None) => self.widen(self.integer_to_integer(bits)),
            (None, Some(to)) => self.finish(to, to.pack(Number::from_integer(self.read_integer(bits)), self.rounding)),
            (Some(from), None) => self.widen(self.float_to_integer(from, bits)),
            (Some(from), Some(to)) => self.finish(to, self.float_to_float(from, to, bits)),
        }
    }

    fn read_integer(self, bits: u64) -> i128 {
        let width = self.from.bits();
        if self.from.is_signed() {
            i128::from(extend_sign(bits, width) as i64)
        } else {
            i128::from(truncate(bits, width))
        }
    }

    fn integer_range(self) -> (i128, i128) {
        let width = self.to.bits();
        if self.to.is_signed() { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
    }

    fn integer_to_integer(self, bits: u64) -> u64 {
        let value = self.read_integer(bits);
        let (low, high) = self.integer_range();
        truncate(if self.sat { value.clamp(low, high) } else { value } as u64, self.to.bits())
    }

    fn read_float(self, from: Format, bits: u64) -> Number {
        let bits = if self.ftz && self.from == ScalarType::F32 { u64::from(flush32(bits as u32)) } else { bits };
        from.unpack(truncate(bits, self.from.bits()))
    }

    fn float_to_integer(self, from: Format, bits: u64) -> u64 {
        let width = self.to.bits();
        let (low, high) = self.integer_range();
        match self.read_float(from, bits).to_integer(self.rounding) {
            Some(value) => truncate(value.clamp(low, high) as u64, width),
            // NaN: zero, except from f64 and to 64 bits, where the hardware sets the top bit.
            None if self.from == ScalarType::F64 || width == 64 => 1 << (width - 1),
            None => 0,
        }
    }

    fn float_to_float(self, from: Format, to: Format, bits: u64) -> u64 {
        let value = self.read_float(from, bits);
        if !self.to_integral {
            let packed = to.pack(value, self.rounding);
            return if self.satfinite { to.clamp_finite(packed) } else { packed };
        }
        match value {
            Number::Finite { negative, exponent, .. } if exponent < 64 => {
                let whole = value.to_integer(self.rounding).unwrap_or(0);
                // A value that rounds to zero keeps its sign.
                let whole = if whole == 0 { Number::Zero(negative) } else { Number::from_integer(whole) };
                to.pack(whole, Rounding::Nearest)
            }
            _ => to.pack(value, Rounding::Nearest),
        }
    }

    /// Flushes and saturates a float result.
    fn finish(self, to: Format, bits: u64) -> u64 {
        let bits = if self.ftz && self.to == ScalarType::F32 { u64::from(flush32(bits as u32)) } else { bits };
        let negative = to.is_negative(bits);
        let nan = to.unpack(bits) == Number::Nan;
        let one = to.pack(Number::from_integer(1), Rounding::Nearest);
        if self.sat && (nan || negative) {
            return 0;
        }
        if self.sat && bits > one {
            return one;
        }
        let bits = if self.relu && negative && !nan { 0 } else { bits };
        // tf32 is the upper part of an f32; a NaN has every bit.
        match self.to {
            ScalarType::Tf32 if nan => u64::from(NAN32),
            ScalarType::Tf32 => bits << 13,
            _ => bits,
        }
    }

    /// Extends a narrow integer to its register.
    fn widen(self, value: u64) -> u64 {
        let register = u32::from(self.register_bits);
        if self.to.is_signed() { truncate(extend_sign(value, self.to.bits()), register) } else { value }
    }
}
