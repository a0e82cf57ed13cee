// Matrix fragments of every shape and type that the C++ interface has at compute capability 8.0.
#include <mma.h>
using namespace nvcuda;
template <int M, int N, int K, typename A, typename C, typename LA, typename LB, typename P>
__device__ void product(C *c, const P *a, const P *b) {
    wmma::fragment<wmma::matrix_a, M, N, K, A, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, A, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fill_fragment(fc, (C)0);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + (C)1;
    wmma::store_matrix_sync(c, fc, 32, wmma::mem_row_major);
    wmma::load_matrix_sync(fc, c, 32, wmma::mem_col_major);
    wmma::store_matrix_sync(c + 1024, fc, 32, wmma::mem_col_major);
}
#define SHAPES(A, C, P, NAME) \
    extern "C" __global__ void NAME##_16_16_16(C *c, const P *a, const P *b) { product<16, 16, 16, A, C, wmma::row_major, wmma::col_major>(c, a, b); } \
    extern "C" __global__ void NAME##_32_8_16(C *c, const P *a, const P *b) { product<32, 8, 16, A, C, wmma::col_major, wmma::row_major>(c, a, b); } \
    extern "C" __global__ void NAME##_8_32_16(C *c, const P *a, const P *b) { product<8, 32, 16, A, C, wmma::row_major, wmma::row_major>(c, a, b); }
SHAPES(half, float, half, f16_f32)
SHAPES(half, half, half, f16_f16)
SHAPES(__nv_bfloat16, float, __nv_bfloat16, bf16)
SHAPES(signed char, int, signed char, s8)
SHAPES(unsigned char, int, unsigned char, u8)
extern "C" __global__ void tf32(float *c, const float *a, const float *b) {
    product<16, 16, 8, wmma::precision::tf32, float, wmma::row_major, wmma::col_major>(c, a, b);
    c[0] = wmma::__float_to_tf32(a[0]);
}
extern "C" __global__ void f64(double *c, const double *a, const double *b) {
    product<8, 8, 4, double, double, wmma::row_major, wmma::col_major>(c, a, b);
}
extern "C" __global__ void sub_byte(int *c, const int *a, const int *b) {
    product<8, 8, 32, wmma::experimental::precision::u4, int, wmma::row_major, wmma::col_major>(c, a, b);
    product<8, 8, 32, wmma::experimental::precision::s4, int, wmma::row_major, wmma::col_major>(c, a, b);
}
extern "C" __global__ void bits(int *c, const int *a, const int *b) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::fill_fragment(fc, 0);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::bmma_sync(fc, fa, fb, fc);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpAND, wmma::experimental::bmmaAccumulateOpPOPC);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
