#include <mma.h>

// Matrix instructions, copies in the background, cooperative grids and text.

__device__ unsigned pack(const unsigned short *from) { return from[0] | from[1] << 16; }

// A product of halves summed as floats, one warp a tile of 16 by 8; b is stored by columns.
extern "C" __global__ void product_of_halves(const unsigned short *a, const unsigned short *b, float *c, int n, int k) {
    int lane = threadIdx.x, row = blockIdx.y * 16 + lane / 4, column = blockIdx.x * 8 + lane / 4, pair = 2 * (lane % 4);
    float sum[4] = {};
    for (int at = 0; at < k; at += 16) {
        const unsigned short *left = a + row * k + at + pair, *right = b + column * k + at + pair;
        unsigned a0 = pack(left), a1 = pack(left + 8 * k), a2 = pack(left + 8), a3 = pack(left + 8 * k + 8);
        unsigned b0 = pack(right), b1 = pack(right + 8);
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    float *out = c + row * n + blockIdx.x * 8 + pair;
    out[0] = sum[0];
    out[1] = sum[1];
    out[8 * n] = sum[2];
    out[8 * n + 1] = sum[3];
}

// Two products in a row, of 16 by 16: the first by wmma into shared memory, the second from there by ldmatrix and mma.
extern "C" __global__ void two_products(const __half *a, const __half *b, const __half *c, float *out) {
    using namespace nvcuda::wmma;
    __shared__ alignas(32) float sums[256];
    __shared__ alignas(16) __half left[256], right[256];
    int lane = threadIdx.x, row = lane % 16, far = lane / 16 * 8;
    fragment<matrix_a, 16, 16, 16, __half, row_major> of_a;
    fragment<matrix_b, 16, 16, 16, __half, col_major> of_b;
    fragment<accumulator, 16, 16, 16, float> sum;
    load_matrix_sync(of_a, a, 16);
    load_matrix_sync(of_b, b, 16);
    fill_fragment(sum, 0.0f);
    mma_sync(sum, of_a, of_b, sum);
    store_matrix_sync(sums, sum, 16, mem_row_major);
    __syncwarp();
    for (int i = lane; i < 256; i += 32) {
        left[i] = __float2half(sums[i]);
        right[i] = c[i];
    }
    __syncwarp();
    unsigned a0, a1, a2, a3, b0, b1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                 : "r"((unsigned)__cvta_generic_to_shared(left + row * 16 + far)));
    for (int column = 0; column < 16; column += 8) {
        float part[4] = {};
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(b0), "=r"(b1)
                     : "r"((unsigned)__cvta_generic_to_shared(right + row * 16 + column)));
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(part[0]), "+f"(part[1]), "+f"(part[2]), "+f"(part[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        float *to = out + lane / 4 * 16 + column + lane % 4 * 2;
        to[0] = part[0];
        to[1] = part[1];
        to[128] = part[2];
        to[129] = part[3];
    }
}

// A product of signed bytes on the matrix units, one warp a tile of 16 by 8; b is stored by columns.
extern "C" __global__ void product_of_bytes_by_tiles(const signed char *a, const signed char *b, int *c, int n, int k) {
    int lane = threadIdx.x, row = blockIdx.y * 16 + lane / 4, column = blockIdx.x * 8 + lane / 4, quad = 4 * (lane % 4);
    int sum[4] = {};
    for (int at = 0; at < k; at += 32) {
        const int *left = (const int *)(a + row * k + at + quad), *right = (const int *)(b + column * k + at + quad);
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
            : "r"(left[0]), "r"(left[2 * k]), "r"(left[4]), "r"(left[2 * k + 4]), "r"(right[0]), "r"(right[4]));
    }
    int *out = c + row * n + blockIdx.x * 8 + 2 * (lane % 4);
    out[0] = sum[0];
    out[1] = sum[1];
    out[8 * n] = sum[2];
    out[8 * n + 1] = sum[3];
}

// A product in double precision on the matrix units, 8 by 8 a warp; b is stored by columns.
extern "C" __global__ void product_of_doubles_by_tiles(const double *a, const double *b, double *c, int n, int k) {
    int lane = threadIdx.x, row = blockIdx.y * 8 + lane / 4, column = blockIdx.x * 8 + lane / 4;
    double x = 0.0, y = 0.0;
    for (int at = lane % 4; at < k; at += 4)
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(x), "+d"(y)
            : "d"(a[row * k + at]), "d"(b[column * k + at]));
    c[row * n + blockIdx.x * 8 + 2 * (lane % 4)] = x;
    c[row * n + blockIdx.x * 8 + 2 * (lane % 4) + 1] = y;
}

// Rows are added while the next ones are copied to shared memory in the background, two stages.
extern "C" __global__ void sum_of_copied_rows(const float4 *in, float4 *out, int rows) {
    __shared__ float4 stage[2][32];
    int t = threadIdx.x;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int row = 0; row <= rows; row++) {
        if (row < rows)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(&stage[row % 2][t])),
                         "l"(in + row * 32 + t)
                         : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (row == 0) continue;
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        float4 value = stage[(row + 1) % 2][t];
        sum.x += value.x;
        sum.y += value.y;
        sum.z += value.z;
        sum.w += value.w;
    }
    out[t] = sum;
}

// A barrier of the grid made of atomics, between rounds in which each thread reads what others wrote; the launch is cooperative.
extern "C" __global__ void grid_barrier(volatile int *data, unsigned *arrived, int rounds) {
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        volatile int *from = data + round % 2 * n;
        data[(round + 1) % 2 * n + i] = from[(i + 1) % n] + from[(i + n - blockDim.x) % n];
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(arrived, 1);
            while (*(volatile unsigned *)arrived < gridDim.x * (round + 1)) {}
            __threadfence();
        }
        __syncthreads();
    }
}

extern "C" __device__ int printf(const char *, ...);

// Text from the device: numbers of each kind, and a string.
extern "C" __global__ void report(const int *values) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (values[i] < 0) printf("value %d is %d, or %.2f and %x: %s\n", i, values[i], values[i] * 0.5, values[i], "negative");
}
