// Integer intrinsics, each of which is one or two instructions.
extern "C" __global__ void integer_intrinsics(unsigned *out, const unsigned *in, const unsigned long long *wide, const double *d) {
    int i = threadIdx.x;
    unsigned a = in[i], b = in[i + 1], c = in[i + 2];
    int s = (int)a, t = (int)b, u = (int)c;
    out[0] = __popc(a) + __popcll(wide[i]) + __clz(s) + __clzll((long long)wide[i]);
    out[1] = __brev(a) ^ (unsigned)(__brevll(wide[i]) >> 3);
    out[2] = __ffs(s) + __ffsll((long long)wide[i]);
    out[3] = __byte_perm(a, b, c);
    out[4] = __funnelshift_l(a, b, c) + __funnelshift_r(a, b, c) + __funnelshift_lc(a, b, c) + __funnelshift_rc(a, b, c);
    out[5] = __sad(s, t, c) + __usad(a, b, c);
    out[6] = __mul24(s, t) + __umul24(a, b);
    out[7] = __mulhi(s, t) + __umulhi(a, b) + (unsigned)__mul64hi((long long)wide[i], (long long)wide[i + 1]) +
             (unsigned)__umul64hi(wide[i], wide[i + 1]);
    out[8] = __hadd(s, t) + __rhadd(s, t) + __uhadd(a, b) + __urhadd(a, b);
    out[9] = __dp4a(s, t, u) + __dp4a(a, b, c);
    out[10] = __fns(a, b & 31, u);
    out[11] = __vadd2(a, b) + __vsub4(a, b) + __vmaxs2(a, b) + __vcmpgtu4(a, b);
    out[12] = __double2hiint(d[i]) ^ __double2loint(d[i]) ^ __float_as_uint((float)d[i]);
    out[13] = (unsigned)(__hiloint2double(s, t) > d[i]);
    out[14] = abs(s) + (unsigned)llabs((long long)wide[i]) + min(s, t) + max(a, b);
    out[15] = __viaddmax_s32(s, t, u) + __vimin3_u32(a, b, c);
}
extern "C" __global__ void wide_products(unsigned __int128 *out, const unsigned __int128 *in, const __int128 *s) {
    int i = threadIdx.x;
    out[i] = in[i] * in[i + 1] + in[i + 2] - in[i + 3];
    out[i + 1] = (unsigned __int128)(s[i] * s[i + 1]) ^ (in[i] << 3) ^ (in[i + 1] >> 70);
    out[i + 2] = in[i] < in[i + 1] ? in[i] : in[i + 1];
    out[i + 3] = (unsigned __int128)s[i] >> 5;
}
extern "C" __global__ void wide_quotients(unsigned __int128 *out, const unsigned __int128 *in) {
    out[threadIdx.x] = in[threadIdx.x] / in[threadIdx.x + 1] + in[threadIdx.x] % 1000003;
}
