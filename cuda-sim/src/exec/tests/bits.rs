//! Bit-field, byte and carry instructions with their corner cases.

use super::evaluate::check;

/// Checks an instruction of three 32-bit operands.
fn check3(opcode: &str, table: &[([u64; 3], u64)]) {
    check(&format!("{opcode} %r0, %r1, %r2, %r3;"), "r0", table);
}

#[test]
fn fields_are_extracted_and_inserted() {
    check3(
        "bfe.u32",
        &[
            ([0xabcd_1234, 8, 8], 0x12),
            ([0xff, 0, 0], 0),
            ([0xffff_ffff, 28, 8], 0xf),
            ([5, 40, 3], 0),
            ([9, 256, 260], 9),
        ],
    );
    check3(
        "bfe.s32",
        &[
            ([0xabcd_f234, 8, 8], 0xffff_fff2),
            ([0x7f, 0, 8], 0x7f),
            ([0x8000_0000, 28, 8], 0xffff_fff8),
            ([0x8000_0000, 40, 3], 0xffff_ffff),
            ([0x8000_0000, 31, 0], 0),
        ],
    );
    check("bfe.u64 %d0, %d1, %r2, %r3;", "d0", &[([0xff << 40, 36, 8], 0xf0), ([u64::MAX, 0, 64], u64::MAX)]);
    check("bfe.s64 %d0, %d1, %r2, %r3;", "d0", &[([0xff << 40, 40, 8], u64::MAX), ([1 << 63, 70, 4], u64::MAX)]);
    let insert = "mov.b32 %r5, 0x11111111; bfi.b32 %r0, %r1, %r5, %r2, %r3;";
    check(
        insert,
        "r0",
        &[
            ([0xabc, 8, 8], 0x1111_bc11),
            ([0xabc, 8, 0], 0x1111_1111),
            ([0xf, 32, 4], 0x1111_1111),
            ([0xff, 28, 8], 0xf111_1111),
        ],
    );
    check("mov.b64 %d6, 0; bfi.b64 %d0, %d1, %d6, %r2, %r3;", "d0", &[([0xff, 60, 8], 0xf << 60), ([7, 0, 64], 7)]);
    check("bmsk.clamp.b32 %r0, %r1, %r2;", "r0", &[([4, 4, 0], 0xf0), ([0, 40, 0], 0xffff_ffff), ([33, 4, 0], 0)]);
    check("bmsk.wrap.b32 %r0, %r1, %r2;", "r0", &[([36, 36, 0], 0xf0)]);
}

#[test]
fn the_highest_bit_is_found() {
    check("bfind.u32 %r0, %r1;", "r0", &[([0, 0, 0], 0xffff_ffff), ([1, 0, 0], 0), ([0x8000_0000, 0, 0], 31)]);
    check("bfind.s32 %r0, %r1;", "r0", &[([0xffff_ffff, 0, 0], 0xffff_ffff), ([0xffff_fff0, 0, 0], 3), ([6, 0, 0], 2)]);
    check("bfind.shiftamt.u32 %r0, %r1;", "r0", &[([1, 0, 0], 31), ([0, 0, 0], 0xffff_ffff)]);
    check("bfind.u64 %r0, %d1;", "r0", &[([1 << 40, 0, 0], 40), ([0, 0, 0], 0xffff_ffff)]);
    check("bfind.shiftamt.s64 %r0, %d1;", "r0", &[([1, 0, 0], 63)]);
}

#[test]
fn bytes_are_permuted() {
    let (a, b) = (0x8382_8180, 0x0706_0504);
    check3("prmt.b32", &[([a, b, 0x7531], 0x0705_8381), ([a, b, 0x8888], 0xffff_ffff), ([a, b, 0xc4], 0x8080_0004)]);
    check3("prmt.b32.f4e", &[([a, b, 1], 0x0483_8281)]);
    check3("prmt.b32.b4e", &[([a, b, 1], 0x0607_8081)]);
    check3("prmt.b32.rc8", &[([a, b, 2], 0x8282_8282)]);
    check3("prmt.b32.ecl", &[([a, b, 2], 0x8382_8282)]);
    check3("prmt.b32.ecr", &[([a, b, 2], 0x8282_8180)]);
    check3("prmt.b32.rc16", &[([a, b, 1], 0x8382_8382)]);
}

