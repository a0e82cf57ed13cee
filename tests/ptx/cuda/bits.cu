// Bitwise operators, shifts and fields.
template <typename T> __device__ void bitwise(T *out, const T *in, int amount) {
    int i = threadIdx.x;
    T a = in[i], b = in[i + 32], c = in[i + 64];
    out[0] = a & b;
    out[1] = a | b;
    out[2] = a ^ b;
    out[3] = (T)~a;
    out[4] = (T)(a << amount);
    out[5] = (T)(a >> amount);
    out[6] = (T)((a & b) | (~a & c));
    out[7] = (T)((a & b) ^ (b & c) ^ (a & c));
    out[8] = (T)((a >> 3) & 0x1f);
    out[9] = (T)((a & ~(T)0x78) | ((b & 0xf) << 3));
    out[10] = !a;
}
#define EACH(T, NAME) \
    extern "C" __global__ void bitwise_##NAME(T *out, const T *in, int amount) { bitwise(out, in, amount); }
EACH(signed char, i8)
EACH(unsigned char, u8)
EACH(short, i16)
EACH(unsigned short, u16)
EACH(int, i32)
EACH(unsigned, u32)
EACH(long long, i64)
EACH(unsigned long long, u64)
struct Fields {
    unsigned a : 3, b : 11, c : 18;
    long long d : 40;
    int e : 7;
};
extern "C" __global__ void fields(Fields *f, int *out) {
    Fields v = f[threadIdx.x];
    out[threadIdx.x] = v.a + v.b * v.c + (int)v.d + v.e;
    v.a += 1;
    v.d -= v.b;
    v.e = out[0];
    f[threadIdx.x] = v;
}
extern "C" __global__ void byte_swap(unsigned *a, unsigned short *b, unsigned long long *c) {
    unsigned x = a[threadIdx.x];
    a[threadIdx.x] = (x >> 24) | ((x >> 8) & 0xff00) | ((x << 8) & 0xff0000) | (x << 24);
    b[threadIdx.x] = (unsigned short)((b[threadIdx.x] << 8) | (b[threadIdx.x] >> 8));
    c[threadIdx.x] = (c[threadIdx.x] << 17) | (c[threadIdx.x] >> 47);
}
