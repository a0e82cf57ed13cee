//! Nodes that allocate and free memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ptr::null;
use std::sync::Arc;

use cuda_sys::{
    CUDA_MEM_ALLOC_NODE_PARAMS, CUdeviceptr, CUgraph, CUgraphNode, CUmemAllocationType, CUmemLocationType,
    CUmemPoolProps, CUresult,
};

use crate::api::call::entry;
use crate::api::graph::node::{Spot, add, get};
use crate::api::out::put;
use crate::code;
use crate::memory::range::Addresses;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::memory::GraphMemory;
use crate::world::graph::work::Work;
use crate::world::slot;
use crate::world::world::World;

/// Reserves what a node shall allocate.
pub(crate) fn reserve(world: &World, properties: &CUmemPoolProps, len: usize) -> Result<Work, CUresult> {
    let is_on_device = properties.location.type_ == CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let is_pinned = properties.allocType == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    if len == 0 || !is_on_device || !is_pinned {
        return Err(code::INVALID_VALUE);
    }
    if properties.handleTypes.0 != 0 {
        eprintln!("cuda-sim: memory of graphs that other processes share is not simulated");
        return Err(code::NOT_SUPPORTED);
    }
    // SAFETY: every member of the union may be read as a number; for a device, that is its number.
    let number = unsafe { properties.location.__bindgen_anon_1.id };
    let (owner, device) = slot::device(number).ok_or(code::INVALID_VALUE)?;
    if owner.id != world.id {
        return Err(code::INVALID_VALUE);
    }
    Ok(Work::Allocate(world.graph_memories.reserve(device, len as u64)))
}

/// Checks what a node shall free: something that a graph allocates, and that this graph does not free already.
pub(crate) fn free(graph: &Graph, address: CUdeviceptr) -> Result<Work, CUresult> {
    let memory = graph.world.graph_memories.find(Addresses::new(address, 1)).ok_or(code::INVALID_VALUE)?;
    if memory.range.base != address || graph.frees(address) {
        return Err(code::INVALID_VALUE);
    }
    Ok(Work::Free(address))
}

/// The description of an allocation.
pub(crate) fn show(world: &World, memory: &GraphMemory) -> CUDA_MEM_ALLOC_NODE_PARAMS {
    let mut it = CUDA_MEM_ALLOC_NODE_PARAMS {
        accessDescs: null(),
        bytesize: usize::try_from(memory.range.len).unwrap_or(usize::MAX),
        dptr: memory.range.base,
        ..Default::default()
    };
    it.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    it.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    it.poolProps.location.__bindgen_anon_1.id = slot::device_number(world.slot, memory.device);
    it
}

pub(crate) unsafe extern "C" fn cuGraphAddMemAllocNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    let mut base = 0;
    let work = |graph: &Arc<Graph>| {
        // SAFETY: the client passes a description, or null.
        let it = unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?;
        let work = reserve(&graph.world, &it.poolProps, it.bytesize)?;
        if let Work::Allocate(memory) = &work {
            base = memory.range.base;
        }
        Ok(work)
    };
    // SAFETY: the client passes a place and a list of nodes.
    let answer = unsafe { add(entry(Name::cuGraphAddMemAllocNode), spot, work) };
    if base != 0 {
        // SAFETY: the description was there, so it is not null, and the client wants the address in it.
        let to = unsafe { &raw mut (*from).dptr };
        // SAFETY: as above.
        unsafe { to.write(base) };
    }
    answer
}

pub(crate) unsafe extern "C" fn cuGraphMemAllocNodeGetParams(
    node: CUgraphNode,
    place: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> CUresult {
    entry(Name::cuGraphMemAllocNodeGetParams).on_node(node, |graph, node| {
        let Work::Allocate(memory) = &*node.work() else { return Err(code::INVALID_VALUE) };
        // SAFETY: the client passes a place for the description, or null.
        unsafe { put(place, show(&graph.world, memory)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphAddMemFreeNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    address: CUdeviceptr,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddMemFreeNode), spot, |graph| free(graph, address)) }
}

pub(crate) unsafe extern "C" fn cuGraphMemFreeNodeGetParams(node: CUgraphNode, place: *mut CUdeviceptr) -> CUresult {
    get(entry(Name::cuGraphMemFreeNodeGetParams), node, |_, work| {
        let Work::Free(address) = work else { return None };
        // SAFETY: the client passes a place for the address, or null.
        Some(unsafe { put(place, *address) })
    })
}
