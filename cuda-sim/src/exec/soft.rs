//! Exact floating-point arithmetic in software, for the rounding modes and formats that the host lacks.
//!
//! A number is unpacked into a sign, an exponent and 127 bits of mantissa, worked on, and rounded once. Bits that fall off
//! the mantissa are kept as one sticky bit at its end, which is all that any rounding mode needs.

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Toward zero.
    Zero,
    /// Toward negative infinity.
    Down,
    /// Toward positive infinity.
    Up,
    /// To nearest, ties away from zero.
    Away,
}

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    /// Whether the topmost exponent is for infinity and NaN; otherwise it has numbers too, and one NaN.
    has_infinity: bool,
}

const fn ieee(exponent_bits: u32, mantissa_bits: u32) -> Format {
    Format { exponent_bits, mantissa_bits, has_infinity: true }
}

/// Half precision.
pub(crate) const F16: Format = ieee(5, 10);
/// Brain float.
pub(crate) const BF16: Format = ieee(8, 7);
/// Single precision.
pub(crate) const F32: Format = ieee(8, 23);
/// Double precision.
pub(crate) const F64: Format = ieee(11, 52);
/// The 19 bits of an f32 that tensor cores read.
pub(crate) const TF32: Format = ieee(8, 10);
/// 8 bits with infinities.
pub(crate) const E5M2: Format = ieee(5, 2);
/// 8 bits without.
pub(crate) const E4M3: Format = Format { exponent_bits: 4, mantissa_bits: 3, has_infinity: false };

/// Position of the leading bit of a normalised mantissa.
const TOP: u32 = 126;

/// An unpacked number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// Not a number.
    Nan,
    /// Infinity; true is negative.
    Infinity(bool),
    /// Zero; true is negative.
    Zero(bool),
    /// `mantissa * 2^(exponent - TOP)`, the mantissa's leading bit at `TOP`.
    Finite {
        /// Whether it is negative.
        negative: bool,
        /// Exponent of the leading bit.
        exponent: i32,
        /// The digits.
        mantissa: u128,
    },
}

impl Format {
    fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The bits above those of the largest number: infinity, or else NaN.
    fn infinity(self) -> u64 {
        if self.has_infinity { ((1 << self.exponent_bits) - 1) << self.mantissa_bits } else { self.nan() }
    }

    /// What is beyond the largest number: infinity, or else that number itself.
    fn overflow(self) -> u64 {
        if self.has_infinity { self.infinity() } else { self.infinity() - 1 }
    }

    fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.mantissa_bits)
    }

    /// The one NaN that operations produce.
    pub(crate) fn nan(self) -> u64 {
        self.sign() - 1
    }

    /// Whether the sign is set.
    pub(crate) fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// The largest number of the same sign for an infinity.
    pub(crate) fn clamp_finite(self, bits: u64) -> u64 {
        if bits & !self.sign() == self.infinity() && self.has_infinity { bits - 1 } else { bits }
    }

    /// Takes bits apart.
    pub(crate) fn unpack(self, bits: u64) -> Number {
        let negative = bits & self.sign() != 0;
        let biased = (bits >> self.mantissa_bits) & ((1 << self.exponent_bits) - 1);
        let fraction = bits & ((1 << self.mantissa_bits) - 1);
        if biased == (1 << self.exponent_bits) - 1 && self.has_infinity {
            return if fraction == 0 { Number::Infinity(negative) } else { Number::Nan };
        }
        if !self.has_infinity && bits & self.nan() == self.nan() {
            return Number::Nan;
        }
        let (digits, exponent) = if biased == 0 {
            (fraction, 1 - self.bias())
        } else {
            (fraction | 1 << self.mantissa_bits, biased as i32 - self.bias())
        };
        Number::from_digits(negative, exponent - self.mantissa_bits as i32, u128::from(digits))
    }

    /// Puts a number together, rounding once.
    pub(crate) fn pack(self, number: Number, rounding: Rounding) -> u64 {
        let (negative, exponent, mantissa) = match number {
            Number::Nan => return self.nan(),
            Number::Infinity(negative) => return self.overflow() | if negative { self.sign() } else { 0 },
            Number::Zero(negative) => return if negative { self.sign() } else { 0 },
            Number::Finite { negative, exponent, mantissa } => (negative, exponent, mantissa),
        };
        let sign = if negative { self.sign() } else { 0 };
        let smallest = 1 - self.bias();
        let below = u32::try_from(smallest - exponent).unwrap_or(0);
        let digits = round_shift(mantissa, (TOP - self.mantissa_bits).saturating_add(below), negative, rounding);
        // A carry out of the digits runs into the exponent field, which is just what is due.
        let biased = if below > 0 { 0 } else { (exponent + self.bias() - 1) as u64 };
        let bits = (u128::from(biased) << self.mantissa_bits) + digits;
        if bits >= u128::from(self.infinity()) {
            let to_infinity = match rounding {
                Rounding::Nearest | Rounding::Away => true,
                Rounding::Zero => false,
                Rounding::Down => negative,
                Rounding::Up => !negative,
            };
            return sign | if to_infinity { self.overflow() } else { self.infinity() - 1 };
        }
        sign | bits as u64
    }
}

