//! The kernels.

use super::Small;

const fn small(text: &'static str, expected: fn(u32, u32) -> u32) -> Small {
    Small { functions: "", text, expected }
}

/// All kernels that run to their end.
pub(super) const KERNELS: &[Small] = &[
    small(
        "add.u32 %r3, %r2, 5; sub.u32 %r3, %r3, %r1; mul.lo.u32 %r3, %r3, 3; mad.lo.u32 %r3, %r3, %r1, 7;\n\
         mul24.lo.u32 %r4, %r2, 5; mad24.lo.u32 %r4, %r2, 3, %r4; add.u32 %r3, %r3, %r4;\n\
         neg.s32 %r4, %r3; abs.s32 %r4, %r4; min.s32 %r4, %r4, 100000; max.u32 %r4, %r4, 9;\n\
         div.u32 %r5, %r3, 10; rem.u32 %r6, %r3, 10; mad.lo.u32 %r5, %r5, 10, %r6; sub.u32 %r5, %r5, %r3;\n\
         sad.u32 %r0, %r4, 9, %r5;",
        |tid, word| {
            let sum = (word.wrapping_add(5).wrapping_sub(tid)).wrapping_mul(3).wrapping_mul(tid).wrapping_add(7);
            let sum = sum.wrapping_add((word & 0xff_ffff).wrapping_mul(8));
            let size = (sum.wrapping_neg() as i32).wrapping_abs().min(100_000) as u32;
            size.max(9).abs_diff(9)
        },
    ),
    small(
        "and.b32 %r3, %r2, 0xff0f; or.b32 %r3, %r3, 0x40; xor.b32 %r3, %r3, %r1; not.b32 %r3, %r3; cnot.b32 %r4, %r1;\n\
         shl.b32 %r3, %r3, 2; shr.u32 %r3, %r3, 1; add.u32 %r0, %r3, %r4;",
        |tid, word| ((!((word & 0xff0f | 0x40) ^ tid) << 2) >> 1).wrapping_add(u32::from(tid == 0)),
    ),
    small(
        "popc.b32 %r3, %r2; clz.b32 %r4, %r2; brev.b32 %r5, %r2; bfind.u32 %r6, %r2; bfe.u32 %r7, %r2, 2, 6;\n\
         bfi.b32 %r7, %r1, %r7, 8, 4; bmsk.clamp.b32 %r8, 4, %r1; prmt.b32 %r9, %r2, %r1, 0x4012;\n\
         shf.l.wrap.b32 %r10, %r2, %r1, 8; szext.wrap.s32 %r11, %r2, 5; fns.b32 %r12, %r2, 0, 2;\n\
         xor.b32 %r0, %r3, %r4; lop3.b32 %r0, %r0, %r5, %r6, 0x96; lop3.b32 %r0, %r0, %r7, %r8, 0x96;\n\
         lop3.b32 %r0, %r0, %r9, %r10, 0x96; lop3.b32 %r0, %r0, %r11, %r12, 0x96;",
        |tid, word| {
            let fields = word >> 2 & 0x3f | tid << 8;
            let bytes = word.to_le_bytes();
            let permuted = u32::from_le_bytes([bytes[2], bytes[1], bytes[0], tid as u8]);
            let second = (0..32).filter(|bit| word >> bit & 1 != 0).nth(1).unwrap_or(u32::MAX);
            let parts = [
                word.count_ones() ^ word.leading_zeros(),
                word.reverse_bits() ^ (31 - word.leading_zeros()),
                fields ^ ((1 << tid) - 1) << 4,
                permuted ^ (tid << 8 | word >> 24),
                ((word << 27) as i32 >> 27) as u32 ^ second,
            ];
            parts.into_iter().fold(0, |all, part| all ^ part)
        },
    ),
    small(
        "dp4a.u32.u32 %r3, %r2, 0x01010101, %r1; dp2a.lo.u32.u32 %r4, %r2, 0x0102, %r3; mov.u32 %r0, %r4;",
        |tid, word| {
            let sum: u32 = word.to_le_bytes().into_iter().map(u32::from).sum();
            sum + tid + 2 * (word & 0xffff) + (word >> 16)
        },
    ),
    small(
        "add.cc.u32 %r3, %r2, 0x80000000; addc.u32 %r4, 0, 0; sub.cc.u32 %r5, 5, %r2; subc.u32 %r6, 7, 0;\n\
         mad.lo.cc.u32 %r7, %r2, 2, 0; madc.hi.u32 %r8, %r2, 2, 0; mad.lo.u32 %r0, %r4, 100, %r6; mad.lo.u32 %r0, %r8, 1000, %r0;",
        |_, word| word / 0x8000_0000 * 1100 + if word > 5 { 6 } else { 7 },
    ),
    small(
        "cvt.rn.f32.u32 %r3, %r1; add.f32 %r3, %r3, 0f3F800000; mul.f32 %r4, %r3, %r3; fma.rn.f32 %r4, %r3, %r3, %r4;\n\
         sub.f32 %r4, %r4, %r3; div.rn.f32 %r5, %r4, %r3; neg.f32 %r6, %r5; abs.f32 %r6, %r6; min.f32 %r6, %r6, 0f42C80000;\n\
         copysign.f32 %r6, %r3, %r6; rcp.rn.f32 %r7, %r3; mul.rz.f32 %r7, %r7, %r3; add.rp.f32 %r6, %r6, %r7;\n\
         sqrt.rn.f32 %r7, %r4; max.f32 %r7, %r7, 0f00000000; testp.finite.f32 %p1, %r7; selp.b32 %r8, 1, 0, %p1;\n\
         cvt.rzi.s32.f32 %r0, %r6; mad.lo.u32 %r0, %r8, 1000, %r0;",
        // With x = tid + 1: (2 x^2 - x) / x, plus x * (1 / x) rounded toward zero and then up.
        |tid, _| {
            let x = tid as f32 + 1.0;
            let whole = (2.0 * x - 1.0) + if x == 3.0 { 1.0 } else { (1.0 / x) * x };
            1000 + whole as u32
        },
    ),
    small(
        "cvt.rn.f64.s32 %d3, %r2; add.f64 %d4, %d3, 0d3FE0000000000000; mul.f64 %d4, %d4, %d4; fma.rm.f64 %d4, %d3, %d3, %d4;\n\
         sqrt.rn.f64 %d5, %d4; div.rp.f64 %d5, %d4, %d5; max.f64 %d5, %d5, %d3; cvt.rmi.s32.f64 %r0, %d5;",
        |_, word| {
            let x = f64::from(word as i32);
            let sum = (x + 0.5) * (x + 0.5) + x * x;
            sum.sqrt().max(x).floor() as i32 as u32
        },
    ),
    small(
        "rcp.approx.f32 %r3, 0f40800000; sqrt.approx.f32 %r4, 0f40800000; rsqrt.approx.f32 %r5, 0f40800000;\n\
         ex2.approx.f32 %r6, 0f40400000; lg2.approx.f32 %r7, 0f41000000; sin.approx.f32 %r8, 0f00000000; cos.approx.f32 %r9, 0f00000000;\n\
         tanh.approx.f32 %r10, 0f7F800000; div.approx.f32 %r11, 0f40C00000, 0f40000000; add.f32 %r3, %r3, %r4; add.f32 %r3, %r3, %r5;\n\
         add.f32 %r3, %r3, %r6; add.f32 %r3, %r3, %r7; add.f32 %r3, %r3, %r8; add.f32 %r3, %r3, %r9; add.f32 %r3, %r3, %r10;\n\
         div.full.f32 %r12, %r11, 0f40400000; add.f32 %r3, %r3, %r12; mul.f32 %r3, %r3, 0f447A0000; cvt.rni.u32.f32 %r0, %r3;",
        |_, _| 250 + 2000 + 500 + 8000 + 3000 + 1000 + 1000 + 1000,
    ),
    small(
        "cvt.rn.f16.u32 %h1, %r1; add.f16 %h2, %h1, %h1; mul.f16 %h2, %h2, %h2; fma.rn.f16 %h2, %h1, %h1, %h2; sub.f16 %h2, %h2, %h1;\n\
         max.f16 %h2, %h2, %h1; neg.f16 %h3, %h2; abs.f16 %h3, %h3; ex2.approx.f16 %h4, %h1; add.f16 %h3, %h3, %h4;\n\
         mov.b32 %r3, {%h3, %h1}; fma.rn.f16x2 %r3, %r3, %r3, %r3; mov.b32 {%h5, _}, %r3; set.gt.u32.f16 %r4, %h5, %h1;\n\
         cvt.rzi.u32.f16 %r5, %h5; and.b32 %r0, %r4, %r5;",
        |tid, _| {
            let sum = 5 * tid * tid - tid + (1 << tid);
            // Sums up to 2^11 are exact in f16.
            if sum < 45 { sum * sum + sum } else { (sum * sum + sum + 1) & !1 }
        },
    ),
    small(
        "cvt.rn.satfinite.e4m3x2.f32 %h1, 0f43E00000, 0f3F800000; cvt.rn.f16x2.e4m3x2 %r3, %h1; mov.b32 {%h2, %h3}, %r3;\n\
         cvt.rzi.u32.f16 %r4, %h3; cvt.rna.tf32.f32 %r5, 0f3F801000; cvt.rn.bf16x2.f32 %r6, 0f3F800000, 0f40000000;\n\
         cvt.pack.sat.u8.s32.b32 %r7, 300, -3, 0; shr.u32 %r5, %r5, 13; and.b32 %r5, %r5, 1; add.u32 %r0, %r4, %r5;\n\
         cvt.u32.u8 %r8, %r2; cvt.s64.s32 %d3, %r8; cvt.u32.u64 %r8, %d3; add.u32 %r0, %r0, %r8; add.u32 %r0, %r0, %r7; xor.b32 %r0, %r0, %r6;",
        |_, word| (448 + 1 + (word & 0xff) + 0xff00) ^ 0x3f80_4000,
    ),
    small(
        "setp.lt.s32 %p1|%p2, %r2, 0; and.pred %p3, %p1, %p2; or.pred %p3, %p3, %p1; selp.u32 %r3, 10, 20, %p3;\n\
         slct.u32.s32 %r4, 1, 2, %r2; set.eq.u32.u32 %r5, %r1, 2; lop3.or.b32 %r6|%p4, %r1, %r1, %r1, 0x80, %p1;\n\
         selp.u32 %r6, 100, 0, %p4; add.u32 %r3, %r3, %r4; and.b32 %r5, %r5, 1000; add.u32 %r3, %r3, %r5; add.u32 %r0, %r3, %r6;",
        |tid, word| {
            let negative = (word as i32) < 0;
            let base = if negative { 12 } else { 21 };
            base + if tid == 2 { 1000 } else { 0 } + if tid != 0 || negative { 100 } else { 0 }
        },
    ),
    small(
        ".shared .align 8 .b8 s[64]; .local .align 8 .b8 l[16]; mov.u64 %d3, s; cvta.shared.u64 %d4, %d3; mad.wide.u32 %d4, %r1, 8, %d4;\n\
         st.u32 [%d4], %r2; ld.u16 %r3, [%d4]; mov.u64 %d5, l; st.local.v2.u32 [%d5], {%r3, %r1}; ld.local.u32 %r4, [l+4];\n\
         isspacep.shared %p1, %d4; isspacep.global %p2, %d1; selp.u32 %r5, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2;\n\
         prefetch.global.L1 [%d1]; membar.gl; fence.acq_rel.gpu; ld.volatile.global.u32 %r7, [%d2];\n\
         sub.u32 %r7, %r7, %r2; add.u32 %r0, %r3, %r4; add.u32 %r0, %r0, %r5; add.u32 %r0, %r0, %r6; add.u32 %r0, %r0, %r7;",
        |tid, word| (word & 0xffff) + tid + 3,
    ),
    small(
        ".shared .align 4 .u32 count; .shared .align 4 .u32 most; .shared .align 4 .u32 half;\n\
         setp.ne.u32 %p1, %r1, 0; @%p1 bra ready; st.shared.u32 [count], 0; st.shared.u32 [most], 0; st.shared.u32 [half], 0;\n\
         ready: bar.sync 0; atom.shared.add.u32 %r3, [count], %r1; red.shared.max.s32 [most], %r2; mov.b32 %r4, 0x3C003C00;\n\
         atom.shared.add.noftz.f16x2 %r5, [half], %r4; barrier.sync 1; ld.shared.u32 %r6, [count]; ld.shared.u32 %r7, [most];\n\
         ld.shared.u32 %r8, [half]; add.u32 %r0, %r6, %r7; add.u32 %r0, %r0, %r8;",
        |_, _| 6 + 40 + 0x4400_4400,
    ),
    Small {
        functions: ".func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; shl.b32 %r2, %r1, 1; \
            st.param.b32 [r], %r2; ret; }",
        text: "rem.u32 %r3, %r1, 3;\nlist: .branchtargets a, b, c;\nbrx.idx %r3, list;\na: mov.u32 %r0, 10; bra end;\n\
            b: mov.u32 %r0, 20; bra end;\nc: mov.u32 %r0, 30;\nend: { .param .b32 to; .param .b32 from; st.param.b32 [to], %r0;\n\
            call (from), twice, (to); ld.param.b32 %r0, [from]; } setp.eq.u32 %p1, %r1, 1; @%p1 exit;",
        expected: |tid, word| [20, word, 60, 20][tid as usize],
    },
    small(
        "shfl.sync.bfly.b32 %r3, %r2, 1, 31, 15; setp.gt.s32 %p1, %r2, 0; vote.sync.ballot.b32 %r4, %p1, 15;\n\
         shr.u32 %r5, %r1, 1; match.any.sync.b32 %r6, %r5, 15; redux.sync.add.u32 %r7, %r1, 15; activemask.b32 %r8;\n\
         bar.warp.sync 15; nanosleep.u32 20; griddepcontrol.wait; xor.b32 %r0, %r3, %r4; shl.b32 %r6, %r6, 4; xor.b32 %r0, %r0, %r6;\n\
         shl.b32 %r7, %r7, 8; xor.b32 %r0, %r0, %r7; shl.b32 %r8, %r8, 16; xor.b32 %r0, %r0, %r8;",
        |tid, _| Small::words()[tid as usize ^ 1] ^ 0b0101 ^ (0b11 << (tid / 2 * 2)) << 4 ^ 6 << 8 ^ 15 << 16,
    ),
];

/// A kernel that ends its context.
pub(super) const TRAP: Small = small("setp.eq.u32 %p1, %r1, 2; @%p1 trap; mov.u32 %r0, 0;", |_, _| 0);
