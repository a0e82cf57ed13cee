"""Compiles kernels with numba-cuda: numba_kernels.py OUTPUT. Runs in an environment that has numba-cuda; needs no GPU."""

import math
import pathlib
import sys

from numba import complex64, cuda, float32, float64, int8, int32, int64, uint32, uint64, void


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


def matmul(a, b, c):
    x, y = cuda.grid(2)
    tile_a = cuda.shared.array((16, 16), float32)
    tile_b = cuda.shared.array((16, 16), float32)
    total = float32(0)
    for k in range(0, a.shape[1], 16):
        tile_a[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, k + cuda.threadIdx.x]
        tile_b[cuda.threadIdx.y, cuda.threadIdx.x] = b[k + cuda.threadIdx.y, x]
        cuda.syncthreads()
        for i in range(16):
            total += tile_a[cuda.threadIdx.y, i] * tile_b[i, cuda.threadIdx.x]
        cuda.syncthreads()
    c[y, x] = total


def functions(x, y):
    i = cuda.grid(1)
    y[i] = math.sin(x[i]) + math.exp(x[i]) + math.sqrt(x[i]) + math.pow(x[i], 3) + math.copysign(x[i], y[i]) + math.tanh(x[i])


def integers(a, b):
    i = cuda.grid(1)
    b[i] = a[i] // 7 + a[i] % 5 + (a[i] << 3) + (a[i] >> 2) + (a[i] & 15) + abs(a[i]) + min(a[i], b[i]) + a[i] * b[i]


def bits(a, b):
    i = cuda.grid(1)
    b[i] = cuda.popc(a[i]) + cuda.brev(a[i]) + cuda.clz(a[i]) + cuda.ffs(a[i])


def atomics(a, f):
    i = cuda.grid(1)
    cuda.atomic.add(a, 0, 1)
    cuda.atomic.max(a, 1, i)
    cuda.atomic.min(a, 2, i)
    cuda.atomic.cas(a, 3, 0, 1)
    cuda.atomic.exch(a, 4, i)
    cuda.atomic.add(f, 0, 1.5)
    cuda.atomic.max(f, 1, 2.5)
    cuda.atomic.and_(a, 5, 3)


def warps(a):
    i = cuda.grid(1)
    v = a[i]
    v += cuda.shfl_down_sync(0xFFFFFFFF, v, 4) + cuda.shfl_xor_sync(0xFFFFFFFF, v, 1)
    if cuda.any_sync(0xFFFFFFFF, v > 3):
        v += cuda.ballot_sync(0xFFFFFFFF, v > 4)
    cuda.syncwarp()
    a[i] = v + cuda.activemask() + cuda.laneid


def prints(a):
    if cuda.grid(1) == 0:
        print("value", a[0])


def local(a):
    scratch = cuda.local.array(32, float64)
    for i in range(32):
        scratch[i] = a[i] * 2
    for i in range(32):
        a[(i * 7) % 32] = scratch[i]


def raises(a, n):
    if n == 3:
        raise ValueError("three")
    a[0] = a[n] / n


def histogram(data, bins):
    shared = cuda.shared.array(256, int32)
    shared[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), data.size, cuda.gridsize(1)):
        cuda.atomic.add(shared, data[i] & 255, 1)
    cuda.syncthreads()
    cuda.atomic.add(bins, cuda.threadIdx.x, shared[cuda.threadIdx.x])


def complexes(a, b):
    i = cuda.grid(1)
    b[i] = a[i] * b[i] + a[i] / (b[i] + 1)


def dynamic(a):
    shared = cuda.shared.array(0, float32)
    i = cuda.threadIdx.x
    shared[i] = a[i]
    cuda.syncthreads()
    cuda.threadfence()
    a[i] = shared[cuda.blockDim.x - 1 - i]


KERNELS = [
    (saxpy, void(float32, float32[:], float32[:])),
    (saxpy, void(float64, float64[:], float64[:])),
    (matmul, void(float32[:, :], float32[:, :], float32[:, :])),
    (functions, void(float32[:], float32[:])),
    (functions, void(float64[:], float64[:])),
    (integers, void(int32[:], int32[:])),
    (integers, void(int64[:], int64[:])),
    (integers, void(int8[:], int8[:])),
    (bits, void(uint32[:], uint32[:])),
    (bits, void(uint64[:], uint64[:])),
    (atomics, void(int32[:], float64[:])),
    (warps, void(int32[:])),
    (prints, void(int32[:])),
    (local, void(float64[:])),
    (raises, void(float64[:], int32)),
    (histogram, void(int32[:], int32[:])),
    (complexes, void(complex64[:], complex64[:])),
    (dynamic, void(float32[:])),
]


def main():
    out = pathlib.Path(sys.argv[1])
    for number, (kernel, signature) in enumerate(KERNELS):
        # Python's checks of indices and divisors make code of another shape.
        debug = kernel is raises
        ptx, _ = cuda.compile_ptx(kernel, signature, cc=(8, 0), debug=debug, opt=not debug)
        (out / f"{kernel.__name__}-{number}.ptx").write_text(ptx)


main()
