// Special registers.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
#define READ(NAME) asm volatile("mov.u32 %0, %%" #NAME ";" : "=r"(v)); out[n++] = v;
#define READ64(NAME) asm volatile("mov.u64 %0, %%" #NAME ";" : "=l"(w)); out[n++] = (unsigned)w;
extern "C" __global__ void registers(unsigned *out) {
    unsigned v, n = 0;
    unsigned long long w;
    READ(tid.x) READ(tid.y) READ(tid.z) READ(ntid.x) READ(ntid.y) READ(ntid.z) READ(ctaid.x) READ(ctaid.y) READ(ctaid.z)
    READ(nctaid.x) READ(nctaid.y) READ(nctaid.z) READ(laneid) READ(warpid) READ(nwarpid) READ(smid) READ(nsmid)
    READ(lanemask_eq) READ(lanemask_le) READ(lanemask_lt) READ(lanemask_ge) READ(lanemask_gt)
    READ(clock) READ(clock_hi) READ(dynamic_smem_size) READ(total_smem_size) READ(globaltimer_lo) READ(globaltimer_hi)
    READ(envreg1) READ(envreg2)
    READ64(clock64) READ64(globaltimer) READ64(gridid)
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(v));
    out[n++] = v;
}
extern "C" __global__ void clocks(long long *out) {
    long long start = clock64();
    clock_t c = clock();
    while (clock64() - start < 100) {}
    out[0] = clock64() - start + c;
}
