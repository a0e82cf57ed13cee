//! Nodes and edges of graphs: which there are, and which are added and taken away.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ptr::{null, null_mut};
use std::sync::Arc;

use cuda_sys::{CUgraph, CUgraphEdgeData, CUgraphNode, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::graph::find::{keys, plain_edges, put_edges, put_keys};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::node::Node;
use crate::world::handle::Key;

pub(crate) unsafe extern "C" fn cuGraphGetNodes(
    graph: CUgraph,
    nodes: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    entry(Name::cuGraphGetNodes).on_graph(graph, |graph| {
        let found: Vec<Key> = graph.nodes().iter().map(|node| node.key).collect();
        // SAFETY: the client passes a place for the number, and a list as long as it says, or null.
        unsafe { put_keys(nodes, count, &found) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphGetRootNodes(
    graph: CUgraph,
    nodes: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    // SAFETY: the client passes a place for the number, and a list as long as it says, or null.
    entry(Name::cuGraphGetRootNodes).on_graph(graph, |graph| unsafe { put_keys(nodes, count, &graph.roots()) })
}

/// Lists the edges of a graph.
///
/// # Safety
/// `count` is a place for a number, or null; each list is null or as long as the number says.
unsafe fn edges(
    entry: Entry,
    graph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    entry.on_graph(graph, |graph| {
        if from.is_null() != to.is_null() || count.is_null() || (from.is_null() && !data.is_null()) {
            return Err(code::INVALID_VALUE);
        }
        let (sources, targets): (Vec<Key>, Vec<Key>) = graph.edges().into_iter().unzip();
        // SAFETY: the caller promises as much.
        unsafe { put_edges(data, count) };
        // SAFETY: `count` is not null (checked above): the client says there how long its lists are.
        let mut room = unsafe { count.read() };
        // SAFETY: the caller promises lists of as much room, which is written down once more for the second.
        unsafe { put_keys(from, &raw mut room, &sources)? };
        // SAFETY: as above.
        unsafe { put_keys(to, count, &targets) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphGetEdges(
    graph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    // SAFETY: the client passes a place for the number, and lists as long as it says, or null.
    unsafe { edges(entry(Name::cuGraphGetEdges), graph, from, to, null_mut(), count) }
}

pub(crate) unsafe extern "C" fn cuGraphGetEdges_v2(
    graph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    // SAFETY: the client passes a place for the number, and lists as long as it says, or null.
    unsafe { edges(entry(Name::cuGraphGetEdges_v2), graph, from, to, data, count) }
}

/// Lists the neighbours of a node.
///
/// # Safety
/// As for [`edges`].
unsafe fn neighbours(
    entry: Entry,
    node: CUgraphNode,
    list: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
    found: impl FnOnce(&Arc<Graph>, &Arc<Node>) -> Vec<Key>,
) -> CUresult {
    entry.on_node(node, |graph, node| {
        if list.is_null() && !data.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the caller promises as much.
        unsafe { put_edges(data, count) };
        // SAFETY: as above.
        unsafe { put_keys(list, count, &found(graph, node)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetDependencies(
    node: CUgraphNode,
    list: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    let entry = entry(Name::cuGraphNodeGetDependencies);
    // SAFETY: the client passes a place for the number, and a list as long as it says, or null.
    unsafe { neighbours(entry, node, list, null_mut(), count, |graph, node| graph.after(node.key)) }
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetDependencies_v2(
    node: CUgraphNode,
    list: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    let entry = entry(Name::cuGraphNodeGetDependencies_v2);
    // SAFETY: the client passes a place for the number, and lists as long as it says, or null.
    unsafe { neighbours(entry, node, list, data, count, |graph, node| graph.after(node.key)) }
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetDependentNodes(
    node: CUgraphNode,
    list: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    let entry = entry(Name::cuGraphNodeGetDependentNodes);
    // SAFETY: the client passes a place for the number, and a list as long as it says, or null.
    unsafe { neighbours(entry, node, list, null_mut(), count, |graph, node| graph.before(node.key)) }
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetDependentNodes_v2(
    node: CUgraphNode,
    list: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    let entry = entry(Name::cuGraphNodeGetDependentNodes_v2);
    // SAFETY: the client passes a place for the number, and lists as long as it says, or null.
    unsafe { neighbours(entry, node, list, data, count, |graph, node| graph.before(node.key)) }
}

/// Changes edges.
///
/// # Safety
/// The lists are null or as long as `count`.
unsafe fn change(
    entry: Entry,
    graph: CUgraph,
    (from, to): (*const CUgraphNode, *const CUgraphNode),
    data: *const CUgraphEdgeData,
    count: usize,
    change: impl FnOnce(&Graph, &[(Key, Key)]) -> Answer,
) -> CUresult {
    entry.on_graph(graph, |graph| {
        // SAFETY: the caller promises so many nodes.
        let from = unsafe { keys(from, count)? };
        // SAFETY: as above.
        let to = unsafe { keys(to, count)? };
        // SAFETY: as above, of descriptions.
        unsafe { plain_edges(data, count)? };
        let edges: Vec<_> = from.into_iter().zip(to).collect();
        change(graph, &edges)
    })
}

/// Takes edges away; a graph that allocates keeps those it has.
fn disconnect(graph: &Graph, edges: &[(Key, Key)]) -> Answer {
    if !edges.is_empty() && graph.has_memory() {
        return Err(code::INVALID_VALUE);
    }
    graph.disconnect(edges)
}

pub(crate) unsafe extern "C" fn cuGraphAddDependencies(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    count: usize,
) -> CUresult {
    // SAFETY: the client passes lists of so many nodes, or null.
    unsafe { change(entry(Name::cuGraphAddDependencies), graph, (from, to), null(), count, Graph::connect) }
}

pub(crate) unsafe extern "C" fn cuGraphAddDependencies_v2(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> CUresult {
    // SAFETY: the client passes lists of so many nodes and edges, or null.
    unsafe { change(entry(Name::cuGraphAddDependencies_v2), graph, (from, to), data, count, Graph::connect) }
}

pub(crate) unsafe extern "C" fn cuGraphRemoveDependencies(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    count: usize,
) -> CUresult {
    // SAFETY: the client passes lists of so many nodes, or null.
    unsafe { change(entry(Name::cuGraphRemoveDependencies), graph, (from, to), null(), count, disconnect) }
}

pub(crate) unsafe extern "C" fn cuGraphRemoveDependencies_v2(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> CUresult {
    // SAFETY: the client passes lists of so many nodes and edges, or null.
    unsafe { change(entry(Name::cuGraphRemoveDependencies_v2), graph, (from, to), data, count, disconnect) }
}
