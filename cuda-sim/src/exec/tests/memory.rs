//! Loads and stores: widths, vectors, spaces, addresses and faults.

use super::device::{Device, compiled, shape};
use crate::exec::fault::FaultKind;

/// A kernel of one thread with a pointer in `%d1`.
fn kernel(text: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .global .align 8 .b8 table[16] = {{1, 2, 3, 4, 5, 6, 7, 8}};\n\
         .const .align 4 .u32 numbers[4] = {{10, 20, 30, 40}};\n\
         .extern .shared .align 16 .b8 dynamic[];\n\
         .entry k(.param .u64 p) {{\n\
         .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b16 %h<9>; .reg .f32 %f<9>;\n\
         .shared .align 16 .b8 buffer[64]; .local .align 16 .b8 own[32];\n\
         ld.param.u64 %d1, [p];\n{text}\nret;\n}}\n"
    )
}

/// Runs it over four long words of memory, and returns them.
fn run(text: &str, words: [u64; 4]) -> Vec<u64> {
    let mut device = Device::default();
    let memory = device.longs(&words);
    let mut shape = shape(1, 1);
    shape.dynamic_shared = 32;
    device.launch(&kernel(text), shape, &[&memory.to_le_bytes()]).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    device.read_longs(memory)
}

/// Runs it, and returns the kind of its fault and the address.
fn fault(text: &str) -> (FaultKind, u64) {
    let mut device = Device::default();
    let memory = device.longs(&[0; 4]);
    let fault = device.launch(&kernel(text), shape(1, 1), &[&memory.to_le_bytes()]).unwrap_err();
    (fault.kind, fault.address.wrapping_sub(memory))
}

#[test]
fn narrow_loads_extend_by_their_type() {
    let load = |text: &str| run(&format!("{text}; st.global.u64 [%d1+8], %d2;"), [0x8899_aabb_ccdd_eeff, 0, 0, 0])[1];
    assert_eq!(load("ld.global.u8 %d2, [%d1]"), 0xff);
    assert_eq!(load("ld.global.s8 %d2, [%d1]"), u64::MAX);
    assert_eq!(load("ld.global.b8 %d2, [%d1+1]"), 0xee);
    assert_eq!(load("ld.global.s16 %d2, [%d1+2]"), 0xffff_ffff_ffff_ccdd);
    assert_eq!(load("ld.global.s32 %d2, [%d1+4]"), 0xffff_ffff_8899_aabb);
    assert_eq!(load("ld.global.s8 %r1, [%d1]; cvt.u64.u32 %d2, %r1"), 0xffff_ffff);
    assert_eq!(load("ld.global.s8 %h1, [%d1]; cvt.u64.u16 %d2, %h1"), 0xffff);
    assert_eq!(load("ld.global.nc.u16 %r1, [%d1]; cvt.u64.u32 %d2, %r1"), 0xeeff);
}

#[test]
fn stores_truncate_and_touch_nothing_else() {
    let all = u64::MAX;
    assert_eq!(run("mov.b32 %r1, 0x1234; st.global.u8 [%d1+1], %r1;", [all; 4])[0], 0xffff_ffff_ffff_34ff);
    assert_eq!(run("mov.b64 %d2, 0x123456; st.global.b16 [%d1+4], %d2;", [all; 4])[0], 0xffff_3456_ffff_ffff);
    assert_eq!(run("mov.b32 %r1, 7; st.global.u32 [%d1+4], %r1;", [all; 4])[0], 0x7_ffff_ffff);
}

#[test]
fn addresses_of_32_bits_wrap_around() {
    let text = "mov.b32 %r1, 0xfffffffc; mov.b32 %r2, 9; st.shared.u32 [%r1+8], %r2; ld.shared.u32 %r3, [%r2+-5];\n\
        cvt.u64.u32 %d2, %r3; st.global.u64 [%d1], %d2;";
    assert_eq!(run(text, [0; 4])[0], 9);
}

#[test]
fn vectors_move_together() {
    let text = "ld.global.v2.u32 {%r1, %r2}, [%d1]; ld.global.v2.b64 {%d2, _}, [%d1+16];\n\
        st.global.v4.u32 [%d1], {%r2, %r1, %r2, 9}; st.global.v2.u64 [%d1+16], {5, %d2};";
    assert_eq!(run(text, [0x2_0000_0001, 0, 77, 88]), [0x1_0000_0002, 0x9_0000_0002, 5, 77]);
    let text = "ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1]; st.global.v4.u8 [%d1+4], {%h4, %h3, %h2, %h1};";
    assert_eq!(run(text, [0x0403_0201, 0, 0, 0])[0], 0x0102_0304_0403_0201);
}

