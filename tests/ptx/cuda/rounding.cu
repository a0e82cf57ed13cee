// Arithmetic and conversion in each rounding mode.
extern "C" __global__ void singles(float *out, const float *in) {
    int i = threadIdx.x;
    float a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __fadd_rn(a, b) + __fadd_rz(a, b) + __fadd_ru(a, b) + __fadd_rd(a, b);
    out[1] = __fsub_rn(a, b) + __fsub_rz(a, b) + __fsub_ru(a, b) + __fsub_rd(a, b);
    out[2] = __fmul_rn(a, b) + __fmul_rz(a, b) + __fmul_ru(a, b) + __fmul_rd(a, b);
    out[3] = __fmaf_rn(a, b, c) + __fmaf_rz(a, b, c) + __fmaf_ru(a, b, c) + __fmaf_rd(a, b, c);
    out[4] = __fdiv_rn(a, b) + __fdiv_rz(a, b) + __fdiv_ru(a, b) + __fdiv_rd(a, b);
    out[5] = __frcp_rn(a) + __frcp_rz(a) + __frcp_ru(a) + __frcp_rd(a);
    out[6] = __fsqrt_rn(a) + __fsqrt_rz(a) + __fsqrt_ru(a) + __fsqrt_rd(a);
    out[7] = __frsqrt_rn(a) + __saturatef(b) + __fdividef(a, b);
    out[8] = rintf(a) + floorf(b) + ceilf(c) + truncf(a) + roundf(b) + nearbyintf(c);
}
extern "C" __global__ void doubles(double *out, const double *in) {
    int i = threadIdx.x;
    double a = in[i], b = in[i + 1], c = in[i + 2];
    out[0] = __dadd_rn(a, b) + __dadd_rz(a, b) + __dadd_ru(a, b) + __dadd_rd(a, b);
    out[1] = __dmul_rn(a, b) + __dmul_rz(a, b) + __dmul_ru(a, b) + __dmul_rd(a, b);
    out[2] = __fma_rn(a, b, c) + __fma_rz(a, b, c) + __fma_ru(a, b, c) + __fma_rd(a, b, c);
    out[3] = __ddiv_rn(a, b) + __ddiv_rz(a, b) + __ddiv_ru(a, b) + __ddiv_rd(a, b);
    out[4] = __drcp_rn(a) + __drcp_rz(a) + __dsqrt_rn(b) + __dsqrt_ru(b);
    out[5] = rint(a) + floor(b) + ceil(c) + trunc(a) + round(b);
}
extern "C" __global__ void to_integers(int *out, const float *f, const double *d) {
    int i = threadIdx.x;
    out[0] = __float2int_rn(f[i]) + __float2int_rz(f[i]) + __float2int_ru(f[i]) + __float2int_rd(f[i]);
    out[1] = __float2uint_rn(f[i]) + __float2uint_ru(f[i]) + (int)__float2ll_rd(f[i]) + (int)__float2ull_rz(f[i]);
    out[2] = __double2int_rn(d[i]) + __double2uint_rd(d[i]) + (int)__double2ll_ru(d[i]) + (int)__double2ull_rn(d[i]);
}
extern "C" __global__ void from_integers(float *f, double *d, const int *in, const long long *wide) {
    int i = threadIdx.x;
    f[0] = __int2float_rn(in[i]) + __int2float_rz(in[i]) + __int2float_ru(in[i]) + __int2float_rd(in[i]);
    f[1] = __uint2float_ru(in[i]) + __ll2float_rd(wide[i]) + __ull2float_rz(wide[i]);
    f[2] = __double2float_rn(d[i]) + __double2float_rz(d[i]) + __double2float_ru(d[i]) + __double2float_rd(d[i]);
    d[0] = __int2double_rn(in[i]) + __ll2double_rz(wide[i]) + __ull2double_ru(wide[i]) + __uint2double_rn(in[i]);
}
