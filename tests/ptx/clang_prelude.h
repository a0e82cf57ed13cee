// What clang needs to read the sources of this corpus without NVIDIA's headers.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __CUDACC_RTC__ 1
#define AXES(NAME, REGISTER)                                                                                        \
    struct NAME##_t {                                                                                               \
        __declspec(property(get = get_x)) unsigned x;                                                               \
        __declspec(property(get = get_y)) unsigned y;                                                               \
        __declspec(property(get = get_z)) unsigned z;                                                               \
        static __device__ __attribute__((always_inline)) unsigned get_x() { return __nvvm_read_ptx_sreg_##REGISTER##_x(); } \
        static __device__ __attribute__((always_inline)) unsigned get_y() { return __nvvm_read_ptx_sreg_##REGISTER##_y(); } \
        static __device__ __attribute__((always_inline)) unsigned get_z() { return __nvvm_read_ptx_sreg_##REGISTER##_z(); } \
    };                                                                                                              \
    static const __device__ NAME##_t NAME = {};
AXES(threadIdx, tid)
AXES(blockIdx, ctaid)
AXES(blockDim, ntid)
AXES(gridDim, nctaid)
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
__device__ inline int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
__device__ inline unsigned atomicAdd(unsigned *p, unsigned v) { return (unsigned)__nvvm_atom_add_gen_i((int *)p, (int)v); }
__device__ inline int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
__device__ inline int atomicCAS(int *p, int c, int v) { return __nvvm_atom_cas_gen_i(p, c, v); }
__device__ inline void __threadfence() { __nvvm_membar_gl(); }
__device__ inline float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
__device__ inline float expf(float a) { return __nvvm_ex2_approx_f(a * 1.442695041f); }
__device__ inline float rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
__device__ inline unsigned __cvta_generic_to_shared(const void *p) { return (unsigned)(unsigned long long)(const __attribute__((address_space(3))) void *)p; }
__device__ inline void operator delete(void *, unsigned long) {}
extern "C" __device__ inline void __cxa_pure_virtual() {}
