// Number crunching, strings and games.

// The Mandelbrot set: how many steps each point takes to escape.
extern "C" __global__ void mandelbrot(unsigned short *out, int width, float left, float top, float step, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = left + step * x, cy = top + step * y, zx = 0.0f, zy = 0.0f;
    int count = 0;
    while (count < limit && zx * zx + zy * zy < 4.0f) {
        float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
        count++;
    }
    out[y * width + x] = count;
}

// The sieve of Eratosthenes: each thread strikes out the multiples of one number.
extern "C" __global__ void sieve(unsigned char *composite, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p * p < n)
        for (int i = p * p; i < n; i += p) composite[i] = 1;
}

// Bodies under gravity, the positions of a block at a time in shared memory.
extern "C" __global__ void gravity(const float4 *bodies, float4 *pull, int n) {
    __shared__ float4 tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = bodies[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int from = 0; from < n; from += 64) {
        tile[threadIdx.x] = bodies[from + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float force = tile[j].w * inverse * inverse * inverse;
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        __syncthreads();
    }
    pull[i] = make_float4(ax, ay, az, 0.0f);
}

// Powers modulo a number of 64 bits, with products of 128.
extern "C" __global__ void powers(const unsigned long long *base, const unsigned long long *exponent, unsigned long long *out, unsigned long long modulus) {
    int i = threadIdx.x;
    unsigned __int128 power = base[i] % modulus, result = 1;
    for (unsigned long long e = exponent[i]; e > 0; e >>= 1) {
        if (e & 1) result = result * power % modulus;
        power = power * power % modulus;
    }
    out[i] = (unsigned long long)result;
}

// Numbers of 128 bits added and subtracted, with carries.
extern "C" __global__ void long_sums(const unsigned *a, const unsigned *b, unsigned *sum, unsigned *difference) {
    const unsigned *x = a + 4 * threadIdx.x, *y = b + 4 * threadIdx.x;
    unsigned *s = sum + 5 * threadIdx.x, *d = difference + 4 * threadIdx.x;
    asm("add.cc.u32 %0, %5, %9; addc.cc.u32 %1, %6, %10; addc.cc.u32 %2, %7, %11; addc.cc.u32 %3, %8, %12; addc.u32 %4, 0, 0;"
        : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3]), "=r"(s[4])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]));
    asm("sub.cc.u32 %0, %4, %8; subc.cc.u32 %1, %5, %9; subc.cc.u32 %2, %6, %10; subc.u32 %3, %7, %11;"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]));
}

// Options priced after Black and Scholes.
extern "C" __global__ void option_prices(const float *price, const float *strike, const float *years, float *call, float rate, float spread, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * spread * spread) * years[i]) / (spread * root), d2 = d1 - spread * root;
    call[i] = price[i] * normcdff(d1) - strike[i] * expf(-rate * years[i]) * normcdff(d2);
}

// Pi by throwing darts with a linear congruence a thread.
extern "C" __global__ void darts(unsigned *inside, int each) {
    unsigned long long state = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned hits = 0;
    for (int i = 0; i < each; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float x = (unsigned)(state >> 40) * (1.0f / 16777216.0f);
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float y = (unsigned)(state >> 40) * (1.0f / 16777216.0f);
        hits += __fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) < 1.0f;
    }
    atomicAdd(inside, hits);
}

// Roots of cubics by Newton's steps in double precision.
extern "C" __global__ void cubic_roots(const double *a, double *root) {
    double target = a[threadIdx.x], x = target > 1.0 ? target : 1.0;
    for (int step = 0; step < 60; step++) x -= (x * x * x - target) / (3.0 * x * x);
    root[threadIdx.x] = x;
}

// The distance of two strings after Levenshtein, along diagonals in shared memory.
extern "C" __global__ void edit_distance(const char *a, int n, const char *b, int m, int *out) {
    __shared__ int line[3][65];
    int t = threadIdx.x;
    for (int diagonal = 0; diagonal <= n + m; diagonal++) {
        int j = diagonal - t;
        if (t <= n && j >= 0 && j <= m) {
            int now = diagonal % 3, before = (diagonal + 2) % 3, earlier = (diagonal + 1) % 3;
            int best;
            if (t == 0) best = j;
            else if (j == 0) best = t;
            else best = min(min(line[before][t - 1], line[before][t]) + 1, line[earlier][t - 1] + (a[t - 1] != b[j - 1]));
            line[now][t] = best;
            if (t == n && j == m) *out = best;
        }
        __syncthreads();
    }
}

// Where a word is in a text: one bit a place.
extern "C" __global__ void find_word(const char *text, int n, const char *word, int len, unsigned *bits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool equal = i + len <= n;
    for (int j = 0; equal && j < len; j++) equal = text[i + j] == word[j];
    unsigned found = __ballot_sync(0xffffffff, equal);
    if (threadIdx.x % 32 == 0) bits[i / 32] = found;
}

// Base64 of three bytes a thread.
extern "C" __global__ void base64(const unsigned char *in, char *out, int triples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= triples) return;
    unsigned value = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    char4 text;
    signed char *letters = &text.x;
    for (int k = 0; k < 4; k++) {
        unsigned six = value >> (18 - 6 * k) & 63;
        letters[k] = six < 26 ? 'A' + six : six < 52 ? 'a' + six - 26 : six < 62 ? '0' + six - 52 : six == 62 ? '+' : '/';
    }
    ((char4 *)out)[i] = text;
}

// The queens' problem: each thread counts the solutions below one start, with a stack of its own.
extern "C" __global__ void queens(unsigned *solutions, int n) {
    unsigned columns[12], left[12], right[12], open[12], all = (1u << n) - 1, count = 0;
    int row = 1, first = threadIdx.x;
    columns[1] = 1u << first;
    left[1] = columns[1] << 1;
    right[1] = columns[1] >> 1;
    open[1] = all & ~(columns[1] | left[1] | right[1]);
    while (row > 0) {
        if (open[row] == 0) {
            row--;
            continue;
        }
        unsigned place = open[row] & -open[row];
        open[row] ^= place;
        if (row == n - 1) {
            count++;
            continue;
        }
        columns[row + 1] = columns[row] | place;
        left[row + 1] = (left[row] | place) << 1;
        right[row + 1] = (right[row] | place) >> 1;
        row++;
        open[row] = all & ~(columns[row] | left[row] | right[row]);
    }
    atomicAdd(solutions, count);
}

struct Coefficients {
    float c[6];
    int degree;
};

// A polynomial in single precision by Horner's rule, its coefficients by value in one structure.
extern "C" __global__ void polynomial(const float *x, float *y, Coefficients p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float value = 0.0f;
    for (int k = p.degree; k >= 0; k--) value = value * x[i] + p.c[k];
    y[i] = value;
}
