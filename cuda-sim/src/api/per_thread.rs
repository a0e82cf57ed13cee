//! The spellings that take the null stream to mean the calling thread's own default stream.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cuda_sys::{
    CU_STREAM_PER_THREAD, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUarray, CUcontext, CUdevice, CUdeviceptr, CUevent, CUfunction,
    CUgraph, CUgraphEdgeData, CUgraphExec, CUgraphNode, CUgreenCtx, CUhostFn, CUmemLocation, CUmemoryPool, CUresult,
    CUstream, CUstreamBatchMemOpParams, CUstreamCallback, CUstreamCaptureMode, CUstreamCaptureStatus, cuuint32_t,
    cuuint64_t,
};

use crate::api::graph::{capture, exec};
use crate::api::{
    copy_area, copy_array, copy_async, event, fill, host_function, launch, managed, pool, stream, stream_query,
    stream_value,
};

/// What an argument means here: only a null stream means something else than elsewhere.
trait Meant {
    fn meant(self) -> Self;
}

impl Meant for CUstream {
    fn meant(self) -> Self {
        if self.is_null() { CU_STREAM_PER_THREAD } else { self }
    }
}

macro_rules! as_they_are {
    ($($ty:ty),*) => { $( impl Meant for $ty {
        fn meant(self) -> Self {
            self
        }
    } )* };
}

as_they_are!(
    *const CUDA_MEMCPY2D,
    *const CUDA_MEMCPY3D,
    *const c_void,
    *const CUgraphEdgeData,
    *const CUgraphNode,
    *mut *const CUgraphEdgeData,
    *mut *const CUgraphNode,
    *mut *mut c_void,
    *mut CUcontext,
    *mut CUgreenCtx,
    *mut CUgraph,
    *mut CUgraphNode,
    *mut CUstreamCaptureStatus,
    *mut c_int,
    *mut c_uint,
    *mut c_ulonglong,
    *mut c_void,
    *mut usize,
    *mut CUstreamBatchMemOpParams,
    CUarray,
    CUcontext,
    CUdeviceptr,
    CUevent,
    CUfunction,
    CUgraph,
    CUgraphExec,
    CUstreamCaptureMode,
    CUhostFn,
    CUmemLocation,
    CUmemoryPool,
    CUstreamCallback,
    c_int,
    c_uchar,
    c_uint,
    c_ushort,
    usize
);

macro_rules! per_thread {
    ($($name:ident = $module:ident::$legacy:ident($($parameter:ident: $ty:ty),*);)*) => { $(
        pub(crate) unsafe extern "C" fn $name($($parameter: $ty),*) -> CUresult {
            // SAFETY: the client keeps the promises that the function of the other spelling asks for.
            unsafe { $module::$legacy($(Meant::meant($parameter)),*) }
        }
    )* };
}

