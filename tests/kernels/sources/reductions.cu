// Reductions: many values to one.

// Every thread adds its element to the sum with an atomic.
extern "C" __global__ void sum_by_atomics(const int *in, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, in[i]);
}

// A tree in shared memory halves the values of a block in each step; one float atomic a block.
extern "C" __global__ void sum_by_tree(const float *in, float *sum, int n) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}

// Shuffles add up each warp, shared memory the warps of a block.
extern "C" __global__ void sum_by_shuffles(const float *in, float *sums, int n) {
    __shared__ float part[32];
    float value = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
        for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
        if (threadIdx.x == 0) sums[blockIdx.x] = value;
    }
}

// A warp instruction finds the greatest and the smallest of 32 numbers.
extern "C" __global__ void extremes_by_redux(const int *in, int *greatest, unsigned *smallest, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : in[0];
    int most = __reduce_max_sync(0xffffffff, value);
    unsigned least = __reduce_min_sync(0xffffffff, (unsigned)value);
    if (threadIdx.x % 32 == 0) {
        atomicMax(greatest, most);
        atomicMin(smallest, least);
    }
}

// The place of the smallest value: value and place in one 64-bit atomic minimum.
extern "C" __global__ void place_of_smallest(const unsigned *in, unsigned long long *best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMin(best, (unsigned long long)in[i] << 32 | i);
}

// The last block to finish, which a counter tells, adds up what the others have left.
extern "C" __global__ void sum_by_last_block(const double *in, volatile double *parts, unsigned *done, double *sum, int n) {
    __shared__ double part[128];
    __shared__ bool last;
    double value = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        double total = 0.0;
        for (int block = 0; block < gridDim.x; block++) total += parts[block];
        *sum = total;
    }
}

struct Moments {
    float count, mean, spread;
};

static __device__ Moments merge(Moments a, Moments b) {
    float count = a.count + b.count, delta = b.mean - a.mean;
    if (count == 0.0f) return a;
    Moments all = {count, a.mean + delta * b.count / count, a.spread + b.spread + delta * delta * a.count * b.count / count};
    return all;
}

// Mean and variance in one pass: the moments of two halves are merged, in shared memory as a structure.
extern "C" __global__ void mean_and_variance(const float *in, float *out, int n) {
    __shared__ Moments part[128];
    Moments mine = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        Moments one = {1.0f, in[i], 0.0f};
        mine = merge(mine, one);
    }
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] = merge(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[0] = part[0].mean;
        out[1] = part[0].spread / part[0].count;
    }
}

// A dot product with loads of four floats at a time.
extern "C" __global__ void dot_by_vectors(const float4 *a, const float4 *b, float *sum, int quads) {
    float value = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i];
        value += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

// A barrier that counts, and one each that asks of all and of any.
extern "C" __global__ void asked_at_barriers(const int *in, int *out) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    int positive = __syncthreads_count(value > 0);
    int all = __syncthreads_and(value > -100), any = __syncthreads_or(value > 100);
    if (threadIdx.x == 0) {
        out[3 * blockIdx.x] = positive;
        out[3 * blockIdx.x + 1] = all != 0;
        out[3 * blockIdx.x + 2] = any != 0;
    }
}

// The sum of f64 in a double atomic, over a grid of two dimensions.
extern "C" __global__ void sum_of_doubles(const double *in, double *sum, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) atomicAdd(sum, in[y * width + x]);
}
