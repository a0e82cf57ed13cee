// Static and dynamic shared memory, several arrays, structures and addresses of them.
extern __shared__ __align__(16) unsigned char pool[];
struct Tile { float a[16][17]; int n; };
extern "C" __global__ void transpose(float *out, const float *in, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void reduce(float *out, const float *in, int n) {
    float *sums = (float *)pool;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sums[threadIdx.x] = sum;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
__device__ __noinline__ float through_generic(const float *p, int i) { return p[i] * 2; }
extern "C" __global__ void structures(float *out, int i) {
    __shared__ Tile tile;
    __shared__ double more[8];
    tile.a[threadIdx.x % 16][i] = (float)i;
    tile.n = i;
    more[threadIdx.x % 8] = i;
    __syncthreads();
    const float *p = i > 3 ? &tile.a[0][0] : out;
    out[threadIdx.x] = through_generic(p, i) + (float)more[i] + (float)tile.n + (__isShared(p) ? 1.f : 0.f) + (__isGlobal(p) ? 2.f : 0.f) +
                       (__isLocal(p) ? 4.f : 0.f) + (__isConstant(p) ? 8.f : 0.f);
    out[99] = (float)(unsigned long long)__cvta_generic_to_shared(&more[3]);
}
extern "C" __global__ void bitonic(int *data) {
    __shared__ int s[256];
    s[threadIdx.x] = data[threadIdx.x];
    for (unsigned k = 2; k <= 256; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            unsigned other = threadIdx.x ^ j;
            if (other > threadIdx.x) {
                int a = s[threadIdx.x], b = s[other];
                if ((a > b) == ((threadIdx.x & k) == 0)) s[threadIdx.x] = b, s[other] = a;
            }
        }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}
