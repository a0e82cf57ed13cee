//! What is the same for nodes of every kind: adding them, asking and changing what they do.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_ulonglong};
use std::sync::Arc;

use cuda_sys::{CUgraph, CUgraphExec, CUgraphNode, CUgraphNodeType, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::graph::find::keys;
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::node::Node;
use crate::world::graph::update;
use crate::world::graph::work::Work;
use crate::world::handle;
use crate::world::world::World;

/// Where a node goes: the place for its handle, the graph, and the nodes before it.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) place: *mut CUgraphNode,
    pub(crate) graph: CUgraph,
    pub(crate) after: *const CUgraphNode,
    pub(crate) count: usize,
}

/// Adds a node.
///
/// # Safety
/// The pointers of `spot` are null, or as its fields say.
pub(crate) unsafe fn add(
    entry: Entry,
    spot: Spot,
    work: impl FnOnce(&Arc<Graph>) -> Result<Work, CUresult>,
) -> CUresult {
    entry.on_graph(spot.graph, |graph| {
        if spot.place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the caller promises a list of so many nodes.
        let after = unsafe { keys(spot.after, spot.count)? };
        if !after.iter().all(|key| graph.has(*key)) {
            return Err(code::INVALID_VALUE);
        }
        let node = graph.add(work(graph)?, &after)?;
        // SAFETY: the caller promises a place for the node (not null, checked above).
        unsafe { put(spot.place, handle::to_raw(node.key)) }
    })
}

/// Asks what a node does. `body` answers `None` if that is of another kind.
pub(crate) fn get(entry: Entry, node: CUgraphNode, body: impl FnOnce(&Node, &Work) -> Option<Answer>) -> CUresult {
    entry.on_node(node, |_, node| body(node, &node.work()).unwrap_or(Err(code::INVALID_VALUE)))
}

/// Changes what a node does, to something of the same kind.
pub(crate) fn set(
    entry: Entry,
    node: CUgraphNode,
    work: impl FnOnce(&Arc<World>) -> Result<Work, CUresult>,
) -> CUresult {
    entry.on_node(node, |graph, node| {
        let work = work(&graph.world)?;
        let kind = node.work().kind();
        if kind != work.kind() || work.is_memory() {
            return Err(code::INVALID_VALUE);
        }
        node.set_work(work);
        Ok(())
    })
}

/// Changes what a node does in an exec, from its next launch on.
pub(crate) fn set_in_exec(
    entry: Entry,
    exec: CUgraphExec,
    node: CUgraphNode,
    work: impl FnOnce(&Arc<World>) -> Result<Work, CUresult>,
) -> CUresult {
    entry.on_exec(exec, |exec| {
        let work = work(&exec.world)?;
        exec.change(handle::to_key(node), |step| {
            if step.work.kind() != work.kind() || update::takes(&step.work, &work).is_err() {
                return Err(code::INVALID_VALUE);
            }
            step.work = work;
            Ok(())
        })
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetType(node: CUgraphNode, kind: *mut CUgraphNodeType) -> CUresult {
    // SAFETY: the client passes a place for the kind, or null.
    entry(Name::cuGraphNodeGetType).on_node(node, |_, node| unsafe { put(kind, node.work().kind()) })
}

pub(crate) unsafe extern "C" fn cuGraphDestroyNode(node: CUgraphNode) -> CUresult {
    entry(Name::cuGraphDestroyNode).on_node(node, |graph, node| {
        if graph.has_memory() {
            return Err(code::INVALID_VALUE);
        }
        graph.remove(node.key)
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetContainingGraph(node: CUgraphNode, place: *mut CUgraph) -> CUresult {
    // SAFETY: the client passes a place for the graph, or null.
    entry(Name::cuGraphNodeGetContainingGraph)
        .on_node(node, |graph, _| unsafe { put(place, handle::to_raw(graph.key)) })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetLocalId(node: CUgraphNode, id: *mut c_uint) -> CUresult {
    entry(Name::cuGraphNodeGetLocalId).on_node(node, |graph, node| {
        let at = graph.nodes().iter().position(|other| other.key == node.key).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(id, c_uint::try_from(at).unwrap_or(c_uint::MAX)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeGetToolsId(node: CUgraphNode, id: *mut c_ulonglong) -> CUresult {
    // SAFETY: the client passes a place for the number, or null. Keys are never used twice.
    entry(Name::cuGraphNodeGetToolsId).on_node(node, |_, node| unsafe { put(id, node.key as c_ulonglong) })
}
