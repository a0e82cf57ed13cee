//! The way into calls that concern graphs: finds what their handles stand for.
#![expect(unsafe_code, reason = "reads the lists of handles that the client passes")]

use std::sync::Arc;

use cuda_sys::{CUcontext, CUgraph, CUgraphEdgeData, CUgraphExec, CUgraphNode, CUresult};

use crate::api::call::{self, Entry};
use crate::code::{self, Answer};
use crate::world::context::Context;
use crate::world::graph::exec::Exec;
use crate::world::graph::graph::Graph;
use crate::world::graph::node::Node;
use crate::world::handle::{self, Key};
use crate::world::registry;
use crate::world::world::World;

/// What a handle that stands for nothing is answered with: none at all is a bad value.
fn missing(key: Key) -> CUresult {
    if key == 0 { code::INVALID_VALUE } else { code::INVALID_HANDLE }
}

impl Entry {
    /// Runs a call on a graph.
    pub(crate) fn on_graph(self, raw: CUgraph, body: impl FnOnce(&Arc<Graph>) -> Answer) -> CUresult {
        let key = handle::to_key(raw);
        match registry::graph(key) {
            Some(graph) => self.on_world(&graph.world, None, || body(&graph)),
            None => self.refuse(missing(key)),
        }
    }

    /// Runs a call on a node, and the graph that it is part of.
    pub(crate) fn on_node(self, raw: CUgraphNode, body: impl FnOnce(&Arc<Graph>, &Arc<Node>) -> Answer) -> CUresult {
        let key = handle::to_key(raw);
        match registry::node(key).and_then(|node| Some((registry::graph(node.graph)?, node))) {
            Some((graph, node)) => self.on_world(&graph.world, None, || body(&graph, &node)),
            None => self.refuse(missing(key)),
        }
    }

    /// Runs a call on a graph that is ready to run.
    pub(crate) fn on_exec(self, raw: CUgraphExec, body: impl FnOnce(&Arc<Exec>) -> Answer) -> CUresult {
        let key = handle::to_key(raw);
        match registry::exec(key) {
            Some(exec) => self.on_world(&exec.world, None, || body(&exec)),
            None => self.refuse(missing(key)),
        }
    }
}

/// The exec that a call on a stream names.
pub(crate) fn exec(raw: CUgraphExec) -> Result<Arc<Exec>, CUresult> {
    let key = handle::to_key(raw);
    registry::exec(key).ok_or(missing(key))
}

/// The context that a node is to work in: the one named, or else the current one.
pub(crate) fn context(world: &World, raw: CUcontext) -> Result<Arc<Context>, CUresult> {
    let found = if raw.is_null() { call::current().ok() } else { registry::context(handle::to_key(raw)) };
    found.filter(|context| context.world.id == world.id).ok_or(code::INVALID_CONTEXT)
}

/// Reads a list of handles.
///
/// # Safety
/// `list` is null or points to `count` handles.
pub(crate) unsafe fn keys(list: *const CUgraphNode, count: usize) -> Result<Vec<Key>, CUresult> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if list.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: `list` is not null, so the caller promises `count` handles there.
    let handles = unsafe { std::slice::from_raw_parts(list, count) };
    Ok(handles.iter().map(|raw| handle::to_key(*raw)).collect())
}

/// Checks that edges are plain ones: the next node begins when the one before it is done.
///
/// # Safety
/// `data` is null or points to `count` descriptions of edges.
pub(crate) unsafe fn plain_edges(data: *const CUgraphEdgeData, count: usize) -> Answer {
    if data.is_null() || count == 0 {
        return Ok(());
    }
    // SAFETY: `data` is not null, so the caller promises `count` descriptions there.
    let edges = unsafe { std::slice::from_raw_parts(data, count) };
    for edge in edges {
        let is_early = edge.type_ == 1 && matches!(edge.from_port, 1 | 2);
        match (edge.from_port, edge.to_port, edge.type_, edge.reserved) {
            (0, 0, 0, [0, 0, 0, 0, 0]) => {}
            (_, 0, 1, [0, 0, 0, 0, 0]) if is_early => {
                eprintln!(
                    "cuda-sim: edges of graphs that let a kernel begin before the one before it is done are not simulated"
                );
                return Err(code::NOT_SUPPORTED);
            }
            _ => return Err(code::INVALID_VALUE),
        }
    }
    Ok(())
}

/// Fills the client's list of handles, as far as it is long, and says how many there are. Without a list it is only told how many.
///
/// # Safety
/// `count` is null or a place for a number; `list` is null or has room for as many handles as `count` says.
pub(crate) unsafe fn put_keys(list: *mut CUgraphNode, count: *mut usize, found: &[Key]) -> Answer {
    if count.is_null() {
        return Err(code::INVALID_VALUE);
    }
    let mut told = found.len();
    if !list.is_null() {
        // SAFETY: `count` is not null, so the client says there how long its list is.
        let room = unsafe { count.read() };
        for index in 0..room {
            let raw = found.get(index).map_or(std::ptr::null_mut(), |key| handle::to_raw(*key));
            // SAFETY: the caller promises room for as many handles.
            let place = unsafe { list.add(index) };
            // SAFETY: as above.
            unsafe { place.write(raw) };
        }
        told = told.min(room);
    }
    // SAFETY: `count` is not null (checked above), so it is a place for the number.
    unsafe { count.write(told) };
    Ok(())
}

/// Fills the client's list of descriptions of edges, which are all plain.
///
/// # Safety
/// As for [`put_keys`].
pub(crate) unsafe fn put_edges(list: *mut CUgraphEdgeData, count: *mut usize) {
    if list.is_null() || count.is_null() {
        return;
    }
    // SAFETY: the number is there (checked above): as many edges as the client has room for.
    let room = unsafe { count.read() };
    for index in 0..room {
        // SAFETY: the caller promises room for as many descriptions.
        let place = unsafe { list.add(index) };
        // SAFETY: as above.
        unsafe { place.write(CUgraphEdgeData::default()) };
    }
}
