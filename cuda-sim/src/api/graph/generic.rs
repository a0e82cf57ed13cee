//! Nodes of any kind, by one structure that says which.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ptr::null;
use std::sync::Arc;

use cuda_sys::{
    CUDA_HOST_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS, CUgraph, CUgraphChildGraphNodeOwnership,
    CUgraphEdgeData, CUgraphExec, CUgraphNode, CUgraphNodeParams, CUgraphNodeType as Type, CUresult,
};

use crate::api::call::{Entry, entry};
use crate::api::graph::find::{context, plain_edges};
use crate::api::graph::node::{Spot, add, set, set_in_exec};
use crate::api::graph::{child, copy_node, event_node, fill_node, host_node, kernel_node, memory_node};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::update;
use crate::world::graph::work::Work;
use crate::world::world::World;
use crate::world::{handle, registry};

/// Reads what a node shall do, if it needs no graph to say that.
///
/// # Safety
/// `it` is a description whose members for its type are as that type wants them.
unsafe fn read(world: &World, it: &CUgraphNodeParams) -> Result<Work, CUresult> {
    let members = &it.__bindgen_anon_1;
    match it.type_ {
        Type::CU_GRAPH_NODE_TYPE_KERNEL => {
            // SAFETY: the caller promises this member for this type.
            let from = unsafe { members.kernel };
            let launch = CUDA_KERNEL_NODE_PARAMS {
                func: from.func,
                gridDimX: from.gridDimX,
                gridDimY: from.gridDimY,
                gridDimZ: from.gridDimZ,
                blockDimX: from.blockDimX,
                blockDimY: from.blockDimY,
                blockDimZ: from.blockDimZ,
                sharedMemBytes: from.sharedMemBytes,
                kernelParams: from.kernelParams,
                extra: from.extra,
                kern: from.kern,
                ctx: from.ctx,
            };
            // SAFETY: the caller promises the arguments of the kernel.
            unsafe { kernel_node::read(world, &raw const launch) }
        }
        Type::CU_GRAPH_NODE_TYPE_MEMCPY => {
            // SAFETY: as above.
            let from = unsafe { members.memcpy };
            if from.flags != 0 {
                return Err(code::INVALID_VALUE);
            }
            context(world, from.copyCtx)?;
            // SAFETY: the description is here.
            unsafe { copy_node::read(world, &raw const from.copyParams) }
        }
        Type::CU_GRAPH_NODE_TYPE_MEMSET => {
            // SAFETY: as above.
            let from = unsafe { members.memset };
            context(world, from.ctx)?;
            let fill = CUDA_MEMSET_NODE_PARAMS {
                dst: from.dst,
                pitch: from.pitch,
                value: from.value,
                elementSize: from.elementSize,
                width: from.width,
                height: from.height,
            };
            // SAFETY: the description is here.
            unsafe { fill_node::read(world, &raw const fill) }
        }
        Type::CU_GRAPH_NODE_TYPE_HOST => {
            // SAFETY: as above.
            let from = unsafe { members.host };
            host_node::of(&CUDA_HOST_NODE_PARAMS { fn_: from.fn_, userData: from.userData })
        }
        Type::CU_GRAPH_NODE_TYPE_EVENT_RECORD => {
            // SAFETY: as above.
            let from = unsafe { members.eventRecord };
            event_node::find(world, from.event).map(Work::Record)
        }
        Type::CU_GRAPH_NODE_TYPE_WAIT_EVENT => {
            // SAFETY: as above.
            let from = unsafe { members.eventWait };
            event_node::find(world, from.event).map(Work::Wait)
        }
        Type::CU_GRAPH_NODE_TYPE_EMPTY => Ok(Work::Empty),
        other => Err(refused(other)),
    }
}

/// Why there is no node of this kind.
fn refused(kind: Type) -> CUresult {
    use Type as T;
    match kind {
        T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL
        | T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT
        | T::CU_GRAPH_NODE_TYPE_BATCH_MEM_OP
        | T::CU_GRAPH_NODE_TYPE_CONDITIONAL
        | T::CU_GRAPH_NODE_TYPE_MEMCPY_BATCH
        | T::CU_GRAPH_NODE_TYPE_EXTERNAL_ENGINE
        | T::CU_GRAPH_NODE_TYPE_FABRIC_CPY_BATCH => {
            eprintln!("cuda-sim: nodes of graphs of type {} are not simulated", kind.0);
            code::NOT_SUPPORTED
        }
        _ => code::INVALID_VALUE,
    }
}

