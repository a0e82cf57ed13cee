//! Reads PTX numbers: every integer base, decimal floats, and the bit patterns `0f...` and `0d...`.

use super::types::ScalarType;

/// A number of the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Literal {
    /// An integer; negative ones in two's complement.
    Integer(u64),
    /// A bit pattern of an f32.
    Single(u32),
    /// An f64, from a bit pattern or a decimal number.
    Double(u64),
}

impl Literal {
    /// Reads one unsigned number as it is spelt; `None` when it is malformed or does not fit 64 bits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        if let Some(hex) = lower.strip_prefix("0f") {
            return (hex.len() == 8).then(|| u32::from_str_radix(hex, 16).ok().map(Self::Single)).flatten();
        }
        if let Some(hex) = lower.strip_prefix("0d") {
            return (hex.len() == 16).then(|| u64::from_str_radix(hex, 16).ok().map(Self::Double)).flatten();
        }
        let is_hex = lower.starts_with("0x");
        if !is_hex && lower.contains(['.', 'e']) {
            let value: f64 = lower.parse().ok()?;
            return Some(Self::Double(value.to_bits()));
        }
        let digits = lower.strip_suffix('u').unwrap_or(&lower);
        let value = if let Some(hex) = digits.strip_prefix("0x") {
            u64::from_str_radix(hex, 16)
        } else if let Some(binary) = digits.strip_prefix("0b") {
            u64::from_str_radix(binary, 2)
        } else if digits.len() > 1 && digits.starts_with('0') {
            u64::from_str_radix(&digits[1..], 8)
        } else {
            digits.parse()
        };
        value.ok().map(Self::Integer)
    }

    /// The arithmetic negation.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Integer(value) => Self::Integer(value.wrapping_neg()),
            Self::Single(bits) => Self::Single(bits ^ 0x8000_0000),
            Self::Double(bits) => Self::Double(bits ^ (1 << 63)),
        }
    }

    /// The integer, if it is one.
    pub(crate) fn integer(self) -> Option<u64> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Single(_) | Self::Double(_) => None,
        }
    }

    /// The bits this number has as a value of the type, or `None` when the two do not go together.
    pub(crate) fn bits_as(self, ty: ScalarType) -> Option<u64> {
        let width = ty.byte_len() * 8;
        let truncated = |value: u64| if width >= 64 { value } else { value & ((1 << width) - 1) };
        match (self, ty) {
            (Self::Integer(value), ScalarType::Pred) => Some(u64::from(value != 0)),
            (Self::Single(bits), ScalarType::F32 | ScalarType::B32) => Some(u64::from(bits)),
            (Self::Single(bits), ScalarType::F64) => Some(f64::from(f32::from_bits(bits)).to_bits()),
            (Self::Double(bits), ScalarType::F64 | ScalarType::B64) => Some(bits),
            (Self::Double(bits), ScalarType::F32) => Some(u64::from((f64::from_bits(bits) as f32).to_bits())),
            (Self::Integer(value), ty) if !ty.is_float() => Some(truncated(value)),
            // An integer where a float is due is read as the number, as the assembler does.
            (Self::Integer(value), ScalarType::F32) => Some(u64::from((value as i64 as f32).to_bits())),
            (Self::Integer(value), ScalarType::F64) => Some((value as i64 as f64).to_bits()),
            _ => None,
        }
    }
}
