//! Arithmetic of 16-bit floats, one or two in a register.
//!
//! Every value is exact in f64, so an operation is done there and rounded once to 16 bits. The one result that f64 itself
//! may have to round is a fused multiply-add: it is rounded to odd there, which leaves the second rounding right.

use super::approximate::{Approximate, Deviation};
use super::float::{max64, min64};
use super::lanes::{Lane, map1, map2, map3};

/// An operation on 16-bit floats. Each variant is the PTX instruction of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HalfOp {
    Add,
    Sub,
    Mul,
    Fma,
    Min,
    Max,
    Neg,
    Abs,
    Ex2,
    Tanh,
}

/// How an instruction on 16-bit floats works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HalfMode {
    /// bf16 rather than f16.
    pub(crate) brain: bool,
    /// Two values in a register of 32 bits.
    pub(crate) packed: bool,
    /// Flush subnormal operands and results to zero of the same sign.
    pub(crate) ftz: bool,
    /// Clamp the result to [0, 1], NaN to +0.
    pub(crate) sat: bool,
    /// Clamp a negative result to zero.
    pub(crate) relu: bool,
    /// A minimum or maximum with one NaN is NaN.
    pub(crate) nan: bool,
    /// A minimum or maximum of magnitudes, with the product of the signs.
    pub(crate) xorsign: bool,
}

/// The canonical NaN of both formats.
const NAN16: u32 = 0x7fff;
/// The sign.
const SIGN16: u32 = 0x8000;

/// An operation of up to three operands; those it lacks are ignored.
#[inline(always)]
pub(crate) fn run(
    op: HalfOp,
    mode: HalfMode,
    deviation: Deviation,
    mask: u32,
    [a, b, c]: [&Lane<u32>; 3],
) -> Lane<u32> {
    let approximate = |how: Approximate, f: fn(f64) -> f64| {
        move |x: u32| {
            let input = mode.widen(x);
            mode.narrow(deviation.half(how, mode.brain, u64::from(x), f(input)))
        }
    };
    match op {
        HalfOp::Add => mode.each2(mask, a, b, |x, y| mode.narrow(mode.widen(x) + mode.widen(y))),
        HalfOp::Sub => mode.each2(mask, a, b, |x, y| mode.narrow(mode.widen(x) - mode.widen(y))),
        HalfOp::Mul => mode.each2(mask, a, b, |x, y| mode.narrow(mode.widen(x) * mode.widen(y))),
        HalfOp::Fma => {
            mode.each3(mask, a, b, c, |x, y, z| mode.narrow(fused(mode.widen(x), mode.widen(y), mode.widen(z))))
        }
        HalfOp::Min => mode.each2(mask, a, b, |x, y| mode.extreme(x, y, min64)),
        HalfOp::Max => mode.each2(mask, a, b, |x, y| mode.extreme(x, y, max64)),
        HalfOp::Neg => mode.each1(mask, a, |x| mode.flush(x) ^ SIGN16),
        HalfOp::Abs => mode.each1(mask, a, |x| mode.flush(x) & !SIGN16),
        HalfOp::Ex2 => mode.each1(mask, a, approximate(Approximate::Ex2, f64::exp2)),
        HalfOp::Tanh => mode.each1(mask, a, approximate(Approximate::Tanh, f64::tanh)),
    }
}

/// The sum of two values, or pairs of values, in memory.
pub(crate) fn sum(mode: HalfMode, a: u32, b: u32) -> u32 {
    let add = |x: u32, y: u32| mode.narrow(mode.widen(x) + mode.widen(y));
    let low = add(a & 0xffff, b & 0xffff);
    if mode.packed { low | add(a >> 16, b >> 16) << 16 } else { low }
}

/// `x * y + z`, rounded to odd: what was lost shows in the last bit.
#[inline(always)]
fn fused(x: f64, y: f64, z: f64) -> f64 {
    let product = x * y;
    let sum = product + z;
    // The exact error of the sum.
    let back = sum - product;
    let error = (product - (sum - back)) + (z - back);
    let bits = sum.to_bits();
    if error == 0.0 || bits & 1 == 1 || !error.is_finite() {
        return sum;
    }
    // Of the two neighbours of the exact sum this is the even one; the odd one is on the side of the error.
    let outward = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if outward { bits + 1 } else { bits - 1 })
}

impl HalfMode {
    /// A mode without modifiers.
    pub(crate) const fn plain(brain: bool, packed: bool) -> Self {
        Self { brain, packed, ftz: false, sat: false, relu: false, nan: false, xorsign: false }
    }

