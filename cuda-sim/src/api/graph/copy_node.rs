//! Nodes that copy.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUDA_MEMCPY3D, CUcontext, CUgraph, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::entry;
use crate::api::copy_area::cuboid;
use crate::api::graph::find::context;
use crate::api::graph::node::{Spot, add, get, set, set_in_exec};
use crate::api::out::put;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::engine::transfer::End;
use crate::memory::range::Addresses;
use crate::name::Name;
use crate::world::graph::graph::Graph;
use crate::world::graph::work::{CopyWork, Description, Work};
use crate::world::world::World;

/// Checks that there is device memory, or will be once a graph has allocated it.
pub(crate) fn known(world: &World, range: Addresses, what: &str) -> Answer {
    if world.graph_memories.find(range).is_some() {
        return Ok(());
    }
    submit::device(world, range.base, usize::try_from(range.len).unwrap_or(usize::MAX), what).map(drop)
}

/// Reads what a node shall copy.
///
/// # Safety
/// `from` is null or points to a description of a copy.
pub(crate) unsafe fn read(world: &World, from: *const CUDA_MEMCPY3D) -> Result<Work, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let area = unsafe { cuboid(from) }.ok_or(code::INVALID_VALUE)?;
    let (from_end, to, shape) = area.open()?;
    if shape.is_empty() {
        return Err(code::INVALID_VALUE);
    }
    for (end, span, what) in
        [(&from_end, shape.source_span(), "a node's read"), (&to, shape.target_span(), "a node's write")]
    {
        match end {
            End::Device(base) => known(world, Addresses::new(*base, span as u64), what)?,
            End::Host(pointer) if pointer.is_null() => return Err(code::INVALID_VALUE),
            End::Host(_) | End::Staged(_) => {}
        }
    }
    // SAFETY: the description was there a moment ago.
    let description = Description(unsafe { from.read() });
    Ok(Work::Copy(Box::new(CopyWork { from: from_end, to, shape, description })))
}

pub(crate) unsafe extern "C" fn cuGraphAddMemcpyNode(
    place: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    from: *const CUDA_MEMCPY3D,
    raw: CUcontext,
) -> CUresult {
    let spot = Spot { place, graph, after, count };
    let work = |graph: &Arc<Graph>| {
        context(&graph.world, raw)?;
        // SAFETY: the client passes a description, or null.
        unsafe { read(&graph.world, from) }
    };
    // SAFETY: the client passes a place and a list of nodes.
    unsafe { add(entry(Name::cuGraphAddMemcpyNode), spot, work) }
}

pub(crate) unsafe extern "C" fn cuGraphMemcpyNodeGetParams(node: CUgraphNode, place: *mut CUDA_MEMCPY3D) -> CUresult {
    get(entry(Name::cuGraphMemcpyNodeGetParams), node, |_, work| {
        let Work::Copy(copy) = work else { return None };
        // SAFETY: the client passes a place for the description, or null.
        Some(unsafe { put(place, copy.description.0) })
    })
}

pub(crate) unsafe extern "C" fn cuGraphMemcpyNodeSetParams(node: CUgraphNode, from: *const CUDA_MEMCPY3D) -> CUresult {
    // SAFETY: the client passes a description, or null.
    set(entry(Name::cuGraphMemcpyNodeSetParams), node, |world| unsafe { read(world, from) })
}

pub(crate) unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    from: *const CUDA_MEMCPY3D,
    raw: CUcontext,
) -> CUresult {
    set_in_exec(entry(Name::cuGraphExecMemcpyNodeSetParams), exec, node, |world| {
        context(world, raw)?;
        // SAFETY: the client passes a description, or null.
        unsafe { read(world, from) }
    })
}