#[test]
fn every_space_holds_what_is_stored() {
    for (space, base) in [("shared", "buffer"), ("local", "own")] {
        let text = format!(
            "ld.global.u64 %d2, [%d1]; st.{space}.u64 [{base}+8], %d2; mov.u64 %d3, {base};\n\
             ld.{space}.u32 %r1, [%d3+12]; cvta.{space}.u64 %d4, %d3; ld.u32 %r2, [%d4+8];\n\
             st.u32 [%d4+8], 3; ld.{space}.u32 %r3, [{base}+8]; cvta.to.{space}.u64 %d5, %d4; sub.s64 %d5, %d5, %d3;\n\
             st.global.u32 [%d1], %r1; st.global.u32 [%d1+4], %r2; st.global.u32 [%d1+8], %r3; st.global.u64 [%d1+16], %d5;"
        );
        assert_eq!(run(&text, [0x5_0000_0006, 0, 9, 0]), [0x6_0000_0005, 3, 0, 0], "{space}");
    }
    let text =
        "mov.u32 %r1, dynamic; st.shared.u32 [%r1+4], 6; ld.shared.u32 %r2, [dynamic+4]; st.global.u32 [%d1], %r2;";
    assert_eq!(run(text, [0; 4])[0], 6);
    let text = "ld.const.u32 %r1, [numbers+8]; mov.u64 %d2, numbers; ld.const.u32 %r2, [%d2+4];\n\
        st.global.v2.u32 [%d1], {%r1, %r2};";
    assert_eq!(run(text, [0; 4])[0], 0x14_0000_001e);
    let text = "ld.global.u64 %d2, [table]; st.global.u64 [%d1], %d2; mov.u64 %d3, table+8; ld.u64 %d4, [%d3]; st.global.u64 [%d1+8], %d4;";
    assert_eq!(run(text, [7; 4])[..2], [0x0807_0605_0403_0201, 0]);
    let text = "mov.b64 %d2, p; ld.param.u64 %d3, [%d2]; sub.s64 %d3, %d3, %d1; st.global.u64 [%d1], %d3;";
    assert_eq!(run(text, [7; 4])[0], 0);
    let text =
        "mov.b64 %d2, p; cvta.param.u64 %d2, %d2; ld.u64 %d3, [%d2]; sub.s64 %d3, %d3, %d1; st.global.u64 [%d1], %d3;";
    assert_eq!(run(text, [7; 4])[0], 0);
}

#[test]
fn a_null_pointer_stays_null() {
    let text = "mov.u64 %d2, 0; cvta.to.shared.u64 %d3, %d2; st.global.u64 [%d1], %d3; cvta.to.global.u64 %d3, %d2; st.global.u64 [%d1+8], %d3;";
    assert_eq!(run(text, [7; 4])[..2], [0, 0]);
}

#[test]
fn misaligned_accesses_fault() {
    assert_eq!(fault("ld.global.u32 %r1, [%d1+2];"), (FaultKind::Misaligned, 2));
    assert_eq!(fault("ld.global.v2.u32 {%r1, %r2}, [%d1+4];"), (FaultKind::Misaligned, 4));
    assert_eq!(fault("st.global.v4.f32 [%d1+8], {%f1, %f2, %f3, %f4};"), (FaultKind::Misaligned, 8));
    assert_eq!(fault("st.shared.u64 [buffer+4], %d1;").0, FaultKind::Misaligned);
    assert_eq!(fault("ld.local.u16 %h1, [own+1];").0, FaultKind::Misaligned);
    assert_eq!(fault("atom.global.add.u64 %d2, [%d1+4], %d1;"), (FaultKind::Misaligned, 4));
}

