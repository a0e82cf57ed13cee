//! Runs one instruction on rows of operands, one thread a row.

use super::device::{Device, shape};

/// Runs `text` with the row in `%d1 %d2 %d3` (64 bits), `%r1 %r2 %r3` (their low 32) and `%h1 %h2 %h3` (their low 16), and
/// returns what it leaves in the register `out`: `d0`, `r0`, `h0`, or `p0` as 0 or 1.
pub(super) fn evaluate(text: &str, out: &str, rows: &[[u64; 3]]) -> Vec<u64> {
    let store = match out {
        "r0" => "cvt.u64.u32 %d0, %r0;",
        "h0" => "cvt.u64.u16 %d0, %h0;",
        "p0" => "selp.b64 %d0, 1, 0, %p0;",
        _ => "",
    };
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .entry test(.param .u64 in, .param .u64 out) {{\n\
         .reg .b64 %d<9>; .reg .b32 %r<9>; .reg .b16 %h<9>; .reg .pred %p<9>;\n\
         mov.u32 %r1, %tid.x; ld.param.u64 %d4, [in]; ld.param.u64 %d5, [out];\n\
         mad.wide.u32 %d4, %r1, 24, %d4; mad.wide.u32 %d5, %r1, 8, %d5;\n\
         ld.global.u64 %d1, [%d4]; ld.global.u64 %d2, [%d4+8]; ld.global.u64 %d3, [%d4+16];\n\
         cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2; cvt.u32.u64 %r3, %d3;\n\
         cvt.u16.u64 %h1, %d1; cvt.u16.u64 %h2, %d2; cvt.u16.u64 %h3, %d3;\n\
         mov.b64 %d0, -1; mov.b32 %r0, -1; mov.b16 %h0, -1; setp.eq.u32 %p0, %r1, %r1;\n\
         {text}\n{store}\nst.global.u64 [%d5], %d0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let flat: Vec<u64> = rows.iter().flatten().copied().collect();
    let (input, output) = (device.longs(&flat), device.longs(&vec![0; rows.len()]));
    let args = [input.to_le_bytes(), output.to_le_bytes()];
    device
        .launch(&source, shape(1, rows.len() as u32), &[&args[0], &args[1]])
        .unwrap_or_else(|fault| panic!("{text}: {fault}"));
    device.read_longs(output)
}

/// Checks one instruction against a table of operands and results.
pub(super) fn check(text: &str, out: &str, table: &[([u64; 3], u64)]) {
    let rows: Vec<[u64; 3]> = table.iter().map(|(row, _)| *row).collect();
    for ((row, expected), found) in table.iter().zip(evaluate(text, out, &rows)) {
        assert_eq!(found, *expected, "{text} of {row:x?}: found {found:#x}, expected {expected:#x}");
    }
}

/// Checks an instruction of two 32-bit operands.
pub(super) fn check32(opcode: &str, table: &[(u32, u32, u32)]) {
    let table: Vec<_> = table.iter().map(|&(a, b, d)| ([u64::from(a), u64::from(b), 0], u64::from(d))).collect();
    check(&format!("{opcode} %r0, %r1, %r2;"), "r0", &table);
}

/// Checks an instruction of two 64-bit operands.
pub(super) fn check64(opcode: &str, table: &[(u64, u64, u64)]) {
    let table: Vec<_> = table.iter().map(|&(a, b, d)| ([a, b, 0], d)).collect();
    check(&format!("{opcode} %d0, %d1, %d2;"), "d0", &table);
}

/// Checks an instruction of two 16-bit operands.
pub(super) fn check16(opcode: &str, table: &[(u64, u64, u64)]) {
    let table: Vec<_> = table.iter().map(|&(a, b, d)| ([a, b, 0], d)).collect();
    check(&format!("{opcode} %h0, %h1, %h2;"), "h0", &table);
}

/// Checks an instruction of one 32-bit operand.
pub(super) fn check1(opcode: &str, table: &[(u32, u32)]) {
    let table: Vec<_> = table.iter().map(|&(a, d)| ([u64::from(a), 0, 0], u64::from(d))).collect();
    check(&format!("{opcode} %r0, %r1;"), "r0", &table);
}

/// Checks an instruction of two f32 operands.
pub(super) fn check_f32(opcode: &str, table: &[(f32, f32, f32)]) {
    let table: Vec<_> = table.iter().map(|&(a, b, d)| (a.to_bits(), b.to_bits(), canonical(d))).collect();
    check32(opcode, &table);
}

/// The bits of a result: every NaN is the canonical one.
pub(super) fn canonical(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}
