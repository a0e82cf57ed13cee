//! The corner cases that the PTX documentation spells out, one test each.

use super::evaluate::{canonical, check, check_f32, check1, check16, check32, check64};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;
/// The smallest subnormal.
const TINY: f32 = f32::from_bits(1);
const M1: u32 = u32::MAX;

#[test]
fn division_by_zero_does_not_trap() {
    check32("div.u32", &[(7, 0, M1), (0, 0, M1)]);
    check32("div.s32", &[(7, 0, M1), (M1, 0, M1), (1 << 31, M1, 1 << 31)]);
    check32("rem.s32", &[(7, 0, 7), (1 << 31, M1, 0)]);
    check64("rem.u64", &[(9, 0, 9)]);
    check16("div.u16", &[(9, 0, 0xffff)]);
}

#[test]
fn shift_amounts_beyond_the_width_are_the_width() {
    check32("shl.b32", &[(M1, 32, 0), (M1, M1, 0), (M1, 31, 1 << 31)]);
    check32("shr.u32", &[(M1, 33, 0)]);
    check32("shr.s32", &[(1 << 31, 99, M1), (5, 99, 0)]);
}

#[test]
fn flushing_keeps_signs_on_the_way_in_and_out() {
    check_f32("add.ftz.f32", &[(TINY, 0.0, 0.0), (-TINY, -0.0, -0.0)]);
    check_f32("mul.ftz.f32", &[(f32::MIN_POSITIVE, -0.5, -0.0)]);
    check16("add.ftz.f16", &[(1, 1, 0), (0x8001, 0x8001, 0x8000)]);
    check16("mul.ftz.f16", &[(0x0400, 0xb800, 0x8000)]);
    check16("mul.f16", &[(0x0400, 0xb800, 0x8200)]);
}

#[test]
fn saturation_makes_nan_a_positive_zero() {
    check_f32("add.sat.f32", &[(NAN, 1.0, 0.0), (-0.0, -0.0, 0.0), (2.0, 2.0, 1.0)]);
    check16("mul.sat.f16", &[(0x7e00, 0x3c00, 0), (0xc000, 0x3c00, 0), (0x4000, 0x3c00, 0x3c00)]);
    check1("cvt.sat.f32.f32", &[(0xffc0_0000, 0)]);
}

#[test]
fn results_that_are_nan_are_the_canonical_one() {
    check32("mul.f32", &[(0xffc1_2345, 0, 0x7fff_ffff)]);
    check64("mul.f64", &[(0xfff8_0000_0000_0001, 0, 0x7fff_ffff_ffff_ffff)]);
    check16("mul.f16", &[(0xfe01, 0, 0x7fff)]);
    check16("mul.bf16", &[(0xffc1, 0, 0x7fff)]);
}

#[test]
fn a_negative_zero_is_below_a_positive_one() {
    check_f32("min.f32", &[(0.0, -0.0, -0.0), (-0.0, 0.0, -0.0)]);
    check_f32("max.f32", &[(0.0, -0.0, 0.0), (-0.0, 0.0, 0.0)]);
    check16("min.f16", &[(0, 0x8000, 0x8000)]);
    check16("max.bf16", &[(0x8000, 0, 0)]);
    check_f32("min.f32", &[(NAN, 1.0, 1.0), (NAN, NAN, NAN)]);
    check_f32("min.NaN.f32", &[(NAN, 1.0, NAN)]);
    check_f32("max.xorsign.abs.f32", &[(-3.0, 2.0, -3.0), (-3.0, -4.0, 4.0), (NAN, -4.0, -4.0)]);
}

#[test]
fn signs_of_subnormals_are_turned() {
    check1("neg.f32", &[(1, 0x8000_0001)]);
    check1("abs.f32", &[(0x8000_0001, 1)]);
    check1("neg.ftz.f32", &[(1, 1 << 31)]);
}

#[test]
fn approximate_division_by_a_huge_number_is_zero_or_nan() {
    let huge = f32::from_bits(0x7e80_0001);
    check_f32("div.approx.f32", &[(huge, huge, 0.0), (-1.0, huge, -0.0), (INF, huge, NAN), (1.0, INF, 0.0)]);
    check_f32("div.full.f32", &[(huge, huge, 1.0)]);
}

#[test]
fn conversions_to_integers_clamp_and_give_nan_its_own_value() {
    let nan = u64::from(canonical(NAN));
    check("cvt.rzi.s32.f32 %r0, %r1;", "r0", &[([nan, 0, 0], 0), ([0x7f80_0000, 0, 0], 0x7fff_ffff)]);
    check("cvt.rzi.u32.f32 %r0, %r1;", "r0", &[([nan, 0, 0], 0), ([0xff80_0000, 0, 0], 0)]);
    check("cvt.rzi.s64.f32 %d0, %r1;", "d0", &[([nan, 0, 0], 1 << 63)]);
    check("cvt.rzi.u64.f32 %d0, %r1;", "d0", &[([nan, 0, 0], 1 << 63)]);
    check("cvt.rzi.u32.f64 %r0, %d1;", "r0", &[([f64::NAN.to_bits(), 0, 0], 1 << 31)]);
    check("cvt.rzi.s16.f16 %h0, %h1;", "h0", &[([0x7e00, 0, 0], 0), ([0x7c00, 0, 0], 0x7fff)]);
}

