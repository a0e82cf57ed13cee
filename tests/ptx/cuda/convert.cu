// Every conversion between two arithmetic types.
template <typename To, typename From> __device__ void convert(To *out, const From *in) {
    out[threadIdx.x] = (To)in[threadIdx.x];
}
#define PAIR(TO, TN, FROM, FN) \
    extern "C" __global__ void TN##_from_##FN(TO *out, const FROM *in) { convert(out, in); }
#define FROM_ALL(TO, TN) \
    PAIR(TO, TN, signed char, i8) PAIR(TO, TN, unsigned char, u8) PAIR(TO, TN, short, i16) PAIR(TO, TN, unsigned short, u16) \
    PAIR(TO, TN, int, i32) PAIR(TO, TN, unsigned, u32) PAIR(TO, TN, long long, i64) PAIR(TO, TN, unsigned long long, u64) \
    PAIR(TO, TN, float, f32) PAIR(TO, TN, double, f64) PAIR(TO, TN, bool, bool)
FROM_ALL(signed char, i8)
FROM_ALL(unsigned char, u8)
FROM_ALL(short, i16)
FROM_ALL(unsigned short, u16)
FROM_ALL(int, i32)
FROM_ALL(unsigned, u32)
FROM_ALL(long long, i64)
FROM_ALL(unsigned long long, u64)
FROM_ALL(float, f32)
FROM_ALL(double, f64)
FROM_ALL(bool, bool)
