//! Floating-point operations on the lanes of a warp.
//!
//! Rounding to nearest runs on the host, everything else in [`super::soft`]. Flushing of subnormals and saturation are
//! passes before and after, so that the common case pays for neither. A NaN result is always the canonical one.

use super::approximate::{Approximate, Deviation};
use super::code::{FloatOp, FloatUnary};
use super::lanes::{Lane, map1, map2, map3};
use super::soft::{F32, F64, Format, Number, Rounding};

/// The modifiers of a floating-point instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FloatMode {
    /// `.rn`, `.rz`, `.rm` or `.rp`.
    pub(crate) rounding: Rounding,
    /// Flush subnormal operands and results to zero of the same sign.
    pub(crate) ftz: bool,
    /// Clamp the result to [0, 1], NaN to +0.
    pub(crate) sat: bool,
    /// A minimum or maximum of magnitudes, with the product of the signs.
    pub(crate) xorsign: bool,
}

/// f32's canonical NaN.
pub(crate) const NAN32: u32 = 0x7fff_ffff;
/// f64's canonical NaN.
pub(crate) const NAN64: u64 = 0x7fff_ffff_ffff_ffff;

/// Zero of the same sign for a subnormal.
#[inline(always)]
pub(crate) fn flush32(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

#[inline(always)]
fn saturate32(bits: u32) -> u32 {
    let value = f32::from_bits(bits);
    // Written so that NaN and -0 both end as +0.
    if value > 1.0 {
        0x3f80_0000
    } else if value > 0.0 {
        bits
    } else {
        0
    }
}

#[inline(always)]
fn saturate64(bits: u64) -> u64 {
    let value = f64::from_bits(bits);
    if value > 1.0 {
        0x3ff0_0000_0000_0000
    } else if value > 0.0 {
        bits
    } else {
        0
    }
}

#[inline(always)]
fn canonical32(value: f32) -> u32 {
    if value.is_nan() { NAN32 } else { value.to_bits() }
}

#[inline(always)]
fn canonical64(value: f64) -> u64 {
    if value.is_nan() { NAN64 } else { value.to_bits() }
}

/// Wraps a host operation of two f32 values.
#[inline(always)]
fn host32(mask: u32, a: &Lane<u32>, b: &Lane<u32>, f: impl Fn(f32, f32) -> f32) -> Lane<u32> {
    map2(mask, a, b, |a, b| canonical32(f(f32::from_bits(a), f32::from_bits(b))))
}

#[inline(always)]
fn host64(mask: u32, a: &Lane<u64>, b: &Lane<u64>, f: impl Fn(f64, f64) -> f64) -> Lane<u64> {
    map2(mask, a, b, |a, b| canonical64(f(f64::from_bits(a), f64::from_bits(b))))
}

/// An f32 operation of two operands.
#[inline(always)]
pub(crate) fn binary32(
    op: FloatOp,
    mode: FloatMode,
    deviation: Deviation,
    mask: u32,
    a: &Lane<u32>,
    b: &Lane<u32>,
) -> Lane<u32> {
    let (mut left, mut right) = (*a, *b);
    if mode.ftz {
        left = map1(mask, &left, flush32);
        right = map1(mask, &right, flush32);
    }
    let exact = mode.rounding == Rounding::Nearest;
    let mut out = match op {
        FloatOp::Add if exact => host32(mask, &left, &right, |a, b| a + b),
        FloatOp::Sub if exact => host32(mask, &left, &right, |a, b| a - b),
        FloatOp::Mul if exact => host32(mask, &left, &right, |a, b| a * b),
        FloatOp::Div if exact => host32(mask, &left, &right, |a, b| a / b),
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => {
            map2(mask, &left, &right, |a, b| soft_binary(F32, op, mode.rounding, u64::from(a), u64::from(b)) as u32)
        }
        FloatOp::DivApprox => host32(mask, &left, &right, |a, b| div_approx(deviation, a, b)),
        FloatOp::DivFull => host32(mask, &left, &right, |a, b| div_full(deviation, a, b)),
        FloatOp::Min | FloatOp::MinNan | FloatOp::Max | FloatOp::MaxNan if mode.xorsign => {
            map2(mask, &left, &right, |a, b| xorsign32(op, a, b))
        }
        FloatOp::Min => map2(mask, &left, &right, |a, b| min32(a, b, false)),
        FloatOp::MinNan => map2(mask, &left, &right, |a, b| min32(a, b, true)),
        FloatOp::Max => map2(mask, &left, &right, |a, b| max32(a, b, false)),
        FloatOp::MaxNan => map2(mask, &left, &right, |a, b| max32(a, b, true)),
        FloatOp::Copysign => map2(mask, &left, &right, |a, b| b & !(1 << 31) | a & 1 << 31),
    };
    finish32(mode, mask, &mut out);
    out
}

#[inline(always)]
fn finish32(mode: FloatMode, mask: u32, out: &mut Lane<u32>) {
    if mode.ftz {
        *out = map1(mask, out, flush32);
    }
    if mode.sat {
        *out = map1(mask, out, saturate32);
    }
}

/// An f64 operation of two operands.
#[inline(always)]
pub(crate) fn binary64(op: FloatOp, mode: FloatMode, mask: u32, a: &Lane<u64>, b: &Lane<u64>) -> Lane<u64> {
    let exact = mode.rounding == Rounding::Nearest;
    let out = match op {
        FloatOp::Add if exact => host64(mask, a, b, |a, b| a + b),
        FloatOp::Sub if exact => host64(mask, a, b, |a, b| a - b),
        FloatOp::Mul if exact => host64(mask, a, b, |a, b| a * b),
        FloatOp::Div if exact => host64(mask, a, b, |a, b| a / b),
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::DivApprox | FloatOp::DivFull => {
            map2(mask, a, b, |a, b| soft_binary(F64, op, mode.rounding, a, b))
        }
        FloatOp::Min => map2(mask, a, b, |a, b| min64(a, b, false)),
        FloatOp::MinNan => map2(mask, a, b, |a, b| min64(a, b, true)),
        FloatOp::Max => map2(mask, a, b, |a, b| max64(a, b, false)),
        FloatOp::MaxNan => map2(mask, a, b, |a, b| max64(a, b, true)),
        FloatOp::Copysign => map2(mask, a, b, |a, b| b & !(1 << 63) | a & 1 << 63),
    };
    if mode.sat { map1(mask, &out, saturate64) } else { out }
}

/// A fused multiply-add in f32.
#[inline(always)]
pub(crate) fn fma32(mode: FloatMode, mask: u32, a: &Lane<u32>, b: &Lane<u32>, c: &Lane<u32>) -> Lane<u32> {
    let (mut x, mut y, mut z) = (*a, *b, *c);
    if mode.ftz {
        x = map1(mask, &x, flush32);
        y = map1(mask, &y, flush32);
        z = map1(mask, &z, flush32);
    }
    let mut out = if mode.rounding == Rounding::Nearest {
        map3(mask, &x, &y, &z, |a, b, c| canonical32(f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c))))
    } else {
        map3(mask, &x, &y, &z, |a, b, c| soft_fma(F32, mode.rounding, u64::from(a), u64::from(b), u64::from(c)) as u32)
    };
    finish32(mode, mask, &mut out);
    out
}

