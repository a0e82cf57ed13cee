// The two kernels of the pipeline example: a 5x5 blur and a Sobel edge filter.
//
// Pixels are packed 8-bit RGBA, red in the low byte. All arithmetic is on integers, so a CPU that does the same sums gets the same bytes.
// A kernel reads a picture that is larger than the one it writes by a rim on every side (2 pixels for the blur, 1 for the edges);
// whoever fills the input decides what lies beyond the border, so neither kernel has a border case.
//
// Both kernels write one pixel a thread, from a two-dimensional grid, and ignore the threads beyond `width` and `height`.
// The blur must be launched with blocks of BLOCK_WIDTH x BLOCK_HEIGHT x 1.

typedef unsigned int u32;

#define BLOCK_WIDTH 32u
#define BLOCK_HEIGHT 8u
#define BLUR_RIM 2u
#define STAGE_WIDTH (BLOCK_WIDTH + 2u * BLUR_RIM)
#define STAGE_HEIGHT (BLOCK_HEIGHT + 2u * BLUR_RIM)

// Two channels share a word, 16 bits each. A row sum is at most 16 * 255 and a full sum 256 * 255 + 128, so no channel spills into the next.
#define PAIR 0x00ff00ffu

// The weights 1 4 6 4 1, on both channels of a pair at once.
__device__ __forceinline__ u32 binomial(u32 a, u32 b, u32 c, u32 d, u32 e) {
    return a + e + 4u * (b + d) + 6u * c;
}

// Blurs: `out` is width x height, `in` is (width + 4) x (height + 4).
extern "C" __global__ void __launch_bounds__(BLOCK_WIDTH * BLOCK_HEIGHT)
blur(const u32 *in, u32 *out, u32 width, u32 height) {
    // Per staged row, the sums along x of the red-blue and of the green-alpha pair.
    __shared__ u32 red_blue[STAGE_HEIGHT][BLOCK_WIDTH];
    __shared__ u32 green_alpha[STAGE_HEIGHT][BLOCK_WIDTH];

    u32 tx = threadIdx.x, ty = threadIdx.y;
    u32 x = blockIdx.x * BLOCK_WIDTH + tx, y = blockIdx.y * BLOCK_HEIGHT + ty;
    u32 in_width = width + 2u * BLUR_RIM, in_height = height + 2u * BLUR_RIM;

    if (x < width) {
        for (u32 row = ty; row < STAGE_HEIGHT; row += BLOCK_HEIGHT) {
            u32 in_y = blockIdx.y * BLOCK_HEIGHT + row;
            if (in_y < in_height) {
                const u32 *p = in + in_y * in_width + x;
                u32 a = p[0], b = p[1], c = p[2], d = p[3], e = p[4];
                red_blue[row][tx] = binomial(a & PAIR, b & PAIR, c & PAIR, d & PAIR, e & PAIR);
                green_alpha[row][tx] = binomial((a >> 8) & PAIR, (b >> 8) & PAIR, (c >> 8) & PAIR, (d >> 8) & PAIR, (e >> 8) & PAIR);
            }
        }
    }
    __syncthreads();

    if (x < width && y < height) {
        u32 rb = binomial(red_blue[ty][tx], red_blue[ty + 1][tx], red_blue[ty + 2][tx], red_blue[ty + 3][tx], red_blue[ty + 4][tx]);
        u32 ga = binomial(green_alpha[ty][tx], green_alpha[ty + 1][tx], green_alpha[ty + 2][tx], green_alpha[ty + 3][tx], green_alpha[ty + 4][tx]);
        // Divide by 256, rounding to nearest.
        rb = ((rb + 0x00800080u) >> 8) & PAIR;
        ga = ((ga + 0x00800080u) >> 8) & PAIR;
        out[y * width + x] = rb | (ga << 8);
    }
}

// Brightness of a pixel, 0 to 255: 77, 150 and 29 parts of 256 of red, green and blue.
__device__ __forceinline__ int brightness(u32 pixel) {
    return (int)((77u * (pixel & 0xffu) + 150u * ((pixel >> 8) & 0xffu) + 29u * ((pixel >> 16) & 0xffu)) >> 8);
}

// Draws edges: `out` is width x height, `in` is (width + 2) x (height + 2). Every colour darkens with the steepness of the brightness there.
extern "C" __global__ void __launch_bounds__(BLOCK_WIDTH * BLOCK_HEIGHT)
edges(const u32 *in, u32 *out, u32 width, u32 height) {
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    u32 in_width = width + 2u;
    const u32 *above = in + y * in_width + x, *here = above + in_width, *below = here + in_width;
    int a = brightness(above[0]), b = brightness(above[1]), c = brightness(above[2]);
    int d = brightness(here[0]), e = brightness(here[2]);
    int f = brightness(below[0]), g = brightness(below[1]), h = brightness(below[2]);
    int along_x = (c + 2 * e + h) - (a + 2 * d + f);
    int along_y = (f + 2 * g + h) - (a + 2 * b + c);
    int steep = abs(along_x) + abs(along_y);
    u32 keep = 256u - (u32)min(steep, 255);

    u32 pixel = here[1];
    u32 red = ((pixel & 0xffu) * keep) >> 8;
    u32 green = (((pixel >> 8) & 0xffu) * keep) >> 8;
    u32 blue = (((pixel >> 16) & 0xffu) * keep) >> 8;
    out[y * width + x] = red | (green << 8) | (blue << 16) | (pixel & 0xff000000u);
}
