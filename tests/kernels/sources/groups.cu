#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The sum of all: of tiles of 16 threads by shuffles, of blocks in shared memory, and of the grid behind its barrier; the launch is cooperative.
extern "C" __global__ void sum_by_groups(const int *in, int *of_blocks, int *out) {
    __shared__ int of_tiles[64];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int sum = in[grid.thread_rank()];
    for (int distance = 8; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
    if (tile.thread_rank() == 0) of_tiles[tile.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        sum = 0;
        for (unsigned i = 0; i < tile.meta_group_size(); i++) sum += of_tiles[i];
        of_blocks[blockIdx.x] = sum;
    }
    grid.sync();
    sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) sum += of_blocks[i];
    out[grid.thread_rank()] = sum;
}

// The odd numbers, side by side in any order: those threads of a warp that have one ask for their places together.
extern "C" __global__ void gather_odd(const int *in, int *out, int *count) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value % 2 == 0) return;
    cg::coalesced_group group = cg::coalesced_threads();
    int place = 0;
    if (group.thread_rank() == 0) place = atomicAdd(count, group.size());
    out[group.shfl(place, 0) + group.thread_rank()] = value;
}