/// A fused multiply-add in f64.
#[inline(always)]
pub(crate) fn fma64(mode: FloatMode, mask: u32, a: &Lane<u64>, b: &Lane<u64>, c: &Lane<u64>) -> Lane<u64> {
    let out = if mode.rounding == Rounding::Nearest {
        map3(mask, a, b, c, |a, b, c| canonical64(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c))))
    } else {
        map3(mask, a, b, c, |a, b, c| soft_fma(F64, mode.rounding, a, b, c))
    };
    if mode.sat { map1(mask, &out, saturate64) } else { out }
}

/// An f32 operation of one operand. The approximate ones are computed in f64 and rounded, well inside their bounds.
#[inline(always)]
pub(crate) fn unary32(op: FloatUnary, mode: FloatMode, deviation: Deviation, mask: u32, a: &Lane<u32>) -> Lane<u32> {
    let input = if mode.ftz { map1(mask, a, flush32) } else { *a };
    let through = |how: Approximate, f: fn(f64) -> f64| {
        map1(mask, &input, |bits| {
            let value = f64::from(f32::from_bits(bits));
            canonical32(deviation.single(how, value, f(value)))
        })
    };
    let exact = mode.rounding == Rounding::Nearest;
    let mut out = match op {
        FloatUnary::Neg => map1(mask, &input, |bits| bits ^ 1 << 31),
        FloatUnary::Abs => map1(mask, &input, |bits| bits & !(1 << 31)),
        FloatUnary::SqrtApprox => through(Approximate::Sqrt, f64::sqrt),
        FloatUnary::RcpApprox => through(Approximate::Rcp, f64::recip),
        FloatUnary::Sqrt if exact => map1(mask, &input, |bits| canonical32(f32::from_bits(bits).sqrt())),
        FloatUnary::Rcp if exact => map1(mask, &input, |bits| canonical32(1.0 / f32::from_bits(bits))),
        FloatUnary::Sqrt | FloatUnary::Rcp => {
            map1(mask, &input, |bits| soft_unary(F32, op, mode.rounding, u64::from(bits)) as u32)
        }
        FloatUnary::Rsqrt => through(Approximate::Rsqrt, |value| value.sqrt().recip()),
        FloatUnary::Sin => through(Approximate::Sin, f64::sin),
        FloatUnary::Cos => through(Approximate::Cos, f64::cos),
        FloatUnary::Lg2 => through(Approximate::Lg2, f64::log2),
        FloatUnary::Ex2 => through(Approximate::Ex2, f64::exp2),
        FloatUnary::Tanh => through(Approximate::Tanh, f64::tanh),
    };
    if mode.ftz {
        out = map1(mask, &out, flush32);
    }
    out
}

