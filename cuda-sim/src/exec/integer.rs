//! Integer operations on the lanes of a warp.

use super::code::{IntOp, IntUnary, MadPart};
use super::lanes::{Lane, map1, map2, map3};

/// One shift; amounts beyond the width clamp to it.
macro_rules! shift {
    ($op:expr, $a:expr, $amount:expr, $u:ty, $i:ty) => {
        match $op {
            IntOp::Shl => {
                if $amount < <$u>::BITS {
                    $a << $amount
                } else {
                    0
                }
            }
            IntOp::ShrU => {
                if $amount < <$u>::BITS {
                    $a >> $amount
                } else {
                    0
                }
            }
            _ => (($a as $i) >> $amount.min(<$u>::BITS - 1)) as $u,
        }
    };
}

/// Writes the operations of two operands for one width; `$lane` is the plane's type.
macro_rules! binary {
    ($name:ident, $lane:ty, $u:ty, $i:ty, $wide_u:ty, $wide_i:ty) => {
        /// An operation of two operands.
        #[inline(always)]
        pub(crate) fn $name(op: IntOp, mask: u32, a: &Lane<$lane>, b: &Lane<$lane>) -> Lane<$lane> {
            const BITS: u32 = <$u>::BITS;
            macro_rules! unsigned {
                ($f:expr) => {{
                    let f = $f;
                    map2(mask, a, b, |a: $lane, b: $lane| <$lane>::from(f(a as $u, b as $u) as $u))
                }};
            }
            macro_rules! signed {
                ($f:expr) => {{
                    let f = $f;
                    map2(mask, a, b, |a: $lane, b: $lane| <$lane>::from(f(a as $u as $i, b as $u as $i) as $u))
                }};
            }
            match op {
                IntOp::Add => unsigned!(|a: $u, b: $u| a.wrapping_add(b)),
                IntOp::Sub => unsigned!(|a: $u, b: $u| a.wrapping_sub(b)),
                IntOp::MulLo => unsigned!(|a: $u, b: $u| a.wrapping_mul(b)),
                IntOp::MulHiU => unsigned!(|a: $u, b: $u| ((<$wide_u>::from(a) * <$wide_u>::from(b)) >> BITS) as $u),
                IntOp::MulHiS => signed!(|a: $i, b: $i| ((<$wide_i>::from(a) * <$wide_i>::from(b)) >> BITS) as $i),
                // Division by zero is unspecified: all ones, and the dividend as the remainder.
                IntOp::DivU => unsigned!(|a: $u, b: $u| a.checked_div(b).unwrap_or(<$u>::MAX)),
                IntOp::DivS => signed!(|a: $i, b: $i| if b == 0 { -1 } else { a.wrapping_div(b) }),
                IntOp::RemU => unsigned!(|a: $u, b: $u| a.checked_rem(b).unwrap_or(a)),
                IntOp::RemS => signed!(|a: $i, b: $i| if b == 0 { a } else { a.wrapping_rem(b) }),
                IntOp::MinU => unsigned!(|a: $u, b: $u| if a < b { a } else { b }),
                IntOp::MinS => signed!(|a: $i, b: $i| if a < b { a } else { b }),
                IntOp::MaxU => unsigned!(|a: $u, b: $u| if a > b { a } else { b }),
                IntOp::MaxS => signed!(|a: $i, b: $i| if a > b { a } else { b }),
                IntOp::And => unsigned!(|a: $u, b: $u| a & b),
                IntOp::Or => unsigned!(|a: $u, b: $u| a | b),
                IntOp::Xor => unsigned!(|a: $u, b: $u| a ^ b),
                IntOp::AddSat => signed!(|a: $i, b: $i| a.saturating_add(b)),
                IntOp::SubSat => signed!(|a: $i, b: $i| a.saturating_sub(b)),
                IntOp::Shl | IntOp::ShrU | IntOp::ShrS => map2(mask, a, b, |a: $lane, b: $lane| {
                    let amount = u32::try_from(b).unwrap_or(u32::MAX);
                    <$lane>::from(shift!(op, a as $u, amount, $u, $i))
                }),
                IntOp::Mul24LoU => unsigned!(|a: $u, b: $u| (low24(a as u32) * low24(b as u32)) as $u),
                IntOp::Mul24HiU => unsigned!(|a: $u, b: $u| ((low24(a as u32) * low24(b as u32)) >> 16) as $u),
                IntOp::Mul24LoS => unsigned!(|a: $u, b: $u| (signed24(a as u32) * signed24(b as u32)) as $u),
                IntOp::Mul24HiS => unsigned!(|a: $u, b: $u| ((signed24(a as u32) * signed24(b as u32)) >> 16) as $u),
            }
        }
    };
}

binary!(binary16, u32, u16, i16, u32, i32);
binary!(binary32, u32, u32, i32, u64, i64);
binary!(binary64, u64, u64, i64, u128, i128);

