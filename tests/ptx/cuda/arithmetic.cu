// Integer and floating-point arithmetic over every type that C++ has.
template <typename T> __device__ void integers(T *out, const T *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T a = in[i], b = in[i + n];
    out[i] = a + b;
    out[i + n] = a - b;
    out[i + 2 * n] = a * b;
    out[i + 3 * n] = a / b;
    out[i + 4 * n] = a % b;
    out[i + 5 * n] = a < b ? a : b;
    out[i + 6 * n] = a > b ? a : b;
    out[i + 7 * n] = (T)-a;
    out[i + 8 * n] = a * b + a;
    out[i + 9 * n] = a / 7 + a % 10;
}
template <typename T> __device__ void floats(T *out, const T *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T a = in[i], b = in[i + n], c = in[i + 2 * n];
    out[i] = a + b;
    out[i + n] = a - b;
    out[i + 2 * n] = a * b;
    out[i + 3 * n] = a / b;
    out[i + 4 * n] = a * b + c;
    out[i + 5 * n] = a < b ? a : b;
    out[i + 6 * n] = -a;
    out[i + 7 * n] = (T)1 / c;
}
#define EACH(F, T, NAME) \
    extern "C" __global__ void F##_##NAME(T *out, const T *in, int n) { F(out, in, n); }
EACH(integers, signed char, i8)
EACH(integers, unsigned char, u8)
EACH(integers, short, i16)
EACH(integers, unsigned short, u16)
EACH(integers, int, i32)
EACH(integers, unsigned, u32)
EACH(integers, long long, i64)
EACH(integers, unsigned long long, u64)
EACH(floats, float, f32)
EACH(floats, double, f64)
