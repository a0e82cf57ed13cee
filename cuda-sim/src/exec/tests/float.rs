//! Floating-point instructions with their corner cases.

use super::evaluate::{check, check_f32, check1, check32, check64, evaluate};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;
/// The smallest subnormal.
const TINY: f32 = f32::from_bits(1);
/// The largest subnormal.
const SUB: f32 = f32::from_bits(0x007f_ffff);

#[test]
fn arithmetic_is_ieee_and_its_nan_is_canonical() {
    check_f32("add.f32", &[(1.5, 2.25, 3.75), (INF, -INF, NAN), (NAN, 1.0, NAN), (-0.0, -0.0, -0.0), (1.0, -1.0, 0.0)]);
    check32("add.f32", &[(0x7f80_0001, 0, 0x7fff_ffff), (0xffc0_0000, 0, 0x7fff_ffff)]);
    check_f32("sub.rn.f32", &[(1.0, 3.0, -2.0), (INF, INF, NAN)]);
    check_f32("mul.f32", &[(0.0, INF, NAN), (-2.0, 3.0, -6.0), (TINY, 0.5, 0.0), (-TINY, 0.5, -0.0)]);
    check_f32("div.rn.f32", &[(1.0, 3.0, 1.0 / 3.0), (1.0, 0.0, INF), (0.0, 0.0, NAN), (-1.0, 0.0, -INF)]);
    let (third, nan) = ((1.0f64 / 3.0).to_bits(), 0x7fff_ffff_ffff_ffff);
    check64("div.rn.f64", &[(1f64.to_bits(), 3f64.to_bits(), third), (0, 0, nan)]);
    check64("add.f64", &[(f64::INFINITY.to_bits(), f64::NEG_INFINITY.to_bits(), nan)]);
    check64("mul.rn.f64", &[(3f64.to_bits(), 0.5f64.to_bits(), 1.5f64.to_bits())]);
}

#[test]
fn directed_rounding_brackets_the_result() {
    let one = 1f32.to_bits();
    let tiny = 1e-10f32.to_bits();
    check32("add.rn.f32", &[(one, tiny, one)]);
    check32("add.rp.f32", &[(one, tiny, one + 1), (one | 1 << 31, tiny, (one | 1 << 31) - 1)]);
    check32("add.rm.f32", &[(one, tiny, one), (one | 1 << 31, tiny | 1 << 31, (one | 1 << 31) + 1)]);
    check32("add.rz.f32", &[(one | 1 << 31, tiny | 1 << 31, one | 1 << 31), (one, tiny | 1 << 31, one - 1)]);
    // An exact zero is negative when rounding down only.
    check_f32("add.rm.f32", &[(1.0, -1.0, -0.0)]);
    check_f32("add.rp.f32", &[(1.0, -1.0, 0.0)]);
    let third = (1.0f32 / 3.0).to_bits();
    check32("div.rz.f32", &[(one, 3f32.to_bits(), third - 1)]);
    check32("div.rp.f32", &[(one, 3f32.to_bits(), third)]);
    check_f32("mul.rz.f32", &[(f32::MAX, 2.0, f32::MAX), (-f32::MAX, 2.0, -f32::MAX)]);
    check_f32("mul.rp.f32", &[(f32::MAX, 2.0, INF), (-f32::MAX, 2.0, -f32::MAX), (TINY, 0.5, TINY)]);
    check1("sqrt.rm.f32", &[(2f32.to_bits(), 0x3fb5_04f3)]);
    check1("sqrt.rp.f32", &[(2f32.to_bits(), 0x3fb5_04f4)]);
    check1("rcp.rz.f32", &[(3f32.to_bits(), third - 1)]);
    let third = (1.0f64 / 3.0).to_bits();
    check64("div.rp.f64", &[(1f64.to_bits(), 3f64.to_bits(), third + 1)]);
    check64("div.rm.f64", &[(1f64.to_bits(), 3f64.to_bits(), third)]);
    check64("sub.rp.f64", &[(1f64.to_bits(), (-1e-300f64).to_bits(), 1f64.to_bits() + 1)]);
}

