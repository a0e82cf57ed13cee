// The kernels of neural networks.

#define LEAST (-3.0e38f)

__device__ float block_sum(float value, float *part) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    float sum = 0.0f;
    for (int warp = 0; warp < blockDim.x / 32; warp++) sum += part[warp];
    __syncthreads();
    return sum;
}

// Softmax of each row: the maximum, the exponentials, their sum.
extern "C" __global__ void softmax(const float *in, float *out, int columns) {
    __shared__ float part[32];
    const float *row = in + blockIdx.x * columns;
    float most = LEAST;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) most = fmaxf(most, row[i]);
    for (int distance = 16; distance > 0; distance /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, distance));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
    __syncthreads();
    for (int warp = 0; warp < blockDim.x / 32; warp++) most = fmaxf(most, part[warp]);
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - most);
    sum = block_sum(sum, part);
    for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * columns + i] = expf(row[i] - most) / sum;
}

// Layer normalisation with gain and bias.
extern "C" __global__ void layer_norm(const float *in, const float *gain, const float *bias, float *out, int columns) {
    __shared__ float part[32];
    const float *row = in + blockIdx.x * columns;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += row[i];
    float mean = block_sum(sum, part) / columns;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(block_sum(squares, part) / columns + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[blockIdx.x * columns + i] = (row[i] - mean) * scale * gain[i] + bias[i];
}

// Attention of one query a warp, the softmax kept up to date key by key.
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *out, int keys) {
    int query = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float mine = q[query * 32 + lane] * 0.17677669529f, most = LEAST, sum = 0.0f, value = 0.0f;
    for (int key = 0; key <= query && key < keys; key++) {
        float score = mine * k[key * 32 + lane];
        for (int distance = 16; distance > 0; distance /= 2) score += __shfl_xor_sync(0xffffffff, score, distance);
        float next = fmaxf(most, score), shrink = __expf(most - next), weight = __expf(score - next);
        sum = sum * shrink + weight;
        value = value * shrink + weight * v[key * 32 + lane];
        most = next;
    }
    out[query * 32 + lane] = value / sum;
}

// GELU by its tanh formula.
extern "C" __global__ void gelu(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

// The loss of a classification, and its gradient, one row a thread.
extern "C" __global__ void cross_entropy(const float *logits, const unsigned char *labels, float *loss, float *gradient, int classes) {
    int row = threadIdx.x;
    const float *in = logits + row * classes;
    float most = in[0], sum = 0.0f;
    for (int i = 1; i < classes; i++) most = fmaxf(most, in[i]);
    for (int i = 0; i < classes; i++) sum += expf(in[i] - most);
    loss[row] = logf(sum) + most - in[labels[row]];
    for (int i = 0; i < classes; i++) gradient[row * classes + i] = expf(in[i] - most) / sum - (i == labels[row] ? 1.0f : 0.0f);
}

// One step of Adam.
extern "C" __global__ void adam(float *weight, float *mean, float *square, const float *gradient, float rate, int step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float g = gradient[i];
    mean[i] = 0.9f * mean[i] + 0.1f * g;
    square[i] = 0.999f * square[i] + 0.001f * g * g;
    float m = mean[i] / (1.0f - powf(0.9f, step)), s = square[i] / (1.0f - powf(0.999f, step));
    weight[i] -= rate * m / (sqrtf(s) + 1e-8f);
}

// The greatest of each window of 2 by 2, and where it was.
extern "C" __global__ void max_pool(const float *in, float *out, unsigned char *from, int width) {
    int x = threadIdx.x, y = blockIdx.x, out_width = blockDim.x;
    float best = LEAST;
    unsigned char place = 0;
    for (int i = 0; i < 4; i++) {
        float value = in[(2 * y + i / 2) * width + 2 * x + i % 2];
        if (value > best) {
            best = value;
            place = i;
        }
    }
    out[y * out_width + x] = best;
    from[y * out_width + x] = place;
}

// Rows of a table of half-precision embeddings, added up as floats.
extern "C" __global__ void add_embeddings(const unsigned short *table, const unsigned *tokens, float *out, int count) {
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(table[tokens[blockIdx.x * count + i] * blockDim.x + threadIdx.x]));
        sum += value;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Weights to signed bytes with one scale a row.
extern "C" __global__ void quantise(const float *in, signed char *out, float *scales, int columns) {
    const float *row = in + blockIdx.x * columns;
    float most = 0.0f;
    for (int i = threadIdx.x; i < columns; i += 32) most = fmaxf(most, fabsf(row[i]));
    for (int distance = 16; distance > 0; distance /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, distance));
    for (int i = threadIdx.x; i < columns; i += 32)
        out[blockIdx.x * columns + i] = (signed char)__float2int_rn(row[i] * (127.0f / most));
    if (threadIdx.x == 0) scales[blockIdx.x] = most / 127.0f;
}
