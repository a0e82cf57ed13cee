//! Branches, divergence, calls and the ends of kernels.

use super::device::{Device, shape};
use crate::exec::fault::{Fault, FaultKind};

/// Runs a kernel whose threads each write `%r0` to their word; functions come before it.
fn run(functions: &str, text: &str, threads: u32) -> Result<Vec<u32>, Fault> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{functions}\n.entry k(.param .u64 p) {{\n\
         .reg .b32 %r<20>; .reg .b64 %d<9>; .reg .pred %p<9>;\n\
         ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1; mov.u32 %r0, 0;\n\
         {text}\nst.global.u32 [%d2], %r0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let memory = device.words(&vec![0; threads as usize]);
    device.launch(&source, shape(1, threads), &[&memory.to_le_bytes()])?;
    Ok(device.read_words(memory))
}

#[test]
fn diverged_lanes_take_both_sides_and_meet_again() {
    let text = "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;\n@%p1 bra even;\nmov.u32 %r0, 100; bra.uni join;\n\
        even: mov.u32 %r0, 200;\njoin: add.u32 %r0, %r0, %r1;";
    let expected: Vec<u32> = (0..40).map(|lane| lane + if lane % 2 == 0 { 200 } else { 100 }).collect();
    assert_eq!(run("", text, 40).unwrap(), expected);
}

#[test]
fn each_lane_loops_its_own_number_of_times() {
    let text = "mov.u32 %r2, 0;\nloop: setp.ge.u32 %p1, %r2, %r1;\n@%p1 bra done;\nadd.u32 %r0, %r0, %r2; add.u32 %r2, %r2, 1;\n\
        bra loop;\ndone:";
    let expected: Vec<u32> = (0..33u32).map(|lane| (0..lane).sum()).collect();
    assert_eq!(run("", text, 33).unwrap(), expected);
}

#[test]
fn a_lane_that_waits_for_another_of_its_warp_gets_on() {
    // A lock in shared memory, taken by each lane in turn: minimum-pc scheduling alone would spin for ever.
    let text = ".shared .align 4 .u32 lock; .shared .align 4 .u32 count;\n\
        setp.ne.u32 %p1, %r1, 0; @%p1 bra ready;\nst.shared.u32 [lock], 0; st.shared.u32 [count], 0;\nready: bar.sync 0;\n\
        again: atom.shared.cas.b32 %r2, [lock], 0, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra again;\n\
        ld.volatile.shared.u32 %r3, [count]; add.u32 %r3, %r3, 1; st.volatile.shared.u32 [count], %r3;\n\
        membar.cta; atom.shared.exch.b32 %r4, [lock], 0;\nbar.sync 0; ld.shared.u32 %r0, [count];";
    let threads = if cfg!(miri) { 3 } else { 40 };
    assert_eq!(run("", text, threads).unwrap(), vec![threads; threads as usize]);
}

#[test]
fn a_warp_that_waits_for_another_gets_on() {
    let text = ".shared .align 4 .u32 flag;\nst.shared.u32 [flag], 0; bar.sync 0;\nsetp.ge.u32 %p1, %r1, 32; @%p1 bra set;\n\
        spin: ld.volatile.shared.u32 %r0, [flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra spin; bra out;\n\
        set: st.volatile.shared.u32 [flag], 7; mov.u32 %r0, 7;\nout:";
    assert_eq!(run("", text, 64).unwrap(), [7; 64]);
}

const FACTORIAL: &str = ".func (.param .b32 result) factorial(.param .b32 n) {\n\
    .reg .b32 %r<9>; .reg .pred %p<2>; .local .align 4 .b32 kept;\n\
    ld.param.b32 %r1, [n]; st.local.u32 [kept], %r1; setp.le.u32 %p1, %r1, 1; @%p1 bra one;\n\
    { .param .b32 to; .param .b32 from; sub.u32 %r2, %r1, 1; st.param.b32 [to], %r2;\n\
    call.uni (from), factorial, (to); ld.param.b32 %r3, [from]; }\n\
    ld.local.u32 %r4, [kept]; mul.lo.u32 %r5, %r3, %r4; mul.lo.u32 %r5, %r5, %r1; div.u32 %r5, %r5, %r4;\n\
    st.param.b32 [result], %r5; ret;\none: st.param.b32 [result], 1; ret;\n}";

#[test]
fn recursion_keeps_registers_and_frames_of_each_call() {
    let text = "{ .param .b32 a; .param .b32 b; rem.u32 %r2, %r1, 8; st.param.b32 [a], %r2; call (b), factorial, (a); ld.param.b32 %r0, [b]; }";
    let factorials = [1, 1, 2, 6, 24, 120, 720, 5040];
    let expected: Vec<u32> = (0..33).map(|lane| factorials[lane % 8]).collect();
    assert_eq!(run(FACTORIAL, text, 33).unwrap(), expected);
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let endless = ".func f() { .local .align 4 .b8 room[1024]; call f; ret; }";
    let fault = run(endless, "call f;", 1).unwrap_err();
    assert_eq!((fault.kind, fault.code()), (FaultKind::StackOverflow, 714));
}

#[test]
fn registers_pass_parameters_too() {
    let function = ".func (.reg .u32 sum, .reg .u32 product) both(.reg .u32 a, .reg .u32 b) { add.u32 sum, a, b; mul.lo.u32 product, a, b; ret; }";
    let text = "call (%r3, %r4), both, (%r1, 5); mad.lo.u32 %r0, %r3, 1000, %r4;";
    let expected: Vec<u32> = (0..32).map(|lane| (lane + 5) * 1000 + lane * 5).collect();
    assert_eq!(run(function, text, 32).unwrap(), expected);
}

#[test]
fn indirect_calls_go_where_the_address_says() {
    let functions = ".func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; shl.b32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }\n\
        .func (.param .b32 r) next(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.u32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }\n\
        .global .align 8 .u64 both[2] = {twice, next};";
    let text = "and.b32 %r2, %r1, 1; mov.u64 %d3, both; mad.wide.u32 %d3, %r2, 8, %d3; ld.global.u64 %d4, [%d3];\n\
        { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n\
        call (b), %d4, (a), proto; ld.param.b32 %r0, [b]; }";
    let expected: Vec<u32> = (0..32).map(|lane| if lane % 2 == 0 { 2 * lane } else { lane + 1 }).collect();
    assert_eq!(run(functions, text, 32).unwrap(), expected);
    let wild = text.replace("ld.global.u64 %d4, [%d3];", "mov.u64 %d4, 12345;");
    assert_eq!(run(functions, &wild, 1).unwrap_err().code(), 718);
}

#[test]
fn indexed_branches_pick_from_their_list() {
    let text = "rem.u32 %r2, %r1, 3;\nlist: .branchtargets a, b, c;\nbrx.idx %r2, list;\na: mov.u32 %r0, 10; bra end;\n\
        b: mov.u32 %r0, 20; bra end;\nc: mov.u32 %r0, 30;\nend:";
    let expected: Vec<u32> = (0..32).map(|lane| [10, 20, 30][lane % 3]).collect();
    assert_eq!(run("", text, 32).unwrap(), expected);
}

#[test]
fn exited_lanes_leave_the_rest_alone() {
    let text = "mov.u32 %r0, 5; setp.lt.u32 %p1, %r1, 10; @%p1 exit; mov.u32 %r0, 6;";
    let expected: Vec<u32> = (0..32).map(|lane| if lane < 10 { 0 } else { 6 }).collect();
    assert_eq!(run("", text, 32).unwrap(), expected);
}

#[test]
fn trap_names_the_first_thread_that_ran_it() {
    let fault = run("", "setp.ne.u32 %p1, %r1, 3; @%p1 bra on; trap; on:", 32).unwrap_err();
    assert_eq!((fault.kind, fault.code(), fault.thread), (FaultKind::Trap, 719, [3, 0, 0]));
}

#[test]
fn an_endless_kernel_meets_its_step_limit() {
    let source = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { on: bra on; }";
    let mut shape = shape(1, 32);
    shape.step_limit = Some(100_000);
    let fault = Device::default().launch(source, shape, &[]).unwrap_err();
    assert_eq!((fault.kind, fault.code()), (FaultKind::Timeout, 702));
}

#[test]
fn labels_and_registers_may_shadow_opcodes_and_inner_scopes_outer_ones() {
    let text = ".reg .b32 add; mov.u32 add, 3;\nbra ret;\nret: add.u32 %r0, add, 1;\n\
        { .reg .b32 add; mov.u32 add, 10; add.u32 %r0, %r0, add; mul: setp.eq.u32 %p1, add, 0; @%p1 bra mul; }\n\
        { mul: add.u32 %r0, %r0, add; }";
    assert_eq!(run("", text, 1).unwrap(), [17]);
}
