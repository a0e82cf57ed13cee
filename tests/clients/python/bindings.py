"""The driver through cuda-bindings: a vector sum from NVRTC's PTX, streams, events, pools, capture and a graph. One line a step."""

import ctypes
import sys

import numpy as np
from cuda.bindings import driver, nvrtc

SOURCE = b"""
extern "C" __global__ void add(const float *a, const float *b, float *c, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
"""
N = 1000
BYTES = 4 * N


def ok(answer):
    """The values of a call that must have worked."""
    code, *values = answer
    if code.value != 0:
        raise RuntimeError(f"{code!r}")
    return values[0] if len(values) == 1 else values


def compiled():
    program = ok(nvrtc.nvrtcCreateProgram(SOURCE, b"add.cu", 0, [], []))
    ok(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_80"]))
    size = ok(nvrtc.nvrtcGetPTXSize(program))
    text = b" " * size
    ok(nvrtc.nvrtcGetPTX(program, text))
    return text


class Rig:
    """A context with the kernel, two sources on the device and their sum."""

    def __init__(self):
        ok(driver.cuInit(0))
        self.device = ok(driver.cuDeviceGet(0))
        self.context = ok(driver.cuDevicePrimaryCtxRetain(self.device))
        ok(driver.cuCtxSetCurrent(self.context))
        module = ok(driver.cuModuleLoadData(compiled()))
        self.kernel = ok(driver.cuModuleGetFunction(module, b"add"))
        random = np.random.default_rng(7)
        self.a, self.b = (random.random(N, dtype=np.float32) for _ in range(2))
        self.sum = self.a + self.b
        self.stream = ok(driver.cuStreamCreate(1))

    def allocated(self):
        memory = [ok(driver.cuMemAlloc(BYTES)) for _ in range(3)]
        for pointer, host in zip(memory, (self.a, self.b)):
            ok(driver.cuMemcpyHtoD(pointer, host.ctypes.data, BYTES))
        return memory

    def launch(self, stream, a, b, c):
        values = (a, b, c, N)
        types = (None, None, None, ctypes.c_uint)
        ok(driver.cuLaunchKernel(self.kernel, (N + 255) // 256, 1, 1, 256, 1, 1, 0, stream, (values, types), 0))

    def check(self, pointer, stream):
        result = np.zeros(N, dtype=np.float32)
        ok(driver.cuMemcpyDtoHAsync(result.ctypes.data, pointer, BYTES, stream))
        ok(driver.cuStreamSynchronize(stream))
        if not np.array_equal(result, self.sum):
            raise RuntimeError("the sum is wrong")


def vector_add(rig):
    memory = rig.allocated()
    rig.launch(rig.stream, *memory)
    rig.check(memory[2], rig.stream)
    for pointer in memory:
        ok(driver.cuMemFree(pointer))


def streams_and_events(rig):
    other = ok(driver.cuStreamCreateWithPriority(1, -1))
    begin, end = ok(driver.cuEventCreate(0)), ok(driver.cuEventCreate(0))
    memory = rig.allocated()
    ok(driver.cuEventRecord(begin, rig.stream))
    rig.launch(rig.stream, *memory)
    ok(driver.cuEventRecord(end, rig.stream))
    ok(driver.cuStreamWaitEvent(other, end, 0))
    rig.check(memory[2], other)
    ok(driver.cuEventSynchronize(end))
    if ok(driver.cuEventElapsedTime(begin, end)) < 0:
        raise RuntimeError("time goes back")
    for event in (begin, end):
        ok(driver.cuEventDestroy(event))
    ok(driver.cuStreamDestroy(other))


def pools(rig):
    pool = ok(driver.cuDeviceGetDefaultMemPool(rig.device))
    ok(driver.cuMemPoolSetAttribute(pool, driver.CUmemPool_attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, driver.cuuint64_t(1 << 20)))
    memory = [ok(driver.cuMemAllocFromPoolAsync(BYTES, pool, rig.stream)) for _ in range(3)]
    for pointer, host in zip(memory, (rig.a, rig.b)):
        ok(driver.cuMemcpyHtoDAsync(pointer, host.ctypes.data, BYTES, rig.stream))
    rig.launch(rig.stream, *memory)
    rig.check(memory[2], rig.stream)
    for pointer in memory:
        ok(driver.cuMemFreeAsync(pointer, rig.stream))
    ok(driver.cuStreamSynchronize(rig.stream))
    if int(ok(driver.cuMemPoolGetAttribute(pool, driver.CUmemPool_attribute.CU_MEMPOOL_ATTR_USED_MEM_CURRENT))) != 0:
        raise RuntimeError("the pool still counts what was freed")


def captured_graph(rig):
    memory = rig.allocated()
    ok(driver.cuStreamBeginCapture(rig.stream, driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL))
    rig.launch(rig.stream, *memory)
    graph = ok(driver.cuStreamEndCapture(rig.stream))
    executable = ok(driver.cuGraphInstantiate(graph, 0))
    ok(driver.cuGraphLaunch(executable, rig.stream))
    rig.check(memory[2], rig.stream)
    ok(driver.cuGraphExecDestroy(executable))
    ok(driver.cuGraphDestroy(graph))


def library(rig):
    code = driver.cuLibraryLoadData(compiled(), [], [], 0, [], [], 0)
    kernel = ok(driver.cuLibraryGetKernel(ok(code), b"add"))
    memory = rig.allocated()
    rig.kernel, before = driver.CUfunction(int(kernel)), rig.kernel
    rig.launch(rig.stream, *memory)
    rig.kernel = before
    rig.check(memory[2], rig.stream)


def main():
    failures = 0
    try:
        rig = Rig()
    except Exception as error:
        print(f"FAILED rig: {error}")
        return 1
    for step in (vector_add, streams_and_events, pools, captured_graph, library):
        try:
            step(rig)
            print(f"passed {step.__name__}")
        except Exception as error:
            failures += 1
            print(f"FAILED {step.__name__}: {error}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
