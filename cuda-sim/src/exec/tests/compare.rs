//! Comparisons and selections with their corner cases.

use super::evaluate::{check, check32, check64, evaluate};

/// `a < b`, `a == b`, `a > b`, and one of them NaN, in this order.
fn truths(comparison: &str, ty: &str, rows: [(u64, u64); 4]) -> Vec<u64> {
    let registers = if ty.ends_with("64") { "%d1, %d2" } else { "%r1, %r2" };
    let rows = rows.map(|(a, b)| [a, b, 0]);
    evaluate(&format!("setp.{comparison}.{ty} %p0, {registers};"), "p0", &rows)
}

#[test]
fn float_comparisons_know_nan() {
    let single = |value: f32| u64::from(value.to_bits());
    let double = |value: f64| value.to_bits();
    let singles = [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (f32::NAN, 2.0)].map(|(a, b)| (single(a), single(b)));
    let doubles = [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (2.0, f64::NAN)].map(|(a, b)| (double(a), double(b)));
    let table = [
        ("eq", [0, 1, 0, 0]),
        ("ne", [1, 0, 1, 0]),
        ("lt", [1, 0, 0, 0]),
        ("le", [1, 1, 0, 0]),
        ("gt", [0, 0, 1, 0]),
        ("ge", [0, 1, 1, 0]),
        ("equ", [0, 1, 0, 1]),
        ("neu", [1, 0, 1, 1]),
        ("ltu", [1, 0, 0, 1]),
        ("leu", [1, 1, 0, 1]),
        ("gtu", [0, 0, 1, 1]),
        ("geu", [0, 1, 1, 1]),
        ("num", [1, 1, 1, 0]),
        ("nan", [0, 0, 0, 1]),
    ];
    for (comparison, expected) in table {
        assert_eq!(truths(comparison, "f32", singles), expected, "{comparison}.f32");
        assert_eq!(truths(comparison, "f64", doubles), expected, "{comparison}.f64");
    }
    // Zeros are equal whatever their sign, and a flushed subnormal is a zero.
    check("setp.eq.f32 %p0, %r1, %r2;", "p0", &[([0x8000_0000, 0, 0], 1), ([1, 0, 0], 0)]);
    check("setp.eq.ftz.f32 %p0, %r1, %r2;", "p0", &[([1, 0x8000_0002, 0], 1)]);
}

#[test]
fn integer_comparisons_heed_sign_and_width() {
    let minus = [([0xffff_ffff, 1, 0], 1)];
    check("setp.lt.s32 %p0, %r1, %r2;", "p0", &minus);
    check("setp.gt.u32 %p0, %r1, %r2;", "p0", &minus);
    check("setp.hi.u32 %p0, %r1, %r2;", "p0", &minus);
    check("setp.hs.u32 %p0, %r1, %r2;", "p0", &minus);
    check("setp.lo.u32 %p0, %r2, %r1;", "p0", &minus);
    check("setp.ls.u32 %p0, %r2, %r1;", "p0", &minus);
    check("setp.lt.s16 %p0, %h1, %h2;", "p0", &minus);
    check("setp.gt.u16 %p0, %h1, %h2;", "p0", &minus);
    check("setp.eq.b16 %p0, %h1, %h2;", "p0", &[([0x1_0005, 0x2_0005, 0], 1)]);
    check("setp.lt.s64 %p0, %d1, %d2;", "p0", &[([u64::MAX, 1, 0], 1)]);
    check("setp.ge.u64 %p0, %d1, %d2;", "p0", &[([u64::MAX, 1, 0], 1)]);
    check("setp.ne.b64 %p0, %d1, %d2;", "p0", &[([1 << 40, 0, 0], 1)]);
    check("setp.eq.s32 %p0, %r1, -5;", "p0", &[([0xffff_fffb, 0, 0], 1)]);
}

