// Stencils and images: each element from its neighbours.

// One step of heat in two dimensions, the tile and its border in shared memory.
extern "C" __global__ void heat_step(const float *in, float *out, int width, int height) {
    __shared__ float tile[10][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 180; i += 128) {
        int from_x = (int)(blockIdx.x * 16) + i % 18 - 1, from_y = (int)(blockIdx.y * 8) + i / 18 - 1;
        bool inside = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
        tile[i / 18][i % 18] = inside ? in[from_y * width + from_x] : 0.0f;
    }
    __syncthreads();
    if (x >= width || y >= height) return;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    float around = tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i];
    out[y * width + x] = tile[j][i] + 0.1f * (around - 4.0f * tile[j][i]);
}

// Seven points in three dimensions; each thread goes through the planes and keeps three values in registers.
extern "C" __global__ void seven_points(const double *in, double *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1) return;
    int plane = n * n, at = y * n + x;
    double below = in[at], here = in[at + plane];
    for (int z = 1; z < n - 1; z++) {
        double above = in[at + (z + 1) * plane];
        const double *p = in + at + z * plane;
        out[at + z * plane] = (below + above + p[-1] + p[1] + p[-n] + p[n] - 6.0 * here) * 0.5;
        below = here;
        here = above;
    }
}

__constant__ float weights[9] = {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f};

// A filter of 3 by 3 from constant memory, the image mirrored at its border.
extern "C" __global__ void smooth(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            int from_x = abs(x + i), from_y = abs(y + j);
            if (from_x >= width) from_x = 2 * width - 2 - from_x;
            if (from_y >= height) from_y = 2 * height - 2 - from_y;
            sum += weights[(j + 1) * 3 + i + 1] * in[from_y * width + from_x];
        }
    out[y * width + x] = sum;
}

// A generation of Life on a torus of bytes.
extern "C" __global__ void life(const unsigned char *in, unsigned char *out, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    int x = i % width, y = i / width, alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0) alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
    out[i] = alive == 3 || (alive == 2 && in[i]);
}

// Sobel's edges of an image of bytes.
extern "C" __global__ void edges(const unsigned char *in, unsigned char *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = 0;
        return;
    }
    const unsigned char *p = in + y * width + x;
    int across = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[-1 + width];
    int down = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
    out[y * width + x] = min(abs(across) + abs(down), 255);
}

// The mean of the pixels left and right, four channels of a byte at a time.
extern "C" __global__ void blur_pixels(const uchar4 *in, uchar4 *out, int width, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * width;
    if (x >= width) return;
    int4 sum = make_int4(0, 0, 0, 0);
    int from = max(x - radius, 0), to = min(x + radius, width - 1);
    for (int i = from; i <= to; i++) {
        uchar4 pixel = in[row + i];
        sum.x += pixel.x;
        sum.y += pixel.y;
        sum.z += pixel.z;
        sum.w += pixel.w;
    }
    int count = to - from + 1;
    out[row + x] = make_uchar4(sum.x / count, sum.y / count, sum.z / count, sum.w / count);
}

// Grey from colour, in fixed point.
extern "C" __global__ void grey(const unsigned char *rgb, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}

// Halves the size of an image, each pixel the mean of four.
extern "C" __global__ void halve(const float2 *in, float *out, int width) {
    int x = threadIdx.x, y = blockIdx.x;
    float2 top = in[2 * y * width + x], bottom = in[(2 * y + 1) * width + x];
    out[y * width + x] = (top.x + top.y + bottom.x + bottom.y) / 4.0f;
}
