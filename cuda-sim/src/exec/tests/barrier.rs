//! Barriers of the block and of the warp.

use super::device::{Device, shape};
use crate::exec::fault::{Fault, FaultKind};

/// Runs a block whose threads each write `%r0` to their word.
fn run(text: &str, threads: u32) -> Result<Vec<u32>, Fault> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {{\n\
         .reg .b32 %r<20>; .reg .b64 %d<9>; .reg .pred %p<9>; .shared .align 4 .b8 s[1024];\n\
         ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1; mov.u32 %r0, 0; shl.b32 %r10, %r1, 2;\n\
         {text}\nst.global.u32 [%d2], %r0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let memory = device.words(&vec![0; threads as usize]);
    device.launch(&source, shape(1, threads), &[&memory.to_le_bytes()])?;
    Ok(device.read_words(memory))
}

#[test]
fn every_thread_sees_what_others_wrote_before_the_barrier() {
    let text = "st.shared.u32 [%r10], %r1; bar.sync 0; xor.b32 %r11, %r10, 128; ld.shared.u32 %r0, [%r11];";
    let expected: Vec<u32> = (0..64).map(|lane| lane ^ 32).collect();
    for barrier in ["bar.sync 0", "barrier.sync 1", "barrier.cta.sync.aligned 15", "bar.cta.sync 2, 64"] {
        assert_eq!(run(&text.replace("bar.sync 0", barrier), 64).unwrap(), expected, "{barrier}");
    }
}

#[test]
fn a_partial_warp_counts_whole_where_a_count_is_given() {
    let text = "st.shared.u32 [%r10], %r1; bar.sync 0, 64; ld.shared.u32 %r0, [s+128];";
    assert_eq!(run(text, 40).unwrap(), [32; 40]);
}

#[test]
fn ended_threads_count_as_arrived() {
    let text = "setp.ge.u32 %p1, %r1, 40; @%p1 exit; st.shared.u32 [%r10], %r1; bar.sync 0; ld.shared.u32 %r0, [s+36];";
    assert_eq!(run(text, 64).unwrap()[..40], [9; 40]);
}

#[test]
fn lanes_may_come_to_the_barrier_by_different_ways() {
    let text = "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra even; st.shared.u32 [%r10], 1; bar.sync 0; bra join;\n\
        even: st.shared.u32 [%r10], 2; bar.sync 0;\njoin: xor.b32 %r11, %r10, 4; ld.shared.u32 %r0, [%r11];";
    let expected: Vec<u32> = (0..64).map(|lane| if lane % 2 == 0 { 1 } else { 2 }).collect();
    assert_eq!(run(text, 64).unwrap(), expected);
}

#[test]
fn producers_arrive_and_consumers_wait() {
    let text = "setp.ge.u32 %p1, %r1, 32; @%p1 bra consume; st.shared.u32 [%r10], %r1; bar.arrive 3, 64; bra out;\n\
        consume: bar.sync 3, 64; sub.u32 %r11, %r10, 128; ld.shared.u32 %r0, [%r11];\nout:";
    let expected: Vec<u32> = (0..64u32).map(|lane| lane.saturating_sub(32)).collect();
    assert_eq!(run(text, 64).unwrap(), expected);
}

#[test]
fn reductions_answer_every_thread() {
    let odd = "and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0;";
    assert_eq!(run(&format!("{odd} bar.red.popc.u32 %r0, 0, %p1;"), 50).unwrap(), [25; 50]);
    assert_eq!(run(&format!("{odd} barrier.red.popc.u32 %r0, 0, 64, !%p1;"), 64).unwrap(), [32; 64]);
    assert_eq!(run(&format!("{odd} bar.red.and.pred %p2, 0, %p1; selp.u32 %r0, 1, 2, %p2;"), 50).unwrap(), [2; 50]);
    assert_eq!(run(&format!("{odd} bar.red.or.pred %p2, 0, %p1; selp.u32 %r0, 1, 2, %p2;"), 50).unwrap(), [1; 50]);
}

#[test]
fn barriers_can_be_used_again_and_again() {
    let text = "mov.u32 %r3, 0; st.shared.u32 [%r10], 0;\nloop: bar.sync 0; add.u32 %r11, %r10, 4; rem.u32 %r11, %r11, 256;\n\
        ld.shared.u32 %r4, [%r11]; bar.sync 0; add.u32 %r4, %r4, 1; st.shared.u32 [%r10], %r4; add.u32 %r3, %r3, 1;\n\
        setp.lt.u32 %p1, %r3, 5; @%p1 bra loop; mov.u32 %r0, %r4;";
    assert_eq!(run(text, 64).unwrap(), [5; 64]);
}

#[test]
fn a_warp_waits_for_its_own_lanes() {
    let text = "setp.lt.u32 %p1, %r1, 16; @%p1 bra low; st.shared.u32 [%r10], %r1; bar.warp.sync 0xffffffff; bra join;\n\
        low: st.shared.u32 [%r10], %r1; bar.warp.sync -1;\njoin: xor.b32 %r11, %r10, 64; ld.shared.u32 %r0, [%r11];";
    let expected: Vec<u32> = (0..32).map(|lane| lane ^ 16).collect();
    assert_eq!(run(text, 32).unwrap(), expected);
    // Lanes outside the mask go on alone.
    let text = "setp.lt.u32 %p1, %r1, 4; @!%p1 bra out; bar.warp.sync 15; mov.u32 %r0, 1;\nout:";
    assert_eq!(run(text, 32).unwrap().iter().sum::<u32>(), 4);
}

#[test]
fn a_deadlock_is_reported() {
    let text = "setp.ge.u32 %p1, %r1, 32; @%p1 bra other; bar.sync 1; bra out;\nother: bar.sync 2;\nout:";
    let fault = run(text, 64).unwrap_err();
    assert_eq!((fault.kind, fault.code()), (FaultKind::Deadlock, 702));
    assert!(fault.ptx_line > 0);
    assert_eq!(run("bar.sync 0, 96;", 64).unwrap_err().kind, FaultKind::Deadlock);
}

#[test]
fn barriers_that_cannot_be_are_refused() {
    assert!(run("bar.sync 16;", 32).unwrap_err().message.contains("barrier 16"));
    assert!(run("mov.u32 %r3, 33; bar.sync 0, %r3;", 64).unwrap_err().message.contains("33 threads"));
}
