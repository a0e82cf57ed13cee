"""Compiles kernels with Triton: triton_kernels.py OUTPUT. Runs in an environment that has triton; needs no GPU."""

import pathlib
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, z, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z + at, tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n), mask=at < n)


@triton.jit
def softmax(x, z, stride, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(x + tl.program_id(0) * stride + at, mask=at < n, other=-float("inf"))
    row = tl.exp(row - tl.max(row, axis=0))
    tl.store(z + tl.program_id(0) * stride + at, row / tl.sum(row, axis=0), mask=at < n)


@triton.jit
def matmul(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, cols, depth = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N), tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for i in range(0, k, K):
        left = tl.load(a + rows[:, None] * k + (i + depth)[None, :])
        right = tl.load(b + (i + depth)[:, None] * n + cols[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * n + cols[None, :], total)


@triton.jit
def layer_norm(x, y, w, b, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(x + tl.program_id(0) * n + at, mask=at < n, other=0.0).to(tl.float32)
    mean = tl.sum(row, axis=0) / n
    centred = tl.where(at < n, row - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / n + 1e-5)
    tl.store(y + tl.program_id(0) * n + at, centred * scale * tl.load(w + at, mask=at < n) + tl.load(b + at, mask=at < n), mask=at < n)


@triton.jit
def functions(x, z, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(z + at, tl.exp2(v) + tl.log2(v) + tl.sin(v) + tl.sqrt(v) + tl.sigmoid(v) + tl.floor(v) + tl.erf(v))


@triton.jit
def integers(x, z, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(z + at, (v // 7) ^ (v % 5) + (v << 2) - (v >> 3) | tl.cumsum(v, 0))


@triton.jit
def atomics(x, bins, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.atomic_add(bins + v % 16, 1)
    tl.atomic_max(bins + 16, tl.max(v, axis=0))
    tl.atomic_cas(bins + 17, 0, 1)


@triton.jit
def sorts(x, z, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(z + at, tl.sort(tl.load(x + at)))


@triton.jit
def transpose(x, z, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(z + at[:, None] * BLOCK + at[None, :], tl.trans(tl.load(x + at[:, None] * BLOCK + at[None, :])))


@triton.jit
def dropout(x, z, seed, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z + at, tl.where(tl.rand(seed, at) > p, tl.load(x + at) / (1 - p), 0.0))


def pointers(kind, *names):
    return {name: f"*{kind}" for name in names}


TILE = {"M": 64, "N": 64, "K": 32}
# Name, kernel, types of the arguments, constants, options.
KERNELS = [
    ("add-f32", add, pointers("fp32", "x", "y", "z") | {"n": "i32"}, {"BLOCK": 1024}, {}),
    ("add-f16", add, pointers("fp16", "x", "y", "z") | {"n": "i32"}, {"BLOCK": 512}, {}),
    ("add-bf16", add, pointers("bf16", "x", "y", "z") | {"n": "i64"}, {"BLOCK": 256}, {}),
    ("add-i8", add, pointers("i8", "x", "y", "z") | {"n": "i32"}, {"BLOCK": 2048}, {}),
    ("softmax", softmax, pointers("fp32", "x", "z") | {"stride": "i32", "n": "i32"}, {"BLOCK": 1024}, {}),
    ("matmul-f16", matmul, pointers("fp16", "a", "b") | pointers("fp32", "c") | {"m": "i32", "n": "i32", "k": "i32"}, TILE, {"num_stages": 3}),
    ("matmul-bf16", matmul, pointers("bf16", "a", "b") | pointers("fp32", "c") | {"m": "i32", "n": "i32", "k": "i32"}, TILE, {}),
    ("matmul-tf32", matmul, pointers("fp32", "a", "b", "c") | {"m": "i32", "n": "i32", "k": "i32"}, TILE, {"num_warps": 8}),
    ("layer-norm", layer_norm, pointers("fp16", "x", "y", "w", "b") | {"n": "i32"}, {"BLOCK": 512}, {}),
    ("functions", functions, pointers("fp32", "x", "z"), {"BLOCK": 256}, {}),
    ("integers", integers, pointers("i32", "x", "z"), {"BLOCK": 256}, {}),
    ("atomics", atomics, pointers("i32", "x", "bins"), {"BLOCK": 128}, {}),
    ("sorts", sorts, pointers("i32", "x", "z"), {"BLOCK": 128}, {}),
    ("transpose", transpose, pointers("fp32", "x", "z"), {"BLOCK": 64}, {}),
    ("dropout", dropout, pointers("fp32", "x", "z") | {"seed": "i32", "p": "fp32"}, {"BLOCK": 512}, {}),
]


def main():
    out = pathlib.Path(sys.argv[1])
    for name, kernel, types, constants, options in KERNELS:
        # Aligned pointers make wide loads and asynchronous copies.
        aligned = {(i,): [["tt.divisibility", 16]] for i, kind in enumerate(types.values()) if kind.startswith("*") or kind == "i32"}
        signature = types | {constant: "constexpr" for constant in constants}
        source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=aligned)
        compiled = triton.compile(source, target=GPUTarget("cuda", 80, 32), options=options)
        (out / f"{name}.ptx").write_text(compiled.asm["ptx"])


main()
