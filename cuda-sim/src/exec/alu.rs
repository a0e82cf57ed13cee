//! Runs the operations that touch nothing but registers.

use super::bits::with_carry;
use super::code::{Op, R32, R64};
use super::conversion::Conversion;
use super::lanes::{LANES, Lane, each, map1, map2, store};
use super::registers::Registers;
use super::soft::Rounding;
use super::{compare, float, half, integer};
use crate::ptx::types::ScalarType;

/// Runs one operation on the lanes of the mask; false if it is not one of these.
#[inline(always)]
pub(crate) fn run(r: &mut Registers, op: &Op, mask: u32) -> bool {
    match *op {
        Op::Int32 { op, d, a, b } => r.set32(d, mask, integer::binary32(op, mask, r.get32(a), r.get32(b))),
        Op::Int16 { op, d, a, b } => r.set32(d, mask, integer::binary16(op, mask, r.get32(a), r.get32(b))),
        Op::Int64 { op, d, a, b } => r.set64(d, mask, integer::binary64(op, mask, r.get64(a), r.get64(b))),
        Op::Shift64 { op, d, a, b } => r.set64(d, mask, integer::shift64(op, mask, r.get64(a), r.get32(b))),
        Op::IntUnary32 { op, half: false, d, a } => r.set32(d, mask, integer::unary32(op, mask, r.get32(a))),
        Op::IntUnary32 { op, half: true, d, a } => r.set32(d, mask, integer::unary16(op, mask, r.get32(a))),
        Op::IntUnary64 { op, d, a } => r.set64(d, mask, integer::unary64(op, mask, r.get64(a))),
        Op::Count64 { op, d, a } => {
            let counts = integer::unary64(op, mask, r.get64(a));
            r.set32(d, mask, map1(mask, &counts, |count| count as u32));
        }
        Op::Mad32 { part, half: false, d, a, b, c } => {
            r.set32(d, mask, integer::mad32(part, mask, r.get32(a), r.get32(b), r.get32(c)));
        }
        Op::Mad32 { part, half: true, d, a, b, c } => {
            r.set32(d, mask, integer::mad16(part, mask, r.get32(a), r.get32(b), r.get32(c)));
        }
        Op::Mad64 { part, d, a, b, c } => {
            r.set64(d, mask, integer::mad64(part, mask, r.get64(a), r.get64(b), r.get64(c)));
        }
        Op::MulWide { signed, d, a, b } => {
            r.set64(d, mask, integer::mul_wide(signed, mask, r.get32(a), r.get32(b)));
        }
        Op::MadWide { signed, d, a, b, c } => {
            r.set64(d, mask, integer::mad_wide(signed, mask, r.get32(a), r.get32(b), r.get64(c)));
        }
        Op::MadWide16 { signed, d, a, b, c } => {
            r.set32(d, mask, integer::mad_wide16(signed, mask, r.get32(a), r.get32(b), r.get32(c)));
        }
        Op::F32 { op, mode, d, a, b } => {
            r.set32(d, mask, float::binary32(op, mode, r.deviation, mask, r.get32(a), r.get32(b)));
        }
        Op::F64 { op, mode, d, a, b } => r.set64(d, mask, float::binary64(op, mode, mask, r.get64(a), r.get64(b))),
        Op::Fma32 { mode, d, a, b, c } => {
            r.set32(d, mask, float::fma32(mode, mask, r.get32(a), r.get32(b), r.get32(c)));
        }
        Op::Fma64 { mode, d, a, b, c } => {
            r.set64(d, mask, float::fma64(mode, mask, r.get64(a), r.get64(b), r.get64(c)));
        }
        Op::Half { op, mode, d, a, b, c } => {
            let operands = [r.get32(a), r.get32(b), r.get32(c)];
            r.set32(d, mask, half::run(op, mode, r.deviation, mask, operands));
        }
        Op::FloatUnary32 { op, mode, d, a } => {
            r.set32(d, mask, float::unary32(op, mode, r.deviation, mask, r.get32(a)))
        }
        Op::FloatUnary64 { op, mode, d, a } => r.set64(d, mask, float::unary64(op, mode, mask, r.get64(a))),
        Op::Compare32 { kind, d, q, a, b, combine } => {
            let bits = compare::compare32(kind, mask, r.get32(a), r.get32(b));
            let (p, not_p) = (compare::combine(r, combine, bits), compare::combine(r, combine, !bits));
            r.set(q, mask, not_p);
            r.set(d, mask, p);
        }
        Op::Compare64 { kind, d, q, a, b, combine } => {
            let bits = compare::compare64(kind, mask, r.get64(a), r.get64(b));
            let (p, not_p) = (compare::combine(r, combine, bits), compare::combine(r, combine, !bits));
            r.set(q, mask, not_p);
            r.set(d, mask, p);
        }
        Op::Classify { what, wide, d, a } => {
            let source = if wide { *r.get64(R64(a)) } else { map1(mask, r.get32(R32(a)), u64::from) };
            r.set(d, mask, compare::classify(what, wide, mask, &source));
        }
        Op::Predicate { op, d, a, b } => r.set(d, mask, compare::predicate(op, r.get(a), r.get(b))),
        Op::Select32 { d, a, b, p } => {
            let (taken, mut chosen) = (r.get(p), *r.get32(b));
            store(&mut chosen, taken, *r.get32(a));
            r.set32(d, mask, chosen);
        }
        Op::Select64 { d, a, b, p } => {
            let (taken, mut chosen) = (r.get(p), *r.get64(b));
            store(&mut chosen, taken, *r.get64(a));
            r.set64(d, mask, chosen);
        }
        Op::Mov32 { d, a } => r.set32(d, mask, *r.get32(a)),
        Op::Mov64 { d, a } => r.set64(d, mask, *r.get64(a)),
        Op::Pack64 { d, low, high } => {
            let packed = map2(mask, r.get32(low), r.get32(high), |low, high| u64::from(high) << 32 | u64::from(low));
            r.set64(d, mask, packed);
        }
        Op::Unpack64 { low, high, a } => {
            let value = *r.get64(a);
            r.set32(low, mask, map1(mask, &value, |bits| bits as u32));
            r.set32(high, mask, map1(mask, &value, |bits| (bits >> 32) as u32));
        }
        Op::Pack32 { d, low, high } => {
            let packed = map2(mask, r.get32(low), r.get32(high), |low, high| high << 16 | low & 0xffff);
            r.set32(d, mask, packed);
        }
        Op::Unpack32 { low, high, a } => {
            let value = *r.get32(a);
            r.set32(low, mask, map1(mask, &value, |bits| bits & 0xffff));
            r.set32(high, mask, map1(mask, &value, |bits| bits >> 16));
        }
        Op::Widen { signed: true, d, a } => {
            r.set64(d, mask, map1(mask, r.get32(a), |bits| i64::from(bits as i32) as u64));
        }
        Op::Widen { signed: false, d, a } => r.set64(d, mask, map1(mask, r.get32(a), u64::from)),
        Op::Narrow { d, a } => r.set32(d, mask, map1(mask, r.get64(a), |bits| bits as u32)),
        Op::Convert { how, wide_d, wide_a, d, a } => convert(r, how, (wide_d, d), (wide_a, a), mask),
        Op::Bits32 { op, d, a, b, c, e } => {
            let (a, b, c, e) = (*r.get32(a), *r.get32(b), *r.get32(c), *r.get32(e));
            let mut out = [0; LANES];
            each(mask).for_each(|lane| out[lane] = op.apply(a[lane], b[lane], c[lane], e[lane]));
            r.set32(d, mask, out);
        }
        Op::Bits64 { op, d, a, b, c, e } => {
            let (a, b, c, e) = (*r.get64(a), *r.get64(b), *r.get32(c), *r.get32(e));
            let mut out = [0; LANES];
            each(mask).for_each(|lane| out[lane] = op.apply64(a[lane], b[lane], c[lane], e[lane]));
            r.set64(d, mask, out);
        }
        Op::Carry32 { subtract, d, a, b, carry_in, carry_out } => {
            let (a, b) = (r.get32(a).map(u64::from), r.get32(b).map(u64::from));
            let (out, carries) = carry(&a, &b, r.get(carry_in), subtract, 32, mask);
            r.set32(d, mask, out.map(|bits| bits as u32));
            r.set(carry_out, mask, carries);
        }
        Op::Carry64 { subtract, d, a, b, carry_in, carry_out } => {
            let (out, carries) = carry(r.get64(a), r.get64(b), r.get(carry_in), subtract, 64, mask);
            r.set64(d, mask, out);
            r.set(carry_out, mask, carries);
        }
        _ => return false,
    }
    true
}

