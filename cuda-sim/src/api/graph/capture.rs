//! Captures: beginning and ending them, asking about them, changing what comes next.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;
use std::ptr::{null, null_mut};

use cuda_sys::{
    CUgraph, CUgraphEdgeData, CUgraphNode, CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus, cuuint64_t,
};

use crate::api::call::{Entry, entry, fault_proof};
use crate::api::graph::find::{keys, plain_edges};
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::capture::{GLOBAL, Info};
use crate::world::{handle, registry};

pub(crate) unsafe extern "C" fn cuStreamBeginCapture(stream: CUstream) -> CUresult {
    entry(Name::cuStreamBeginCapture)
        .on_stream(stream, |target| target.context.world.captures.begin(target, GLOBAL, None))
}

pub(crate) unsafe extern "C" fn cuStreamBeginCapture_v2(stream: CUstream, mode: CUstreamCaptureMode) -> CUresult {
    entry(Name::cuStreamBeginCapture_v2)
        .on_stream(stream, |target| target.context.world.captures.begin(target, mode.0, None))
}

pub(crate) unsafe extern "C" fn cuStreamBeginCaptureToGraph(
    stream: CUstream,
    graph: CUgraph,
    after: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    mode: CUstreamCaptureMode,
) -> CUresult {
    entry(Name::cuStreamBeginCaptureToGraph).on_stream(stream, |target| {
        let captures = &target.context.world.captures;
        let graph = registry::graph(handle::to_key(graph)).ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a list of so many nodes, or null.
        let after = unsafe { keys(after, count)? };
        // SAFETY: as above, of edges.
        unsafe { plain_edges(data, count)? };
        let is_usable = graph.world.id == target.context.world.id && !captures.has(graph.key);
        if !is_usable || !after.iter().all(|key| graph.has(*key)) {
            return Err(code::INVALID_VALUE);
        }
        captures.begin(target, mode.0, Some((graph, after)))
    })
}

pub(crate) unsafe extern "C" fn cuStreamEndCapture(stream: CUstream, place: *mut CUgraph) -> CUresult {
    entry(Name::cuStreamEndCapture).on_stream(stream, |target| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let ended = target.context.world.captures.end(target);
        let raw = ended.as_ref().map_or(null_mut(), |graph| handle::to_raw(graph.key));
        // SAFETY: the client passes a place for the graph (not null, checked above).
        unsafe { put(place, raw)? };
        ended.map(drop)
    })
}

/// How a client is told of a stream's capture.
fn status(info: Option<&Info>) -> CUstreamCaptureStatus {
    match info {
        None => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE,
        Some(info) if info.is_valid => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE,
        Some(_) => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_INVALIDATED,
    }
}

pub(crate) unsafe extern "C" fn cuStreamIsCapturing(stream: CUstream, place: *mut CUstreamCaptureStatus) -> CUresult {
    fault_proof(Name::cuStreamIsCapturing).on_stream(stream, |target| {
        let info = target.context.world.captures.info(target)?;
        // SAFETY: the client passes a place for the status, or null.
        unsafe { put(place, status(info.as_ref())) }
    })
}

/// The places for the answers to a question about a capture; all but the first may be null.
struct Places {
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
    graph: *mut CUgraph,
    after: *mut *const CUgraphNode,
    edges: *mut *const CUgraphEdgeData,
    count: *mut usize,
}

impl Places {
    /// For the oldest question, which wants little.
    fn few(status: *mut CUstreamCaptureStatus, id: *mut cuuint64_t) -> Self {
        Places { status, id, graph: null_mut(), after: null_mut(), edges: null_mut(), count: null_mut() }
    }
}

/// Answers a question about a capture.
///
/// # Safety
/// The places are null, or places for the answers.
unsafe fn tell(entry: Entry, stream: CUstream, places: &Places) -> CUresult {
    entry.on_stream(stream, |target| {
        if places.status.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let info = target.context.world.captures.info(target)?;
        let active = info.as_ref().filter(|info| info.is_valid);
        // SAFETY: the caller promises a place for each answer, or null, here and below.
        unsafe { put_if_wanted(places.id, active.map_or(0, |info| info.id)) };
        // SAFETY: as above.
        unsafe { put_if_wanted(places.graph, active.map_or(null_mut(), |info| handle::to_raw(info.graph))) };
        // SAFETY: as above.
        unsafe { put_if_wanted(places.after, active.map_or(null(), |info| info.after.cast())) };
        // SAFETY: as above.
        unsafe { put_if_wanted(places.edges, active.map_or(null(), |info| info.edges)) };
        // SAFETY: as above.
        unsafe { put_if_wanted(places.count, active.map_or(0, |info| info.count)) };
        // SAFETY: as above.
        unsafe { put(places.status, status(info.as_ref())) }
    })
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
) -> CUresult {
    // SAFETY: the client passes a place for each answer, or null if it does not want it.
    unsafe { tell(fault_proof(Name::cuStreamGetCaptureInfo), stream, &Places::few(status, id)) }
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo_v2(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
    graph: *mut CUgraph,
    after: *mut *const CUgraphNode,
    count: *mut usize,
) -> CUresult {
    let places = Places { graph, after, count, ..Places::few(status, id) };
    // SAFETY: the client passes a place for each answer, or null if it does not want it.
    unsafe { tell(fault_proof(Name::cuStreamGetCaptureInfo_v2), stream, &places) }
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo_v3(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
    graph: *mut CUgraph,
    after: *mut *const CUgraphNode,
    edges: *mut *const CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    let places = Places { graph, after, edges, count, ..Places::few(status, id) };
    // SAFETY: the client passes a place for each answer, or null if it does not want it.
    unsafe { tell(fault_proof(Name::cuStreamGetCaptureInfo_v3), stream, &places) }
}

/// Changes what the next node of a stream comes after.
///
/// # Safety
/// The lists are null or as long as `count`.
unsafe fn update(
    entry: Entry,
    stream: CUstream,
    after: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    flags: c_uint,
) -> CUresult {
    entry.on_stream(stream, |target| -> Answer {
        if flags > 1 {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the caller promises so many nodes.
        let after = unsafe { keys(after, count)? };
        // SAFETY: as above, of edges.
        unsafe { plain_edges(data, count)? };
        target.context.world.captures.update(target, &after, flags == 1)
    })
}

pub(crate) unsafe extern "C" fn cuStreamUpdateCaptureDependencies(
    stream: CUstream,
    after: *mut CUgraphNode,
    count: usize,
    flags: c_uint,
) -> CUresult {
    // SAFETY: the client passes a list of so many nodes, or null.
    unsafe { update(entry(Name::cuStreamUpdateCaptureDependencies), stream, after, null(), count, flags) }
}

pub(crate) unsafe extern "C" fn cuStreamUpdateCaptureDependencies_v2(
    stream: CUstream,
    after: *mut CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    flags: c_uint,
) -> CUresult {
    // SAFETY: the client passes lists of so many nodes and edges, or null.
    unsafe { update(entry(Name::cuStreamUpdateCaptureDependencies_v2), stream, after, data, count, flags) }
}
