// Atomics, barriers and pipelines of the C++ library.
#include <cuda/atomic>
#include <cuda/barrier>
extern "C" __global__ void atomics(int *p, unsigned long long *q) {
    cuda::atomic_ref<int, cuda::thread_scope_device> device(*p);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> system(*q);
    cuda::atomic_ref<int, cuda::thread_scope_block> block(p[1]);
    device.store(3, cuda::std::memory_order_release);
    p[2] = device.load(cuda::std::memory_order_acquire) + device.fetch_add(1) + block.fetch_max(5, cuda::std::memory_order_relaxed);
    unsigned long long expected = 3;
    system.compare_exchange_strong(expected, 4, cuda::std::memory_order_acq_rel);
    q[1] = system.exchange(9) + expected + system.fetch_xor(7);
    cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_device);
}
extern "C" __global__ void barriers(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    auto token = bar.arrive();
    out[threadIdx.x] += 1;
    bar.wait(static_cast<decltype(token) &&>(token));
    bar.arrive_and_wait();
}