/// Shifts right by `drop` bits and rounds what falls off.
fn round_shift(mantissa: u128, drop: u32, negative: bool, rounding: Rounding) -> u128 {
    if drop == 0 {
        return mantissa;
    }
    let (kept, rest, half) = if drop > 127 {
        // Everything falls off, and it is less than half of the last place.
        (0, 1, 2)
    } else {
        (mantissa >> drop, mantissa & ((1 << drop) - 1), 1 << (drop - 1))
    };
    let up = match rounding {
        Rounding::Nearest => rest > half || (rest == half && kept & 1 == 1),
        Rounding::Away => rest >= half,
        Rounding::Zero => false,
        Rounding::Down => negative && rest != 0,
        Rounding::Up => !negative && rest != 0,
    };
    kept + u128::from(up)
}

/// Shifts right and keeps what falls off as a sticky last bit.
fn shift_sticky(mantissa: u128, by: u32) -> u128 {
    match by {
        0 => mantissa,
        1..=127 => (mantissa >> by) | u128::from(mantissa & ((1 << by) - 1) != 0),
        _ => u128::from(mantissa != 0),
    }
}

impl Number {
    /// `digits * 2^scale`.
    pub(crate) fn from_digits(negative: bool, scale: i32, digits: u128) -> Self {
        if digits == 0 {
            return Self::Zero(negative);
        }
        let leading = 127 - digits.leading_zeros();
        let mantissa = if leading > TOP { shift_sticky(digits, 1) } else { digits << (TOP - leading) };
        Self::Finite { negative, exponent: scale + leading as i32, mantissa }
    }

    /// A signed integer.
    pub(crate) fn from_integer(value: i128) -> Self {
        Self::from_digits(value < 0, 0, value.unsigned_abs())
    }

