// Scalar instructions that the compiler seldom or never writes by itself.
extern "C" __global__ void integers(unsigned *out, const unsigned *in) {
    unsigned a = in[0], b = in[1], c = in[2], r;
    unsigned long long w = in[3], q;
#define B1(TEXT) asm volatile(TEXT : "=r"(r) : "r"(a)); *out++ = r;
#define B2(TEXT) asm volatile(TEXT : "=r"(r) : "r"(a), "r"(b)); *out++ = r;
#define B3(TEXT) asm volatile(TEXT : "=r"(r) : "r"(a), "r"(b), "r"(c)); *out++ = r;
#define W3(TEXT) asm volatile(TEXT : "=l"(q) : "l"(w), "r"(b), "r"(c)); *out++ = (unsigned)q;
    B2("add.sat.s32 %0, %1, %2;") B2("sub.sat.s32 %0, %1, %2;") B3("mad.hi.sat.s32 %0, %1, %2, %3;")
    B2("mul24.lo.u32 %0, %1, %2;") B2("mul24.hi.s32 %0, %1, %2;") B3("mad24.lo.s32 %0, %1, %2, %3;") B3("mad24.hi.u32 %0, %1, %2, %3;")
    B3("mad24.hi.sat.s32 %0, %1, %2, %3;") B3("sad.u32 %0, %1, %2, %3;") B3("sad.s32 %0, %1, %2, %3;")
    B3("bfe.u32 %0, %1, %2, %3;") B3("bfe.s32 %0, %1, %2, %3;") W3("bfe.u64 %0, %1, %2, %3;") W3("bfe.s64 %0, %1, %2, %3;")
    B3("bfi.b32 %0, %1, %2, %3, 8;") W3("bfi.b64 %0, %1, %1, %2, %3;") B1("bfind.u32 %0, %1;") B1("bfind.shiftamt.s32 %0, %1;")
    B2("bmsk.clamp.b32 %0, %1, %2;") B2("bmsk.wrap.b32 %0, %1, %2;") B2("szext.clamp.s32 %0, %1, %2;") B2("szext.wrap.u32 %0, %1, %2;")
    B3("prmt.b32 %0, %1, %2, %3;") B3("prmt.b32.f4e %0, %1, %2, %3;") B3("prmt.b32.b4e %0, %1, %2, %3;") B3("prmt.b32.rc8 %0, %1, %2, %3;")
    B3("prmt.b32.ecl %0, %1, %2, %3;") B3("prmt.b32.ecr %0, %1, %2, %3;") B3("prmt.b32.rc16 %0, %1, %2, %3;")
    B3("shf.l.wrap.b32 %0, %1, %2, %3;") B3("shf.r.clamp.b32 %0, %1, %2, %3;") B3("lop3.b32 %0, %1, %2, %3, 0x96;")
    B3("dp4a.u32.s32 %0, %1, %2, %3;") B3("dp4a.s32.s32 %0, %1, %2, %3;") B3("dp2a.lo.u32.u32 %0, %1, %2, %3;") B3("dp2a.hi.s32.u32 %0, %1, %2, %3;")
    B3("fns.b32 %0, %1, %2, %3;") B1("cnot.b32 %0, %1;") B1("brev.b32 %0, %1;") B1("popc.b32 %0, %1;") B1("clz.b32 %0, %1;")
    B3("set.lt.u32.u32 %0, %1, %2;") B3("set.ge.s32.s32 %0, %1, %2;") B3("slct.u32.s32 %0, %1, %2, %3;")
    B3("{.reg .pred p; setp.ne.u32 p, %3, 0; set.eq.and.u32.u32 %0, %1, %2, p;}")
    B3("{.reg .pred p, q; setp.lt.or.u32 p|q, %1, %2, p; selp.b32 %0, %3, %1, q;}")
    B3("{.reg .pred p, q, s; setp.hi.u32 p, %1, %2; setp.ls.u32 q, %1, %3; and.pred s, p, q; or.pred s, s, !p; xor.pred s, s, q; not.pred s, s; mov.pred p, s; @!p mov.b32 %0, %1; @p mov.b32 %0, %2;}")
    asm volatile("{.reg .b16 x, y; mov.b32 {x, y}, %1; add.u16 x, x, y; mul.wide.u16 %0, x, y; mad.wide.s16 %0, x, y, %0; shl.b16 x, x, 3; not.b16 y, y; cnot.b16 y, y; mov.b32 %0, {y, x};}" : "=r"(r) : "r"(a));
    *out++ = r;
    asm volatile("{.reg .b64 x; mov.b64 x, {%1, %2}; cnot.b64 x, x; brev.b64 x, x; popc.b64 %0, x; clz.b64 %0, x;}" : "=r"(r) : "r"(a), "r"(b));
    *out++ = r;
    asm volatile("{.reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; isspacep.shared p, %1; isspacep.local p, %1; isspacep.const p, %1;}" : "=r"(r) : "l"(out));
    *out++ = r;
}
extern "C" __global__ void floats(float *out, const float *in, double *wide) {
    float a = in[0], b = in[1], c = in[2], r;
    double d = wide[0], q;
#define F3(TEXT) asm volatile(TEXT : "=f"(r) : "f"(a), "f"(b), "f"(c)); *out++ = r;
#define D3(TEXT) asm volatile(TEXT : "=d"(q) : "d"(d)); *out++ = (float)q;
    F3("add.rz.ftz.sat.f32 %0, %1, %2;") F3("sub.rp.f32 %0, %1, %2;") F3("mul.rm.ftz.f32 %0, %1, %2;") F3("fma.rn.sat.f32 %0, %1, %2, %3;") F3("mad.rz.f32 %0, %1, %2, %3;")
    F3("div.approx.ftz.f32 %0, %1, %2;") F3("div.full.f32 %0, %1, %2;") F3("div.rm.f32 %0, %1, %2;") F3("rcp.approx.f32 %0, %1;") F3("rcp.rz.ftz.f32 %0, %1;")
    F3("sqrt.approx.ftz.f32 %0, %1;") F3("sqrt.rp.f32 %0, %1;") F3("rsqrt.approx.f32 %0, %1;") F3("sin.approx.f32 %0, %1;") F3("cos.approx.ftz.f32 %0, %1;")
    F3("ex2.approx.f32 %0, %1;") F3("lg2.approx.ftz.f32 %0, %1;") F3("tanh.approx.f32 %0, %1;") F3("copysign.f32 %0, %1, %2;")
    F3("min.NaN.f32 %0, %1, %2;") F3("max.ftz.NaN.f32 %0, %1, %2;") F3("abs.ftz.f32 %0, %1;") F3("neg.ftz.f32 %0, %1;")
    F3("cvt.rni.f32.f32 %0, %1;") F3("cvt.rpi.ftz.sat.f32.f32 %0, %1;") F3("cvt.sat.f32.f32 %0, %1;") F3("set.gtu.ftz.f32.f32 %0, %1, %2;") F3("slct.ftz.f32.f32 %0, %1, %2, %3;")
    F3("{.reg .pred p, q; testp.finite.f32 p, %1; testp.normal.f32 q, %2; @p mov.f32 %0, %2; @q mov.f32 %0, %3;}")
    F3("{.reg .pred p; testp.infinite.f32 p, %1; testp.number.f32 p, %1; testp.notanumber.f32 p, %1; testp.subnormal.f32 p, %1; @p mov.f32 %0, 0f3F800000;}")
    F3("{.reg .pred p; setp.num.f32 p, %1, %2; setp.nan.or.f32 p, %1, %2, p; setp.equ.ftz.xor.f32 p, %1, %2, !p; @p mov.f32 %0, 0F80000000; mov.f32 %0, 1.5;}")
    F3("{.reg .b32 t; cvt.rna.tf32.f32 t, %1; mov.b32 %0, t;}")
    F3("{.reg .b32 t; cvt.rn.f16x2.f32 t, %1, %2; cvt.rz.bf16x2.f32 t, %1, %2; cvt.rn.relu.f16x2.f32 t, %1, %2; mov.b32 %0, t;}")
    F3("{.reg .b16 t; cvt.rn.f16.f32 t, %1; cvt.rz.f16.f32 t, %1; cvt.rn.bf16.f32 t, %1; cvt.rn.relu.bf16.f32 t, %1; cvt.f32.f16 %0, t;}")
    D3("rcp.approx.ftz.f64 %0, %1;") D3("rsqrt.approx.f64 %0, %1;") D3("rsqrt.approx.ftz.f64 %0, %1;") D3("sqrt.rz.f64 %0, %1;") D3("rcp.rp.f64 %0, %1;") D3("copysign.f64 %0, %1, %1;")
    D3("min.f64 %0, %1, %1;") D3("abs.f64 %0, %1;") D3("neg.f64 %0, %1;") D3("cvt.rmi.f64.f64 %0, %1;") D3("mov.f64 %0, 0d3FF0000000000000;") D3("fma.rm.f64 %0, %1, %1, %1;") D3("mad.rn.f64 %0, %1, %1, %1;")
}
extern "C" __global__ void halves(unsigned *out, const unsigned *in) {
    unsigned a = in[0], b = in[1], c = in[2], r;
    B3("add.rn.sat.f16x2 %0, %1, %2;") B3("sub.ftz.f16x2 %0, %1, %2;") B3("mul.f16x2 %0, %1, %2;") B3("fma.rn.ftz.relu.f16x2 %0, %1, %2, %3;") B3("neg.ftz.f16x2 %0, %1;") B3("abs.f16x2 %0, %1;")
    B3("min.NaN.f16x2 %0, %1, %2;") B3("max.ftz.f16x2 %0, %1, %2;") B3("ex2.approx.f16x2 %0, %1;") B3("tanh.approx.f16x2 %0, %1;")
    B3("fma.rn.bf16x2 %0, %1, %2, %3;") B3("fma.rn.relu.bf16x2 %0, %1, %2, %3;") B3("neg.bf16x2 %0, %1;") B3("abs.bf16x2 %0, %1;") B3("min.bf16x2 %0, %1, %2;") B3("max.NaN.bf16x2 %0, %1, %2;")
    B3("set.lt.f16x2.f16x2 %0, %1, %2;") B3("set.gtu.ftz.u32.f16x2 %0, %1, %2;") B3("{.reg .pred p, q; setp.le.f16x2 p|q, %1, %2; selp.b32 %0, %1, %2, p; @q mov.b32 %0, %3;}")
    B3("{.reg .b16 x, y; mov.b32 {x, y}, %1; add.f16 x, x, y; fma.rn.f16 x, x, y, x; ex2.approx.f16 x, x; tanh.approx.f16 y, x; min.f16 x, x, y; mov.b32 %0, {x, y};}")
    B3("{.reg .b16 x, y; mov.b32 {x, y}, %1; fma.rn.bf16 x, x, y, x; max.bf16 x, x, y; neg.bf16 x, x; mov.b32 %0, {x, y};}")
    B3("{.reg .b16 x; .reg .pred p; mov.b32 {x, _}, %1; setp.lt.f16 p, x, x; set.ne.u32.f16 %0, x, x; set.le.f16.f16 x, x, x; cvt.rzi.s32.f16 %0, x; cvt.rn.f16.u32 x, %1; cvt.u16.u8 x, x; mov.b32 %0, {x, x};}")
}