#[test]
fn flushing_keeps_the_sign_of_operands_and_results() {
    check_f32("add.ftz.f32", &[(SUB, 0.0, 0.0), (-SUB, -0.0, -0.0), (SUB, 1.0, 1.0)]);
    // A result below the normal range flushes as well.
    check_f32("mul.ftz.f32", &[(f32::MIN_POSITIVE, 0.5, 0.0), (-f32::MIN_POSITIVE, 0.5, -0.0)]);
    check_f32("mul.f32", &[(f32::MIN_POSITIVE, 0.5, f32::MIN_POSITIVE / 2.0)]);
    check_f32("div.rn.ftz.f32", &[(1.0, SUB, INF), (-1.0, SUB, -INF)]);
    check1("neg.ftz.f32", &[(1, 1 << 31), (0x8000_0001, 0)]);
    check1("abs.ftz.f32", &[(0x8000_0001, 0)]);
    check1("neg.f32", &[(1, 0x8000_0001), (0, 1 << 31)]);
    check1("abs.f32", &[(0x8000_0001, 1), (0xff80_0000, 0x7f80_0000)]);
    check1("sqrt.approx.ftz.f32", &[(1, 0), (0x8000_0001, 1 << 31)]);
}

#[test]
fn saturation_clamps_to_one_and_makes_nan_zero() {
    check_f32(
        "add.sat.f32",
        &[(0.25, 0.5, 0.75), (1.0, 1.0, 1.0), (-1.0, 0.0, 0.0), (NAN, 0.0, 0.0), (-0.0, -0.0, 0.0)],
    );
    check_f32("mul.sat.f32", &[(INF, 1.0, 1.0), (-INF, 1.0, 0.0), (0.0, INF, 0.0)]);
    let row = |a: f32, b: f32, c: f32| [a, b, c].map(|value| u64::from(value.to_bits()));
    check("fma.rn.sat.f32 %r0, %r1, %r2, %r3;", "r0", &[(row(2.0, 3.0, -5.5), u64::from(0.5f32.to_bits()))]);
}

#[test]
fn fused_multiply_add_rounds_once() {
    let row = |a: f32, b: f32, c: f32| [a, b, c].map(|value| u64::from(value.to_bits()));
    let a = 1.0 + f32::EPSILON;
    // a * a = 1 + 2e + e^2; only a fused operation sees the e^2.
    let table = [(row(a, a, -(1.0 + 2.0 * f32::EPSILON)), u64::from((f32::EPSILON * f32::EPSILON).to_bits()))];
    check("fma.rn.f32 %r0, %r1, %r2, %r3;", "r0", &table);
    check("mad.rn.f32 %r0, %r1, %r2, %r3;", "r0", &table);
    check("fma.rz.f32 %r0, %r1, %r2, %r3;", "r0", &table);
    check("fma.rn.f32 %r0, %r1, %r2, %r3;", "r0", &[(row(0.0, INF, 1.0), 0x7fff_ffff)]);
    check("fma.rp.f32 %r0, %r1, %r2, %r3;", "r0", &[(row(1.0, 1.0, 1e-20), u64::from(1f32.to_bits()) + 1)]);
    check("fma.rm.f32 %r0, %r1, %r2, %r3;", "r0", &[(row(1.0, 1.0, -1e-20), u64::from(1f32.to_bits()) - 1)]);
    check("fma.rn.ftz.f32 %r0, %r1, %r2, %r3;", "r0", &[(row(SUB, 1.0, -0.0), 0)]);
    let row = |a: f64, b: f64, c: f64| [a, b, c].map(f64::to_bits);
    let a = 1.0 + f64::EPSILON;
    let table = [(row(a, a, -(1.0 + 2.0 * f64::EPSILON)), (f64::EPSILON * f64::EPSILON).to_bits())];
    check("fma.rn.f64 %d0, %d1, %d2, %d3;", "d0", &table);
    check("fma.rp.f64 %d0, %d1, %d2, %d3;", "d0", &[(row(1.0, 1.0, 1e-300), 1f64.to_bits() + 1)]);
}

#[test]
fn minimum_and_maximum_order_zeros_and_drop_one_nan() {
    check_f32(
        "min.f32",
        &[(1.0, 2.0, 1.0), (-0.0, 0.0, -0.0), (0.0, -0.0, -0.0), (NAN, 2.0, 2.0), (2.0, NAN, 2.0), (NAN, NAN, NAN)],
    );
    check_f32("max.f32", &[(1.0, 2.0, 2.0), (-0.0, 0.0, 0.0), (0.0, -0.0, 0.0), (NAN, 2.0, 2.0), (-INF, NAN, -INF)]);
    check_f32("min.NaN.f32", &[(NAN, 2.0, NAN), (2.0, NAN, NAN), (1.0, 2.0, 1.0)]);
    check_f32("max.NaN.f32", &[(NAN, 2.0, NAN), (-3.0, -4.0, -3.0)]);
    check_f32("max.ftz.f32", &[(SUB, -1.0, 0.0)]);
    let bits = |value: f64| value.to_bits();
    check64("min.f64", &[(bits(-0.0), 0, bits(-0.0)), (bits(f64::NAN), bits(5.0), bits(5.0))]);
    check64("max.f64", &[(bits(-0.0), 0, 0), (bits(f64::NAN), bits(f64::NAN), 0x7fff_ffff_ffff_ffff)]);
    check_f32("copysign.f32", &[(-1.0, 2.0, -2.0), (1.0, -2.0, 2.0)]);
}