    /// The number with its sign turned.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Nan => Self::Nan,
            Self::Infinity(negative) => Self::Infinity(!negative),
            Self::Zero(negative) => Self::Zero(!negative),
            Self::Finite { negative, exponent, mantissa } => Self::Finite { negative: !negative, exponent, mantissa },
        }
    }

    fn is_negative(self) -> bool {
        match self {
            Self::Nan => false,
            Self::Infinity(negative) | Self::Zero(negative) | Self::Finite { negative, .. } => negative,
        }
    }

    /// The nearest integer in the given direction, saturated to what fits 127 bits; `None` for NaN.
    pub(crate) fn to_integer(self, rounding: Rounding) -> Option<i128> {
        match self {
            Self::Nan => None,
            Self::Infinity(negative) => Some(if negative { i128::MIN } else { i128::MAX }),
            Self::Zero(_) => Some(0),
            Self::Finite { negative, exponent, .. } if exponent >= 120 => {
                Some(if negative { i128::MIN } else { i128::MAX })
            }
            Self::Finite { negative, exponent, mantissa } => {
                let drop = u32::try_from(TOP as i32 - exponent).unwrap_or(0);
                let magnitude = round_shift(mantissa, drop, negative, rounding) as i128;
                Some(if negative { -magnitude } else { magnitude })
            }
        }
    }

    /// The sum, with the sign of an exact zero that the rounding mode asks for.
    pub(crate) fn add(self, other: Self, rounding: Rounding) -> Self {
        let zero = Self::Zero(rounding == Rounding::Down);
        match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => Self::Nan,
            (Self::Infinity(a), Self::Infinity(b)) => {
                if a == b {
                    self
                } else {
                    Self::Nan
                }
            }
            (Self::Infinity(_), _) => self,
            (_, Self::Infinity(_)) => other,
            (Self::Zero(a), Self::Zero(b)) => {
                if a == b {
                    self
                } else {
                    zero
                }
            }
            (Self::Zero(_), _) => other,
            (_, Self::Zero(_)) => self,
            (
                Self::Finite { negative: na, exponent: ea, mantissa: ma },
                Self::Finite { negative: nb, exponent: eb, mantissa: mb },
            ) => {
                let (big, small, far) = if (ea, ma) >= (eb, mb) {
                    ((na, ea, ma), (nb, mb), ea.abs_diff(eb))
                } else {
                    ((nb, eb, mb), (na, ma), eb.abs_diff(ea))
                };
                let shifted = shift_sticky(small.1, far);
                let digits = if big.0 == small.0 { big.2 + shifted } else { big.2 - shifted };
                if digits == 0 { zero } else { Self::from_digits(big.0, big.1 - TOP as i32, digits) }
            }
        }
    }

    /// The product; exact when both come from a format of at most 64 bits of mantissa.
    pub(crate) fn mul(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => Self::Nan,
            (Self::Infinity(_), Self::Zero(_)) | (Self::Zero(_), Self::Infinity(_)) => Self::Nan,
            (Self::Infinity(_), _) | (_, Self::Infinity(_)) => Self::Infinity(negative),
            (Self::Zero(_), _) | (_, Self::Zero(_)) => Self::Zero(negative),
            (Self::Finite { exponent: ea, mantissa: ma, .. }, Self::Finite { exponent: eb, mantissa: mb, .. }) => {
                // Each keeps its upper 64 bits, leading bit at 63: the scale of the product is ea - 63 + eb - 63.
                Self::from_digits(negative, ea + eb - 126, (ma >> 63) * (mb >> 63))
            }
        }
    }

    /// The quotient.
    pub(crate) fn div(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => Self::Nan,
            (Self::Infinity(_), Self::Infinity(_)) | (Self::Zero(_), Self::Zero(_)) => Self::Nan,
            (Self::Infinity(_), _) | (_, Self::Zero(_)) => Self::Infinity(negative),
            (Self::Zero(_), _) | (_, Self::Infinity(_)) => Self::Zero(negative),
            (Self::Finite { exponent: ea, mantissa: ma, .. }, Self::Finite { exponent: eb, mantissa: mb, .. }) => {
                let divisor = mb >> 63;
                let quotient = ma / divisor;
                let sticky = u128::from(ma % divisor != 0);
                // ma is a * 2^(126 - ea), the divisor b * 2^(63 - eb); one more bit makes room for the sticky one.
                Self::from_digits(negative, ea - eb - 64, quotient << 1 | sticky)
            }
        }
    }

    /// The square root.
    pub(crate) fn sqrt(self) -> Self {
        match self {
            Self::Nan | Self::Infinity(true) | Self::Finite { negative: true, .. } => Self::Nan,
            Self::Infinity(false) | Self::Zero(_) => self,
            Self::Finite { exponent, mantissa, .. } => {
                // An even scale: mantissa * 2^(exponent - 126).
                let odd = exponent.rem_euclid(2) == 1;
                let (digits, scale) = if odd { (mantissa << 1, exponent - 127) } else { (mantissa, exponent - 126) };
                let root = digits.isqrt();
                let sticky = u128::from(root * root != digits);
                Self::from_digits(false, scale / 2 - 1, root << 1 | sticky)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{F32, F64, Number, Rounding};

    /// Bit patterns that meet each other in every special case, and many in between.
    fn samples() -> Vec<u64> {
        let mut state = 0x1234_5678_9abc_def1_u64;
        let mut all: Vec<u64> = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX, 5e-324, 3.0, 1.5]
            .iter()
            .map(|value: &f64| value.to_bits())
            .collect();
        for round in 0..if cfg!(miri) { 2 } else { 150 } {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Half of them close in exponent, so that cancellation and carries happen.
            let bits = state.rotate_left(17);
            all.push(if round % 2 == 0 { bits } else { bits & !(0x7f0 << 52) | 0x3f0 << 52 });
        }
        all
    }

    fn same(ours: u64, host: f64) -> bool {
        ours == host.to_bits() || (host.is_nan() && ours == F64.nan())
    }

    #[test]
    fn arithmetic_to_nearest_is_what_the_host_does() {
        for &a in &samples() {
            for &b in &samples() {
                let (x, y) = (f64::from_bits(a), f64::from_bits(b));
                let (m, n) = (F64.unpack(a), F64.unpack(b));
                let pack = |number: Number| F64.pack(number, Rounding::Nearest);
                assert!(same(pack(m.add(n, Rounding::Nearest)), x + y), "{x:e} + {y:e}");
                assert!(same(pack(m.mul(n)), x * y), "{x:e} * {y:e}");
                assert!(same(pack(m.div(n)), x / y), "{x:e} / {y:e}");
                assert!(same(pack(m.mul(n).add(m.negated(), Rounding::Nearest)), x.mul_add(y, -x)), "fma {x:e} {y:e}");
            }
            assert!(same(F64.pack(F64.unpack(a).sqrt(), Rounding::Nearest), f64::from_bits(a).sqrt()), "sqrt {a:x}");
            let single = F32.pack(F64.unpack(a), Rounding::Nearest) as u32;
            let host = f64::from_bits(a) as f32;
            assert!(single == host.to_bits() || host.is_nan(), "{a:x} to f32");
        }
    }

    #[test]
    fn directed_modes_bracket_the_exact_value() {
        let third = F32.unpack(u64::from(1f32.to_bits())).div(F32.unpack(u64::from(3f32.to_bits())));
        let round = |rounding| f32::from_bits(F32.pack(third, rounding) as u32);
        assert_eq!(round(Rounding::Up).to_bits() - round(Rounding::Down).to_bits(), 1);
        assert_eq!(round(Rounding::Zero), round(Rounding::Down));
        let minus = third.negated();
        assert_eq!(f32::from_bits(F32.pack(minus, Rounding::Zero) as u32), -round(Rounding::Down));
        let huge = F64.unpack(f64::MAX.to_bits());
        assert_eq!(F32.pack(huge, Rounding::Zero) as u32, f32::MAX.to_bits());
        assert_eq!(F32.pack(huge, Rounding::Up) as u32, f32::INFINITY.to_bits());
        let one = F64.unpack(1f64.to_bits());
        assert_eq!(F64.pack(one.add(one.negated(), Rounding::Down), Rounding::Down), (-0.0f64).to_bits());
    }
}
