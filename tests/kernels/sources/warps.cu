// Warps: exchange between lanes, and lanes that go different ways.

// A Fourier transform of 32 complex numbers in a warp, by shuffles; the output is in bit-reversed order.
extern "C" __global__ void fourier(const float2 *in, float2 *out) {
    int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 x = in[i];
    for (int half = 16; half > 0; half /= 2) {
        float2 y = make_float2(__shfl_xor_sync(0xffffffff, x.x, half), __shfl_xor_sync(0xffffffff, x.y, half));
        if ((lane & half) == 0) {
            x = make_float2(x.x + y.x, x.y + y.y);
        } else {
            float sine, cosine;
            sincosf(-3.14159265f * (lane & (half - 1)) / half, &sine, &cosine);
            float2 d = make_float2(y.x - x.x, y.y - x.y);
            x = make_float2(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine);
        }
    }
    out[i] = x;
}

// Bitonic sort of a warp by shuffles.
extern "C" __global__ void sort_in_warp(int *data) {
    int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x, mine = data[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = __shfl_xor_sync(0xffffffff, mine, stride);
            bool keep_small = ((lane & stride) == 0) == ((lane & size) == 0);
            mine = keep_small ? min(mine, other) : max(mine, other);
        }
    data[i] = mine;
}

// Votes of a warp, with half of it out of the way in a branch of its own.
extern "C" __global__ void votes(const int *in, unsigned *out) {
    int value = in[threadIdx.x];
    unsigned lane = threadIdx.x % 32;
    unsigned answer;
    if (lane < 16) {
        unsigned all = __all_sync(0xffff, value > 0), any = __any_sync(0xffff, value > 50);
        answer = __ballot_sync(0xffff, value % 2) << 8 | all << 1 | any;
    } else {
        int pred;
        unsigned same = __match_all_sync(0xffff0000, value / 100, &pred);
        answer = same ^ pred << 3;
    }
    out[threadIdx.x] = answer;
}

// Shuffles within segments of eight lanes: the first one's value, the next one's, the one below.
extern "C" __global__ void segments_of_eight(const double *in, double *out) {
    double value = in[threadIdx.x];
    double first = __shfl_sync(0xffffffff, value, 0, 8), next = __shfl_down_sync(0xffffffff, value, 1, 8);
    double below = __shfl_up_sync(0xffffffff, value, 2, 8);
    out[threadIdx.x] = 100.0 * first + 10.0 * next + below;
}

// Loops that end after different numbers of steps in each lane.
extern "C" __global__ void collatz(const unsigned *in, unsigned *steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long value = in[i];
    unsigned count = 0;
    for (; value != 1; count++) value = value % 2 ? 3 * value + 1 : value / 2;
    steps[i] = count;
}

// A small machine with a program a thread: a jump over many cases in a loop.
extern "C" __global__ void stack_machine(const unsigned char *programs, int *out, int len) {
    int stack[8], top = 0;
    const unsigned char *code = programs + (blockIdx.x * blockDim.x + threadIdx.x) * len;
    stack[0] = 1;
    for (int pc = 0; pc < len; pc++) {
        unsigned char op = code[pc];
        switch (op & 7) {
        case 0: if (top < 7) stack[++top] = op >> 3; break;
        case 1: if (top > 0) { top--; stack[top] += stack[top + 1]; } break;
        case 2: if (top > 0) { top--; stack[top] -= stack[top + 1]; } break;
        case 3: if (top > 0) { top--; stack[top] *= stack[top + 1]; } break;
        case 4: if (top < 7) { top++; stack[top] = stack[top - 1]; } break;
        case 5: stack[top] = -stack[top]; break;
        case 6: if (stack[top] & 1) pc++; break;
        case 7: stack[top] ^= op; break;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = stack[top];
}

// Lanes that leave one after the other, while those that are left go on with a smaller mask.
extern "C" __global__ void thinning(unsigned *out) {
    unsigned lane = threadIdx.x % 32, seen = 0;
    for (unsigned round = 0; round < lane; round++) {
        unsigned left = 0xfffffffeu << round;
        seen += __popc(__ballot_sync(left, lane % 3 != 0));
    }
    out[threadIdx.x] = seen;
}

// The permutation of a warp that follows from data, and back.
extern "C" __global__ void permute(const int *in, const unsigned *to, int *out, int *back) {
    unsigned lane = threadIdx.x % 32, target = to[threadIdx.x];
    unsigned source = 0;
    for (int other = 0; other < 32; other++)
        if (__shfl_sync(0xffffffff, target, other) == lane) source = other;
    int moved = __shfl_sync(0xffffffff, in[threadIdx.x], source);
    out[threadIdx.x] = moved;
    back[threadIdx.x] = __shfl_sync(0xffffffff, moved, target);
}
