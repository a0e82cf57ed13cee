// Sorting and searching.

// Bitonic sort of a block's keys with their values, in shared memory.
extern "C" __global__ void sort_bitonic(unsigned *keys, unsigned *values) {
    __shared__ unsigned key[256], value[256];
    int t = threadIdx.x;
    key[t] = keys[t];
    value[t] = values[t];
    for (int size = 2; size <= blockDim.x; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int other = t ^ stride;
            if (other > t && (key[t] > key[other]) == ((t & size) == 0)) {
                unsigned swap = key[t];
                key[t] = key[other];
                key[other] = swap;
                swap = value[t];
                value[t] = value[other];
                value[other] = swap;
            }
        }
    __syncthreads();
    keys[t] = key[t];
    values[t] = value[t];
}

// Odd-even transposition sort of floats.
extern "C" __global__ void sort_odd_even(float *data, int n) {
    extern __shared__ float row[];
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) row[i] = data[i];
    for (int round = 0; round < n; round++) {
        __syncthreads();
        int i = 2 * t + round % 2;
        if (i + 1 < n && row[i] > row[i + 1]) {
            float swap = row[i];
            row[i] = row[i + 1];
            row[i + 1] = swap;
        }
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) data[i] = row[i];
}

// Radix sort of a block, one bit a pass: ballots count the zeros before each thread.
extern "C" __global__ void sort_by_radix(unsigned *data) {
    __shared__ unsigned row[128], zeros[4];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    unsigned mine = data[t];
    for (int bit = 0; bit < 32; bit++) {
        unsigned ballot = __ballot_sync(0xffffffff, (mine >> bit & 1) == 0);
        if (lane == 0) zeros[warp] = __popc(ballot);
        __syncthreads();
        unsigned before = __popc(ballot & ((1u << lane) - 1)), all = 0;
        for (int w = 0; w < 4; w++) {
            if (w < warp) before += zeros[w];
            all += zeros[w];
        }
        row[mine >> bit & 1 ? all + t - before : before] = mine;
        __syncthreads();
        mine = row[t];
    }
    data[t] = mine;
}

// Merges two sorted arrays: each element finds its place in the other by bisection.
extern "C" __global__ void merge_sorted(const int *a, int n, const int *b, int m, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n + m) return;
    bool first = i < n;
    const int *other = first ? b : a;
    int value = first ? a[i] : b[i - n], low = 0, high = first ? m : n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (other[middle] < value || (!first && other[middle] == value)) low = middle + 1;
        else high = middle;
    }
    out[low + (first ? i : i - n)] = value;
}

// Each element counts those that come before it.
extern "C" __global__ void sort_by_rank(const double *in, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = in[i];
}

__device__ __noinline__ void quick(short *data, int low, int high) {
    if (low >= high) return;
    short pivot = data[high];
    int store = low;
    for (int i = low; i < high; i++)
        if (data[i] < pivot) {
            short swap = data[i];
            data[i] = data[store];
            data[store++] = swap;
        }
    data[high] = data[store];
    data[store] = pivot;
    quick(data, low, store - 1);
    quick(data, store + 1, high);
}

// Quicksort by recursion, one array a thread, in local memory.
extern "C" __global__ void sort_by_recursion(short *data) {
    short mine[24];
    for (int i = 0; i < 24; i++) mine[i] = data[24 * threadIdx.x + i];
    quick(mine, 0, 23);
    for (int i = 0; i < 24; i++) data[24 * threadIdx.x + i] = mine[i];
}

// The lower bound of each query in a sorted array of 64-bit keys.
extern "C" __global__ void lower_bounds(const long long *sorted, int n, const long long *queries, unsigned *found, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned low = 0;
    for (unsigned step = 1u << (31 - __clz(n)); step > 0; step /= 2)
        if (low + step <= n && sorted[low + step - 1] < queries[i]) low += step;
    found[i] = low;
}

// The four greatest of each thread's numbers, kept in registers by insertion; the block's greatest by merging.
extern "C" __global__ void four_greatest(const int *in, int *out, int each) {
    __shared__ int kept[4 * 32];
    int best[4] = {-2147483647 - 1, -2147483647 - 1, -2147483647 - 1, -2147483647 - 1};
    for (int i = 0; i < each; i++) {
        int value = in[threadIdx.x + 32 * i];
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (value > best[k]) {
                int swap = best[k];
                best[k] = value;
                value = swap;
            }
    }
    for (int k = 0; k < 4; k++) kept[4 * threadIdx.x + k] = best[k];
    __syncthreads();
    if (threadIdx.x == 0) {
        int place[32];
        for (int t = 0; t < 32; t++) place[t] = 0;
        for (int k = 0; k < 4; k++) {
            int from = 0;
            for (int t = 1; t < 32; t++)
                if (place[t] < 4 && (place[from] >= 4 || kept[4 * t + place[t]] > kept[4 * from + place[from]])) from = t;
            out[k] = kept[4 * from + place[from]++];
        }
    }
}
