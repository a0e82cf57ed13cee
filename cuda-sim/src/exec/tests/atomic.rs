//! Atomics with their corner cases.

use super::device::{Device, shape};
use super::evaluate::canonical;

/// Runs one thread's atomic on a word of global memory; returns the old value it got and the new one it left.
fn on_global(text: &str, old: u32, b: u32, c: u32) -> (u32, u32) {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {{\n\
         .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b16 %h<9>;\n\
         ld.param.u64 %d1, [p]; ld.global.u32 %r1, [%d1+4]; ld.global.u32 %r2, [%d1+8];\n\
         {text}\nst.global.u32 [%d1+12], %r0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let memory = device.words(&[old, b, c, 0]);
    device.launch(&source, shape(1, 1), &[&memory.to_le_bytes()]).unwrap();
    let words = device.read_words(memory);
    (words[3], words[0])
}

/// Runs the same on shared memory.
fn on_shared(op: &str, old: u32, b: u32) -> (u32, u32) {
    let text = format!(
        ".shared .align 4 .b32 s;\nld.global.u32 %r3, [%d1]; st.shared.u32 [s], %r3;\n\
         atom.shared.{op} %r0, [s], %r1;\nld.shared.u32 %r4, [s]; st.global.u32 [%d1], %r4;"
    );
    on_global(&text, old, b, 0)
}

#[test]
fn each_operation_returns_the_old_value_and_leaves_the_new() {
    let minus = u32::MAX;
    let table = [
        ("add.u32", 5, 7, 12),
        ("add.s32", minus, 3, 2),
        ("min.s32", 5, minus, minus),
        ("min.u32", 5, minus, 5),
        ("max.s32", 5, minus, 5),
        ("max.u32", 5, minus, minus),
        ("and.b32", 0b1100, 0b1010, 0b1000),
        ("or.b32", 0b1100, 0b1010, 0b1110),
        ("xor.b32", 0b1100, 0b1010, 0b0110),
        ("exch.b32", 5, 9, 9),
        ("inc.u32", 5, 7, 6),
        ("inc.u32", 7, 7, 0),
        ("inc.u32", 9, 7, 0),
        ("dec.u32", 5, 7, 4),
        ("dec.u32", 0, 7, 7),
        ("dec.u32", 9, 7, 7),
    ];
    for (op, old, b, new) in table {
        assert_eq!(on_global(&format!("atom.global.{op} %r0, [%d1], %r1;"), old, b, 0), (old, new), "global {op}");
        assert_eq!(on_global(&format!("atom.{op} %r0, [%d1], %r1;"), old, b, 0), (old, new), "generic {op}");
        assert_eq!(on_shared(op, old, b), (old, new), "shared {op}");
        if !op.starts_with("exch") {
            let red = format!("red.relaxed.gpu.global.{op} [%d1], %r1; mov.u32 %r0, 1;");
            assert_eq!(on_global(&red, old, b, 0), (1, new), "red {op}");
            // A cache policy behind the operands changes nothing.
            let hinted = op.replace('.', ".L2::cache_hint.");
            let text = format!("atom.global.{hinted} %r0, [%d1], %r1, %d2;");
            assert_eq!(on_global(&text, old, b, 0), (old, new), "hinted {op}");
            let text = format!("red.global.{hinted} [%d1], %r1, %d2; mov.u32 %r0, 1;");
            assert_eq!(on_global(&text, old, b, 0), (1, new), "hinted red {op}");
        }
    }
    let cas = "atom.acq_rel.gpu.global.cas.b32 %r0, [%d1], %r1, %r2;";
    assert_eq!(on_global(cas, 5, 5, 9), (5, 9));
    assert_eq!(on_global(cas, 5, 6, 9), (5, 5));
    let half =
        "cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2; atom.global.cas.b16 %h0, [%d1], %h1, %h2; cvt.u32.u16 %r0, %h0;";
    assert_eq!(on_global(half, 0xabcd_0005, 5, 9), (5, 0xabcd_0009));
}

#[test]
fn float_addition_flushes_subnormals_in_global_memory_only() {
    let add = |a: u32, b: u32| on_global("atom.global.add.f32 %r0, [%d1], %r1;", a, b, 0);
    assert_eq!(add(1.5f32.to_bits(), 2f32.to_bits()), (1.5f32.to_bits(), 3.5f32.to_bits()));
    assert_eq!(add(1, 2), (1, 0));
    assert_eq!(on_shared("add.f32", 1, 2), (1, 3));
    assert_eq!(add(f32::INFINITY.to_bits(), f32::NEG_INFINITY.to_bits()).1, canonical(f32::NAN));
}

#[test]
fn sixteen_bit_floats_are_added_alone_and_in_pairs() {
    // f16: 1 + 2; a pair of 1 and 1.5 and one of 2 and 0.5; bf16 likewise; the value that is there, and what others see.
    let pair = |op: &str, old, b| on_global(&format!("atom.global.add.noftz.{op} %r0, [%d1], %r1;"), old, b, 0);
    assert_eq!(pair("f16x2", 0x3e00_3c00, 0x3800_4000), (0x3e00_3c00, 0x4000_4200));
    assert_eq!(pair("bf16x2", 0x3fc0_3f80, 0x3f00_4000), (0x3fc0_3f80, 0x4000_4040));
    // Subnormals stay.
    assert_eq!(pair("f16x2", 0x0001_8001, 0x0002_8001), (0x0001_8001, 0x0003_8002));
    assert_eq!(on_shared("add.noftz.f16x2", 0x3e00_3c00, 0x3800_4000), (0x3e00_3c00, 0x4000_4200));
    let one = |op: &str, old, b| {
        let text = format!("cvt.u16.u32 %h1, %r1; atom.global.add.noftz.{op} %h0, [%d1], %h1; cvt.u32.u16 %r0, %h0;");
        on_global(&text, old, b, 0)
    };
    assert_eq!(one("f16", 0xabcd_3c00, 0x4000), (0x3c00, 0xabcd_4200));
    assert_eq!(one("bf16", 0xabcd_3f80, 0x4000), (0x3f80, 0xabcd_4040));
    let reduced = on_global("red.global.add.noftz.bf16x2 [%d1], %r1; mov.u32 %r0, 1;", 0x3fc0_3f80, 0x3f00_4000, 0);
    assert_eq!(reduced, (1, 0x4000_4040));
}

#[test]
fn wide_atomics_work_on_eight_bytes() {
    let run = |op: &str| {
        let text = format!("ld.global.u64 %d2, [%d1+4];\natom.global.{op} %d3, [%d1], %d2;\ncvt.u32.u64 %r0, %d3;");
        on_global(&text.replace("[%d1+4]", "[%d1+8]"), 5, 7, 3)
    };
    // The long word at +8 is 3, the one at 0 is 5 + 7 * 2^32.
    assert_eq!(run("add.u64"), (5, 8));
    assert_eq!(run("min.s64"), (5, 3));
    assert_eq!(run("max.u64"), (5, 5));
    assert_eq!(run("exch.b64"), (5, 3));
    assert_eq!(run("and.b64"), (5, 1));
}

#[test]
fn every_thread_of_many_blocks_is_counted() {
    let source = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {\n\
        .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f64 %f<3>;\n\
        ld.param.u64 %d1, [p];\nred.global.add.u32 [%d1], 1;\natom.global.inc.u32 %r1, [%d1+4], 9;\n\
        mov.f64 %f1, 0d3FE0000000000000;\natom.global.add.f64 %f2, [%d1+8], %f1;\nret;\n}\n";
    let (blocks, threads) = if cfg!(miri) { (2, 40) } else { (200, 96) };
    let mut device = Device::default();
    let memory = device.words(&[0; 4]);
    device.launch(source, shape(blocks, threads), &[&memory.to_le_bytes()]).unwrap();
    let total = blocks * threads;
    assert_eq!(device.read_words(memory)[..2], [total, total % 10]);
    assert_eq!(f64::from_bits(device.read_longs(memory)[1]), f64::from(total) / 2.0);
}
