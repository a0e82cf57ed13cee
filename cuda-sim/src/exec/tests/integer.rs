//! Integer instructions with their corner cases.

use super::evaluate::{check, check1, check16, check32, check64};

const MIN: u32 = i32::MIN as u32;
const MAX: u32 = i32::MAX as u32;
const M1: u32 = u32::MAX;

#[test]
fn addition_and_subtraction_wrap_or_saturate() {
    check32("add.s32", &[(1, 2, 3), (MAX, 1, MIN), (M1, 1, 0)]);
    check32("add.u32", &[(M1, 2, 1)]);
    check32("add.sat.s32", &[(MAX, 1, MAX), (MIN, M1, MIN), (5, M1, 4)]);
    check32("sub.s32", &[(0, 1, M1), (MIN, 1, MAX)]);
    check32("sub.sat.s32", &[(MIN, 1, MIN), (MAX, M1, MAX)]);
    check64("add.s64", &[(u64::MAX, 1, 0), (1 << 63, 1 << 63, 0)]);
    check64("sub.u64", &[(0, 1, u64::MAX)]);
    check16("add.u16", &[(0xffff, 2, 1)]);
    check16("sub.s16", &[(0x8000, 1, 0x7fff)]);
}

#[test]
fn products_keep_the_part_asked_for() {
    check32("mul.lo.s32", &[(0x10000, 0x10000, 0), (M1, M1, 1), (7, M1, M1 - 6)]);
    check32("mul.hi.u32", &[(M1, M1, M1 - 1), (0x10000, 0x10000, 1)]);
    check32("mul.hi.s32", &[(M1, M1, 0), (MIN, MIN, 0x4000_0000), (MIN, 1, M1)]);
    check64("mul.lo.u64", &[(1 << 40, 1 << 30, 0), (3, u64::MAX, u64::MAX - 2)]);
    check64("mul.hi.u64", &[(u64::MAX, u64::MAX, u64::MAX - 1), (1 << 40, 1 << 30, 64)]);
    check64("mul.hi.s64", &[(u64::MAX, u64::MAX, 0), (1 << 63, 2, u64::MAX)]);
    check16("mul.lo.u16", &[(0x100, 0x101, 0x100)]);
    check16("mul.hi.s16", &[(0x8000, 0x8000, 0x4000), (0xffff, 1, 0xffff)]);
    check("mul.wide.u32 %d0, %r1, %r2;", "d0", &[([0xffff_ffff, 0xffff_ffff, 0], 0xffff_fffe_0000_0001)]);
    check("mul.wide.s32 %d0, %r1, %r2;", "d0", &[([0xffff_ffff, 5, 0], (-5i64) as u64)]);
    check("mul.wide.u16 %r0, %h1, %h2;", "r0", &[([0xffff, 0xffff, 0], 0xfffe_0001)]);
    check("mul.wide.s16 %r0, %h1, %h2;", "r0", &[([0xffff, 3, 0], u64::from(M1 - 2))]);
    check32("mul24.lo.u32", &[(0xff00_0003, 0x0100_0002, 6), (0x00ff_ffff, 2, 0x01ff_fffe)]);
    check32("mul24.lo.s32", &[(0x00ff_ffff, 2, M1 - 1)]);
    check32("mul24.hi.u32", &[(0x00ff_ffff, 0x00ff_ffff, 0xffff_fe00)]);
    check32("mul24.hi.s32", &[(0x00ff_ffff, 1, M1)]);
}

#[test]
fn multiply_add_keeps_the_part_and_adds() {
    check("mad.lo.s32 %r0, %r1, %r2, %r3;", "r0", &[([3, 4, 5], 17), ([0xffff_ffff, 2, 1], 0xffff_ffff)]);
    check("mad.hi.u32 %r0, %r1, %r2, %r3;", "r0", &[([0xffff_ffff, 0xffff_ffff, 3], 1)]);
    check("mad.hi.s32 %r0, %r1, %r2, %r3;", "r0", &[([0xffff_ffff, 1, 0], 0xffff_ffff)]);
    let sat = [
        ([0x8000_0000, 0x8000_0000, 0x7000_0000], u64::from(MAX)),
        ([0x8000_0000, 0x7fff_ffff, 0x8000_0000], u64::from(MIN)),
    ];
    check("mad.hi.sat.s32 %r0, %r1, %r2, %r3;", "r0", &sat);
    check("mad.wide.s32 %d0, %r1, %r2, %d3;", "d0", &[([0xffff_ffff, 3, 10], 7)]);
    check("mad.wide.u32 %d0, %r1, %r2, %d3;", "d0", &[([0xffff_ffff, 2, 2], 0x2_0000_0000)]);
    check("mad.wide.u16 %r0, %h1, %h2, %r3;", "r0", &[([0xffff, 0xffff, 1], 0xfffe_0002)]);
    check("mad.lo.u64 %d0, %d1, %d2, %d3;", "d0", &[([1 << 32, 1 << 32, 9], 9)]);
    check("mad.hi.s64 %d0, %d1, %d2, %d3;", "d0", &[([u64::MAX, 1, 0], u64::MAX)]);
    check("mad.lo.u16 %h0, %h1, %h2, %h3;", "h0", &[([0x100, 0x100, 7], 7)]);
}