#[test]
fn funnel_shifts_wrap_or_clamp() {
    let (low, high) = (0x8000_0001, 0x1234_5678);
    check3("shf.l.wrap.b32", &[([low, high, 4], 0x2345_6788), ([low, high, 36], 0x2345_6788), ([low, high, 0], high)]);
    check3("shf.l.clamp.b32", &[([low, high, 40], low)]);
    check3("shf.r.wrap.b32", &[([low, high, 4], 0x8800_0000), ([low, high, 32], low)]);
    check3("shf.r.clamp.b32", &[([low, high, 32], high), ([low, high, 99], high)]);
}

#[test]
fn logic_and_sums_of_three() {
    let (a, b, c) = (0b1111_0000, 0b1100_1100, 0b1010_1010);
    check("lop3.b32 %r0, %r1, %r2, %r3, 0x80;", "r0", &[([a, b, c], a & b & c)]);
    check("lop3.b32 %r0, %r1, %r2, %r3, 0x96;", "r0", &[([a, b, c], a ^ b ^ c)]);
    check("lop3.b32 %r0, %r1, %r2, %r3, 0xca;", "r0", &[([a, b, c], (a & b) | (!a & c))]);
    check3("sad.u32", &[([1, 0xffff_ffff, 1], 0xffff_ffff)]);
    check3("sad.s32", &[([1, 0xffff_ffff, 1], 3)]);
    check3("dp4a.u32.u32", &[([0x0403_0201, 0x0101_0101, 5], 15), ([0xff, 2, 0], 510)]);
    check3("dp4a.s32.s32", &[([0xff, 2, 0], 0xffff_fffe)]);
    check3("dp4a.s32.u32", &[([0xff, 0xff, 0], (-255i32) as u32 as u64)]);
    check3("dp2a.lo.u32.u32", &[([0x0003_0002, 0x0908_0504, 1], 24)]);
    check3("dp2a.hi.s32.u32", &[([0xffff_0002, 0x0908_0504, 1], 8)]);
}

#[test]
fn carries_go_from_one_instruction_to_the_next() {
    let text = "add.cc.u32 %r4, %r1, %r2; addc.cc.u32 %r5, %r3, 0; addc.u32 %r0, 0, 0;";
    check(text, "r0", &[([0xffff_ffff, 1, 0xffff_ffff], 1), ([0xffff_ffff, 1, 5], 0), ([1, 1, 0xffff_ffff], 0)]);
    let text = "sub.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0;";
    check(text, "r0", &[([0, 1, 5], 4), ([1, 0, 5], 5), ([0, 1, 0], 0xffff_ffff)]);
    // What a subtraction carries is that it borrows nothing.
    let text = "sub.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;";
    check(text, "r0", &[([0, 1, 5], 5), ([1, 1, 5], 6), ([2, 1, 5], 6)]);
    let text = "add.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0;";
    check(text, "r0", &[([1, 1, 5], 4), ([0xffff_ffff, 1, 5], 5)]);
    check("add.cc.u64 %d4, %d1, %d2; addc.u64 %d0, %d3, 0;", "d0", &[([u64::MAX, 1, 7], 8), ([1, 1, 7], 7)]);
    check(
        "mad.lo.cc.u32 %r4, %r1, %r2, %r3; madc.hi.u32 %r0, %r1, %r2, 0;",
        "r0",
        &[([0xffff_ffff, 0xffff_ffff, 0xffff_ffff], 0xffff_ffff), ([2, 3, 4], 0)],
    );
}
