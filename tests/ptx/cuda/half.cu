// Half precision and bfloat16, scalars and pairs.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void halves(__half *out, const __half *in) {
    int i = threadIdx.x;
    __half a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __hadd(a, b), out[1] = __hsub(a, b), out[2] = __hmul(a, b), out[3] = __hfma(a, b, c), out[4] = __hdiv(a, b);
    out[5] = __hadd_sat(a, b), out[6] = __hmul_sat(a, b), out[7] = __hfma_sat(a, b, c), out[8] = __hneg(a), out[9] = __habs(b);
    out[10] = __hmin(a, b), out[11] = __hmax(a, b), out[12] = __hmin_nan(a, b), out[13] = __hmax_nan(a, b), out[14] = __hfma_relu(a, b, c);
    out[15] = hexp(a), out[16] = hlog(b), out[17] = hsqrt(a), out[18] = hrcp(b), out[19] = hsin(a), out[20] = htanh_approx(a), out[21] = hrsqrt(a);
    out[22] = __float2half_rz(__half2float(a)), out[23] = __int2half_rn(i), out[24] = hfloor(a), out[25] = htrunc(b), out[26] = hrint(c);
    out[27] = __ushort_as_half((unsigned short)(__hlt(a, b) + __hgeu(a, b) + __hisnan(a) + __heq(a, b)));
    out[28] = __double2half(__half2float(a) * 2.0), out[29] = __ll2half_rn(i), out[30] = __half(__half2ull_rz(a) + __half2int_rn(b) + __half2short_rd(c));
}
extern "C" __global__ void half_pairs(__half2 *out, const __half2 *in) {
    int i = threadIdx.x;
    __half2 a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __hadd2(a, b), out[1] = __hsub2(a, b), out[2] = __hmul2(a, b), out[3] = __hfma2(a, b, c), out[4] = __h2div(a, b);
    out[5] = __hmin2(a, b), out[6] = __hmax2(a, b), out[7] = __hneg2(a), out[8] = __habs2(b), out[9] = __hadd2_sat(a, b), out[10] = __hfma2_relu(a, b, c);
    out[11] = __heq2(a, b), out[12] = __hgt2(a, b), out[13] = __hleu2(a, b), out[14] = h2exp(a), out[15] = h2tanh_approx(a);
    out[16] = __floats2half2_rn(__low2float(a), __high2float(b)), out[17] = __lowhigh2highlow(a), out[18] = __half2half2(__low2half(a));
    out[19] = __hmin2_nan(a, b), out[20] = __hcmadd(a, b, c);
    if (__hbeq2(a, b) || __hblt2(a, c)) out[21] = a;
    unsigned m = __hlt2_mask(a, b);
    out[22] = *(__half2 *)&m;
}
extern "C" __global__ void bfloats(__nv_bfloat16 *out, const __nv_bfloat16 *in) {
    int i = threadIdx.x;
    __nv_bfloat16 a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __hadd(a, b), out[1] = __hsub(a, b), out[2] = __hmul(a, b), out[3] = __hfma(a, b, c), out[4] = __hdiv(a, b);
    out[5] = __hneg(a), out[6] = __habs(b), out[7] = __hmin(a, b), out[8] = __hmax_nan(a, b), out[9] = __hfma_relu(a, b, c);
    out[10] = hexp2(a), out[11] = htanh_approx(b), out[12] = __float2bfloat16_rn(__bfloat162float(a)), out[13] = __float2bfloat16_rz(2.f);
    out[14] = __int2bfloat16_rn(i), out[15] = __ushort_as_bfloat16((unsigned short)(__hlt(a, b) + __hneu(b, c)));
}
extern "C" __global__ void bfloat_pairs(__nv_bfloat162 *out, const __nv_bfloat162 *in, const float2 *f) {
    int i = threadIdx.x;
    __nv_bfloat162 a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __hadd2(a, b), out[1] = __hfma2(a, b, c), out[2] = __hmul2(a, b), out[3] = __hmax2(a, b), out[4] = __hneg2(a), out[5] = __habs2(a);
    out[6] = __float22bfloat162_rn(f[i]), out[7] = __hfma2_relu(a, b, c), out[8] = __heq2(a, b), out[9] = __hmin2_nan(a, b);
    float2 w = __bfloat1622float2(a);
    out[10] = __floats2bfloat162_rn(w.y, w.x);
}
extern "C" __global__ void half_atomics(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
    h[1] = atomicAdd(h, __float2half(1.f));
    h2[1] = atomicAdd(h2, __float2half2_rn(1.f));
    b[1] = atomicAdd(b, __float2bfloat16(1.f));
    b2[1] = atomicAdd(b2, __float2bfloat162_rn(1.f));
}
