//! Moves and conversions with their corner cases.

use super::evaluate::{check, check1};

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// Checks a conversion from the f32 in `%r1`.
fn from_f32(text: &str, out: &str, table: &[(f32, u64)]) {
    let table: Vec<_> = table.iter().map(|&(value, d)| ([single(value), 0, 0], d)).collect();
    check(text, out, &table);
}

/// Checks a conversion from the f64 in `%d1`.
fn from_f64(text: &str, out: &str, table: &[(f64, u64)]) {
    let table: Vec<_> = table.iter().map(|&(value, d)| ([value.to_bits(), 0, 0], d)).collect();
    check(text, out, &table);
}

#[test]
fn float_to_integer_rounds_and_clamps() {
    let s32 = |value: i32| u64::from(value as u32);
    from_f32("cvt.rni.s32.f32 %r0, %r1;", "r0", &[(2.5, 2), (3.5, 4), (-2.5, s32(-2))]);
    from_f32(
        "cvt.rzi.s32.f32 %r0, %r1;",
        "r0",
        &[(2.9, 2), (-2.9, s32(-2)), (1e20, s32(i32::MAX)), (-1e20, s32(i32::MIN))],
    );
    from_f32("cvt.rmi.s32.f32 %r0, %r1;", "r0", &[(-2.1, s32(-3)), (2.9, 2)]);
    from_f32("cvt.rpi.s32.f32 %r0, %r1;", "r0", &[(2.1, 3), (-2.9, s32(-2))]);
    from_f32("cvt.rzi.u32.f32 %r0, %r1;", "r0", &[(-5.0, 0), (5e9, 0xffff_ffff), (f32::INFINITY, 0xffff_ffff)]);
    from_f32("cvt.rzi.u8.f32 %r0, %r1;", "r0", &[(300.0, 255), (-1.0, 0), (7.9, 7)]);
    from_f32("cvt.rzi.s8.f32 %r0, %r1;", "r0", &[(-300.0, s32(-128)), (300.0, 127)]);
    from_f32("cvt.rzi.u64.f32 %d0, %r1;", "d0", &[(1e30, u64::MAX), (3.0, 3)]);
    from_f64("cvt.rzi.s64.f64 %d0, %d1;", "d0", &[(-1e30, 1 << 63), (-7.9, (-7i64) as u64)]);
}

#[test]
fn nan_becomes_zero_or_the_top_bit() {
    from_f32("cvt.rzi.s32.f32 %r0, %r1;", "r0", &[(f32::NAN, 0)]);
    from_f32("cvt.rzi.u32.f32 %r0, %r1;", "r0", &[(f32::NAN, 0)]);
    from_f32("cvt.rzi.s64.f32 %d0, %r1;", "d0", &[(f32::NAN, 1 << 63)]);
    from_f32("cvt.rzi.u64.f32 %d0, %r1;", "d0", &[(f32::NAN, 1 << 63)]);
    from_f64("cvt.rzi.s32.f64 %r0, %d1;", "r0", &[(f64::NAN, 1 << 31)]);
    from_f64("cvt.rzi.u64.f64 %d0, %d1;", "d0", &[(f64::NAN, 1 << 63)]);
}

#[test]
fn integer_to_float_rounds_as_asked() {
    let big = 0x0100_0001; // 2^24 + 1: halfway between two floats
    check1("cvt.rn.f32.u32", &[(big, 0x4b80_0000), (0xffff_ffff, 0x4f80_0000), (0, 0)]);
    check1("cvt.rp.f32.u32", &[(big, 0x4b80_0001)]);
    check1("cvt.rz.f32.u32", &[(0xffff_ffff, 0x4f7f_ffff)]);
    check1("cvt.rn.f32.s32", &[(0xffff_ffff, 0xbf80_0000), (0x8000_0000, 0xcf00_0000)]);
    check1("cvt.rm.f32.s32", &[((-16_777_217i32) as u32, 0xcb80_0001)]);
    check("cvt.rn.f64.s64 %d0, %d1;", "d0", &[([u64::MAX, 0, 0], (-1f64).to_bits())]);
    check("cvt.rn.f64.u64 %d0, %d1;", "d0", &[([u64::MAX, 0, 0], 18_446_744_073_709_551_616f64.to_bits())]);
    check("cvt.rn.f32.u8 %r0, %h1;", "r0", &[([0xffff, 0, 0], single(255.0))]);
    check("cvt.rn.f32.s16 %r0, %h1;", "r0", &[([0xffff, 0, 0], single(-1.0))]);
}

