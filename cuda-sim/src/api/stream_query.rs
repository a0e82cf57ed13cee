//! Streams: waiting for them, asking them, ordering them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;
use std::ptr::null;

use cuda_sys::{CUevent, CUgraph, CUgraphEdgeData, CUgraphNode, CUresult, CUstream, CUstreamCaptureStatus, cuuint64_t};

use crate::api::call::{entry, fault_proof};
use crate::api::out::{put, put_if_wanted};
use crate::code;
use crate::engine::op::Op;
use crate::engine::queue;
use crate::engine::wait;
use crate::name::Name;
use crate::world::{handle, registry};

pub(crate) unsafe extern "C" fn cuStreamQuery(stream: CUstream) -> CUresult {
    entry(Name::cuStreamQuery)
        .on_stream(stream, |target| wait::query_lane(&target.context.world, &target.context.health, target.lane))
}

pub(crate) unsafe extern "C" fn cuStreamSynchronize(stream: CUstream) -> CUresult {
    entry(Name::cuStreamSynchronize).on_stream(stream, |target| {
        let world = &target.context.world;
        let points = world.engine.lock().awaited_by(target.lane);
        wait::wait(world, &target.context.health, &points.ok_or(code::INVALID_HANDLE)?)
    })
}

pub(crate) unsafe extern "C" fn cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint) -> CUresult {
    entry(Name::cuStreamWaitEvent).on_stream(stream, |target| {
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        let event = registry::event(handle::to_key(event)).ok_or(code::INVALID_HANDLE)?;
        if event.context.world.id != target.context.world.id {
            return Err(code::INVALID_HANDLE);
        }
        let Some(record) = event.record() else { return Ok(()) };
        queue::enqueue(&target.context.world, target.lane, Op::Join, &[record.point]).map(drop)
    })
}

const NOT_CAPTURING: CUstreamCaptureStatus = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;

pub(crate) unsafe extern "C" fn cuStreamIsCapturing(stream: CUstream, status: *mut CUstreamCaptureStatus) -> CUresult {
    // SAFETY: the client passes a place for the status, or null.
    fault_proof(Name::cuStreamIsCapturing).on_stream(stream, |_| unsafe { put(status, NOT_CAPTURING) })
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo_v2(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
    _graph: *mut CUgraph,
    dependencies: *mut *const CUgraphNode,
    count: *mut usize,
) -> CUresult {
    fault_proof(Name::cuStreamGetCaptureInfo_v2).on_stream(stream, |_| {
        // SAFETY: the client passes a place for each answer, or null if it does not want it.
        unsafe { put_if_wanted(id, 0) };
        // SAFETY: as above.
        unsafe { put_if_wanted(dependencies, null()) };
        // SAFETY: as above.
        unsafe { put_if_wanted(count, 0) };
        // SAFETY: the client passes a place for the status, or null.
        unsafe { put(status, NOT_CAPTURING) }
    })
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo_v3(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
    _graph: *mut CUgraph,
    dependencies: *mut *const CUgraphNode,
    edges: *mut *const CUgraphEdgeData,
    count: *mut usize,
) -> CUresult {
    fault_proof(Name::cuStreamGetCaptureInfo_v3).on_stream(stream, |_| {
        // SAFETY: the client passes a place for each answer, or null if it does not want it.
        unsafe { put_if_wanted(id, 0) };
        // SAFETY: as above.
        unsafe { put_if_wanted(dependencies, null()) };
        // SAFETY: as above.
        unsafe { put_if_wanted(edges, null()) };
        // SAFETY: as above.
        unsafe { put_if_wanted(count, 0) };
        // SAFETY: the client passes a place for the status, or null.
        unsafe { put(status, NOT_CAPTURING) }
    })
}

pub(crate) unsafe extern "C" fn cuStreamGetCaptureInfo(
    stream: CUstream,
    status: *mut CUstreamCaptureStatus,
    id: *mut cuuint64_t,
) -> CUresult {
    fault_proof(Name::cuStreamGetCaptureInfo).on_stream(stream, |_| {
        // SAFETY: the client passes a place for the number, or null if it does not want it.
        unsafe { put_if_wanted(id, 0) };
        // SAFETY: the client passes a place for the status, or null.
        unsafe { put(status, NOT_CAPTURING) }
    })
}
