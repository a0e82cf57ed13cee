//! Exchanges among the lanes of a warp.

use super::device::{Device, shape};
use crate::exec::fault::Fault;

/// Runs a block whose threads each write `%r0` to their word.
fn run(text: &str, threads: u32) -> Result<Vec<u32>, Fault> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {{\n\
         .reg .b32 %r<20>; .reg .b64 %d<9>; .reg .pred %p<9>;\n\
         ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1; mov.u32 %r0, 0; and.b32 %r2, %r1, 1;\n\
         setp.ne.u32 %p1, %r2, 0;\n{text}\nst.global.u32 [%d2], %r0;\nret;\n}}\n"
    );
    let mut device = Device::default();
    let memory = device.words(&vec![0; threads as usize]);
    device.launch(&source, shape(1, threads), &[&memory.to_le_bytes()])?;
    Ok(device.read_words(memory))
}

fn lanes(f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..32).map(f).collect()
}

#[test]
fn shuffles_read_the_lane_they_name_or_keep_their_own() {
    let value = "add.u32 %r3, %r1, 100;";
    let shuffle = |how: &str| {
        run(
            &format!("{value} shfl.sync.{how}.b32 %r0|%p2, %r3, %r9, %r10, -1; @!%p2 add.u32 %r0, %r0, 1000;")
                .replace("%r9, %r10", how_operands(how)),
            32,
        )
        .unwrap()
    };
    fn how_operands(how: &str) -> &'static str {
        match how {
            "up" => "3, 0",
            "down" => "3, 31",
            "bfly" => "5, 31",
            _ => "7, 31",
        }
    }
    assert_eq!(shuffle("up"), lanes(|lane| if lane >= 3 { lane + 97 } else { lane + 1100 }));
    assert_eq!(shuffle("down"), lanes(|lane| if lane < 29 { lane + 103 } else { lane + 1100 }));
    assert_eq!(shuffle("bfly"), lanes(|lane| (lane ^ 5) + 100));
    assert_eq!(shuffle("idx"), lanes(|_| 107));
    // Segments of eight lanes: mask 24 in bits 8 to 12.
    let text = format!("{value} shfl.sync.idx.b32 %r0, %r3, 2, 0x181f, 0xffffffff;");
    assert_eq!(run(&text, 32).unwrap(), lanes(|lane| (lane & 24) + 102));
    let text = format!("{value} shfl.sync.down.b32 %r0|%p2, %r3, 6, 0x181f, -1; @!%p2 mov.u32 %r0, 0;");
    assert_eq!(run(&text, 32).unwrap(), lanes(|lane| if lane % 8 < 2 { lane + 106 } else { 0 }));
}

#[test]
fn a_sum_by_shuffles_is_the_sum() {
    let mut text = "mov.u32 %r0, %r1;".to_owned();
    for distance in [16, 8, 4, 2, 1] {
        text += &format!("shfl.sync.bfly.b32 %r3, %r0, {distance}, 31, -1; add.u32 %r0, %r0, %r3;");
    }
    assert_eq!(run(&text, 32).unwrap(), [496; 32]);
}

#[test]
fn members_wait_for_each_other_and_others_do_not_count() {
    // Odd lanes come later, by a way of their own.
    let text = "@%p1 bra odd; bra meet;\nodd: add.u32 %r4, %r1, 1; add.u32 %r4, %r4, 1; bra meet;\n\
        meet: vote.sync.ballot.b32 %r0, %p1, -1;";
    assert_eq!(run(text, 32).unwrap(), [0xaaaa_aaaa; 32]);
    let text = "@!%p1 bra out; vote.sync.ballot.b32 %r0, %p1, 0xaaaaaaaa;\nout:";
    assert_eq!(run(text, 32).unwrap(), lanes(|lane| if lane % 2 == 1 { 0xaaaa_aaaa } else { 0 }));
    // Ended lanes are not waited for.
    let text = "setp.ge.u32 %p2, %r1, 8; @%p2 exit; vote.sync.ballot.b32 %r0, %p1, -1;";
    assert_eq!(run(text, 32).unwrap()[..8], [0xaa; 8]);
    // A block's last warp may be partial.
    assert_eq!(run("vote.sync.ballot.b32 %r0, !%p1, -1;", 40).unwrap()[32..], [0x55; 8]);
}

