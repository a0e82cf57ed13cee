//! Nodes that fill memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUDA_MEMSET_NODE_PARAMS, CUcontext, CUgraph, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::fill::{Area, prepare};
use crate::api::graph::copy_node::known;
use crate::api::graph::find::context;
use crate::api::graph::node::{Spot, add, get, set, set_in_exec};
use crate::api::out::put;
use crate::code;
use crate::engine::transfer::Fill;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::work::Work;
use crate::world::world::World;

/// Reads what a node shall fill.
///
/// # Safety
/// `from` is null or points to a description of a fill.
pub(crate) unsafe fn read(world: &World, from: *const CUDA_MEMSET_NODE_PARAMS) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { from.as_ref() }.ok_or(code::INVALID_VALUE)?;
    if !matches!(it.elementSize, 1 | 2 | 4) {
        return Err(code::INVALID_VALUE);
    }
    let area = Area { to: it.dst, pitch: it.pitch, width: it.width, rows: it.height };
    let fill = prepare(&area, &it.value.to_le_bytes()[..it.elementSize as usize])?.ok_or(code::INVALID_VALUE)?;
    known(world, fill.range(), "a node's fill")?;
    Ok(Work::Fill(fill))
}

/// The description of a fill.
pub(crate) fn show(fill: &Fill) -> CUDA_MEMSET_NODE_PARAMS {
    let mut value = [0; 4];
    value[..fill.pattern.len()].copy_from_slice(&fill.pattern);
    CUDA_MEMSET_NODE_PARAMS {
        dst: fill.to,
        pitch: fill.shape.target.row,
        value: u32::from_le_bytes(value),
        elementSize: fill.pattern.len() as u32,
        width: fill.shape.width / fill.pattern.len(),
        height: fill.shape.rows,
    }
}

pub(crate) unsafe extern "C" fn cuGraphAddMemsetNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *const CUDA_MEMSET_NODE_PARAMS,
    raw: CUcontext,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    let work = |graph: &Arc<Graph>| {
        context(&graph.world, raw)?;
        // SAFETY: the client passes a description, or null.
        unsafe { read(&graph.world, from) }
    };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddMemsetNode), spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphMemsetNodeGetParams(
    node: CUgraphNode,
    place: *mut CUDA_MEMSET_NODE_PARAMS,
) -> CUresult {
    get(entry(Name::cuGraphMemsetNodeGetParams), node, |_, work| {
        let Work::Fill(fill) = work else { return None };
        // SAFETY: the client passes a place for the description, or null.
        Some(unsafe { put(place, show(fill)) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphMemsetNodeSetParams(
    node: CUgraphNode,
    from: *const CUDA_MEMSET_NODE_PARAMS,
) -> CUresult {
    // SAFETY: the client passes a description, or null.
    set(entry(Name::cuGraphMemsetNodeSetParams), node, |world| unsafe { read(world, from) })
}

pub(crate) unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *const CUDA_MEMSET_NODE_PARAMS,
    raw: CUcontext,
) -> CUresult {
    set_in_exec(entry(Name::cuGraphExecMemsetNodeSetParams), exec, node, |world| {
        context(world, raw)?;
        // SAFETY: the client passes a description, or null.
        unsafe { read(world, from) }
    })
}
