//! Runs an instruction on every row, one thread a row.

use super::super::device::{Device, Shape, compiled, shape};
use super::rows::Rows;
use super::{ROWS, seed};
use crate::exec::approximate::Deviation;

/// Runs `text` with a row's operands in `%d1 %d2 %d3` (64 bits), `%r1 %r2 %r3` (their low 32) and `%h1 %h2 %h3` (their low
/// 16), and returns what it leaves in `out`: `d0`, `r0`, `h0`, or `p0` as 0 or 1.
pub(super) fn run(text: &str, out: &str, rows: &Rows) -> Vec<u64> {
    run_with(text, out, rows, Deviation::default())
}

/// The same, with errors in approximate functions.
pub(super) fn run_with(text: &str, out: &str, rows: &Rows, deviation: Deviation) -> Vec<u64> {
    let store = match out {
        "r0" => "cvt.u64.u32 %d0, %r0;",
        "h0" => "cvt.u64.u16 %d0, %h0;",
        "p0" => "selp.b64 %d0, 1, 0, %p0;",
        _ => "",
    };
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .entry test(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 out) {{\n\
         .reg .b64 %d<12>; .reg .b32 %r<12>; .reg .b16 %h<9>; .reg .pred %p<9>;\n\
         mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ntid.x; mov.u32 %r6, %tid.x; mad.lo.u32 %r4, %r4, %r5, %r6;\n\
         ld.param.u64 %d4, [a]; ld.param.u64 %d5, [b]; ld.param.u64 %d6, [c]; ld.param.u64 %d7, [out];\n\
         mad.wide.u32 %d4, %r4, 8, %d4; mad.wide.u32 %d5, %r4, 8, %d5; mad.wide.u32 %d6, %r4, 8, %d6;\n\
         mad.wide.u32 %d7, %r4, 8, %d7;\n\
         ld.global.u64 %d1, [%d4]; ld.global.u64 %d2, [%d5]; ld.global.u64 %d3, [%d6];\n\
         cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2; cvt.u32.u64 %r3, %d3;\n\
         cvt.u16.u64 %h1, %d1; cvt.u16.u64 %h2, %d2; cvt.u16.u64 %h3, %d3;\n\
         {text}\n{store}\nst.global.u64 [%d7], %d0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let [a, b, c] = rows.operands.each_ref().map(|operands| device.longs(operands));
    let output = device.longs(&[0; ROWS]);
    let args = [a, b, c, output].map(u64::to_le_bytes);
    let args: Vec<&[u8]> = args.iter().map(<[u8; 8]>::as_slice).collect();
    let shape = Shape { deviation, ..shape(ROWS as u32 / 256, 256) };
    let module = compiled(&source);
    device.launch_entry(&module, "test", shape, &args).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    device.read_longs(output)
}

/// Checks an instruction against a reference.
pub(super) fn check(text: &str, out: &str, rows: &Rows, reference: impl Fn([u64; 3]) -> u64) {
    let [a, b, c] = &rows.operands;
    for (row, found) in run(text, out, rows).into_iter().enumerate() {
        let operands = [a[row], b[row], c[row]];
        let expected = reference(operands);
        assert!(
            found == expected,
            "{text} of {operands:x?} gave {found:#x}, and {expected:#x} was expected; SIM_SEED={}",
            seed()
        );
    }
}