/// `rcp.approx.ftz.f64` and its like see and make only the upper halves of numbers.
fn gross(op: FloatUnary, bits: u64) -> u64 {
    let upper = bits & !0xffff_ffff;
    let upper = if upper & 0x7ff << 52 == 0 { upper & 1 << 63 } else { upper };
    let value = f64::from_bits(upper);
    let result = canonical64(if op == FloatUnary::Rsqrt { 1.0 / value.sqrt() } else { 1.0 / value }) & !0xffff_ffff;
    if result & 0x7ff << 52 == 0 { result & 1 << 63 } else { result }
}

/// An f64 operation of one operand; with `.ftz`, the gross approximation.
#[inline(always)]
pub(crate) fn unary64(op: FloatUnary, mode: FloatMode, mask: u32, a: &Lane<u64>) -> Lane<u64> {
    let exact = mode.rounding == Rounding::Nearest;
    map1(mask, a, |bits| {
        let value = f64::from_bits(bits);
        match op {
            _ if mode.ftz => gross(op, bits),
            FloatUnary::Neg => bits ^ 1 << 63,
            FloatUnary::Abs => bits & !(1 << 63),
            FloatUnary::Sqrt | FloatUnary::Rcp if !exact => soft_unary(F64, op, mode.rounding, bits),
            FloatUnary::Sqrt | FloatUnary::SqrtApprox => canonical64(value.sqrt()),
            FloatUnary::Rcp | FloatUnary::RcpApprox => canonical64(1.0 / value),
            FloatUnary::Rsqrt => canonical64(1.0 / value.sqrt()),
            FloatUnary::Sin => canonical64(value.sin()),
            FloatUnary::Cos => canonical64(value.cos()),
            FloatUnary::Lg2 => canonical64(value.log2()),
            FloatUnary::Ex2 => canonical64(value.exp2()),
            FloatUnary::Tanh => canonical64(value.tanh()),
        }
    })
}

