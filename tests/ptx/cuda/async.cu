// Asynchronous copies into shared memory and the barriers that wait for them.
#include <cuda_pipeline.h>
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void pipeline(float *out, const float4 *in, int n) {
    __shared__ float4 tile[2][128];
    for (int i = 0; i < n; i++) {
        __pipeline_memcpy_async(&tile[i & 1][threadIdx.x], in + i * 128 + threadIdx.x, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[i] += tile[i & 1][127 - threadIdx.x].x;
    }
    __pipeline_wait_prior(0);
}
extern "C" __global__ void copies(float *out, const float *in) {
    __shared__ float s[256];
    unsigned to = (unsigned)__cvta_generic_to_shared(s + threadIdx.x * 4);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(in));
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to), "l"(in));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in), "r"(8));
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(to), "l"(in));
    asm volatile("{.reg .pred p; setp.eq.u32 p, %2, 8; cp.async.ca.shared.global [%0], [%1], 4, p;}" ::"r"(to), "l"(in), "r"(to));
    asm volatile("cp.async.commit_group; cp.async.wait_group 2; cp.async.wait_all;");
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void barriers(int *out, const int *in) {
    __shared__ __mbarrier_t barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    unsigned b = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(s + threadIdx.x);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x));
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(b));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b));
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {}
    token = __mbarrier_arrive_and_drop(&barrier);
    unsigned long long state;
    unsigned pending;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(state) : "r"(b));
    asm volatile("mbarrier.arrive_drop.noComplete.shared.b64 %0, [%1], 1;" : "=l"(state) : "r"(b));
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p;}" : "+r"(pending) : "r"(b));
    __mbarrier_inval(&barrier);
    out[threadIdx.x] = s[threadIdx.x] + pending;
}
