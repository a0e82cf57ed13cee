// Small numerical kernels of the everyday kind.
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void softmax(float *out, const float *in, int n) {
    __shared__ float s[256];
    const float *row = in + blockIdx.x * n;
    float top = -1.0f / 0.0f, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) top = fmaxf(top, row[i]);
    s[threadIdx.x] = top;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    top = s[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += expf(row[i] - top);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = expf(row[i] - top) / s[0];
}
extern "C" __global__ void nbody(float4 *acc, const float4 *pos, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[i], a = {0, 0, 0, 0};
    for (int j = 0; j < n; j++) {
        float4 q = pos[j];
        float x = q.x - p.x, y = q.y - p.y, z = q.z - p.z, r = rsqrtf(x * x + y * y + z * z + 1e-9f), w = q.w * r * r * r;
        a.x += x * w, a.y += y * w, a.z += z * w;
    }
    acc[i] = a;
}
extern "C" __global__ void mandelbrot(unsigned char *out, int w, int h, double x0, double y0, double step) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    double a = x0 + x * step, b = y0 + y * step, u = 0, v = 0;
    int i = 0;
    while (i < 255 && u * u + v * v < 4) {
        double t = u * u - v * v + a;
        v = 2 * u * v + b, u = t, i++;
    }
    out[y * w + x] = (unsigned char)i;
}
extern "C" __global__ void stencil(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 1 && i < n - 2) out[i] = 0.1f * in[i - 2] + 0.2f * in[i - 1] + 0.4f * in[i] + 0.2f * in[i + 1] + 0.1f * in[i + 2];
}
extern "C" __global__ void histogram(unsigned *bins, const unsigned char *data, int n) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
extern "C" __global__ void xorshift(unsigned long long *state, float *out, int n) {
    unsigned long long s = state[threadIdx.x];
    for (int i = 0; i < n; i++) {
        s ^= s << 13, s ^= s >> 7, s ^= s << 17;
        out[i * blockDim.x + threadIdx.x] = (float)(s >> 40) * 0x1p-24f;
    }
    state[threadIdx.x] = s;
}
extern "C" __global__ void collatz(unsigned *steps, int n) {
    unsigned long long v = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned k = 0;
    for (; v != 1 && k < (unsigned)n; k++) v = v & 1 ? 3 * v + 1 : v / 2;
    steps[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
