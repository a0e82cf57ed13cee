//! Nodes that call a function of the client's.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUDA_HOST_NODE_PARAMS, CUgraph, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::graph::node::{Spot, add, get, set, set_in_exec};
use crate::api::out::put;
use crate::code;
use crate::engine::op::Opaque;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::work::{HostWork, Work};

/// Reads what a node shall call.
///
/// # Safety
/// `from` is null or points to a description of a call.
unsafe fn read(from: *const CUDA_HOST_NODE_PARAMS) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    of(unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?)
}

/// A call, from its description.
pub(crate) fn of(it: &CUDA_HOST_NODE_PARAMS) -> Result<Work, CUresult> {
    if it.fn_.is_none() {
        return Err(code::INVALID_VALUE);
    }
    Ok(Work::Host(HostWork { function: it.fn_, argument: Opaque(it.userData) }))
}

pub(crate) unsafe extern "C" fn cuGraphAddHostNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *const CUDA_HOST_NODE_PARAMS,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    // SAFETY: the client passes a description, or null.
    let work = |_: &Arc<Graph>| unsafe { read(from) };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddHostNode), spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphHostNodeGetParams(
    node: CUgraphNode,
    place: *mut CUDA_HOST_NODE_PARAMS,
) -> CUresult {
    get(entry(Name::cuGraphHostNodeGetParams), node, |_, work| {
        let Work::Host(host) = work else { return None };
        let it = CUDA_HOST_NODE_PARAMS { fn_: host.function, userData: host.argument.0 };
        // SAFETY: the client passes a place for the description, or null.
        Some(unsafe { put(place, it) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphHostNodeSetParams(
    node: CUgraphNode,
    from: *const CUDA_HOST_NODE_PARAMS,
) -> CUresult {
    // SAFETY: the client passes a description, or null.
    set(entry(Name::cuGraphHostNodeSetParams), node, |_| unsafe { read(from) })
}

pub(crate) unsafe extern "C" fn cuGraphExecHostNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *const CUDA_HOST_NODE_PARAMS,
) -> CUresult {
    // SAFETY: the client passes a description, or null.
    set_in_exec(entry(Name::cuGraphExecHostNodeSetParams), exec, node, |_| unsafe { read(from) })
}
