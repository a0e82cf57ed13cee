//! What PTX leaves undefined is told, once for each instruction of a launch, and the kernel goes on.

use super::device::{Device, Shape, shape};

/// Runs a kernel, in which `%r1` is the lane and `%p1` that it is odd, and answers what was reported of it.
fn reports(text: &str, shape: Shape) -> Vec<String> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {{\n.reg .b32 %r<9>; .reg .pred %p<9>;\n\
         mov.u32 %r1, %laneid; mov.u32 %r2, %r1; and.b32 %r3, %r1, 1; setp.ne.u32 %p1, %r3, 0;\n{text}\nret;\n}}\n"
    );
    let mut device = Device::default();
    device.launch(&source, shape, &[]).unwrap();
    device.reports.into_inner().unwrap()
}

#[test]
fn a_shuffle_from_a_lane_outside_the_mask_is_told() {
    let text = "@%p1 bra out;\nshfl.sync.bfly.b32 %r2, %r1, 1, 31, 0x55555555;\nout:";
    let expected = "k: a shuffle reads lane 1, which does not run it, so that the value is undefined \
                    (ptx line 8, block 0,0,0, thread 0,0,0)";
    assert_eq!(reports(text, shape(1, 32)), [expected]);
}

#[test]
fn a_shuffle_from_a_lane_that_has_ended_is_told() {
    let text = "setp.ge.u32 %p2, %r1, 20; @%p2 exit;\nshfl.sync.down.b32 %r2, %r1, 8, 31, -1;";
    let told = reports(text, shape(1, 32));
    assert!(told.len() == 1 && told[0].contains("reads lane 20") && told[0].contains("thread 12,0,0"), "{told:?}");
    // So is one from a lane that the block never had.
    let told = reports("shfl.sync.idx.b32 %r2, %r1, 9, 31, -1;", shape(1, 40));
    assert!(told.len() == 1 && told[0].contains("reads lane 9") && told[0].contains("thread 32,0,0"), "{told:?}");
}

#[test]
fn an_instruction_is_told_of_once_a_launch() {
    let text = "mov.u32 %r4, 0;\nagain: @%p1 bra odd; shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0x55555555;\n\
                shfl.sync.bfly.b32 %r2, %r1, 3, 31, 0x55555555;\n\
                odd: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 50; @%p2 bra again;";
    assert_eq!(reports(text, shape(9, 64)).len(), 2);
}

#[test]
fn a_barrier_of_the_warp_that_leaves_its_own_lane_out_is_told() {
    let told = reports("bar.warp.sync 0x0000ffff;", shape(1, 32));
    assert!(told.len() == 1 && told[0].contains("0xffff leaves the lane out"), "{told:?}");
    assert!(told[0].contains("thread 16,0,0"), "{told:?}");
}

#[test]
fn members_that_come_with_other_masks_are_told() {
    let text = "mov.u32 %r5, 0xffff; @%p1 mov.u32 %r5, -1; setp.ge.u32 %p2, %r1, 16; @%p2 mov.u32 %r5, -1;\n\
                vote.sync.ballot.b32 %r2, %p1, %r5;";
    let told = reports(text, shape(1, 32));
    assert!(told.len() == 1 && told[0].contains("different member masks"), "{told:?}");
}

#[test]
fn a_matrix_whose_rows_are_not_aligned_is_told() {
    let load = |place: &str, stride: u32| {
        let load = format!("wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {{%r4, %r5}}, [{place}], {stride};");
        reports(&format!(".shared .align 32 .b8 room[512];\n{load}"), shape(1, 32))
    };
    assert_eq!(load("room+8", 24), [""; 0]);
    for (place, stride) in [("room+4", 24), ("room", 20)] {
        let told = load(place, stride);
        assert!(told.len() == 1 && told[0].contains("but for multiples of 8 and 8 (ptx line 8,"), "{told:?}");
    }
}

#[test]
fn nothing_is_told_of_exchanges_that_are_right() {
    let reduction: String = [16, 8, 4, 2, 1]
        .map(|distance| format!("shfl.sync.down.b32 %r4, %r2, {distance}, 31, -1; add.u32 %r2, %r2, %r4;"))
        .concat();
    let cases = [
        // Sources beyond the end are out of range, and give the lane its own value.
        (reduction.as_str(), 128),
        ("shfl.sync.up.b32 %r2|%p2, %r1, 31, 0, -1; shfl.sync.idx.b32 %r2, %r1, 40, 31, -1;", 32),
        // Segments of eight, the masks of which differ.
        (
            "and.b32 %r4, %r1, 24; mov.u32 %r5, 255; shl.b32 %r5, %r5, %r4;\n\
             shfl.sync.bfly.b32 %r2, %r1, 5, 0x181f, %r5; vote.sync.ballot.b32 %r2, %p1, %r5; bar.warp.sync %r5;",
            32,
        ),
        // Halves that go their own ways, and lanes that have ended.
        ("@%p1 bra out; shfl.sync.bfly.b32 %r2, %r1, 2, 31, 0x55555555; bar.warp.sync 0x55555555;\nout:", 32),
        ("setp.ge.u32 %p2, %r1, 16; @%p2 exit; shfl.sync.bfly.b32 %r2, %r1, 8, 31, -1;", 32),
        // Copies of one instruction, at which the members meet.
        (
            "@%p1 bra odd; shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1; bra out;\n\
             odd: shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;\nout:",
            32,
        ),
    ];
    for (text, threads) in cases {
        assert_eq!(reports(text, shape(2, threads)), [""; 0], "{text}");
    }
}