#[test]
fn division_truncates_and_never_traps() {
    check32("div.s32", &[(7, 2, 3), (M1 - 6, 2, M1 - 2), (MIN, M1, MIN), (5, 0, M1), (M1, 0, M1)]);
    check32("rem.s32", &[(7, 2, 1), (M1 - 6, 2, M1), (MIN, M1, 0), (5, 0, 5)]);
    check32("div.u32", &[(M1, 2, MAX), (5, 0, M1)]);
    check32("rem.u32", &[(M1, 16, 15), (5, 0, 5)]);
    check64("div.s64", &[(1 << 63, u64::MAX, 1 << 63), (9, 0, u64::MAX), ((-9i64) as u64, 2, (-4i64) as u64)]);
    check64("rem.u64", &[(u64::MAX, 10, 5), (9, 0, 9)]);
    check16("div.s16", &[(0x8000, 0xffff, 0x8000), (0xfff9, 2, 0xfffd), (3, 0, 0xffff)]);
    check16("rem.u16", &[(0xffff, 0x10, 0xf)]);
}

#[test]
fn shifts_clamp_their_amount_to_the_width() {
    let amounts = |op: &str, a: u64, table: &[(u64, u64)], out: &str, regs: &str| {
        let table: Vec<_> = table.iter().map(|&(amount, d)| ([a, amount, 0], d)).collect();
        check(&format!("{op} {regs};"), out, &table);
    };
    let thirty_two = "%r0, %r1, %r2";
    amounts(
        "shl.b32",
        0x8000_0001,
        &[(0, 0x8000_0001), (31, 0x8000_0000), (32, 0), (0xffff_ffff, 0)],
        "r0",
        thirty_two,
    );
    amounts("shr.u32", 0x8000_0001, &[(31, 1), (32, 0), (1000, 0)], "r0", thirty_two);
    amounts("shr.b32", 0x8000_0001, &[(31, 1), (32, 0)], "r0", thirty_two);
    amounts("shr.s32", 0x8000_0001, &[(31, 0xffff_ffff), (32, 0xffff_ffff), (1 << 31, 0xffff_ffff)], "r0", thirty_two);
    amounts("shr.s32", 0x7000_0001, &[(32, 0), (4, 0x0700_0000)], "r0", thirty_two);
    let sixty_four = "%d0, %d1, %r2";
    amounts("shl.b64", 3, &[(63, 1 << 63), (64, 0), (0xffff_ffff, 0)], "d0", sixty_four);
    amounts("shr.u64", u64::MAX, &[(63, 1), (64, 0)], "d0", sixty_four);
    amounts("shr.s64", 1 << 63, &[(63, u64::MAX), (64, u64::MAX), (1, 3 << 62)], "d0", sixty_four);
    let sixteen = "%h0, %h1, %r2";
    amounts("shl.b16", 0x8001, &[(1, 2), (15, 0x8000), (16, 0)], "h0", sixteen);
    amounts("shr.u16", 0x8001, &[(15, 1), (16, 0)], "h0", sixteen);
    amounts("shr.s16", 0x8001, &[(15, 0xffff), (16, 0xffff), (0xffff_ffff, 0xffff)], "h0", sixteen);
}

#[test]
fn bitwise_instructions_work_on_every_width() {
    check32("and.b32", &[(0xff00_ff00, 0x0ff0_0ff0, 0x0f00_0f00)]);
    check32("or.b32", &[(0xff00_0000, 0xff, 0xff00_00ff)]);
    check32("xor.b32", &[(M1, 0xff, 0xffff_ff00)]);
    check64("and.b64", &[(u64::MAX, 0xff00_0000_0000_0000, 0xff00_0000_0000_0000)]);
    check16("xor.b16", &[(0xffff, 0x00ff, 0xff00)]);
    check1("not.b32", &[(0, M1), (0xff, 0xffff_ff00)]);
    check1("cnot.b32", &[(0, 1), (5, 0)]);
    check("not.b64 %d0, %d1;", "d0", &[([0, 0, 0], u64::MAX)]);
    check("not.b16 %h0, %h1;", "h0", &[([0xff, 0, 0], 0xff00)]);
    check("cnot.b16 %h0, %h1;", "h0", &[([0x10000, 0, 0], 1), ([1, 0, 0], 0)]);
}

#[test]
fn unary_instructions_wrap_and_count() {
    check1("neg.s32", &[(1, M1), (MIN, MIN), (0, 0)]);
    check1("abs.s32", &[(M1, 1), (MIN, MIN), (7, 7)]);
    check("neg.s64 %d0, %d1;", "d0", &[([1, 0, 0], u64::MAX)]);
    check("abs.s16 %h0, %h1;", "h0", &[([0xffff, 0, 0], 1), ([0x8000, 0, 0], 0x8000)]);
    check1("clz.b32", &[(0, 32), (1, 31), (MIN, 0)]);
    check1("popc.b32", &[(0, 0), (M1, 32), (0xf0f0, 8)]);
    check1("brev.b32", &[(1, MIN), (0x8000_0001, 0x8000_0001)]);
    check("clz.b64 %r0, %d1;", "r0", &[([0, 0, 0], 64), ([1 << 40, 0, 0], 23)]);
    check("popc.b64 %r0, %d1;", "r0", &[([u64::MAX, 0, 0], 64)]);
    check("brev.b64 %d0, %d1;", "d0", &[([1, 0, 0], 1 << 63)]);
}

#[test]
fn minimum_and_maximum_heed_the_sign() {
    check32("min.s32", &[(M1, 1, M1), (MIN, MAX, MIN)]);
    check32("min.u32", &[(M1, 1, 1)]);
    check32("max.s32", &[(M1, 1, 1)]);
    check32("max.u32", &[(M1, 1, M1)]);
    check64("min.s64", &[(u64::MAX, 1, u64::MAX)]);
    check64("max.u64", &[(u64::MAX, 1, u64::MAX)]);
    check16("max.s16", &[(0x8000, 1, 1)]);
    check16("min.u16", &[(0x8000, 1, 1)]);
}