#[test]
fn the_second_result_is_the_complement_before_the_combination() {
    let third = "setp.ne.u32 %p3, %r3, 0;";
    // a < b, with c true and false.
    let rows = [([1, 2, 1], 1), ([1, 2, 0], 0), ([2, 1, 1], 0), ([2, 1, 0], 0)];
    check(&format!("{third} setp.lt.and.u32 %p0|%p1, %r1, %r2, %p3;"), "p0", &rows);
    let rows = [([1, 2, 1], 0), ([1, 2, 0], 0), ([2, 1, 1], 1), ([2, 1, 0], 0)];
    check(&format!("{third} setp.lt.and.u32 %p1|%p0, %r1, %r2, %p3;"), "p0", &rows);
    let rows = [([1, 2, 1], 1), ([1, 2, 0], 1), ([2, 1, 1], 0), ([2, 1, 0], 1)];
    check(&format!("{third} setp.lt.or.u32 %p0, %r1, %r2, !%p3;"), "p0", &rows);
    let rows = [([1, 2, 1], 0), ([1, 2, 0], 1), ([2, 1, 1], 1), ([2, 1, 0], 0)];
    check(&format!("{third} setp.lt.xor.u32 %p0, %r1, %r2, %p3;"), "p0", &rows);
}

#[test]
fn set_writes_one_or_all_ones() {
    check32("set.lt.u32.s32", &[(0xffff_ffff, 1, u32::MAX), (1, 1, 0)]);
    check32("set.lt.f32.s32", &[(0xffff_ffff, 1, 0x3f80_0000), (1, 1, 0)]);
    check32("set.geu.s32.f32", &[(0x7fc0_0000, 0, u32::MAX)]);
    check(
        "setp.ne.u32 %p3, %r3, 0; set.eq.and.u32.u32 %r0, %r1, %r2, %p3;",
        "r0",
        &[([1, 1, 1], 0xffff_ffff), ([1, 1, 0], 0)],
    );
    check("set.gt.u32.f64 %r0, %d1, %d2;", "r0", &[([2f64.to_bits(), 1f64.to_bits(), 0], 0xffff_ffff)]);
}

#[test]
fn selections_take_one_of_two() {
    check("setp.ne.u32 %p3, %r3, 0; selp.b32 %r0, %r1, %r2, %p3;", "r0", &[([7, 8, 1], 7), ([7, 8, 0], 8)]);
    check("setp.ne.u32 %p3, %r3, 0; selp.f64 %d0, %d1, %d2, !%p3;", "d0", &[([7, 8, 1], 8), ([7, 8, 0], 7)]);
    check("setp.ne.u32 %p3, %r3, 0; selp.u16 %h0, %h1, 5, %p3;", "h0", &[([7, 8, 1], 7), ([7, 8, 0], 5)]);
    check("slct.u32.s32 %r0, %r1, %r2, %r3;", "r0", &[([7, 8, 0], 7), ([7, 8, 0xffff_ffff], 8)]);
    check(
        "slct.u64.f32 %d0, %d1, %d2, %r3;",
        "d0",
        &[([7, 8, 0x8000_0000], 7), ([7, 8, 0xbf80_0000], 8), ([7, 8, 0x7fc0_0000], 8)],
    );
}

#[test]
fn predicates_have_logic_of_their_own() {
    let two = "setp.ne.u32 %p1, %r1, 0; setp.ne.u32 %p2, %r2, 0;";
    let rows = |d: [u64; 4]| [([0, 0, 0], d[0]), ([0, 1, 0], d[1]), ([1, 0, 0], d[2]), ([1, 1, 0], d[3])];
    check(&format!("{two} and.pred %p0, %p1, %p2;"), "p0", &rows([0, 0, 0, 1]));
    check(&format!("{two} or.pred %p0, %p1, %p2;"), "p0", &rows([0, 1, 1, 1]));
    check(&format!("{two} xor.pred %p0, %p1, %p2;"), "p0", &rows([0, 1, 1, 0]));
    check(&format!("{two} not.pred %p0, %p1;"), "p0", &rows([1, 1, 0, 0]));
    check(&format!("{two} mov.pred %p0, %p2;"), "p0", &rows([0, 1, 0, 1]));
    check(&format!("{two} and.pred %p0, %p1, !%p2;"), "p0", &rows([0, 0, 1, 0]));
}

#[test]
fn guards_keep_lanes_out() {
    check("setp.ne.u32 %p3, %r3, 0; mov.u32 %r0, 1; @%p3 mov.u32 %r0, 2;", "r0", &[([0, 0, 1], 2), ([0, 0, 0], 1)]);
    check(
        "setp.ne.u32 %p3, %r3, 0; mov.u32 %r0, 1; @!%p3 add.u32 %r0, %r0, %r1;",
        "r0",
        &[([9, 0, 1], 1), ([9, 0, 0], 10)],
    );
    check64("max.s64", &[(1, 2, 2)]);
}
