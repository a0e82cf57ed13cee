//! Graphs that are ready to run: making, launching, updating and ending them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_uint, c_ulonglong};
use std::ptr::null_mut;

use cuda_sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUgraph, CUgraphExec, CUgraphExecUpdateResult, CUgraphExecUpdateResultInfo,
    CUgraphInstantiateResult, CUgraphNode, CUresult, CUstream, cuuint64_t,
};

use crate::api::call::{self, Entry, entry, giving_back};
use crate::api::graph::find;
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::name::Name;
use crate::world::graph::exec::{AUTO_FREE, DEVICE_LAUNCH, Exec, NODE_PRIORITY, UPLOAD};
use crate::world::graph::graph::Graph;
use crate::world::graph::launch;
use crate::world::graph::update::{self, Refusal};
use crate::world::graph::work::Work;
use crate::world::{handle, registry};

/// Makes a graph ready.
///
/// # Safety
/// `place` is null or a place for the handle.
unsafe fn make(graph: &Graph, place: *mut CUgraphExec, flags: u64) -> Answer {
    if place.is_null() || flags & !(AUTO_FREE | UPLOAD | DEVICE_LAUNCH | NODE_PRIORITY) != 0 {
        return Err(code::INVALID_VALUE);
    }
    if flags & DEVICE_LAUNCH != 0 {
        if flags & AUTO_FREE != 0 {
            return Err(code::INVALID_VALUE);
        }
        eprintln!("cuda-sim: graphs that kernels launch are not simulated");
        return Err(code::NOT_SUPPORTED);
    }
    if graph.world.captures.has(graph.key) {
        return Err(code::INVALID_VALUE);
    }
    let exec = Exec::new(graph, flags)?;
    // SAFETY: the caller promises a place (not null, checked above).
    unsafe { put(place, handle::to_raw(exec.key)) }
}

fn instantiate(entry: Entry, place: *mut CUgraphExec, graph: CUgraph, flags: u64) -> CUresult {
    // SAFETY: the client passes a place for the exec, or null.
    entry.on_graph(graph, |graph| unsafe { make(graph, place, flags) })
}

/// As the newer form without flags; what is wrong with a graph has no node here, and needs no words.
unsafe fn instantiate_with_log(
    entry: Entry,
    place: *mut CUgraphExec,
    graph: CUgraph,
    error: *mut CUgraphNode,
    log: *mut c_char,
    len: usize,
) -> CUresult {
    // SAFETY: the client passes a place for the node, or null.
    unsafe { put_if_wanted(error, null_mut()) };
    if len > 0 {
        // SAFETY: the client passes a log of so many bytes, or null.
        unsafe { put_if_wanted(log, 0) };
    }
    instantiate(entry, place, graph, 0)
}

pub(crate) unsafe extern "C" fn cuGraphInstantiate(
    place: *mut CUgraphExec,
    graph: CUgraph,
    error: *mut CUgraphNode,
    log: *mut c_char,
    len: usize,
) -> CUresult {
    // SAFETY: the client passes places for the exec, the node and the log, or null.
    unsafe { instantiate_with_log(entry(Name::cuGraphInstantiate), place, graph, error, log, len) }
}

pub(crate) unsafe extern "C" fn cuGraphInstantiate_v2(
    place: *mut CUgraphExec,
    graph: CUgraph,
    error: *mut CUgraphNode,
    log: *mut c_char,
    len: usize,
) -> CUresult {
    // SAFETY: the client passes places for the exec, the node and the log, or null.
    unsafe { instantiate_with_log(entry(Name::cuGraphInstantiate_v2), place, graph, error, log, len) }
}

pub(crate) unsafe extern "C" fn cuGraphInstantiateWithFlags(
    place: *mut CUgraphExec,
    graph: CUgraph,
    flags: c_ulonglong,
) -> CUresult {
    instantiate(entry(Name::cuGraphInstantiateWithFlags), place, graph, flags)
}

