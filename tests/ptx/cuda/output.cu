// What calls out of the kernel: printing, assertions, the heap, traps.
#ifndef __CUDACC_RTC__
#include <cstdio>
#include <cassert>
#endif
extern "C" __global__ void prints(int i, double d, const char *s) {
    printf("plain\n");
    printf("%d %f %s %c %llu %p\n", i, d, s, 'c', 5ull, s);
}
extern "C" __global__ void asserts(int *p) { assert(p[0] == 3); }
extern "C" __global__ void heap(int *out, int n) {
    int *a = (int *)malloc(n * sizeof(int));
    int *b = new int[7];
    if (!a) __trap();
    a[0] = out[0], b[1] = a[0];
    out[1] = b[1];
    free(a);
    delete[] b;
}
extern "C" __global__ void stops(int n) {
    if (n == 1) __brkpt();
    if (n == 2) asm("exit;");
    if (n == 3) asm volatile("trap;");
}
