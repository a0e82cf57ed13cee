// Dense and sparse matrices, all by rows.

// The transpose, element by element.
extern "C" __global__ void transpose_plain(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

// The transpose by tiles of 32 by 32 in shared memory, with a column more against bank conflicts.
extern "C" __global__ void transpose_tiled(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8)
        if (x < width && y + row < height) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8)
        if (x < height && y + row < width) out[(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
}

// Matrix times vector, a warp a row.
extern "C" __global__ void matrix_vector(const float *a, const float *x, float *y, int rows, int columns) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int column = lane; column < columns; column += 32) sum += a[row * columns + column] * x[column];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    if (lane == 0) y[row] = sum;
}

// The matrix product as it is written down: one thread an element.
extern "C" __global__ void sgemm_naive(const float *a, const float *b, float *c, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// The matrix product by tiles of 32 by 32 in shared memory; n is a multiple of 32.
extern "C" __global__ void sgemm_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float left[32][32], right[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    float sum = 0.0f;
    for (int tile = 0; tile < n; tile += 32) {
        left[y][x] = a[row * n + tile + x];
        right[y][x] = b[(tile + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 32; k++) sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// The matrix product with 4 by 4 elements a thread in registers; n is a multiple of 32.
extern "C" __global__ void sgemm_in_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float left[8][32], right[8][32];
    int t = threadIdx.x, x = t % 8, y = t / 8;
    const float *from = a + blockIdx.y * 32 * n;
    float sum[4][4] = {};
    for (int tile = 0; tile < n; tile += 8) {
        for (int i = t; i < 256; i += 64) {
            left[i % 8][i / 8] = from[(i / 8) * n + tile + i % 8];
            right[i / 32][i % 32] = b[(tile + i / 32) * n + blockIdx.x * 32 + i % 32];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += left[k][4 * y + i] * right[k][4 * x + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        float4 line = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *(float4 *)&c[(blockIdx.y * 32 + 4 * y + i) * n + blockIdx.x * 32 + 4 * x] = line;
    }
}

// The matrix product in double precision, tiles of 8 by 8, sizes that no tile divides.
extern "C" __global__ void dgemm_ragged(const double *a, const double *b, double *c, int m, int n, int k) {
    __shared__ double left[8][8], right[8][8];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    double sum = 0.0;
    for (int tile = 0; tile < k; tile += 8) {
        left[y][x] = row < m && tile + x < k ? a[row * k + tile + x] : 0.0;
        right[y][x] = column < n && tile + y < k ? b[(tile + y) * n + column] : 0.0;
        __syncthreads();
        for (int i = 0; i < 8; i++) sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}

// The matrix product of signed bytes, four at a time.
extern "C" __global__ void product_of_bytes(const int *a, const int *b, int *c, int n) {
    int column = threadIdx.x, row = blockIdx.x, sum = 0;
    for (int k = 0; k < n / 4; k++) sum = __dp4a(a[row * n / 4 + k], b[column * n / 4 + k], sum);
    c[row * blockDim.x + column] = sum;
}

// LU factorisation in place, without pivots, a column a step.
extern "C" __global__ void factorise(float *a, int n) {
    extern __shared__ float m[];
    int t = threadIdx.x;
    for (int i = t; i < n * n; i += blockDim.x) m[i] = a[i];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (t > k && t < n) m[t * n + k] /= m[k * n + k];
        __syncthreads();
        if (t > k && t < n)
            for (int j = k + 1; j < n; j++) m[t * n + j] -= m[t * n + k] * m[k * n + j];
        __syncthreads();
    }
    for (int i = t; i < n * n; i += blockDim.x) a[i] = m[i];
}

// A sparse matrix, stored by rows, times a vector.
extern "C" __global__ void sparse_times_vector(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * __ldg(&x[columns[i]]);
    y[row] = sum;
}

// One step of all shortest paths, after Floyd and Warshall.
extern "C" __global__ void shorten_paths(int *distance, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n) return;
    int by_k = distance[i / n * n + k] + distance[k * n + i % n];
    if (by_k < distance[i]) distance[i] = by_k;
}

// One level of a search in breadth: threads of the front give their neighbours the next number.
extern "C" __global__ void next_level(const int *starts, const int *neighbours, int *levels, int level, int *grown, int nodes) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || levels[node] != level) return;
    for (int i = starts[node]; i < starts[node + 1]; i++)
        if (atomicCAS(&levels[neighbours[i]], -1, level + 1) == -1) *grown = 1;
}