/// # Safety
/// `place` is null or a place for the exec; `parameters` is null or points to what the client wants, and may be written to.
unsafe fn instantiate_with(
    entry: Entry,
    place: *mut CUgraphExec,
    graph: CUgraph,
    parameters: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    default: CUstream,
) -> CUresult {
    entry.on_graph(graph, |graph| {
        // SAFETY: the caller promises parameters, or null.
        let it = unsafe { parameters.as_mut() }.ok_or(code::INVALID_VALUE)?;
        it.hErrNode_out = null_mut();
        // SAFETY: the caller promises a place for the exec, or null.
        let made = unsafe { make(graph, place, it.flags) };
        it.result_out = match made {
            Ok(()) => CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
            Err(code::NOT_SUPPORTED) => CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED,
            Err(_) => CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_ERROR,
        };
        made?;
        if it.flags & UPLOAD != 0 {
            // The upload itself is nothing here, but the stream has to be one.
            call::target(if it.hUploadStream.is_null() { default } else { it.hUploadStream })?;
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuGraphInstantiateWithParams(
    place: *mut CUgraphExec,
    graph: CUgraph,
    parameters: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
) -> CUresult {
    // SAFETY: the client passes a place for the exec, and parameters.
    unsafe { instantiate_with(entry(Name::cuGraphInstantiateWithParams), place, graph, parameters, null_mut()) }
}

pub(crate) unsafe extern "C" fn cuGraphInstantiateWithParams_ptsz(
    place: *mut CUgraphExec,
    graph: CUgraph,
    parameters: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
) -> CUresult {
    let entry = entry(Name::cuGraphInstantiateWithParams_ptsz);
    // SAFETY: the client passes a place for the exec, and parameters.
    unsafe { instantiate_with(entry, place, graph, parameters, cuda_sys::CU_STREAM_PER_THREAD) }
}

pub(crate) unsafe extern "C" fn cuGraphLaunch(exec: CUgraphExec, stream: CUstream) -> CUresult {
    entry(Name::cuGraphLaunch).on_stream(stream, |target| {
        let exec = find::exec(exec)?;
        let captures = &target.context.world.captures;
        if exec.world.id != target.context.world.id {
            return Err(code::INVALID_VALUE);
        }
        if !captures.takes(target)? {
            return launch::launch(&exec, target);
        }
        if exec.plan().steps.iter().any(|step| step.work.is_memory()) {
            return Err(captures.spoil(target, code::CAPTURE_UNSUPPORTED).unwrap_or(code::CAPTURE_UNSUPPORTED));
        }
        captures.add(target, Work::Graph(exec.as_child()?))
    })
}

/// A graph is on the device as soon as it is made ready, so only the handles are looked at.
pub(crate) unsafe extern "C" fn cuGraphUpload(exec: CUgraphExec, stream: CUstream) -> CUresult {
    entry(Name::cuGraphUpload).on_stream(stream, |target| {
        let captures = &target.context.world.captures;
        if captures.takes(target)? {
            return Err(captures.spoil(target, code::CAPTURE_UNSUPPORTED).unwrap_or(code::CAPTURE_UNSUPPORTED));
        }
        find::exec(exec).map(drop)
    })
}

pub(crate) unsafe extern "C" fn cuGraphExecDestroy(exec: CUgraphExec) -> CUresult {
    giving_back(Name::cuGraphExecDestroy).on_exec(exec, |exec| exec.destroy())
}

pub(crate) unsafe extern "C" fn cuGraphExecGetFlags(exec: CUgraphExec, flags: *mut cuuint64_t) -> CUresult {
    // SAFETY: the client passes a place for the flags, or null.
    entry(Name::cuGraphExecGetFlags).on_exec(exec, |exec| unsafe { put(flags, exec.flags) })
}

pub(crate) unsafe extern "C" fn cuGraphExecGetId(exec: CUgraphExec, id: *mut c_uint) -> CUresult {
    entry(Name::cuGraphExecGetId).on_exec(exec, |exec| {
        // SAFETY: the client passes a place for the number, or null.
        unsafe { put(id, c_uint::try_from(exec.id).unwrap_or(c_uint::MAX)) }
    })
}

/// Updates an exec; `tell` is told how it went, if it came that far.
fn updated(entry: Entry, exec: CUgraphExec, graph: CUgraph, tell: impl FnOnce(Result<(), Refusal>)) -> CUresult {
    entry.on_exec(exec, |exec| {
        let graph = registry::graph(handle::to_key(graph)).ok_or(code::INVALID_VALUE)?;
        if graph.world.id != exec.world.id {
            return Err(code::INVALID_VALUE);
        }
        let result = update::update(exec, &graph);
        tell(result);
        result.map_err(|_| CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
    })
}

pub(crate) unsafe extern "C" fn cuGraphExecUpdate(
    exec: CUgraphExec,
    graph: CUgraph,
    node: *mut CUgraphNode,
    result: *mut CUgraphExecUpdateResult,
) -> CUresult {
    updated(entry(Name::cuGraphExecUpdate), exec, graph, |answer| {
        let (code, error) = match answer {
            Ok(()) => (CUgraphExecUpdateResult::CU_GRAPH_EXEC_UPDATE_SUCCESS, 0),
            Err(refusal) => (refusal.result, refusal.node),
        };
        // SAFETY: the client passes a place for the node, or null.
        unsafe { put_if_wanted(node, handle::to_raw(error)) };
        // SAFETY: as above, for the result.
        unsafe { put_if_wanted(result, code) };
    })
}

pub(crate) unsafe extern "C" fn cuGraphExecUpdate_v2(
    exec: CUgraphExec,
    graph: CUgraph,
    info: *mut CUgraphExecUpdateResultInfo,
) -> CUresult {
    if info.is_null() {
        return entry(Name::cuGraphExecUpdate_v2).refuse(code::INVALID_VALUE);
    }
    updated(entry(Name::cuGraphExecUpdate_v2), exec, graph, |answer| {
        let mut it = CUgraphExecUpdateResultInfo::default();
        if let Err(refusal) = answer {
            it.result = refusal.result;
            it.errorNode = handle::to_raw(refusal.node);
            it.errorFromNode = handle::to_raw(refusal.from);
        }
        // SAFETY: the client passes a place for the answer (not null, checked above).
        unsafe { put_if_wanted(info, it) };
    })
}