#[test]
fn integer_to_integer_extends_by_the_source_and_clamps_when_asked() {
    check("cvt.s64.s32 %d0, %r1;", "d0", &[([0xffff_fffe, 0, 0], (-2i64) as u64)]);
    check("cvt.u64.u32 %d0, %r1;", "d0", &[([0xffff_fffe, 0, 0], 0xffff_fffe)]);
    check("cvt.s64.u32 %d0, %r1;", "d0", &[([0xffff_fffe, 0, 0], 0xffff_fffe)]);
    check("cvt.u64.s32 %d0, %r1;", "d0", &[([0xffff_fffe, 0, 0], (-2i64) as u64)]);
    check("cvt.u32.u64 %r0, %d1;", "r0", &[([0x1_2345_6789, 0, 0], 0x2345_6789)]);
    check("cvt.s32.s16 %r0, %h1;", "r0", &[([0x8000, 0, 0], 0xffff_8000)]);
    check("cvt.u32.u16 %r0, %h1;", "r0", &[([0x1_8000, 0, 0], 0x8000)]);
    check("cvt.s32.s8 %r0, %r1;", "r0", &[([0x1ff, 0, 0], 0xffff_ffff)]);
    check("cvt.u16.u32 %h0, %r1;", "h0", &[([0x1_8001, 0, 0], 0x8001)]);
    check("cvt.s8.s32 %r0, %r1;", "r0", &[([0x180, 0, 0], 0xffff_ff80)]);
    check("cvt.u8.u32 %h0, %r1;", "h0", &[([0x180, 0, 0], 0x80)]);
    check("cvt.s16.s64 %d0, %d1;", "d0", &[([0x1_8000, 0, 0], 0xffff_ffff_ffff_8000)]);
    check("cvt.sat.u8.s32 %r0, %r1;", "r0", &[([300, 0, 0], 255), ([0xffff_ffff, 0, 0], 0)]);
    check("cvt.sat.s32.u32 %r0, %r1;", "r0", &[([0xffff_ffff, 0, 0], 0x7fff_ffff)]);
    check("cvt.sat.s16.s64 %h0, %d1;", "h0", &[([(-1i64 << 40) as u64, 0, 0], 0x8000)]);
    check("cvt.sat.u32.s64 %r0, %d1;", "r0", &[([u64::MAX, 0, 0], 0), ([1 << 40, 0, 0], 0xffff_ffff)]);
}

#[test]
fn float_to_float_rounds_saturates_and_flushes() {
    let third = 1f64 / 3.0;
    from_f64(
        "cvt.rn.f32.f64 %r0, %d1;",
        "r0",
        &[(third, single(third as f32)), (f64::NAN, 0x7fff_ffff), (1e300, single(f32::INFINITY))],
    );
    from_f64("cvt.rz.f32.f64 %r0, %d1;", "r0", &[(1e300, single(f32::MAX)), (-third, single(-0.333_333_3))]);
    from_f64("cvt.rn.ftz.f32.f64 %r0, %d1;", "r0", &[(1e-40, 0), (-1e-40, 0x8000_0000)]);
    from_f64("cvt.rn.f32.f64 %r0, %d1;", "r0", &[(1e-40, single(1e-40))]);
    from_f32("cvt.f64.f32 %d0, %r1;", "d0", &[(0.1, f64::from(0.1f32).to_bits()), (-0.0, (-0f64).to_bits())]);
    from_f32(
        "cvt.sat.f32.f32 %r0, %r1;",
        "r0",
        &[(f32::NAN, 0), (2.0, single(1.0)), (-1.0, 0), (-0.0, 0), (0.5, single(0.5))],
    );
    from_f32("cvt.rni.f32.f32 %r0, %r1;", "r0", &[(2.5, single(2.0)), (-0.4, single(-0.0)), (1e30, single(1e30))]);
    from_f32("cvt.rpi.f32.f32 %r0, %r1;", "r0", &[(2.1, single(3.0)), (-0.4, single(-0.0))]);
    from_f64("cvt.rmi.f64.f64 %d0, %d1;", "d0", &[(-2.5, (-3f64).to_bits())]);
}

