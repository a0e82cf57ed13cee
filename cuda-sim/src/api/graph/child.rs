//! Nodes that are graphs, and nodes that are nothing.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use cuda_sys::{CUgraph, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::graph::node::{Spot, add, get};
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::update;
use crate::world::graph::work::Work;
use crate::world::{handle, registry};

/// A copy of the graph that a handle names, for a node of `parent`. Graphs that allocate cannot be copied.
pub(crate) fn copy(parent: &Graph, raw: CUgraph) -> Result<Work, CUresult> {
    let child = registry::graph(handle::to_key(raw)).ok_or(code::INVALID_VALUE)?;
    if child.world.id != parent.world.id || child.key == parent.key || child.has_memory() {
        return Err(code::INVALID_VALUE);
    }
    Ok(Work::Graph(child.copy(true)))
}

pub(crate) unsafe extern "C" fn cuGraphAddChildGraphNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    child: CUgraph,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddChildGraphNode), spot, |graph| copy(graph, child)) }
}

pub(crate) unsafe extern "C" fn cuGraphChildGraphNodeGetGraph(node: CUgraphNode, place: *mut CUgraph) -> CUresult {
    get(entry(Name::cuGraphChildGraphNodeGetGraph), node, |_, work| {
        let Work::Graph(child) = work else { return None };
        // SAFETY: the client passes a place for the graph, or null.
        Some(unsafe { put(place, handle::to_raw(child.key)) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphExecChildGraphNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    child: CUgraph,
) -> CUresult {
    entry(Name::cuGraphExecChildGraphNodeSetParams).on_exec(exec, |exec| {
        let child = registry::graph(handle::to_key(child)).ok_or(code::INVALID_VALUE)?;
        update::update_child(exec, handle::to_key(node), &child)
    })
}

pub(crate) unsafe extern "C" fn cuGraphAddEmptyNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddEmptyNode), spot, |_| Ok(Work::Empty)) }
}
