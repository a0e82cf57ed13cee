"""Times numba's simulator of CUDA on the plain matrix product: NUMBA_ENABLE_CUDASIM=1 sgemm_naive.py SIZE.

The same kernel, grid and blocks as sgemm_naive of tests/kernels/sources/matrices.cu. Prints one line: SECONDS FMA_PER_SECOND.
"""

import sys
import time

import numpy
from numba import cuda


@cuda.jit
def sgemm_naive(a, b, c, n):
    column = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if row >= n or column >= n:
        return
    total = numpy.float32(0)
    for k in range(n):
        total += a[row * n + k] * b[k * n + column]
    c[row * n + column] = total


def main():
    n = int(sys.argv[1])
    numbers = numpy.random.default_rng(1)
    a, b = (numbers.random(n * n, dtype=numpy.float32) for _ in range(2))
    left, right, product = cuda.to_device(a), cuda.to_device(b), cuda.to_device(numpy.zeros(n * n, numpy.float32))
    blocks = (n + 15) // 16
    start = time.perf_counter()
    sgemm_naive[(blocks, blocks), (16, 16)](left, right, product, n)
    cuda.synchronize()
    seconds = time.perf_counter() - start
    expected = a.reshape(n, n) @ b.reshape(n, n)
    assert numpy.allclose(product.copy_to_host().reshape(n, n), expected, rtol=1e-4), "the product is wrong"
    print(f"{seconds:.4f} {n**3 / seconds:.0f}")


main()