#[test]
fn votes_are_counted() {
    let vote = |how: &str, p: &str| {
        run(&format!("vote.sync.{how}.pred %p2, {p}, -1; selp.u32 %r0, 1, 0, %p2;"), 32).unwrap()[0]
    };
    assert_eq!([vote("all", "%p1"), vote("any", "%p1"), vote("uni", "%p1")], [0, 1, 0]);
    assert_eq!([vote("all", "1"), vote("any", "0"), vote("uni", "0")], [1, 0, 1]);
    assert_eq!(run("@%p1 activemask.b32 %r0;", 32).unwrap()[1], 0xaaaa_aaaa);
}

#[test]
fn equal_values_are_matched_and_all_values_reduced() {
    let text = "and.b32 %r3, %r1, 3; match.any.sync.b32 %r0, %r3, -1;";
    assert_eq!(run(text, 32).unwrap(), lanes(|lane| 0x1111_1111 << (lane % 4)));
    let text = "cvt.u64.u32 %d3, %r2; match.all.sync.b64 %r0|%p2, %d3, -1; @!%p2 mov.u32 %r0, 7;";
    assert_eq!(run(text, 32).unwrap(), [7; 32]);
    let reduce = |how: &str| run(&format!("sub.u32 %r3, %r1, 5; redux.sync.{how} %r0, %r3, -1;"), 32).unwrap()[9];
    assert_eq!(reduce("add.s32"), 496 - 160);
    assert_eq!([reduce("min.s32"), reduce("min.u32")], [(-5i32) as u32, 0]);
    assert_eq!([reduce("max.s32"), reduce("max.u32")], [26, u32::MAX]);
    assert_eq!([reduce("and.b32"), reduce("or.b32")], [0, u32::MAX]);
}

#[test]
fn a_lane_outside_its_own_mask_is_reported() {
    let fault = run("vote.sync.ballot.b32 %r0, %p1, 1;", 32).unwrap_err();
    assert!(fault.message.contains("leaves it out"), "{fault}");
}

#[test]
fn members_that_never_come_are_a_deadlock() {
    let text = "@%p1 bra odd; vote.sync.ballot.b32 %r0, %p1, -1; bra out;\nodd: redux.sync.add.u32 %r0, %r1, -1;\nout:";
    assert_eq!(run(text, 32).unwrap_err().code(), 702);
}

#[test]
fn members_meet_at_copies_of_an_exchange() {
    // Different registers, and one of them negated.
    let text = "setp.lt.u32 %p2, %r1, 8; @%p1 bra odd; vote.sync.ballot.b32 %r0, %p2, -1; bra out;\n\
        odd: not.pred %p3, %p2; mov.u32 %r7, -1; vote.sync.ballot.b32 %r5, !%p3, %r7; mov.u32 %r0, %r5;\nout:";
    assert_eq!(run(text, 32).unwrap(), [0xff; 32]);
    let text = "add.u32 %r3, %r1, 100; @%p1 bra odd; shfl.sync.bfly.b32 %r0, %r3, 1, 31, -1; bra out;\n\
        odd: add.u32 %r6, %r1, 200; shfl.sync.bfly.b32 %r5|%p4, %r6, 3, 31, -1; @%p4 mov.u32 %r0, %r5;\nout:";
    assert_eq!(run(text, 32).unwrap(), lanes(|lane| if lane % 2 == 0 { (lane ^ 1) + 200 } else { (lane ^ 3) + 100 }));
    // The last of those who are waited for ends.
    let text = "setp.eq.u32 %p2, %r1, 5; @%p1 bra odd; vote.sync.ballot.b32 %r0, 1, -1; bra out;\n\
        odd: @%p2 bra last; vote.sync.ballot.b32 %r0, 1, -1; bra out;\nlast: mov.u32 %r4, 0; exit;\nout:";
    let expected = lanes(|lane| if lane == 5 { 0 } else { !(1 << 5) });
    assert_eq!(run(text, 32).unwrap(), expected);
}

#[test]
fn spaces_of_addresses_are_told() {
    let text = ".shared .b32 s; .local .b32 l; mov.u64 %d3, s; cvta.shared.u64 %d3, %d3; isspacep.shared %p2, %d3; selp.u32 %r0, 1, 0, %p2;\n\
        mov.u64 %d3, l; cvta.local.u64 %d3, %d3; isspacep.local %p2, %d3; selp.u32 %r4, 2, 0, %p2; add.u32 %r0, %r0, %r4;\n\
        isspacep.global %p2, %d1; selp.u32 %r4, 4, 0, %p2; add.u32 %r0, %r0, %r4; isspacep.shared %p2, %d1; selp.u32 %r4, 8, 0, %p2; add.u32 %r0, %r0, %r4;";
    assert_eq!(run(text, 1).unwrap(), [7]);
}
