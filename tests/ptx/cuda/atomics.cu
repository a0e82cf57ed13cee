// Atomics of each operation, type, space and scope.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
#define ALL(T, NAME, SCOPE) \
    extern "C" __global__ void NAME##SCOPE(T *g, T *out, T v, T w) { \
        __shared__ T s; \
        out[0] = atomicAdd##SCOPE(g, v) + atomicExch##SCOPE(g, w) + atomicCAS##SCOPE(g, v, w); \
        out[1] = atomicMin##SCOPE(g, v) + atomicMax##SCOPE(g, w) + atomicAnd##SCOPE(g, v) + atomicOr##SCOPE(g, w) + atomicXor##SCOPE(g, v); \
        atomicAdd##SCOPE(&s, v), atomicMin##SCOPE(&s, v), atomicMax##SCOPE(&s, w), atomicXor##SCOPE(&s, w); \
        atomicAdd##SCOPE(g + 1, v), atomicMax##SCOPE(g + 2, v), atomicOr##SCOPE(g + 3, v); \
        out[2] = s; \
    }
ALL(int, i32, ) ALL(unsigned, u32, ) ALL(unsigned long long, u64, ) ALL(int, i32, _block) ALL(unsigned, u32, _system) ALL(unsigned long long, u64, _block)
extern "C" __global__ void more(unsigned *u, float *f, double *d, long long *l, unsigned short *h) {
    __shared__ float fs;
    __shared__ double ds;
    u[1] = atomicInc(u, 7) + atomicDec(u, 9) + atomicSub(u, 3) + atomicCAS(h, (unsigned short)3, (unsigned short)4);
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 2.f);
    d[1] = atomicAdd(d, 1.5);
    atomicAdd(&fs, 1.f), atomicAdd(&ds, 1.0), atomicAdd(f + 2, 3.f), atomicAdd(d + 2, 3.0), atomicAdd_system(d + 3, 1.0);
    l[1] = atomicMin(l, 3ll) + atomicMax(l, 4ll);
    f[3] = fs + (float)ds;
}
extern "C" __global__ void orders(int *p, int *out) {
    int a, b, c, d;
    asm volatile("atom.acquire.gpu.global.add.s32 %0, [%1], 1;" : "=r"(a) : "l"(p));
    asm volatile("atom.release.cta.global.exch.b32 %0, [%1], 1;" : "=r"(b) : "l"(p));
    asm volatile("atom.acq_rel.sys.global.cas.b32 %0, [%1], 1, 2;" : "=r"(c) : "l"(p));
    asm volatile("atom.relaxed.gpu.min.s32 %0, [%1], 1;" : "=r"(d) : "l"(p));
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(p));
    asm volatile("red.relaxed.sys.global.inc.u32 [%0], 1;" ::"l"(p));
    asm volatile("red.global.dec.u32 [%0], 1;" ::"l"(p));
    asm volatile("red.shared.and.b32 [%0], 1;" ::"r"(0));
    asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(a + b));
    asm volatile("st.relaxed.sys.global.b32 [%0], %1;" ::"l"(p), "r"(c + d));
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(a) : "l"(p));
    asm volatile("ld.relaxed.cta.global.v2.b32 {%0, %1}, [%2];" : "=r"(b), "=r"(c) : "l"(p));
    asm volatile("fence.acq_rel.gpu; fence.sc.cta; fence.acq_rel.sys; fence.sc.gpu; membar.cta; membar.gl; membar.sys;");
    out[0] = a + b + c;
}
extern "C" __global__ void fences(volatile int *p) {
    p[0] = 1;
    __threadfence_block();
    p[1] = 2;
    __threadfence();
    p[2] = 3;
    __threadfence_system();
}
