// Hashes and ciphers: rotations, carries, tables.
__constant__ unsigned keys[64] = {0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u};
__device__ unsigned rotate(unsigned x, int n) { return (x >> n) | (x << (32 - n)); }
extern "C" __global__ void sha256_round(unsigned *state, const unsigned *block) {
    unsigned w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = block[i];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (int i = 0; i < 8; i++) s[i] = state[i];
    for (int i = 0; i < 64; i++) {
        unsigned a = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + keys[i] + w[i];
        unsigned b = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--) s[j] = s[j - 1];
        s[4] += a, s[0] = a + b;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
}
extern "C" __global__ void fnv(unsigned long long *out, const unsigned char *data, int n) {
    unsigned long long h = 14695981039346656037ull;
    for (int i = 0; i < n; i++) h = (h ^ data[i]) * 1099511628211ull;
    out[threadIdx.x] = h;
}
extern "C" __global__ void multiply_big(unsigned *out, const unsigned *a, const unsigned *b, int n) {
    unsigned long long carry = 0;
    for (int i = 0; i < n; i++) {
        unsigned long long t = (unsigned long long)a[i] * b[threadIdx.x] + out[i] + carry;
        out[i] = (unsigned)t, carry = t >> 32;
    }
    out[n] = (unsigned)carry;
}
extern "C" __global__ void add_big(unsigned *r, const unsigned *a, const unsigned *b) {
    asm volatile("add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10; addc.u32 %3, %7, %11;"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
    asm volatile("sub.cc.s32 %0, %2, %3; subc.cc.u32 %1, %3, %2; subc.s32 %1, %1, 0;" : "=r"(r[4]), "=r"(r[5]) : "r"(a[0]), "r"(b[0]));
    asm volatile("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.cc.u32 %1, %2, %3, 0; madc.lo.u32 %1, %2, %3, 7;" : "=r"(r[6]), "=r"(r[7]) : "r"(a[0]), "r"(b[0]), "r"(b[1]));
    unsigned long long w;
    asm volatile("{.reg .u64 t; add.cc.u64 t, %1, 1; addc.u64 %0, t, 0; sub.cc.u64 t, t, %1; subc.u64 %0, %0, t; mad.hi.cc.u64 t, t, t, %0; madc.lo.u64 %0, t, t, %0;}" : "=l"(w) : "l"((unsigned long long)a[3]));
    r[8] = (unsigned)w;
}
