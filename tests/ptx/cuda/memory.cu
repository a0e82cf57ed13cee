// Loads and stores of each width, space, vector shape and cache policy.
#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
__constant__ float weights[64] = {1.f, 2.5f, -3e-3f};
__constant__ int table[4][8] = {{1, 2, 3}, {4}, {}, {5, 6}};
__device__ double state[16];
__device__ const char text[] = "bytes";
__device__ float *where = (float *)0;
__device__ int counters[3] = {7, 8, 9};
__device__ int *middle = counters + 1;
struct __align__(16) Wide { double a; int b; short c; char d; };
struct Packed { char a; int b; short c; long long d; char e[13]; };
template <typename T> __device__ void copy(T *out, const T *__restrict__ in) { out[threadIdx.x] = in[threadIdx.x]; }
#define EACH(T) extern "C" __global__ void copy_##T(T *out, const T *__restrict__ in) { copy(out, in); }
EACH(char) EACH(short) EACH(int) EACH(float) EACH(double) EACH(char2) EACH(char4) EACH(short2) EACH(short4) EACH(ushort3)
EACH(int2) EACH(int4) EACH(float2) EACH(float4) EACH(float3) EACH(double2) EACH(longlong2) EACH(uchar4) EACH(Wide) EACH(Packed)
extern "C" __global__ void policies(int *out, const int *in, int4 *out4, const int4 *in4) {
    int i = threadIdx.x;
    out[0] = __ldg(in + i) + __ldca(in + i) + __ldcg(in + i) + __ldcs(in + i) + __ldlu(in + i) + __ldcv(in + i);
    __stwb(out + 1, i);
    __stcg(out + 2, i);
    __stcs(out + 3, i);
    __stwt(out + 4, i);
    __stcg(out4, __ldcs(in4 + i));
}
extern "C" __global__ void constants(float *out, int i, Packed by_value) {
    out[i] = weights[i] + weights[3] + (float)table[i & 3][2] + (float)state[i] + (float)text[i] + (float)by_value.e[i] + by_value.b;
    state[threadIdx.x] = out[i] * 2;
    if (where) *where = out[0];
    *middle += 1;
}
extern "C" __global__ void volatiles(volatile int *flag, volatile double *d) {
    while (flag[0] == 0) {}
    flag[1] = 3;
    d[0] += 1.0;
}
extern "C" __global__ void locals(int *out, int n) {
    int stack[40];
    for (int i = 0; i < 40; i++) stack[i] = out[i] * n;
    for (int i = 0; i < n; i++) stack[(i * 7) % 40] += stack[(i * 3) % 40];
    out[threadIdx.x] = stack[threadIdx.x % 40];
}
extern "C" __global__ void prefetches(const char *p) {
    asm volatile("prefetch.global.L1 [%0];" ::"l"(p));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
    asm volatile("prefetchu.L1 [%0];" ::"l"(p));
    asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(p));
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(p));
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(p));
}
extern "C" __global__ void hinted(int *p, const int *q) {
    int a, b, c, d;
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L1::evict_last.L2::128B.b32 %0, [%1];" : "=r"(a) : "l"(q));
    asm volatile("ld.global.nc.L1::no_allocate.b32 %0, [%1];" : "=r"(b) : "l"(q));
    asm volatile("ld.global.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(c) : "l"(q), "l"(policy));
    asm volatile("st.global.L1::no_allocate.b32 [%0], %1;" ::"l"(p), "r"(a + b));
    asm volatile("st.global.L2::cache_hint.b32 [%0], %1, %2;" ::"l"(p + 1), "r"(c), "l"(policy));
    asm volatile("createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %0, [%1], 128, 4096;" : "=l"(policy) : "l"(p));
    asm volatile("createpolicy.cvt.L2.b64 %0, 0x10F0000000000000;" : "=l"(policy));
    asm volatile("ldu.global.b32 %0, [%1];" : "=r"(d) : "l"(q));
    p[2] = d;
}
