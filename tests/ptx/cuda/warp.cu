// Exchanges among the lanes of a warp.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
extern "C" __global__ void shuffles(int *out, float *f, double *d, long long *l, int n) {
    int v = out[threadIdx.x];
    unsigned mask = __activemask();
    v += __shfl_sync(0xffffffff, v, 3) + __shfl_up_sync(0xffffffff, v, 1, 16) + __shfl_down_sync(0xffffffff, v, n) + __shfl_xor_sync(mask, v, 5, 8);
    out[threadIdx.x] = v;
    f[threadIdx.x] = __shfl_xor_sync(0xffffffff, f[threadIdx.x], 16);
    d[threadIdx.x] = __shfl_down_sync(0xffffffff, d[threadIdx.x], 4);
    l[threadIdx.x] = __shfl_sync(0xffffffff, l[threadIdx.x], n);
}
extern "C" __global__ void votes(unsigned *out, int n) {
    bool p = (int)threadIdx.x < n;
    out[0] = __ballot_sync(0xffffffff, p) + __all_sync(0xffffffff, p) + __any_sync(0xffffffff, p) + __uni_sync(0xffffffff, p);
    int all;
    out[1] = __match_any_sync(0xffffffff, n) + __match_all_sync(0xffffffff, n, &all) + all;
    out[2] = __match_any_sync(0xffffffff, (long long)n) + __match_all_sync(0xffffffff, (unsigned long long)n, &all);
    __syncwarp();
    __syncwarp(0xff);
}
extern "C" __global__ void reductions(unsigned *out, int v, unsigned u) {
    out[0] = __reduce_add_sync(0xffffffff, u) + __reduce_min_sync(0xffffffff, u) + __reduce_max_sync(0xffffffff, u);
    out[1] = __reduce_add_sync(0xffffffff, v) + __reduce_min_sync(0xffffffff, v) + __reduce_max_sync(0xffffffff, v);
    out[2] = __reduce_and_sync(0xffffffff, u) + __reduce_or_sync(0xffffffff, u) + __reduce_xor_sync(0xffffffff, u);
}
extern "C" __global__ void scan(int *data) {
    int v = data[threadIdx.x];
    for (int o = 1; o < 32; o *= 2) {
        int up = __shfl_up_sync(0xffffffff, v, o);
        if ((threadIdx.x & 31) >= o) v += up;
    }
    data[threadIdx.x] = v;
}
