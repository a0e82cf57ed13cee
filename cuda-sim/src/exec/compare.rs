//! Comparisons of the lanes of a warp, as bits of a predicate.

use super::code::{Class, Combine, PredOp};
use super::float::flush32;
use super::half::widen32;
use super::lanes::{Lane, map1, test2};
use super::registers::Registers;
use super::scalar::{CompareKind, CompareType, Comparison};

/// Picks the loop once, so that none asks per lane which comparison it is.
macro_rules! ordered {
    ($comparison:expr, $mask:expr, $a:expr, $b:expr, $read:expr) => {{
        let read = $read;
        match $comparison {
            Comparison::Eq | Comparison::Equ => test2($mask, $a, $b, |a, b| read(a) == read(b)),
            Comparison::Ne | Comparison::Neu => test2($mask, $a, $b, |a, b| read(a) != read(b)),
            Comparison::Lt | Comparison::Ltu => test2($mask, $a, $b, |a, b| read(a) < read(b)),
            Comparison::Le | Comparison::Leu => test2($mask, $a, $b, |a, b| read(a) <= read(b)),
            Comparison::Gt | Comparison::Gtu => test2($mask, $a, $b, |a, b| read(a) > read(b)),
            Comparison::Ge | Comparison::Geu => test2($mask, $a, $b, |a, b| read(a) >= read(b)),
            Comparison::Num => u32::MAX,
            Comparison::Nan => 0,
        }
    }};
}

/// Compares two registers of the 32-bit plane.
#[inline(always)]
pub(crate) fn compare32(kind: CompareKind, mask: u32, a: &Lane<u32>, b: &Lane<u32>) -> u32 {
    match kind.ty {
        CompareType::Unsigned => ordered!(kind.comparison, mask, a, b, |x: u32| x),
        CompareType::Signed => ordered!(kind.comparison, mask, a, b, |x: u32| x as i32),
        CompareType::Signed16 => ordered!(kind.comparison, mask, a, b, |x: u32| x as i16),
        CompareType::Float => float32(kind.comparison, mask, a, b),
        CompareType::Half { brain, ftz } => {
            let read = |bits: u32| {
                let bits = bits & 0xffff;
                widen32(brain, if ftz && bits & 0x7c00 == 0 { bits & 0x8000 } else { bits })
            };
            float32(kind.comparison, mask, &map1(mask, a, read), &map1(mask, b, read))
        }
        CompareType::FloatFtz => float32(kind.comparison, mask, &map1(mask, a, flush32), &map1(mask, b, flush32)),
    }
}

#[inline(always)]
fn float32(comparison: Comparison, mask: u32, a: &Lane<u32>, b: &Lane<u32>) -> u32 {
    let nan = test2(mask, a, b, |a, b| f32::from_bits(a).is_nan() | f32::from_bits(b).is_nan());
    with_nan(comparison, nan, ordered!(comparison, mask, a, b, f32::from_bits))
}

/// Compares two registers of the 64-bit plane.
#[inline(always)]
pub(crate) fn compare64(kind: CompareKind, mask: u32, a: &Lane<u64>, b: &Lane<u64>) -> u32 {
    match kind.ty {
        CompareType::Unsigned => ordered!(kind.comparison, mask, a, b, |x: u64| x),
        CompareType::Signed | CompareType::Signed16 => ordered!(kind.comparison, mask, a, b, |x: u64| x as i64),
        CompareType::Float | CompareType::FloatFtz | CompareType::Half { .. } => {
            let nan = test2(mask, a, b, |a, b| f64::from_bits(a).is_nan() | f64::from_bits(b).is_nan());
            with_nan(kind.comparison, nan, ordered!(kind.comparison, mask, a, b, f64::from_bits))
        }
    }
}

/// The lanes whose float is of a class. Zeros are normal numbers.
#[inline(always)]
pub(crate) fn classify(what: Class, wide: bool, mask: u32, a: &Lane<u64>) -> u32 {
    let (infinity, mantissa) = if wide { (0x7ff << 52, (1 << 52) - 1) } else { (0x7f80_0000, 0x007f_ffff) };
    // The sign is the bit above the exponent.
    let magnitude = |bits: u64| bits & (infinity | mantissa);
    test2(mask, a, a, |bits, _| {
        let magnitude = magnitude(bits);
        let subnormal = magnitude != 0 && magnitude <= mantissa;
        match what {
            Class::Finite => magnitude < infinity,
            Class::Infinite => magnitude == infinity,
            Class::Number => magnitude <= infinity,
            Class::NotANumber => magnitude > infinity,
            Class::Normal => magnitude < infinity && !subnormal,
            Class::Subnormal => subnormal,
        }
    })
}

/// Puts the answer for unordered operands where one was NaN.
#[inline(always)]
fn with_nan(comparison: Comparison, nan: u32, ordered: u32) -> u32 {
    let unordered = if comparison.unordered() { u32::MAX } else { 0 };
    ordered & !nan | unordered & nan
}

/// Combines a comparison, or its complement, with the third predicate.
#[inline(always)]
pub(crate) fn combine(registers: &Registers, how: Option<Combine>, bits: u32) -> u32 {
    let Some(Combine { op, with, flip }) = how else { return bits };
    predicate(op, bits, registers.get(with) ^ flip)
}

/// An operation on predicates.
#[inline(always)]
pub(crate) fn predicate(op: PredOp, a: u32, b: u32) -> u32 {
    match op {
        PredOp::And => a & b,
        PredOp::Or => a | b,
        PredOp::Xor => a ^ b,
        PredOp::Not => !a,
        PredOp::Mov => a,
    }
}
