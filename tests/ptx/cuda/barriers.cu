// Barriers of a block in all their forms.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
extern "C" __global__ void counted(int *out, int p) {
    out[0] = __syncthreads_count(p) + __syncthreads_and(p) + __syncthreads_or(p);
    __syncthreads();
}
extern "C" __global__ void named(int *out) {
    int id = threadIdx.x / 64 + 1;
    asm volatile("bar.sync %0, 64;" ::"r"(id));
    asm volatile("bar.sync 5;");
    asm volatile("bar.arrive 3, 128;");
    asm volatile("bar.sync 3, 128;");
    asm volatile("barrier.sync 4;");
    asm volatile("barrier.sync.aligned 6, 128;");
    asm volatile("barrier.arrive 7, 64;");
    asm volatile("barrier.cta.sync.aligned 8;");
    asm volatile("bar.warp.sync 0xffffffff;");
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; barrier.red.popc.aligned.u32 %0, 2, p; bar.red.and.pred q, 1, !p; selp.s32 %0, %0, 1, q;}" : "+r"(out[0]) : "r"(id));
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; barrier.red.or.pred q, 2, 64, p; selp.s32 %0, 2, 1, q;}" : "=r"(out[1]) : "r"(id));
}
extern "C" __global__ void waits(unsigned n) {
    __nanosleep(n);
    __nanosleep(100);
}