/// A shift of 64 bits, whose amount has 32.
#[inline(always)]
pub(crate) fn shift64(op: IntOp, mask: u32, a: &Lane<u64>, b: &Lane<u32>) -> Lane<u64> {
    match op {
        IntOp::Shl => map2(mask, a, b, |a, b| shift!(IntOp::Shl, a, b, u64, i64)),
        IntOp::ShrU => map2(mask, a, b, |a, b| shift!(IntOp::ShrU, a, b, u64, i64)),
        _ => map2(mask, a, b, |a, b| shift!(IntOp::ShrS, a, b, u64, i64)),
    }
}

#[inline(always)]
fn low24(value: u32) -> u64 {
    u64::from(value & 0xff_ffff)
}

#[inline(always)]
fn signed24(value: u32) -> i64 {
    i64::from((value << 8) as i32 >> 8)
}

macro_rules! unary {
    ($name:ident, $lane:ty, $u:ty, $i:ty) => {
        /// An operation of one operand.
        #[inline(always)]
        pub(crate) fn $name(op: IntUnary, mask: u32, a: &Lane<$lane>) -> Lane<$lane> {
            macro_rules! each {
                ($f:expr) => {{
                    let f = $f;
                    map1(mask, a, |a: $lane| <$lane>::from(f(a as $u) as $u))
                }};
            }
            match op {
                IntUnary::Neg => each!(|a: $u| a.wrapping_neg()),
                IntUnary::Abs => each!(|a: $u| (a as $i).wrapping_abs()),
                IntUnary::Not => each!(|a: $u| !a),
                IntUnary::Cnot => each!(|a: $u| a == 0),
                IntUnary::Clz => each!(|a: $u| a.leading_zeros()),
                IntUnary::Popc => each!(|a: $u| a.count_ones()),
                IntUnary::Brev => each!(|a: $u| a.reverse_bits()),
            }
        }
    };
}

unary!(unary16, u32, u16, i16);
unary!(unary32, u32, u32, i32);
unary!(unary64, u64, u64, i64);

macro_rules! multiply_add {
    ($name:ident, $lane:ty, $u:ty, $i:ty, $wide_u:ty, $wide_i:ty) => {
        /// A multiply-add.
        #[inline(always)]
        pub(crate) fn $name(
            part: MadPart,
            mask: u32,
            a: &Lane<$lane>,
            b: &Lane<$lane>,
            c: &Lane<$lane>,
        ) -> Lane<$lane> {
            const BITS: u32 = <$u>::BITS;
            macro_rules! each {
                ($f:expr) => {{
                    let f = $f;
                    map3(
                        mask,
                        a,
                        b,
                        c,
                        |a: $lane, b: $lane, c: $lane| <$lane>::from(f(a as $u, b as $u, c as $u) as $u),
                    )
                }};
            }
            let high_u = |a: $u, b: $u| ((<$wide_u>::from(a) * <$wide_u>::from(b)) >> BITS) as $u;
            let high_s = |a: $u, b: $u| ((<$wide_i>::from(a as $i) * <$wide_i>::from(b as $i)) >> BITS) as $u;
            match part {
                MadPart::Lo => each!(|a: $u, b: $u, c: $u| a.wrapping_mul(b).wrapping_add(c)),
                MadPart::HiU => each!(|a: $u, b: $u, c: $u| high_u(a, b).wrapping_add(c)),
                MadPart::HiS => each!(|a: $u, b: $u, c: $u| high_s(a, b).wrapping_add(c)),
                MadPart::HiSatS => each!(|a: $u, b: $u, c: $u| (high_s(a, b) as $i).saturating_add(c as $i)),
            }
        }
    };
}

multiply_add!(mad16, u32, u16, i16, u32, i32);
multiply_add!(mad32, u32, u32, i32, u64, i64);
multiply_add!(mad64, u64, u64, i64, u128, i128);

/// 32 by 32 to 64 bits.
#[inline(always)]
pub(crate) fn mul_wide(signed: bool, mask: u32, a: &Lane<u32>, b: &Lane<u32>) -> Lane<u64> {
    if signed {
        map2(mask, a, b, |a, b| (i64::from(a as i32) * i64::from(b as i32)) as u64)
    } else {
        map2(mask, a, b, |a, b| u64::from(a) * u64::from(b))
    }
}

/// 32 by 32 to 64 bits, plus 64.
#[inline(always)]
pub(crate) fn mad_wide(signed: bool, mask: u32, a: &Lane<u32>, b: &Lane<u32>, c: &Lane<u64>) -> Lane<u64> {
    if signed {
        map3(mask, a, b, c, |a, b, c| ((i64::from(a as i32) * i64::from(b as i32)) as u64).wrapping_add(c))
    } else {
        map3(mask, a, b, c, |a, b, c| (u64::from(a) * u64::from(b)).wrapping_add(c))
    }
}

/// 16 by 16 to 32 bits, plus 32.
#[inline(always)]
pub(crate) fn mad_wide16(signed: bool, mask: u32, a: &Lane<u32>, b: &Lane<u32>, c: &Lane<u32>) -> Lane<u32> {
    if signed {
        map3(mask, a, b, c, |a, b, c| ((i32::from(a as i16) * i32::from(b as i16)) as u32).wrapping_add(c))
    } else {
        map3(mask, a, b, c, |a, b, c| (u32::from(a as u16) * u32::from(b as u16)).wrapping_add(c))
    }
}