/// Reads what a new node of `graph` shall do, and tells the client the address if that is to allocate.
///
/// # Safety
/// `from` is null or points to a description as [`read`] wants it, which may be written to.
unsafe fn read_new(graph: &Graph, from: *mut CUgraphNodeParams) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { from.as_mut() }.ok_or(code::INVALID_VALUE)?;
    if it.reserved0 != [0; 3] || it.reserved2 != 0 {
        return Err(code::INVALID_VALUE);
    }
    match it.type_ {
        Type::CU_GRAPH_NODE_TYPE_GRAPH => {
            // SAFETY: the caller promises this member for this type.
            let from = unsafe { it.__bindgen_anon_1.graph };
            match from.ownership {
                CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE => child::copy(graph, from.graph),
                CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE => {
                    eprintln!("cuda-sim: nodes that take a graph over, instead of a copy of it, are not simulated");
                    Err(code::NOT_SUPPORTED)
                }
                _ => Err(code::INVALID_VALUE),
            }
        }
        Type::CU_GRAPH_NODE_TYPE_MEM_ALLOC => {
            // SAFETY: as above.
            let alloc = unsafe { &mut it.__bindgen_anon_1.alloc };
            let work = memory_node::reserve(&graph.world, &alloc.poolProps, alloc.bytesize)?;
            if let Work::Allocate(memory) = &work {
                alloc.dptr = memory.range.base;
            }
            Ok(work)
        }
        // SAFETY: as above.
        Type::CU_GRAPH_NODE_TYPE_MEM_FREE => memory_node::free(graph, unsafe { it.__bindgen_anon_1.free }.dptr),
        // SAFETY: the caller promises what `read` asks for.
        _ => unsafe { read(&graph.world, it) },
    }
}

/// Adds a node of any kind.
///
/// # Safety
/// The pointers of `spot` are null, or as its fields say; `data` is null or as long; `from` is as [`read_new`] wants it.
unsafe fn add_any(entry: Entry, spot: Spot, data: *const CUgraphEdgeData, from: *mut CUgraphNodeParams) -> CUresult {
    let work = |graph: &Arc<Graph>| {
        // SAFETY: the caller promises so many descriptions of edges.
        unsafe { plain_edges(data, spot.count)? };
        // SAFETY: the caller promises such a description.
        unsafe { read_new(graph, from) }
    };
    // SAFETY: the caller promises the pointers of the spot.
    unsafe { add(entry, spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphAddNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *mut CUgraphNodeParams,
) -> CUresult {
    // SAFETY: the client passes a place, a list of nodes, and a description.
    unsafe { add_any(entry(Name::cuGraphAddNode), Spot { place, graph, after, count }, null(), from) }
}

pub(crate) unsafe extern "C" fn cuGraphAddNode_v2(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    from: *mut CUgraphNodeParams,
) -> CUresult {
    // SAFETY: the client passes a place, lists of nodes and edges, and a description.
    unsafe { add_any(entry(Name::cuGraphAddNode_v2), Spot { place, graph, after, count }, data, from) }
}

pub(crate) unsafe extern "C" fn cuGraphNodeSetParams(node: CUgraphNode, from: *mut CUgraphNodeParams) -> CUresult {
    set(entry(Name::cuGraphNodeSetParams), node, |world| {
        // SAFETY: the client passes a description, or null.
        let it = unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?;
        // SAFETY: its members are as its type wants them.
        unsafe { read(world, it) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphExecNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *mut CUgraphNodeParams,
) -> CUresult {
    let entry = entry(Name::cuGraphExecNodeSetParams);
    // SAFETY: the client passes a description, or null.
    let Some(it) = (unsafe { from.as_ref() }) else { return entry.refuse(code::INVALID_VALUE) };
    if it.type_ == Type::CU_GRAPH_NODE_TYPE_GRAPH {
        // SAFETY: the client passes this member for this type.
        let graph = unsafe { it.__bindgen_anon_1.graph }.graph;
        return entry.on_exec(exec, |exec| -> Answer {
            let child = registry::graph(handle::to_key(graph)).ok_or(code::INVALID_VALUE)?;
            update::update_child(exec, handle::to_key(node), &child)
        });
    }
    // SAFETY: the members of the description are as its type wants them.
    set_in_exec(entry, exec, node, |world| unsafe { read(world, it) })
}
