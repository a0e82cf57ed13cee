//! Cooperative grids, special registers of the launch, and the stack.

use super::device::{Device, Shape, shape};
use crate::exec::fault::{Fault, FaultKind};

fn run(text: &str, shape: Shape) -> Result<Vec<u32>, Fault> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .func (.param .b32 sum) down(.param .b32 n) {{ .reg .b32 %r<9>; .reg .pred %p<2>;\n\
         ld.param.b32 %r1, [n]; setp.eq.u32 %p1, %r1, 0; @%p1 bra end; {{ .param .b32 to; .param .b32 from; sub.u32 %r2, %r1, 1;\n\
         st.param.b32 [to], %r2; call (from), down, (to); ld.param.b32 %r3, [from]; add.u32 %r1, %r3, %r1; }}\n\
         end: st.param.b32 [sum], %r1; ret; }}\n\
         .entry k(.param .u64 p) {{\n.reg .b32 %r<20>; .reg .b64 %d<9>; .reg .pred %p<9>;\n\
         ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n\
         mad.lo.u32 %r4, %r2, %r3, %r1; mad.wide.u32 %d2, %r4, 4, %d1; mov.u32 %r0, 0;\n\
         {text}\nst.global.u32 [%d2], %r0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let threads = shape.grid[0] * shape.block[0];
    let memory = device.words(&vec![0; threads as usize]);
    device.launch(&source, shape, &[&memory.to_le_bytes()])?;
    Ok(device.read_words(memory))
}

/// A grid barrier as a cooperative kernel makes it: the first block takes the count of the others to the top bit.
const GRID_BARRIER: &str = "barrier.sync 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra over;\n\
    mov.u32 %r5, %envreg1; mov.u32 %r6, %envreg2; mov.b64 %d3, {%r6, %r5};\n\
    mov.u32 %r7, %nctaid.x; mov.u32 %r8, 0x80000001; sub.u32 %r8, %r8, %r7; setp.eq.u32 %p2, %r2, 0; selp.b32 %r8, %r8, 1, %p2;\n\
    atom.add.release.gpu.u32 %r9, [%d3+4], %r8;\n\
    spin: ld.acquire.gpu.u32 %r10, [%d3+4]; xor.b32 %r10, %r10, %r9; setp.gt.s32 %p3, %r10, -1; @%p3 bra spin;\n\
    over: barrier.sync 0;";

#[test]
fn blocks_of_a_cooperative_grid_wait_for_each_other() {
    for seed in [0, 5, 77] {
        let (blocks, threads) = if cfg!(miri) { (3, 2) } else { (40, 64) };
        let mut shape = shape(blocks, threads);
        (shape.cooperative, shape.seed) = (true, seed);
        // Each thread writes, and reads after the barrier what the same thread of the next block wrote.
        let text = format!(
            "add.u32 %r11, %r4, 1; st.global.u32 [%d2], %r11;\n{GRID_BARRIER}\n\
             mov.u32 %r12, %nctaid.x; add.u32 %r13, %r2, 1; rem.u32 %r13, %r13, %r12; mad.lo.u32 %r13, %r13, %r3, %r1;\n\
             mad.wide.u32 %d4, %r13, 4, %d1; ld.global.u32 %r0, [%d4];"
        );
        // A second barrier, so that no block overwrites what another has still to read.
        let text = text + &GRID_BARRIER.replace("spin", "again").replace("over", "out");
        let found = run(&text, shape).unwrap();
        let expected: Vec<u32> = (0..blocks * threads).map(|at| (at + threads) % (blocks * threads) + 1).collect();
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn a_fault_of_one_block_stops_the_others_of_its_grid() {
    let mut shape = shape(if cfg!(miri) { 2 } else { 8 }, 1);
    shape.cooperative = true;
    let text = format!("setp.eq.u32 %p4, %r2, 1; @%p4 trap;\n{GRID_BARRIER}");
    let fault = run(&text, shape).unwrap_err();
    assert_eq!((fault.kind, fault.block), (FaultKind::Trap, [1, 0, 0]));
}

#[test]
fn without_a_cooperative_launch_there_is_no_workspace() {
    let text = "mov.u32 %r0, %envreg1; mov.u32 %r5, %envreg2; or.b32 %r0, %r0, %r5;";
    assert_eq!(run(text, shape(1, 2)).unwrap(), [0, 0]);
}

#[test]
fn the_stack_of_recursive_calls_is_as_large_as_the_limit() {
    let text = "{ .param .b32 a; .param .b32 b; st.param.b32 [a], 60; call (b), down, (a); ld.param.b32 %r0, [b]; }";
    let mut small = shape(1, 2);
    small.stack_byte_len = 2048;
    assert_eq!(run(text, small).unwrap(), [1830, 1830]);
    small.stack_byte_len = 512;
    let fault = run(text, small).unwrap_err();
    assert_eq!((fault.kind, fault.code()), (FaultKind::StackOverflow, 714));
}

#[test]
fn clocks_never_go_back() {
    let text = "mov.u64 %d3, %globaltimer; mov.u64 %d4, %clock64; nanosleep.u32 100; mov.u64 %d5, %globaltimer; mov.u64 %d6, %clock64;\n\
        setp.lt.u64 %p1, %d3, %d5; setp.lt.u64 %p2, %d4, %d6; and.pred %p1, %p1, %p2; selp.u32 %r0, 1, 0, %p1;\n\
        mov.u32 %r5, %globaltimer_hi; setp.ne.u32 %p1, %r5, 0; @%p1 mov.u32 %r0, 2;";
    assert_eq!(run(text, shape(1, 1)).unwrap(), [1]);
    // Conversions read them, too, and the fourth index of a thread is always zero.
    let text = "cvt.u64.u32 %d3, %clock; cvt.u64.u64 %d4, %clock64; setp.lt.u64 %p1, %d3, %d4; selp.u32 %r0, 1, 0, %p1;\n\
        mov.u32 %r5, %tid.w; mov.u32 %r6, %nctaid.w; or.b32 %r5, %r5, %r6; setp.ne.u32 %p1, %r5, 0; @%p1 mov.u32 %r0, 2;";
    assert_eq!(run(text, shape(1, 1)).unwrap(), [1]);
}

#[test]
fn every_block_is_a_cluster_of_its_own() {
    let text = "mov.u32 %r5, %clusterid.x; mov.u32 %r6, %nclusterid.x; mov.u32 %r7, %cluster_ctarank; mov.u32 %r8, %cluster_nctarank;\n\
        mov.u32 %r9, %cluster_ctaid.y; mov.u32 %r10, %cluster_nctaid.z; mov.pred %p1, %is_explicit_cluster; @%p1 trap;\n\
        mul.lo.u32 %r0, %r5, 10; add.u32 %r0, %r0, %r6; add.u32 %r7, %r7, %r9; mul.lo.u32 %r8, %r8, %r10; mad.lo.u32 %r0, %r7, 100, %r0;\n\
        mul.lo.u32 %r0, %r0, %r8;";
    assert_eq!(run(text, shape(3, 1)).unwrap(), [3, 13, 23]);
}

#[test]
fn a_breakpoint_without_a_debugger_is_a_trap() {
    assert_eq!(run("brkpt;", shape(1, 1)).unwrap_err().code(), 719);
}
