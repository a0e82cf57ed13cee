// y = a * x + y, for the README's example: one element a thread, threads from `n` on do nothing.
extern "C" __global__ void saxpy(const float *x, float *y, float a, unsigned int n) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