/// Adds or subtracts each pair with its carry.
fn carry(a: &Lane<u64>, b: &Lane<u64>, carries: u32, subtract: bool, width: u32, mask: u32) -> (Lane<u64>, u32) {
    let mut out = [0; LANES];
    let mut carried = 0;
    for lane in each(mask) {
        let (value, carry) = with_carry(a[lane], b[lane], carries >> lane & 1 != 0, subtract, width);
        out[lane] = value;
        carried |= u32::from(carry) << lane;
    }
    (out, carried)
}

#[inline(always)]
fn convert(r: &mut Registers, how: Conversion, (wide_d, d): (bool, u16), (wide_a, a): (bool, u16), mask: u32) {
    let plain = !how.ftz && !how.sat && how.rounding == Rounding::Nearest;
    match (how.from, how.to) {
        (ScalarType::S32, ScalarType::F32) if plain && !wide_a && !wide_d => {
            r.set32(R32(d), mask, map1(mask, r.get32(R32(a)), |bits| (bits as i32 as f32).to_bits()));
        }
        (ScalarType::U32, ScalarType::F32) if plain && !wide_a && !wide_d => {
            r.set32(R32(d), mask, map1(mask, r.get32(R32(a)), |bits| (bits as f32).to_bits()));
        }
        _ => {
            // One lane at a time: every rounding and range rule is in `Conversion::apply`.
            let source = if wide_a { *r.get64(R64(a)) } else { map1(mask, r.get32(R32(a)), u64::from) };
            let mut made = [0; super::lanes::LANES];
            super::lanes::each(mask).for_each(|lane| made[lane] = how.apply(source[lane]));
            if wide_d {
                r.set64(R64(d), mask, made);
            } else {
                r.set32(R32(d), mask, map1(mask, &made, |bits| bits as u32));
            }
        }
    }
}
