// Cooperative groups: tiles, coalesced groups, the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void tiles(int *data) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = data[block.thread_rank()];
    v = cg::reduce(tile, v, cg::plus<int>()) + cg::inclusive_scan(tile, v) + tile.shfl_xor(v, 3) + tile.any(v > 3) + tile.match_any(v);
    auto active = cg::coalesced_threads();
    v += active.thread_rank() + active.shfl(v, 0);
    auto labelled = cg::labeled_partition(active, v & 3);
    v += cg::reduce(labelled, v, cg::greater<int>());
    data[block.thread_rank()] = v;
    block.sync();
}
extern "C" __global__ void grid(int *data) {
    auto all = cg::this_grid();
    data[all.thread_rank()] += 1;
    all.sync();
    if (all.is_valid()) data[all.thread_rank()] += data[(all.thread_rank() + 1) % all.size()];
}
