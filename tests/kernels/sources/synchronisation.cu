// Threads that wait for each other.

// A spin lock that every thread takes, also those of one warp, around a plain addition.
extern "C" __global__ void spin_lock(int *lock, volatile int *count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// A lock of tickets: served in the order of asking, the thread with the number before frees the next.
extern "C" __global__ void ticket_lock(unsigned *next, volatile unsigned *serving, unsigned *order) {
    unsigned ticket = atomicAdd(next, 1);
    bool done = false;
    while (!done) {
        if (*serving == ticket) {
            order[ticket] = blockIdx.x * blockDim.x + threadIdx.x;
            __threadfence();
            *serving = ticket + 1;
            done = true;
        }
    }
}

// A stack without locks: nodes are pushed with a 64-bit compare-and-swap of place and version.
extern "C" __global__ void push_nodes(unsigned long long *head, unsigned *next) {
    unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long seen = *(volatile unsigned long long *)head, found;
    while (true) {
        next[node] = (unsigned)seen;
        __threadfence();
        found = atomicCAS(head, seen, (seen >> 32) + 1 << 32 | node);
        if (found == seen) break;
        seen = found;
    }
}

// Two warps make, two take: named barriers say full and empty.
extern "C" __global__ void hand_over(const int *in, int *out, int rounds) {
    __shared__ int cell[64];
    int t = threadIdx.x % 64;
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x < 64) {
            if (round > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
            cell[t] = in[round * 64 + t] * 3;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            out[round * 64 + t] = cell[63 - t] + 1;
            if (round + 1 < rounds) asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
}

// Every atomic of integers there is, once a thread.
extern "C" __global__ void every_atomic(unsigned *u, int *s, unsigned long long *w) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&u[0], t);
    atomicSub(&u[1], t);
    atomicMin(&u[2], t ^ 21);
    atomicMax(&u[3], t ^ 21);
    atomicInc(&u[4], 9);
    atomicDec(&u[5], 9);
    atomicAnd(&u[6], ~(1u << t % 32));
    atomicOr(&u[7], 1u << t % 7);
    atomicXor(&u[8], t * t);
    atomicMin(&s[0], (int)t - 40);
    atomicMax(&s[1], (int)t - 400);
    atomicAdd(&w[0], (unsigned long long)t << 30);
    atomicMax(&w[1], (unsigned long long)t << 33);
    atomicXor(&w[2], 1ull << t % 64);
}