    #[inline(always)]
    fn each1(self, mask: u32, a: &Lane<u32>, f: impl Fn(u32) -> u32) -> Lane<u32> {
        if self.packed { map1(mask, a, |a| f(a & 0xffff) | f(a >> 16) << 16) } else { map1(mask, a, |a| f(a & 0xffff)) }
    }

    #[inline(always)]
    fn each2(self, mask: u32, a: &Lane<u32>, b: &Lane<u32>, f: impl Fn(u32, u32) -> u32) -> Lane<u32> {
        if self.packed {
            map2(mask, a, b, |a, b| f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16)
        } else {
            map2(mask, a, b, |a, b| f(a & 0xffff, b & 0xffff))
        }
    }

    #[inline(always)]
    fn each3(
        self,
        mask: u32,
        a: &Lane<u32>,
        b: &Lane<u32>,
        c: &Lane<u32>,
        f: impl Fn(u32, u32, u32) -> u32,
    ) -> Lane<u32> {
        if self.packed {
            map3(mask, a, b, c, |a, b, c| f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16)
        } else {
            map3(mask, a, b, c, |a, b, c| f(a & 0xffff, b & 0xffff, c & 0xffff))
        }
    }

    #[inline(always)]
    fn exponent_mask(self) -> u32 {
        if self.brain { 0x7f80 } else { 0x7c00 }
    }

    /// Zero of the same sign for a subnormal, where the mode asks for it.
    #[inline(always)]
    fn flush(self, bits: u32) -> u32 {
        if self.ftz && bits & self.exponent_mask() == 0 { bits & SIGN16 } else { bits }
    }

    /// The operand as an f64.
    #[inline(always)]
    fn widen(self, bits: u32) -> f64 {
        f64::from(f32::from_bits(widen32(self.brain, self.flush(bits))))
    }

    /// The smaller or larger of two; `pick` does it for f64 bits.
    #[inline(always)]
    fn extreme(self, x: u32, y: u32, pick: fn(u64, u64, bool) -> u64) -> u32 {
        let keep = if self.xorsign { !SIGN16 } else { !0 };
        let picked = pick(self.widen(x & keep).to_bits(), self.widen(y & keep).to_bits(), self.nan);
        let bits = self.narrow(f64::from_bits(picked));
        if self.xorsign && bits != NAN16 { bits | (x ^ y) & SIGN16 } else { bits }
    }

    /// Rounds to 16 bits, flushes and clamps.
    #[inline(always)]
    fn narrow(self, value: f64) -> u32 {
        let bits = self.flush(narrow(self.brain, value));
        let negative = bits & SIGN16 != 0;
        let nan = bits & !SIGN16 > self.exponent_mask();
        let one = if self.brain { 0x3f80 } else { 0x3c00 };
        if self.sat {
            return if nan || negative { 0 } else { bits.min(one) };
        }
        if self.relu && negative && !nan { 0 } else { bits }
    }
}

/// The f32 with the value of a 16-bit float.
#[inline(always)]
pub(crate) fn widen32(brain: bool, bits: u32) -> u32 {
    if brain {
        return bits << 16;
    }
    let magnitude = bits & 0x7fff;
    // The exponent's bias is put right by a multiplication, which normalises subnormals on the way.
    let scaled = (f32::from_bits(magnitude << 13) * f32::from_bits(0x7780_0000)).to_bits();
    let special = magnitude << 13 | 0x7f80_0000;
    (if magnitude >= 0x7c00 { special } else { scaled }) | (bits & SIGN16) << 16
}

/// Rounds to a 16-bit float, ties to even.
#[inline(always)]
pub(crate) fn narrow(brain: bool, value: f64) -> u32 {
    let (bias, mantissa_bits) = if brain { (127, 7) } else { (15, 10) };
    let bits = value.to_bits();
    let sign = (bits >> 48) as u32 & SIGN16;
    let magnitude = bits & !(1 << 63);
    if magnitude > 0x7ff << 52 {
        return NAN16;
    }
    let infinity = (2 * bias as u32 + 1) << mantissa_bits;
    let exponent = (magnitude >> 52) as i32 - 1023;
    if exponent > bias {
        return sign | infinity;
    }
    let least = 1 - bias;
    let drop = 52 - mantissa_bits + (least - exponent).clamp(0, 12);
    let mantissa = magnitude & ((1 << 52) - 1) | 1 << 52;
    let (kept, rest, half) = (mantissa >> drop, mantissa & ((1 << drop) - 1), 1 << (drop - 1));
    let kept = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
    let below = if exponent >= least { ((exponent + bias - 1) as u32) << mantissa_bits } else { 0 };
    // A carry out of the digits runs into the exponent, and at the top into infinity.
    sign | (below + kept as u32)
}
