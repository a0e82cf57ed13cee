// Scans: running sums, and what is made with them.

// Inclusive, after Hillis and Steele: each step adds from twice as far.
extern "C" __global__ void scan_by_steps(const int *in, int *out) {
    __shared__ int row[2][256];
    int t = threadIdx.x, from = 0;
    row[0][t] = in[t];
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        row[1 - from][t] = t >= distance ? row[from][t] + row[from][t - distance] : row[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[t] = row[from][t];
}

// Exclusive, after Blelloch: up the tree and down again, in dynamic shared memory.
extern "C" __global__ void scan_by_tree(const int *in, int *out, int n) {
    extern __shared__ int tree[];
    int t = threadIdx.x, offset = 1;
    tree[2 * t] = in[2 * t];
    tree[2 * t + 1] = in[2 * t + 1];
    for (int width = n / 2; width > 0; width /= 2) {
        __syncthreads();
        if (t < width) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int width = 1; width < n; width *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < width) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int value = tree[left];
            tree[left] = tree[right];
            tree[right] += value;
        }
    }
    __syncthreads();
    out[2 * t] = tree[2 * t];
    out[2 * t + 1] = tree[2 * t + 1];
}

// Inclusive within each warp, by shuffles from below.
extern "C" __global__ void scan_by_shuffles(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i];
    for (int distance = 1; distance < 32; distance *= 2) {
        float below = __shfl_up_sync(0xffffffff, value, distance);
        if (threadIdx.x % 32 >= distance) value += below;
    }
    out[i] = value;
}

// The whole array in one pass: a block takes a ticket, and waits for the sum that the block with the ticket before publishes.
extern "C" __global__ void scan_in_one_pass(const int *in, int *out, unsigned *ticket, volatile int *sums, volatile int *ready, int n) {
    __shared__ int row[128];
    __shared__ int turn, before;
    int t = threadIdx.x;
    if (t == 0) turn = atomicAdd(ticket, 1);
    __syncthreads();
    int i = turn * blockDim.x + t;
    row[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        int below = t >= distance ? row[t - distance] : 0;
        __syncthreads();
        row[t] += below;
        __syncthreads();
    }
    if (t == 0) {
        before = 0;
        if (turn > 0) {
            while (ready[turn - 1] == 0) {}
            __threadfence();
            before = sums[turn - 1];
        }
        sums[turn] = before + row[blockDim.x - 1];
        __threadfence();
        ready[turn] = 1;
    }
    __syncthreads();
    if (i < n) out[i] = before + row[t];
}

// Sums that start anew at each flag.
extern "C" __global__ void scan_of_segments(const int *in, const unsigned char *starts, int *out) {
    __shared__ int sum[256];
    __shared__ unsigned char closed[256];
    int t = threadIdx.x;
    sum[t] = in[t];
    closed[t] = starts[t];
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        __syncthreads();
        int value = sum[t];
        unsigned char flag = closed[t];
        if (t >= distance && !flag) {
            value += sum[t - distance];
            flag = closed[t - distance];
        }
        __syncthreads();
        sum[t] = value;
        closed[t] = flag;
    }
    out[t] = sum[t];
}

// Keeps the even numbers: a ballot gives each kept number its place in the warp, one atomic a warp the warp's place.
extern "C" __global__ void keep_even(const unsigned *in, unsigned *out, unsigned *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = i < n && in[i] % 2 == 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    unsigned start = 0;
    if (lane == 0) start = atomicAdd(count, __popc(kept));
    start = __shfl_sync(0xffffffff, start, 0);
    if (keep) out[start + __popc(kept & ((1u << lane) - 1))] = in[i];
}

// Run lengths: the thread at the start of each run looks for its end.
extern "C" __global__ void run_lengths(const unsigned char *in, unsigned short *lengths, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned short length = 0;
    if (i == 0 || in[i] != in[i - 1])
        while (i + length < n && in[i + length] == in[i]) length++;
    lengths[i] = length;
}