per_thread! {
    cuEventRecordWithFlags_ptsz = event::cuEventRecordWithFlags(h_event: CUevent, h_stream: CUstream, flags: c_uint);
    cuEventRecord_ptsz = event::cuEventRecord(h_event: CUevent, h_stream: CUstream);
    cuLaunchHostFunc_ptsz = host_function::cuLaunchHostFunc(h_stream: CUstream, fn_: CUhostFn, user_data: *mut c_void);
    cuLaunchHostFunc_v2_ptsz = host_function::cuLaunchHostFunc_v2(h_stream: CUstream, fn_: CUhostFn, user_data: *mut c_void, sync_mode: c_uint);
    cuLaunchCooperativeKernel_ptsz = launch::cuLaunchCooperativeKernel(f: CUfunction, grid_dim_x: c_uint, grid_dim_y: c_uint, grid_dim_z: c_uint, block_dim_x: c_uint, block_dim_y: c_uint, block_dim_z: c_uint, shared_mem_bytes: c_uint, h_stream: CUstream, kernel_params: *mut *mut c_void);
    cuLaunchKernel_ptsz = launch::cuLaunchKernel(f: CUfunction, grid_dim_x: c_uint, grid_dim_y: c_uint, grid_dim_z: c_uint, block_dim_x: c_uint, block_dim_y: c_uint, block_dim_z: c_uint, shared_mem_bytes: c_uint, h_stream: CUstream, kernel_params: *mut *mut c_void, extra: *mut *mut c_void);
    cuMemAllocAsync_ptsz = pool::cuMemAllocAsync(dptr: *mut CUdeviceptr, bytesize: usize, h_stream: CUstream);
    cuMemAllocFromPoolAsync_ptsz = pool::cuMemAllocFromPoolAsync(dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, h_stream: CUstream);
    cuMemFreeAsync_ptsz = pool::cuMemFreeAsync(dptr: CUdeviceptr, h_stream: CUstream);
    cuMemcpy2DAsync_v2_ptsz = copy_area::cuMemcpy2DAsync_v2(p_copy: *const CUDA_MEMCPY2D, h_stream: CUstream);
    cuMemcpy3DAsync_v2_ptsz = copy_area::cuMemcpy3DAsync_v2(p_copy: *const CUDA_MEMCPY3D, h_stream: CUstream);
    cuMemcpyAtoHAsync_v2_ptsz = copy_array::cuMemcpyAtoHAsync_v2(dst_host: *mut c_void, src_array: CUarray, src_offset: usize, byte_count: usize, h_stream: CUstream);
    cuMemcpyHtoAAsync_v2_ptsz = copy_array::cuMemcpyHtoAAsync_v2(dst_array: CUarray, dst_offset: usize, src_host: *const c_void, byte_count: usize, h_stream: CUstream);
    cuMemcpyAsync_ptsz = copy_async::cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, byte_count: usize, h_stream: CUstream);
    cuMemcpyDtoDAsync_v2_ptsz = copy_async::cuMemcpyDtoDAsync_v2(dst_device: CUdeviceptr, src_device: CUdeviceptr, byte_count: usize, h_stream: CUstream);
    cuMemcpyDtoHAsync_v2_ptsz = copy_async::cuMemcpyDtoHAsync_v2(dst_host: *mut c_void, src_device: CUdeviceptr, byte_count: usize, h_stream: CUstream);
    cuMemcpyHtoDAsync_v2_ptsz = copy_async::cuMemcpyHtoDAsync_v2(dst_device: CUdeviceptr, src_host: *const c_void, byte_count: usize, h_stream: CUstream);
    cuMemcpyPeerAsync_ptsz = copy_async::cuMemcpyPeerAsync(dst_device: CUdeviceptr, dst_context: CUcontext, src_device: CUdeviceptr, src_context: CUcontext, byte_count: usize, h_stream: CUstream);
    cuMemsetD16Async_ptsz = fill::cuMemsetD16Async(dst_device: CUdeviceptr, us: c_ushort, n: usize, h_stream: CUstream);
    cuMemsetD2D16Async_ptsz = fill::cuMemsetD2D16Async(dst_device: CUdeviceptr, dst_pitch: usize, us: c_ushort, width: usize, height: usize, h_stream: CUstream);
    cuMemsetD2D32Async_ptsz = fill::cuMemsetD2D32Async(dst_device: CUdeviceptr, dst_pitch: usize, ui: c_uint, width: usize, height: usize, h_stream: CUstream);
    cuMemsetD2D8Async_ptsz = fill::cuMemsetD2D8Async(dst_device: CUdeviceptr, dst_pitch: usize, uc: c_uchar, width: usize, height: usize, h_stream: CUstream);
    cuMemsetD32Async_ptsz = fill::cuMemsetD32Async(dst_device: CUdeviceptr, ui: c_uint, n: usize, h_stream: CUstream);
    cuMemsetD8Async_ptsz = fill::cuMemsetD8Async(dst_device: CUdeviceptr, uc: c_uchar, n: usize, h_stream: CUstream);
    cuGraphLaunch_ptsz = exec::cuGraphLaunch(exec: CUgraphExec, h_stream: CUstream);
    cuGraphUpload_ptsz = exec::cuGraphUpload(exec: CUgraphExec, h_stream: CUstream);
    cuStreamBeginCapture_ptsz = capture::cuStreamBeginCapture(h_stream: CUstream);
    cuStreamBeginCapture_v2_ptsz = capture::cuStreamBeginCapture_v2(h_stream: CUstream, mode: CUstreamCaptureMode);
    cuStreamBeginCaptureToGraph_ptsz = capture::cuStreamBeginCaptureToGraph(h_stream: CUstream, graph: CUgraph, dependencies: *const CUgraphNode, data: *const CUgraphEdgeData, count: usize, mode: CUstreamCaptureMode);
    cuStreamEndCapture_ptsz = capture::cuStreamEndCapture(h_stream: CUstream, graph: *mut CUgraph);
    cuStreamGetCaptureInfo_ptsz = capture::cuStreamGetCaptureInfo(h_stream: CUstream, capture_status_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t);
    cuStreamUpdateCaptureDependencies_ptsz = capture::cuStreamUpdateCaptureDependencies(h_stream: CUstream, dependencies: *mut CUgraphNode, count: usize, flags: c_uint);
    cuStreamUpdateCaptureDependencies_v2_ptsz = capture::cuStreamUpdateCaptureDependencies_v2(h_stream: CUstream, dependencies: *mut CUgraphNode, data: *const CUgraphEdgeData, count: usize, flags: c_uint);
    cuStreamAddCallback_ptsz = host_function::cuStreamAddCallback(h_stream: CUstream, callback: CUstreamCallback, user_data: *mut c_void, flags: c_uint);
    cuStreamGetCaptureInfo_v2_ptsz = capture::cuStreamGetCaptureInfo_v2(h_stream: CUstream, capture_status_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, num_dependencies_out: *mut usize);
    cuStreamGetCaptureInfo_v3_ptsz = capture::cuStreamGetCaptureInfo_v3(h_stream: CUstream, capture_status_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, edge_data_out: *mut *const CUgraphEdgeData, num_dependencies_out: *mut usize);
    cuStreamGetCtx_ptsz = stream::cuStreamGetCtx(h_stream: CUstream, pctx: *mut CUcontext);
    cuStreamGetCtx_v2_ptsz = stream::cuStreamGetCtx_v2(h_stream: CUstream, pctx: *mut CUcontext, green: *mut CUgreenCtx);
    cuStreamGetDevice_ptsz = stream::cuStreamGetDevice(h_stream: CUstream, device: *mut CUdevice);
    cuStreamGetFlags_ptsz = stream::cuStreamGetFlags(h_stream: CUstream, flags: *mut c_uint);
    cuStreamGetId_ptsz = stream::cuStreamGetId(h_stream: CUstream, stream_id: *mut c_ulonglong);
    cuStreamGetPriority_ptsz = stream::cuStreamGetPriority(h_stream: CUstream, priority: *mut c_int);
    cuStreamIsCapturing_ptsz = capture::cuStreamIsCapturing(h_stream: CUstream, capture_status: *mut CUstreamCaptureStatus);
    cuStreamQuery_ptsz = stream_query::cuStreamQuery(h_stream: CUstream);
    cuStreamSynchronize_ptsz = stream_query::cuStreamSynchronize(h_stream: CUstream);
    cuStreamWaitEvent_ptsz = stream_query::cuStreamWaitEvent(h_stream: CUstream, h_event: CUevent, flags: c_uint);
    cuStreamWaitValue32_ptsz = stream_value::cuStreamWaitValue32(stream: CUstream, address: CUdeviceptr, value: cuuint32_t, flags: c_uint);
    cuStreamWaitValue32_v2_ptsz = stream_value::cuStreamWaitValue32_v2(stream: CUstream, address: CUdeviceptr, value: cuuint32_t, flags: c_uint);
    cuStreamWaitValue64_ptsz = stream_value::cuStreamWaitValue64(stream: CUstream, address: CUdeviceptr, value: cuuint64_t, flags: c_uint);
    cuStreamWaitValue64_v2_ptsz = stream_value::cuStreamWaitValue64_v2(stream: CUstream, address: CUdeviceptr, value: cuuint64_t, flags: c_uint);
    cuStreamWriteValue32_ptsz = stream_value::cuStreamWriteValue32(stream: CUstream, address: CUdeviceptr, value: cuuint32_t, flags: c_uint);
    cuStreamWriteValue32_v2_ptsz = stream_value::cuStreamWriteValue32_v2(stream: CUstream, address: CUdeviceptr, value: cuuint32_t, flags: c_uint);
    cuStreamWriteValue64_ptsz = stream_value::cuStreamWriteValue64(stream: CUstream, address: CUdeviceptr, value: cuuint64_t, flags: c_uint);
    cuStreamWriteValue64_v2_ptsz = stream_value::cuStreamWriteValue64_v2(stream: CUstream, address: CUdeviceptr, value: cuuint64_t, flags: c_uint);
    cuStreamBatchMemOp_ptsz = stream_value::cuStreamBatchMemOp(stream: CUstream, count: c_uint, list: *mut CUstreamBatchMemOpParams, flags: c_uint);
    cuStreamBatchMemOp_v2_ptsz = stream_value::cuStreamBatchMemOp_v2(stream: CUstream, count: c_uint, list: *mut CUstreamBatchMemOpParams, flags: c_uint);
    cuMemPrefetchAsync_ptsz = managed::cuMemPrefetchAsync(address: CUdeviceptr, len: usize, to: CUdevice, stream: CUstream);
    cuMemPrefetchAsync_v2_ptsz = managed::cuMemPrefetchAsync_v2(address: CUdeviceptr, len: usize, to: CUmemLocation, flags: c_uint, stream: CUstream);
    cuStreamAttachMemAsync_ptsz = managed::cuStreamAttachMemAsync(stream: CUstream, address: CUdeviceptr, len: usize, flags: c_uint);
}
