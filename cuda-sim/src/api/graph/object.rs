//! Graphs: making, copying and ending them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;

use cuda_sys::{CUgraph, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::{handle, registry};

pub(crate) unsafe extern "C" fn cuGraphCreate<const SLOT: usize>(place: *mut CUgraph, flags: c_uint) -> CUresult {
    entry(Name::cuGraphCreate).on_slot(SLOT, |world| {
        if !world.is_initialized() {
            return Err(code::NOT_INITIALIZED);
        }
        if place.is_null() || flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes a place for the graph (not null, checked above).
        unsafe { put(place, handle::to_raw(Graph::new(world, false).key)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphDestroy(graph: CUgraph) -> CUresult {
    entry(Name::cuGraphDestroy).on_graph(graph, |graph| {
        // What a node has, or a capture adds to, is not the client's to end.
        if graph.is_child || graph.world.captures.has(graph.key) {
            return Err(code::INVALID_VALUE);
        }
        graph.destroy();
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuGraphClone(place: *mut CUgraph, graph: CUgraph) -> CUresult {
    entry(Name::cuGraphClone).on_graph(graph, |graph| {
        if place.is_null() || graph.has_memory() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes a place for the graph (not null, checked above).
        unsafe { put(place, handle::to_raw(graph.copy(false).key)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphNodeFindInClone(
    place: *mut CUgraphNode,
    original: CUgraphNode,
    copy: CUgraph,
) -> CUresult {
    entry(Name::cuGraphNodeFindInClone).on_graph(copy, |copy| {
        let original = registry::node(handle::to_key(original)).ok_or(code::INVALID_VALUE)?;
        let nodes = copy.nodes();
        let found = nodes.iter().find(|node| node.original == Some(original.key)).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the node, or null.
        unsafe { put(place, handle::to_raw(found.key)) }
    })
}

pub(crate) unsafe extern "C" fn cuGraphGetId(graph: CUgraph, id: *mut c_uint) -> CUresult {
    entry(Name::cuGraphGetId).on_graph(graph, |graph| {
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(id, c_uint::try_from(graph.id).unwrap_or(c_uint::MAX)) }
    })
}
