// Histograms: how often each value is there.

// Atomics on global memory.
extern "C" __global__ void histogram_in_global_memory(const unsigned char *in, unsigned *bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1);
}

// Each block counts in shared memory, then adds its counts to those of the grid.
extern "C" __global__ void histogram_in_shared_memory(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned mine[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) mine[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (mine[bin]) atomicAdd(&bins[bin], mine[bin]);
}

// Lanes that hold the same value find each other, and one of them counts for all.
extern "C" __global__ void histogram_by_matching(const unsigned *in, unsigned *bins) {
    unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned same = __match_any_sync(0xffffffff, value);
    if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(&bins[value], __popc(same));
}

// Every warp has packed counters of 16 bits in shared memory, four in a word of 64.
extern "C" __global__ void histogram_of_packed_counters(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned long long packed[4][4];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 4) packed[warp][lane] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned bin = in[i] >> 4;
        atomicAdd(&packed[warp][bin / 4], 1ull << (16 * (bin % 4)));
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned count = 0;
        for (int w = 0; w < 4; w++) count += (packed[w][threadIdx.x / 4] >> (16 * (threadIdx.x % 4))) & 0xffff;
        bins[threadIdx.x] = count;
    }
}

// Bins of floats: the bin is a float operation rounded down, clamped at both ends.
extern "C" __global__ void histogram_of_floats(const float *in, unsigned *bins, float low, float width, int count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int bin = __float2int_rd((in[i] - low) / width);
    atomicAdd(&bins[min(max(bin, 0), count - 1)], 1);
}

__device__ bool is_letter(unsigned char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

// Words of a text: a word starts where a letter follows something else.
extern "C" __global__ void count_words(const unsigned char *text, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool starts = i < n && is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]));
    unsigned count = __popc(__ballot_sync(0xffffffff, starts));
    if (threadIdx.x % 32 == 0 && count) atomicAdd(words, count);
}
