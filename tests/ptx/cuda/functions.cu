// The mathematical functions, whole and fast ones.
extern "C" __global__ void fast(float *out, const float *in) {
    int i = threadIdx.x;
    float a = in[i], b = in[i + 1];
    out[0] = __sinf(a) + __cosf(a) + __tanf(a) + __expf(a) + __exp10f(a);
    out[1] = __logf(a) + __log2f(a) + __log10f(a) + __powf(a, b);
    out[2] = rsqrtf(a) + sqrtf(b) + fabsf(a) + fminf(a, b) + fmaxf(a, b) + copysignf(a, b);
    __sincosf(a, out + 3, out + 4);
}
extern "C" __global__ void singles(float *out, const float *in) {
    int i = threadIdx.x;
    float a = in[i], b = in[i + 1];
    out[0] = expf(a) + logf(b) + powf(a, b) + exp2f(a) + log2f(b) + expm1f(a) + log1pf(b);
    out[1] = tanhf(a) + sinhf(b) + coshf(a) + erff(b) + cbrtf(a) + atan2f(a, b) + asinf(a) + acosf(b);
    out[2] = fmodf(a, b) + ldexpf(a, 3) + hypotf(a, b) + remainderf(a, b) + (float)ilogbf(a);
    int e;
    out[3] = frexpf(a, &e) + (float)e + nextafterf(a, b);
}
extern "C" __global__ void trigonometry(float *out, const float *in) {
    out[threadIdx.x] = sinf(in[threadIdx.x]) + cosf(in[threadIdx.x]) + tanf(in[threadIdx.x]);
}
extern "C" __global__ void doubles(double *out, const double *in) {
    int i = threadIdx.x;
    double a = in[i], b = in[i + 1];
    out[0] = exp(a) + log(b) + sqrt(a) + rsqrt(b) + fabs(a) + fmin(a, b) + fmax(a, b);
    out[1] = tanh(a) + atan(b) + cbrt(a) + copysign(a, b);
}
extern "C" __global__ void double_power(double *out, const double *in) {
    out[threadIdx.x] = pow(in[threadIdx.x], 1.5) + sin(in[threadIdx.x + 1]);
}