#[test]
fn accesses_outside_fault_with_their_address_and_line() {
    assert_eq!(fault("ld.global.u32 %r1, [%d1+32];"), (FaultKind::IllegalAddress, 32));
    assert_eq!(fault("st.global.u8 [%d1+-1], %r1;"), (FaultKind::IllegalAddress, u64::MAX));
    assert_eq!(fault("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1+32];"), (FaultKind::IllegalAddress, 32));
    assert_eq!(fault("mov.u64 %d2, 0; ld.global.u32 %r1, [%d2];").0, FaultKind::IllegalAddress);
    assert_eq!(fault("ld.u32 %r1, [%d1+64];"), (FaultKind::IllegalAddress, 64));
    assert_eq!(fault("red.global.add.u32 [%d1+32], 1;"), (FaultKind::IllegalAddress, 32));
    assert_eq!(fault("st.shared.u32 [buffer+64], %r1;").0, FaultKind::OutOfBounds);
    assert_eq!(fault("ld.local.u32 %r1, [own+32];").0, FaultKind::OutOfBounds);
    assert_eq!(
        fault("mov.u64 %d2, own; cvta.local.u64 %d2, %d2; atom.add.u32 %r1, [%d2], 1;").0,
        FaultKind::InvalidSpace
    );
    let mut device = Device::default();
    let memory = device.longs(&[0; 4]);
    let text = "mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1;\nst.global.u32 [%d2], %r1;";
    let fault = device.launch(&kernel(text), shape(1, 33), &[&memory.to_le_bytes()]).unwrap_err();
    assert_eq!((fault.thread, fault.block, fault.ptx_line, fault.code()), ([8, 0, 0], [0, 0, 0], 12, 700));
    assert!(fault.to_string().contains("out-of-bounds global store of 4 bytes"), "{fault}");
}

#[test]
fn initial_values_hold_numbers_and_addresses() {
    let source = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .global .align 4 .u32 grid[2][3] = {{1, 2}, {4}};\n.global .f32 real = 0f3F800000;\n\
        .global .align 8 .u64 to_last = generic(grid)+20;\n.global .u64 plain[2] = {grid, to_last+8};\n\
        .global .align 1 .u8 bytes[8] = {0xFF(grid), 0xFF00(grid), 0xFF0000(grid), 0xFF000000(grid), 0, 0, 0, 0};\n\
        .entry k(.param .u64 p) {\n.reg .b32 %r<9>; .reg .b64 %d<9>;\nld.param.u64 %d1, [p];\n\
        ld.global.u64 %d2, [to_last]; st.u32 [%d2], 6;\nld.global.u64 %d3, [plain]; ld.global.u32 %r1, [%d3+20];\n\
        ld.global.u32 %r2, [grid+12]; ld.global.u32 %r3, [grid+8]; ld.global.u32 %r4, [real];\n\
        st.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};\nld.global.u64 %d4, [plain+8]; sub.s64 %d4, %d4, to_last;\n\
        ret;\n}\n";
    let source = source.replace("sub.s64 %d4, %d4, to_last;", "mov.u64 %d5, to_last; sub.s64 %d4, %d4, %d5; st.global.u64 [%d1+16], %d4; \
        ld.global.u32 %r1, [bytes]; mov.u64 %d5, grid; cvt.u32.u64 %r2, %d5; sub.u32 %r1, %r1, %r2; st.global.u32 [%d1+24], %r1;");
    let mut device = Device::default();
    let memory = device.longs(&[9; 4]);
    let module = compiled(&source);
    device.launch_entry(&module, "k", shape(1, 1), &[&memory.to_le_bytes()]).unwrap();
    assert_eq!(device.read_words(memory), [6, 4, 0, 0x3f80_0000, 8, 0, 0, 0]);
}

#[test]
fn constant_memory_is_a_space_of_its_own() {
    let ask = |address: &str| {
        let text = format!(
            ".reg .pred %p<3>; {address} isspacep.const %p1, %d2; isspacep.global %p2, %d2;\n\
             selp.u64 %d3, 1, 0, %p1; selp.u64 %d4, 2, 0, %p2; add.u64 %d3, %d3, %d4; st.global.u64 [%d1], %d3;"
        );
        run(&text, [7; 4])[0]
    };
    assert_eq!(ask("mov.u64 %d2, numbers; cvta.const.u64 %d2, %d2;"), 1);
    assert_eq!(ask("mov.u64 %d2, numbers+12;"), 1);
    assert_eq!(ask("mov.u64 %d2, table;"), 2);
    assert_eq!(ask("mov.u64 %d2, buffer; cvta.shared.u64 %d2, %d2;"), 0);
}

#[test]
fn hints_for_caches_change_nothing() {
    let text = "createpolicy.fractional.L2::evict_first.b64 %d2, 1.0; ld.global.L1::no_allocate.L2::cache_hint.u64 %d3, [%d1+8], %d2;\n\
        st.global.L2::cache_hint.u64 [%d1], %d3, %d2;";
    assert_eq!(run(text, [7, 8, 9, 10]), [8, 8, 9, 10]);
}
