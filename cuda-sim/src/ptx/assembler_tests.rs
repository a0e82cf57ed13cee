//! Where the front end takes and refuses what NVIDIA's assembler does. Each line was given to the assembler, too.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::compile;
use super::error::PtxErrorKind::{NotSimulated, Syntax};

/// Compiles a kernel with registers of many types and one instruction.
fn check(text: &str) -> Result<(), super::PtxError> {
    let source = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 16 .b8 data[256];\n.shared .align 16 .b8 tile[256];\n\
         .entry k() {{\n.reg .b16 %h<9>; .reg .u16 %uh<9>; .reg .b32 %r<9>; .reg .u32 %u<9>; .reg .s32 %s<9>; .reg .b64 %d<9>;\n\
         .reg .f16 %k<9>; .reg .f16x2 %x<9>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .pred %p<9>;\n{text}\nret;\n}}\n"
    );
    compile(&source).map(drop)
}

fn taken(lines: &[&str]) {
    for line in lines {
        check(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

fn refused(lines: &[&str]) {
    for line in lines {
        let error = check(line).err().unwrap_or_else(|| panic!("{line} is taken"));
        assert_eq!((error.kind, error.line), (Syntax, 9), "{line}: {error}");
    }
}

#[test]
fn some_modifiers_may_be_said_twice() {
    taken(&[
        "add.cc.cc.u32 %r1, %r2, %r3;",
        "add.cc.u32.cc %r1, %r2, %r3;",
        "madc.lo.cc.cc.u32 %r1, %r2, %r3, %r4;",
        "bar.sync.sync 0;",
        "vote.sync.ballot.sync.b32 %r1, %p1, -1;",
        "shfl.sync.sync.up.b32 %r1, %r2, 1, 0, -1;",
        "ex2.approx.ftz.approx.f32 %f1, %f2;",
        "bfind.shiftamt.shiftamt.u32 %r1, %r2;",
        "max.NaN.NaN.f32 %f1, %f2, %f3;",
        "cvt.rn.relu.relu.f16.f32 %h1, %f2;",
        "fma.rn.sat.sat.f32 %f1, %f2, %f3, %f4;",
        "bra.uni.uni END; END:",
    ]);
    refused(&[
        "add.ftz.ftz.f32 %f1, %f2, %f3;",
        "add.rn.rn.f32 %f1, %f2, %f3;",
        "mul.lo.lo.u32 %r1, %r2, %r3;",
        "ld.global.global.u32 %r1, [data];",
        "ldmatrix.sync.aligned.aligned.m8n8.x1.shared.b16 {%r1}, [tile];",
        "membar.gl.gl;",
    ]);
}

#[test]
fn special_registers_are_read_by_moves_and_conversions_of_integers() {
    taken(&[
        "mov.u32 %r1, %tid.x;",
        "mov.u16 %h1, %ctaid.y;",
        "mov.u32 %r1, %tid.w;",
        "mov.u32 %r1, %nctaid.w;",
        "mov.b32 %f1, %tid.x;",
        "mov.u64 %d1, %clock64;",
        "mov.u64 %d1, %gridid;",
        "mov.u32 %r1, WARP_SZ;",
        "mov.b64 %d1, {%clock, %r1};",
        "mov.b64 %d1, {%laneid, %r1};",
        "cvt.u64.u32 %d1, %tid.x;",
        "cvt.u32.u8 %r1, %tid.x;",
        "cvt.u64.u32 %d1, %clock;",
        "cvt.u32.u64 %r1, %clock64;",
        "cvt.u32.u32 %r1, %globaltimer;",
        "cvt.sat.u16.s32 %h1, %laneid;",
        "add.u32 %r1, %r2, WARP_SZ;",
    ]);
    refused(&[
        "add.u32 %r1, %tid.x, %r2;",
        "setp.eq.u32 %p1, %tid.x, 0;",
        "st.global.u32 [data], %tid.x;",
        "mad.lo.u32 %r1, %ctaid.x, %ntid.x, %r3;",
        "popc.b32 %r1, %lanemask_lt;",
        "bar.sync %tid.x;",
        "vote.sync.ballot.b32 %r1, %p1, %lanemask_lt;",
        "cvt.rn.f32.u32 %f1, %tid.x;",
        "cvt.u64.u64 %d1, %tid.x;",
        "mov.f32 %f1, %tid.x;",
        "mov.u64 %d1, %tid.x;",
        "mov.u16 %h1, %laneid;",
        "mov.u32 %r1, %clock64;",
        "mov.u32 %r1, %cluster_ctaid.w;",
        "mov.b32 %r1, {%h1, %tid.x};",
        "mov.b64 %d1, {%clock64, %r1};",
        "selp.u32 %r1, 1, 0, %is_explicit_cluster;",
    ]);
}

#[test]
fn a_register_of_plain_bits_frees_the_others_of_its_vector() {
    taken(&[
        "ld.global.v2.u64 {%d1, %g2}, [data];",
        "ld.global.v2.u64 {%g1, %d2}, [data];",
        "ld.global.v4.f32 {%f1, %r2, %u3, %s4}, [data];",
        "ld.global.v2.s16 {%f1, %r2}, [data];",
        "ld.global.v2.u16 {%k1, %h2}, [data];",
        "ld.global.v2.u32 {%u1, %s2}, [data];",
        "st.global.v2.u32 [data], {%r1, %f2};",
        "st.global.v2.f32 [data], {%r1, 0f3f800000};",
    ]);
    refused(&[
        "ld.global.v2.u64 {%g1, %g2}, [data];",
        "ld.global.v2.u32 {%u1, %f2}, [data];",
        "ld.global.v2.b32 {%f1, %u2}, [data];",
        "ld.global.v2.b32 {%x1, %f2}, [data];",
        "ld.global.v2.u16 {%uh1, %k2}, [data];",
        "st.global.v2.u32 [data], {%f1, 7};",
    ]);
}

#[test]
fn matrices_are_in_registers_of_their_kind() {
    let mma = |shape: &str, d: &str, a: &str, b: &str, c: &str| {
        format!("mma.sync.aligned.{shape} {{{d}}}, {{{a}}}, {{{b}}}, {{{c}}};")
    };
    let (half, bytes) = ("m16n8k8.row.col.f32.f16.f16.f32", "m8n8k16.row.col.s32.s8.u8.s32");
    let (sums, other) = ("%f1, %f2, %f3, %f4", "%r1, %r2, %r3, %r4");
    taken(&[
        &mma(half, sums, "%r1, %x2", "%x3", other),
        &mma("m16n8k8.row.col.f32.bf16.bf16.f32", other, "%r1, %r2", "%r3", sums),
        &mma(bytes, "%u1, %s2", "%u1", "%s1", "%r1, %r2"),
        &mma("m8n8k4.row.col.f64.f64.f64.f64", "%g1, %d2", "%d3", "%g4", "%d5, %d6"),
        "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r1, %u2}, [data], %s3;",
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%f1, %x2}, [tile];",
    ]);
    refused(&[
        &mma(half, "%u1, %u2, %u3, %u4", "%r1, %r2", "%r3", sums),
        &mma(half, sums, "%f1, %f2", "%r3", sums),
        &mma(half, sums, "%u1, %u2", "%r3", sums),
        &mma("m16n8k8.row.col.f32.bf16.bf16.f32", sums, "%x1, %x2", "%r3", sums),
        &mma("m16n8k4.row.col.f32.tf32.tf32.f32", sums, "%f1, %f2", "%r3", sums),
        &mma(bytes, "%r1, %r2", "%x1", "%r2", "%r1, %r2"),
        "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r1, %f2}, [data], %r3;",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r1, %r2}, [data], %f3;",
        "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.u4.s32 {%r1, %r2}, {%r3}, {%r4}, {%r5, %r6};",
    ]);
}

#[test]
fn atomics_take_a_cache_policy_in_global_memory() {
    taken(&[
        "atom.global.add.L2::cache_hint.u32 %r1, [data], %r2, %d1;",
        "atom.global.relaxed.gpu.max.L2::cache_hint.s64 %d1, [data], %d2, %d3;",
        "red.global.add.noftz.L2::cache_hint.f16x2 [data], %r2, %d1;",
    ]);
    refused(&[
        "red.global.add.L2::cache_hint.u32 [data], %r2;",
        "red.global.add.u32 [data], %r2, %d1;",
        "atom.shared.add.L2::cache_hint.u32 %r1, [tile], %r2, %d1;",
        "atom.global.cas.L2::cache_hint.b32 %r1, [data], %r2, %r3, %d1;",
    ]);
}

#[test]
fn textures_and_surfaces_have_types_and_shapes_that_go_together() {
    taken(&[
        "tex.2d.v4.u32.f32 {%u1, %u2, %s3, %r4}, [%d1, {%f5, %r6}];",
        "tex.base.acube.v4.f16.f32 {%h1, %k2, %h3, %h4}, [%d1, {%u5, %f6, %f7, %f8}];",
        "tex.3d.v2.f16x2.s32 {%r1, %x2}, [%d1, {%r5, %r6, %r7, %r8}];",
        "tex.level.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%d1, {%r5, %r6}], 0;",
        "tex.grad.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, %f5], {%f1}, {%r3};",
        "tld4.g.a2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %f6, %f7, %f8}];",
        "suld.b.1d.b8.trap %r1, [%d1, {%s2}];",
        "sust.p.2d.wb.v4.b32.clamp [%d1, {%r2, %r3}], {%f1, %r2, %f3, %f4};",
        "sured.p.min.1d.b32.trap [%d1, %r2], %r1;",
        "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %d1;",
        "createpolicy.range.global.L2::evict_first.b64 %d1, [data], %r1, 0x100;",
        "createpolicy.cvt.L2.b64 %d1, %d2;",
    ]);
    refused(&[
        "tex.2d.v4.u32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6}];",
        "tex.2d.v4.b32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%f5, %f6}];",
        "tex.2d.v4.f32.u32 {%f1, %f2, %f3, %f4}, [%d1, {%r5, %r6}];",
        "tex.2d.v2.f32.f32 {%f1, %f2}, [%d1, {%f5, %f6}];",
        "tex.2d.v4.f16x2.f32 {%r1, %r2, %r3, %r4}, [%d1, {%f5, %f6}];",
        "tex.2d.v4.f16.f32 {%r1, %r2, %r3, %r4}, [%d1, {%f5, %f6}];",
        "tex.2d.level.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6}], %f7;",
        "tex.cube.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%d1, {%r5, %r6, %r7, %r8}];",
        "tex.a1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6}];",
        "tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6, %f7}];",
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%g1, {%f5, %f6}];",
        "tex.grad.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, %f5], %f1, %f3;",
        "tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5, %f6}], {%u1, %u2}, {%f3, %f4};",
        "tld4.r.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f5}];",
        "tld4.r.2d.v4.f16.f32 {%h1, %h2, %h3, %h4}, [%d1, {%f5, %f6}];",
        "txq.width.u32 %r1, [%d1];",
        "suq.normalized_coords.b32 %r1, [%d1];",
        "suld.b.1d.u32.trap %r1, [%d1, {%r2}];",
        "suld.b.1d.wb.b32.trap %r1, [%d1, {%r2}];",
        "suld.b.1d.b32.trap %r1, [%d1, {%f2}];",
        "suld.b.1d.b32 %r1, [%d1, {%r2}];",
        "sust.p.1d.v4.b16.trap [%d1, {%r2}], {%h1, %h2, %h3, %h4};",
        "sust.b.1d.ca.b32.trap [%d1, {%r2}], %r1;",
        "sured.b.add.1d.u32.trap [%d1, {%r2}], {%r1};",
        "sured.b.add.1d.s64.trap [%d1, {%r2}], %d1;",
        "sured.b.add.a1d.u32.trap [%d1, {%r1, %r2}], %r3;",
        "sured.b.or.1d.b64.trap [%d1, {%r2}], %d1;",
        "createpolicy.fractional.b64 %d1, 1.0;",
        "createpolicy.fractional.L2::evict_last.L2::evict_last.b64 %d1, 1.0;",
        "createpolicy.range.L2::evict_first.b64 %d1, [%d2], %r1;",
        "createpolicy.cvt.b64 %d1, %d2;",
    ]);
}

#[test]
fn what_textures_do_besides_is_known_and_named() {
    for line in [
        "tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%d1, {%r5, %r6, %r7, %r8}];",
        "tld4.a.cube.v4.s32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%f5, %f6, %f7, %f8}];",
        "txq.filter_mode.b32 %r1, [%d1];",
        "txq.level.width.b32 %r1, [%d1], %r2;",
        "suq.memory_layout.b32 %r1, [%d1];",
        "sured.p.min.1d.b64.trap [%d1, {%r2}], %d1;",
    ] {
        assert_eq!(check(line).unwrap_err().kind, NotSimulated, "{line}");
    }
}