#[test]
fn half_precision_converts_both_ways() {
    from_f32(
        "cvt.rn.f16.f32 %h0, %r1;",
        "h0",
        &[(1.0, 0x3c00), (65504.0, 0x7bff), (65520.0, 0x7c00), (6e-8, 1), (f32::NAN, 0x7fff)],
    );
    from_f32("cvt.rz.f16.f32 %h0, %r1;", "h0", &[(65520.0, 0x7bff), (-1e9, 0xfbff)]);
    check("cvt.f32.f16 %r0, %h1;", "r0", &[([0x3c00, 0, 0], single(1.0)), ([1, 0, 0], single(5.960_464_5e-8))]);
    from_f32(
        "cvt.rn.bf16.f32 %h0, %r1;",
        "h0",
        &[(1.0, 0x3f80), (f32::from_bits(0x3f80_8000), 0x3f80), (f32::from_bits(0x3f81_8000), 0x3f82)],
    );
    from_f32("cvt.rn.relu.f16.f32 %h0, %r1;", "h0", &[(-1.0, 0), (1.0, 0x3c00)]);
    check("cvt.rzi.s32.f16 %r0, %h1;", "r0", &[([0xc100, 0, 0], 0xffff_fffe)]);
    check("cvt.rn.f16.s32 %h0, %r1;", "h0", &[([3, 0, 0], 0x4200)]);
}

#[test]
fn moves_pack_and_unpack() {
    check("mov.b64 %d0, {%r1, %r2};", "d0", &[([1, 2, 0], 0x2_0000_0001)]);
    check("mov.b64 {%r0, %r4}, %d1;", "r0", &[([0x5_0000_0009, 0, 0], 9)]);
    check("mov.b64 {_, %r0}, %d1;", "r0", &[([0x5_0000_0009, 0, 0], 5)]);
    check("mov.b32 %r0, {%h1, %h2};", "r0", &[([1, 2, 0], 0x2_0001)]);
    check("mov.b32 {%h4, %h0}, %r1;", "h0", &[([0x5_0009, 0, 0], 5)]);
    check("mov.b64 %d0, {%h1, %h2, %h3, %h1};", "d0", &[([1, 2, 3], 0x1_0003_0002_0001)]);
    check("mov.b64 {%h4, %h5, %h0, %h6}, %d1;", "h0", &[([0x4_0003_0002_0001, 0, 0], 3)]);
    check("mov.f32 %r0, 0f3F800000;", "r0", &[([0, 0, 0], 0x3f80_0000)]);
    check("mov.f32 %r0, 1.5;", "r0", &[([0, 0, 0], single(1.5))]);
    check("mov.f64 %d0, 0d3FF0000000000000;", "d0", &[([0, 0, 0], 1f64.to_bits())]);
    check("mov.u64 %d0, 18446744073709551615;", "d0", &[([0, 0, 0], u64::MAX)]);
    check("mov.u32 %r0, 0xFFU; add.u32 %r0, %r0, 0b11; add.u32 %r0, %r0, 010;", "r0", &[([0, 0, 0], 0xff + 3 + 8)]);
    check("mov.s16 %h0, -1;", "h0", &[([0, 0, 0], 0xffff)]);
}
