// A tiled product of matrices, with each tile size a template of its own.
template <int TILE, typename T> __device__ void gemm(T *c, const T *a, const T *b, int n, T alpha, T beta) {
    __shared__ T as[TILE][TILE], bs[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : (T)0;
        bs[threadIdx.y][threadIdx.x] = col < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + col] : (T)0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = alpha * sum + beta * c[row * n + col];
}
extern "C" __global__ void __launch_bounds__(256, 2) sgemm16(float *c, const float *a, const float *b, int n, float x, float y) { gemm<16>(c, a, b, n, x, y); }
extern "C" __global__ void __launch_bounds__(1024) sgemm32(float *c, const float *a, const float *b, int n, float x, float y) { gemm<32>(c, a, b, n, x, y); }
extern "C" __global__ void dgemm8(double *c, const double *a, const double *b, int n, double x, double y) { gemm<8>(c, a, b, n, x, y); }
extern "C" __global__ void igemm16(int *c, const int *a, const int *b, int n, int x, int y) { gemm<16>(c, a, b, n, x, y); }
extern "C" __global__ void naive(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