/// `div.approx.f32`: beyond 2^126 the reciprocal of the divisor flushes to zero.
#[inline(always)]
fn div_approx(deviation: Deviation, a: f32, b: f32) -> f32 {
    let huge = f32::from_bits(0x7e80_0000);
    if b.abs() > huge && b.is_finite() { a * 0.0f32.copysign(b) } else { div_full(deviation, a, b) }
}

/// A division within two units in the last place.
#[inline(always)]
fn div_full(deviation: Deviation, a: f32, b: f32) -> f32 {
    if deviation == Deviation::default() {
        return a / b;
    }
    let (a, b) = (f64::from(a), f64::from(b));
    deviation.single(Approximate::Div, a, a / b)
}

/// The smaller or larger magnitude, with the product of the signs.
#[inline(always)]
fn xorsign32(op: FloatOp, a: u32, b: u32) -> u32 {
    let (x, y) = (a & !(1 << 31), b & !(1 << 31));
    let picked = match op {
        FloatOp::Min | FloatOp::MinNan => min32(x, y, op == FloatOp::MinNan),
        _ => max32(x, y, op == FloatOp::MaxNan),
    };
    if picked == NAN32 { picked } else { picked | (a ^ b) & 1 << 31 }
}

/// Orders bits so that -0 is below +0; of no meaning for NaN.
#[inline(always)]
fn key32(bits: u32) -> i32 {
    let signed = bits as i32;
    signed ^ ((signed >> 31) as u32 >> 1) as i32
}

#[inline(always)]
fn key64(bits: u64) -> i64 {
    let signed = bits as i64;
    signed ^ ((signed >> 63) as u64 >> 1) as i64
}

/// Writes a minimum or maximum; with `propagate` one NaN is enough to make the result NaN.
macro_rules! select {
    ($name:ident, $bits:ty, $float:ty, $nan:expr, $key:ident, $wins:tt) => {
        #[inline(always)]
        pub(crate) fn $name(a: $bits, b: $bits, propagate: bool) -> $bits {
            let (a_nan, b_nan) = (<$float>::from_bits(a).is_nan(), <$float>::from_bits(b).is_nan());
            if (a_nan & b_nan) | (propagate & (a_nan | b_nan)) {
                $nan
            } else if a_nan | (!b_nan & ($key(b) $wins $key(a))) {
                b
            } else {
                a
            }
        }
    };
}
select!(min32, u32, f32, NAN32, key32, <);
select!(max32, u32, f32, NAN32, key32, >);
select!(min64, u64, f64, NAN64, key64, <);
select!(max64, u64, f64, NAN64, key64, >);

#[cold]
fn soft_binary(format: Format, op: FloatOp, rounding: Rounding, a: u64, b: u64) -> u64 {
    let (a, b) = (format.unpack(a), format.unpack(b));
    let result = match op {
        FloatOp::Sub => a.add(b.negated(), rounding),
        FloatOp::Mul => a.mul(b),
        FloatOp::Div | FloatOp::DivApprox | FloatOp::DivFull => a.div(b),
        _ => a.add(b, rounding),
    };
    format.pack(result, rounding)
}

#[cold]
fn soft_fma(format: Format, rounding: Rounding, a: u64, b: u64, c: u64) -> u64 {
    let product = format.unpack(a).mul(format.unpack(b));
    format.pack(product.add(format.unpack(c), rounding), rounding)
}

#[cold]
fn soft_unary(format: Format, op: FloatUnary, rounding: Rounding, a: u64) -> u64 {
    let value = format.unpack(a);
    let one = Number::from_integer(1);
    format.pack(if op == FloatUnary::Sqrt { value.sqrt() } else { one.div(value) }, rounding)
}
