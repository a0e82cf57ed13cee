// Control flow that diverges: nested loops, early returns, breaks, spin locks.
extern "C" __global__ void nested(int *out, int n) {
    int sum = 0;
    for (int i = 0; i < (int)threadIdx.x; i++) {
        for (int j = i; j < n; j += 3) {
            if ((i ^ j) & 4) continue;
            if (i * j > 1000) goto done;
            sum += i - j;
            do sum ^= j; while ((sum & 7) == 3);
        }
        if (sum > 500) return;
    }
done:
    out[threadIdx.x] = sum;
}
extern "C" __global__ void lock(int *mutex, int *value) {
    bool done = false;
    while (!done)
        if (atomicCAS(mutex, 0, 1) == 0) {
            *value += 1;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
}
__device__ int search(const int *a, int n, int key) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] < key) lo = mid + 1; else hi = mid;
    }
    return lo;
}
extern "C" __global__ void searches(int *out, const int *a, const int *keys, int n) { out[threadIdx.x] = search(a, n, keys[threadIdx.x]); }
extern "C" __global__ void words(const char *text, int *count, int n) {
    int i = threadIdx.x;
    bool in_word = false;
    while (i < n) {
        char c = text[i++];
        if (c == 0) break;
        bool space = c == ' ' || c == '\n' || (c >= '\t' && c <= '\r');
        if (!space && !in_word) atomicAdd(count, 1);
        in_word = !space;
    }
}