#[test]
fn the_first_operand_of_a_packed_conversion_goes_up() {
    let [one, two] = [1f32, 2.0].map(|value| u64::from(value.to_bits()));
    check("cvt.rn.f16x2.f32 %r0, %r1, %r2;", "r0", &[([one, two, 0], 0x3c00_4000)]);
    check("cvt.rn.bf16x2.f32 %r0, %r1, %r2;", "r0", &[([one, two, 0], 0x3f80_4000)]);
    check("cvt.rn.satfinite.e4m3x2.f32 %h0, %r1, %r2;", "h0", &[([one, two, 0], 0x3840)]);
    check("cvt.pack.sat.s16.s32 %r0, %r1, %r2;", "r0", &[([99_999, 5, 0], 0x7fff_0005)]);
}

#[test]
fn conversions_that_stay_finite_clamp_infinities() {
    let infinity = u64::from(INF.to_bits());
    let nan = u64::from(canonical(NAN));
    check("cvt.rn.satfinite.e4m3x2.f32 %h0, %r1, %r2;", "h0", &[([infinity, nan, 0], 0x7e7f)]);
    check("cvt.rn.satfinite.e5m2x2.f32 %h0, %r1, %r2;", "h0", &[([infinity, nan, 0], 0x7b7f)]);
    check("cvt.rn.satfinite.f16.f32 %h0, %r1;", "h0", &[([infinity, 0, 0], 0x7bff), ([nan, 0, 0], 0x7fff)]);
    check(
        "cvt.rna.tf32.f32 %r0, %r1;",
        "r0",
        &[([0x3f80_1000, 0, 0], 0x3f80_2000), ([0x3f80_0fff, 0, 0], 0x3f80_0000)],
    );
}

#[test]
fn fields_without_length_are_empty() {
    check("bfe.s32 %r0, %r1, %r2, %r3;", "r0", &[([0xffff_ffff, 4, 0], 0), ([0x8000_0000, 40, 3], 0xffff_ffff)]);
    check("mov.b32 %r5, 7; bfi.b32 %r0, %r1, %r5, %r2, %r3;", "r0", &[([1, 4, 0], 7), ([1, 32, 4], 7)]);
}

#[test]
fn no_bit_is_found_in_zero() {
    check1("bfind.u32", &[(0, M1), (8, 3)]);
    check1("bfind.s32", &[(M1, M1), (0, M1)]);
    check1("bfind.shiftamt.u32", &[(0, M1), (8, 28)]);
    check1("clz.b32", &[(0, 32)]);
}

#[test]
fn the_top_bit_of_a_selector_spreads_a_sign() {
    check("prmt.b32 %r0, %r1, %r2, %r3;", "r0", &[([0x80, 0x7f, 0xc840], 0x00ff_7f80)]);
}

#[test]
fn funnels_wrap_or_clamp_at_the_word() {
    check("shf.l.wrap.b32 %r0, %r1, %r2, %r3;", "r0", &[([1, 2, 32], 2), ([1, 2, 33], 4)]);
    check("shf.l.clamp.b32 %r0, %r1, %r2, %r3;", "r0", &[([1, 2, 32], 1), ([1, 2, 33], 1)]);
}

#[test]
fn the_carry_of_a_difference_says_that_nothing_was_borrowed() {
    let flags = "addc.u32 %r7, 0, 0; subc.u32 %r8, 0, 0; mov.b64 %d0, {%r7, %r8};";
    let after = |set: &str, carry: u64| {
        let borrowed = if carry == 1 { 0 } else { u64::from(M1) << 32 };
        check(&format!("{set} {flags}"), "d0", &[([0, 1, 0], carry | borrowed)]);
    };
    after("sub.cc.u32 %r7, %r1, %r1;", 1);
    after("sub.cc.u32 %r7, %r1, %r2;", 0);
    after("add.cc.u32 %r7, %r1, %r2;", 0);
    after("add.cc.u32 %r7, 0xffffffff, %r2;", 1);
    after("add.cc.u32 %r7, %r1, %r2; subc.cc.u32 %r7, %r2, %r1;", 1);
    after("add.cc.u32 %r7, %r1, %r2; subc.cc.u32 %r7, %r1, %r1;", 0);
    after("mad.lo.cc.u32 %r7, %r2, 0xffffffff, 1;", 1);
}

#[test]
fn approximate_functions_have_exact_values_at_their_ends() {
    check1("ex2.approx.f32", &[(0, 0x3f80_0000), (0x8000_0000, 0x3f80_0000), (0xff80_0000, 0)]);
    check1("lg2.approx.f32", &[(0, 0xff80_0000), (0x8000_0000, 0xff80_0000), (0xbf80_0000, 0x7fff_ffff)]);
    check1("sin.approx.f32", &[(0x7f80_0000, 0x7fff_ffff), (0xff80_0000, 0x7fff_ffff)]);
    check1("cos.approx.f32", &[(0x7f80_0000, 0x7fff_ffff), (0, 0x3f80_0000)]);
    check1("rcp.approx.f32", &[(0, 0x7f80_0000), (0x8000_0000, 0xff80_0000), (0xff80_0000, 0x8000_0000)]);
    check1("rsqrt.approx.f32", &[(0x8000_0000, 0xff80_0000), (0x7f80_0000, 0)]);
    check1("tanh.approx.f32", &[(0x7f80_0000, 0x3f80_0000), (0xff80_0000, 0xbf80_0000)]);
}
