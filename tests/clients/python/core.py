"""The driver through cuda-core: a vector sum, streams and events, memory resources, a captured graph. One line a step."""

import ctypes
import sys

import numpy as np
from cuda.core import (
    Device,
    DeviceMemoryResource,
    EventOptions,
    LaunchConfig,
    LegacyPinnedMemoryResource,
    Program,
    ProgramOptions,
    StreamOptions,
    launch,
)

SOURCE = """
extern "C" __global__ void add(const float *a, const float *b, float *c, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
"""
N = 1000
BYTES = 4 * N


def on_host(buffer):
    """Page-locked memory as an array."""
    return np.ctypeslib.as_array(ctypes.cast(int(buffer.handle), ctypes.POINTER(ctypes.c_float)), shape=(N,))


class Rig:
    """A device with the kernel, and memory of both kinds."""

    def __init__(self):
        self.device = Device()
        self.device.set_current()
        self.stream = self.device.create_stream()
        program = Program(SOURCE, code_type="c++", options=ProgramOptions(arch="compute_80"))
        self.kernel = program.compile("ptx").get_kernel("add")
        self.pinned = LegacyPinnedMemoryResource()
        self.host = [self.pinned.allocate(BYTES) for _ in range(3)]
        random = np.random.default_rng(7)
        for buffer in self.host[:2]:
            on_host(buffer)[:] = random.random(N, dtype=np.float32)
        self.sum = on_host(self.host[0]) + on_host(self.host[1])

    def uploaded(self, resource):
        memory = [resource.allocate(BYTES, stream=self.stream) for _ in range(3)]
        for buffer, host in zip(memory[:2], self.host):
            buffer.copy_from(host, stream=self.stream)
        return memory

    def launch(self, stream, memory):
        config = LaunchConfig(grid=(N + 255) // 256, block=256)
        launch(stream, config, self.kernel, *memory, np.uint32(N))

    def check(self, buffer, stream):
        on_host(self.host[2])[:] = 0
        buffer.copy_to(self.host[2], stream=stream)
        stream.sync()
        if not np.array_equal(on_host(self.host[2]), self.sum):
            raise RuntimeError("the sum is wrong")

    def close(self, memory):
        for buffer in memory:
            buffer.close(self.stream)


def vector_add(rig):
    memory = rig.uploaded(rig.device.memory_resource)
    rig.launch(rig.stream, memory)
    rig.check(memory[2], rig.stream)
    rig.close(memory)


def streams_and_events(rig):
    other = rig.device.create_stream(options=StreamOptions(nonblocking=True, priority=-1))
    memory = rig.uploaded(rig.device.memory_resource)
    begin = rig.stream.record(options=EventOptions(timing_enabled=True))
    rig.launch(rig.stream, memory)
    end = rig.stream.record(options=EventOptions(timing_enabled=True))
    other.wait(end)
    rig.check(memory[2], other)
    end.sync()
    if not end.is_done or end - begin < 0:
        raise RuntimeError("time goes back")
    rig.close(memory)
    other.close()


def own_pool(rig):
    resource = DeviceMemoryResource(rig.device)
    memory = rig.uploaded(resource)
    rig.launch(rig.stream, memory)
    rig.check(memory[2], rig.stream)
    rig.close(memory)
    rig.stream.sync()


def captured_graph(rig):
    memory = rig.uploaded(rig.device.memory_resource)
    rig.stream.sync()
    builder = rig.device.create_graph_builder().begin_building()
    rig.launch(builder, memory)
    graph = builder.end_building().complete()
    graph.upload(rig.stream)
    graph.launch(rig.stream)
    rig.check(memory[2], rig.stream)
    rig.close(memory)


def main():
    failures = 0
    try:
        rig = Rig()
    except Exception as error:
        print(f"FAILED rig: {error}")
        return 1
    for step in (vector_add, streams_and_events, own_pool, captured_graph):
        try:
            step(rig)
            print(f"passed {step.__name__}")
        except Exception as error:
            failures += 1
            print(f"FAILED {step.__name__}: {type(error).__name__} {error}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
