// Functions: recursion, structures by value, pointers to functions, virtual ones, variable argument lists.
#ifndef __CUDACC_RTC__
#include <cstdarg>
#endif
struct Pair { double a; int b; };
struct Big { int v[20]; };
__device__ __noinline__ int plain(int a, float b) { return a + (int)b; }
__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ __noinline__ Pair make(Pair p, short s) { return {p.a * 2, p.b + s}; }
__device__ __noinline__ Big grow(Big b, char c) { for (int &v : b.v) v += c; return b; }
__device__ __noinline__ int even(int n);
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ float add(float a, float b) { return a + b; }
__device__ __noinline__ float mul(float a, float b) { return a * b; }
__device__ __noinline__ bool flag(bool a, unsigned char b) { return a && b > 3; }
typedef float (*Binary)(float, float);
__device__ Binary table[3] = {add, mul, nullptr};
struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} float s; };
struct Square : Shape { __device__ float area() const override { return s * s; } };
struct Circle : Shape { __device__ float area() const override { return 3.14f * s * s; } };
extern "C" __global__ void direct(int *out, Pair p, Big b) {
    out[0] = plain(out[1], 2.5f) + factorial(out[2]) + make(p, 3).b + grow(b, 'x').v[5] + even(out[3]) + flag(out[4], 7);
}
extern "C" __global__ void indirect(float *out, int i) {
    Binary f = table[i];
    out[0] = f ? f(out[1], out[2]) : 0;
    Binary g = i & 1 ? add : mul;
    out[3] = g(out[4], 1.f);
}
extern "C" __global__ void virtuals(float *out, int i) {
    Square q;
    Circle c;
    q.s = c.s = out[1];
    const Shape *s = i ? (const Shape *)&q : &c;
    out[0] = s->area();
}
extern "C" __global__ void jumps(int *out, int n) {
    switch (n) {
    case 0: out[0] = 5; break;
    case 1: out[1] = 7 * n; break;
    case 2: out[2] = out[3] / 3; break;
    case 3: out[3] ^= 9; break;
    case 4: out[4] = plain(n, 1.f); break;
    case 5: out[5] = -out[6]; break;
    case 6: out[6] += out[7]; break;
    case 9: out[9] = 11; break;
    default: out[10] = 0;
    }
}