#[test]
fn approximate_division_gives_up_beyond_its_range() {
    let huge = f32::from_bits(0x7e80_0001);
    check_f32("div.approx.f32", &[(huge, huge, 0.0), (INF, huge, NAN), (1.0, INF, 0.0)]);
    check_f32("div.full.f32", &[(huge, huge, 1.0)]);
    let near =
        evaluate("div.approx.f32 %r0, %r1, %r2;", "r0", &[[7f32, 3.0, 0.0].map(|value| u64::from(value.to_bits()))]);
    let expected = i64::from((7f32 / 3.0).to_bits());
    assert!((near[0] as i64 - expected).abs() <= 2, "at most two units in the last place");
}

/// An instruction of one operand, the operands it is given, the function it stands for, and its bound.
type Approximation = (&'static str, &'static [f32], fn(f64) -> f64, f64);

#[test]
fn approximate_functions_stay_inside_their_bounds() {
    let cases: [Approximation; 7] = [
        ("rcp.approx.f32", &[1.0, 3.0, -7.5, 1e20], |value| 1.0 / value, 1.2e-7),
        ("sqrt.approx.f32", &[0.0, 2.0, 1e30, 1e-30], f64::sqrt, 1.2e-7),
        ("rsqrt.approx.f32", &[2.0, 1e30, 1e-30], |value| 1.0 / value.sqrt(), 1.3e-7),
        ("ex2.approx.f32", &[0.0, 1.5, -20.25, 100.0], f64::exp2, 2.4e-7),
        ("lg2.approx.f32", &[4.0, 10.0, 1e-20], f64::log2, 2.4e-7),
        ("sin.approx.f32", &[0.5, 1.0, -2.0], f64::sin, 7e-7),
        ("cos.approx.f32", &[0.5, 1.0, -2.0], f64::cos, 1e-6),
    ];
    for (opcode, inputs, function, bound) in cases {
        let rows: Vec<_> = inputs.iter().map(|value| [u64::from(value.to_bits()), 0, 0]).collect();
        for (input, bits) in inputs.iter().zip(evaluate(&format!("{opcode} %r0, %r1;"), "r0", &rows)) {
            let (found, exact) = (f64::from(f32::from_bits(bits as u32)), function(f64::from(*input)));
            assert!((found - exact).abs() <= bound * exact.abs(), "{opcode} of {input}: {found} against {exact}");
        }
    }
    check1("rcp.approx.f32", &[(0, 0x7f80_0000), (0x7f80_0000, 0), (0x8000_0000, 0xff80_0000)]);
    check1("ex2.approx.f32", &[(0xff80_0000, 0), (0x8000_0000, 0x3f80_0000), (0x7f80_0000, 0x7f80_0000)]);
    check1("lg2.approx.f32", &[(0, 0xff80_0000), (0x8000_0000, 0xff80_0000), (0xbf80_0000, 0x7fff_ffff)]);
    check1("sin.approx.f32", &[(0x7f80_0000, 0x7fff_ffff), (0x8000_0000, 0x8000_0000)]);
    check1("rsqrt.approx.f32", &[(0, 0x7f80_0000), (0x8000_0000, 0xff80_0000), (0xbf80_0000, 0x7fff_ffff)]);
    let bits = |value: f64| value.to_bits();
    let gross = [
        ([bits(3.0), 0, 0], bits(1.0 / 3.0) & !0xffff_ffff),
        ([0, 0, 0], bits(f64::INFINITY)),
        ([1 << 63 | 5, 0, 0], bits(f64::NEG_INFINITY)),
    ];
    check("rcp.approx.ftz.f64 %d0, %d1;", "d0", &gross);
    check(
        "rsqrt.approx.f64 %d0, %d1;",
        "d0",
        &[([bits(4.0), 0, 0], bits(0.5)), ([bits(-1.0), 0, 0], 0x7fff_ffff_ffff_ffff)],
    );
}
