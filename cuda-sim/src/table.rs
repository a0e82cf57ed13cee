//! The driver table of a simulator: what is simulated, laid over stubs for all the rest.
#![expect(unsafe_code, reason = "builds a function table whose later entries an older driver lacks")]

use cuda_sys::{CudaVersion, DriverTable};

use crate::api::graph::{
    capture, child, copy_node, dot, edges, event_node, exec, exec_node, fill_node, generic, host_node,
    kernel_attribute, kernel_node, memory_node, node, object, user_object,
};
use crate::api::{
    array, context, context_event, copy, copy_area, copy_array, copy_async, coredump, device, error, event,
    export_table, fill, function, host_function, host_memory, init, ipc, ipc_event, kernel, launch, library, link,
    managed, managed_attribute, memory, memory_handle, module, occupancy, per_thread, pointer, pool, pool_attribute,
    primary, proc_address, sharing, stream, stream_query, stream_value, stubs, texture, virtual_memory,
};
use crate::world::slot;

macro_rules! lay {
    ($table:ident: $($module:ident { $($name:ident),* $(,)? })*) => { $($( $table.$name = Some($module::$name); )*)* };
}

/// Older spellings of the same signature.
macro_rules! alias {
    ($table:ident: $($old:ident = $new:ident),* $(,)?) => { $( $table.$old = $table.$new; )* };
}

/// What is the same in every slot.
fn shared() -> DriverTable {
    let mut table = stubs::table();
    lay! { table:
        context {
            cuCtxCreate_v2, cuCtxCreate_v3, cuCtxCreate_v4, cuCtxDestroy_v2, cuCtxSetCurrent, cuCtxGetCurrent,
            cuCtxPushCurrent_v2, cuCtxPopCurrent_v2, cuCtxGetDevice, cuCtxGetDevice_v2, cuCtxGetId, cuCtxGetFlags, cuCtxGetApiVersion,
            cuCtxSynchronize, cuCtxSynchronize_v2, cuCtxGetStreamPriorityRange, cuCtxGetCacheConfig, cuCtxSetCacheConfig, cuCtxGetLimit,
            cuCtxSetLimit, cuCtxEnablePeerAccess, cuCtxDisablePeerAccess,
        }
        primary {
            cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxReset_v2,
            cuDevicePrimaryCtxGetState, cuDevicePrimaryCtxSetFlags_v2,
        }
        device {
            cuDeviceGetName, cuDeviceGetUuid, cuDeviceGetUuid_v2, cuDeviceTotalMem_v2, cuDeviceGetAttribute,
            cuDeviceComputeCapability, cuDeviceGetPCIBusId, cuDeviceCanAccessPeer, cuDeviceGetP2PAttribute,
        }
        stream {
            cuStreamCreate, cuStreamCreateWithPriority, cuStreamDestroy_v2, cuStreamGetPriority, cuStreamGetFlags,
            cuStreamGetId, cuStreamGetCtx, cuStreamGetCtx_v2, cuStreamGetDevice,
        }
        stream_query {
            cuStreamQuery, cuStreamSynchronize, cuStreamWaitEvent,
        }
        stream_value {
            cuStreamWaitValue32, cuStreamWaitValue32_v2, cuStreamWaitValue64, cuStreamWaitValue64_v2, cuStreamWriteValue32, cuStreamWriteValue32_v2, cuStreamWriteValue64, cuStreamWriteValue64_v2, cuStreamBatchMemOp, cuStreamBatchMemOp_v2,
        }
        per_thread {
            cuStreamWaitValue32_ptsz, cuStreamWaitValue32_v2_ptsz, cuStreamWaitValue64_ptsz, cuStreamWaitValue64_v2_ptsz, cuStreamWriteValue32_ptsz, cuStreamWriteValue32_v2_ptsz, cuStreamWriteValue64_ptsz, cuStreamWriteValue64_v2_ptsz, cuStreamBatchMemOp_ptsz, cuStreamBatchMemOp_v2_ptsz,
        }
        event {
            cuEventCreate, cuEventDestroy_v2, cuEventRecord, cuEventRecordWithFlags, cuEventQuery, cuEventSynchronize,
            cuEventElapsedTime, cuEventElapsedTime_v2,
        }
        host_function { cuLaunchHostFunc, cuLaunchHostFunc_v2, cuStreamAddCallback }
        copy {
            cuMemcpyHtoD_v2, cuMemcpyDtoH_v2, cuMemcpyDtoD_v2, cuMemcpy, cuMemcpyPeer, cuMemcpyHtoD_v2_ptds,
            cuMemcpyDtoH_v2_ptds, cuMemcpyDtoD_v2_ptds, cuMemcpy_ptds, cuMemcpyPeer_ptds,
        }
        copy_area {
            cuMemcpy2D_v2, cuMemcpy2D_v2_ptds, cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned_v2_ptds, cuMemcpy3D_v2,
            cuMemcpy3D_v2_ptds, cuMemcpy2DAsync_v2, cuMemcpy3DAsync_v2,
        }
        array {
            cuArrayCreate_v2, cuArray3DCreate_v2, cuArrayDestroy, cuArrayGetDescriptor_v2, cuArray3DGetDescriptor_v2,
        }
        copy_array {
            cuMemcpyHtoA_v2, cuMemcpyAtoH_v2, cuMemcpyDtoA_v2, cuMemcpyAtoD_v2, cuMemcpyAtoA_v2, cuMemcpyHtoA_v2_ptds,
            cuMemcpyAtoH_v2_ptds, cuMemcpyDtoA_v2_ptds, cuMemcpyAtoD_v2_ptds, cuMemcpyAtoA_v2_ptds, cuMemcpyHtoAAsync_v2,
            cuMemcpyAtoHAsync_v2,
        }
        texture {
            cuTexObjectCreate, cuTexObjectDestroy, cuTexObjectGetResourceDesc, cuTexObjectGetTextureDesc, cuSurfObjectCreate,
            cuSurfObjectDestroy, cuSurfObjectGetResourceDesc,
        }
        pointer { cuPointerGetAttribute, cuPointerGetAttributes, cuPointerSetAttribute }
        per_thread {
            cuEventRecordWithFlags_ptsz, cuEventRecord_ptsz, cuLaunchHostFunc_ptsz, cuLaunchHostFunc_v2_ptsz, cuLaunchCooperativeKernel_ptsz, cuLaunchKernel_ptsz, cuMemAllocAsync_ptsz, cuMemAllocFromPoolAsync_ptsz, cuMemFreeAsync_ptsz, cuMemcpy2DAsync_v2_ptsz, cuMemcpy3DAsync_v2_ptsz, cuMemcpyAsync_ptsz, cuMemcpyAtoHAsync_v2_ptsz, cuMemcpyHtoAAsync_v2_ptsz, cuMemcpyDtoDAsync_v2_ptsz, cuMemcpyDtoHAsync_v2_ptsz, cuMemcpyHtoDAsync_v2_ptsz, cuMemcpyPeerAsync_ptsz, cuMemsetD16Async_ptsz, cuMemsetD2D16Async_ptsz, cuMemsetD2D32Async_ptsz, cuMemsetD2D8Async_ptsz, cuMemsetD32Async_ptsz, cuMemsetD8Async_ptsz, cuGraphLaunch_ptsz, cuGraphUpload_ptsz, cuStreamBeginCapture_ptsz, cuStreamBeginCapture_v2_ptsz, cuStreamBeginCaptureToGraph_ptsz, cuStreamEndCapture_ptsz, cuStreamGetCaptureInfo_ptsz, cuStreamUpdateCaptureDependencies_ptsz, cuStreamUpdateCaptureDependencies_v2_ptsz, cuStreamAddCallback_ptsz, cuStreamGetCaptureInfo_v2_ptsz, cuStreamGetCaptureInfo_v3_ptsz, cuStreamGetCtx_ptsz, cuStreamGetCtx_v2_ptsz, cuStreamGetDevice_ptsz, cuStreamGetFlags_ptsz, cuStreamGetId_ptsz, cuStreamGetPriority_ptsz, cuStreamIsCapturing_ptsz, cuStreamQuery_ptsz, cuStreamSynchronize_ptsz, cuStreamWaitEvent_ptsz,
        }
        copy_async {
            cuMemcpyHtoDAsync_v2, cuMemcpyDtoHAsync_v2, cuMemcpyDtoDAsync_v2, cuMemcpyAsync, cuMemcpyPeerAsync,
        }
        fill {
            cuMemsetD8_v2, cuMemsetD8Async, cuMemsetD2D8_v2, cuMemsetD2D8Async, cuMemsetD16_v2, cuMemsetD16Async,
            cuMemsetD2D16_v2, cuMemsetD2D16Async, cuMemsetD32_v2, cuMemsetD32Async, cuMemsetD2D32_v2,
            cuMemsetD2D32Async, cuMemsetD8_v2_ptds, cuMemsetD2D8_v2_ptds, cuMemsetD16_v2_ptds, cuMemsetD2D16_v2_ptds,
            cuMemsetD32_v2_ptds, cuMemsetD2D32_v2_ptds,
        }
        ipc_event { cuIpcGetEventHandle, cuIpcOpenEventHandle }
        ipc { cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcOpenMemHandle_v2, cuIpcCloseMemHandle }
        memory { cuMemAlloc_v2, cuMemAllocPitch_v2, cuMemFree_v2, cuMemGetInfo_v2, cuMemGetAddressRange_v2 }
        host_memory {
            cuMemAllocHost_v2, cuMemHostAlloc, cuMemFreeHost, cuMemHostRegister, cuMemHostRegister_v2,
            cuMemHostUnregister, cuMemHostGetFlags, cuMemHostGetDevicePointer_v2,
        }
        managed {
            cuMemAllocManaged, cuMemPrefetchAsync, cuMemPrefetchAsync_v2, cuMemAdvise, cuMemAdvise_v2, cuStreamAttachMemAsync,
        }
        managed_attribute { cuMemRangeGetAttribute, cuMemRangeGetAttributes }
        per_thread { cuMemPrefetchAsync_ptsz, cuMemPrefetchAsync_v2_ptsz, cuStreamAttachMemAsync_ptsz }
        memory_handle {
            cuMemCreate, cuMemRelease, cuMemGetAllocationGranularity, cuMemGetAllocationPropertiesFromHandle,
        }
        sharing {
            cuMemExportToShareableHandle, cuMemPoolExportToShareableHandle, cuMemPoolImportPointer,
        }
        pool {
            cuDeviceGetDefaultMemPool, cuDeviceGetMemPool, cuDeviceSetMemPool, cuMemPoolCreate, cuMemPoolDestroy,
            cuMemPoolTrimTo, cuMemAllocAsync, cuMemAllocFromPoolAsync,
            cuMemFreeAsync,
        }
        pool_attribute {
            cuMemPoolSetAttribute, cuMemPoolGetAttribute, cuMemPoolSetAccess, cuMemPoolGetAccess, cuMemGetDefaultMemPool,
            cuMemGetMemPool, cuMemSetMemPool,
        }
        module {
            cuModuleLoadData, cuModuleLoadDataEx, cuModuleLoadFatBinary, cuModuleLoad, cuModuleUnload, cuModuleGetFunction,
            cuModuleGetFunctionCount, cuModuleEnumerateFunctions, cuModuleGetGlobal_v2,
        }
        function {
            cuFuncGetAttribute, cuFuncSetAttribute, cuFuncSetCacheConfig, cuFuncSetSharedMemConfig, cuFuncGetModule, cuFuncGetName,
            cuFuncGetParamInfo, cuFuncGetParamCount, cuFuncLoad, cuFuncIsLoaded,
        }
        library {
            cuLibraryUnload, cuLibraryGetKernel, cuLibraryGetKernelCount, cuLibraryEnumerateKernels, cuLibraryGetModule,
            cuLibraryGetGlobal, cuLibraryGetManaged,
        }
        link { cuLinkCreate_v2, cuLinkAddData_v2, cuLinkAddFile_v2, cuLinkComplete, cuLinkDestroy }
        kernel {
            cuKernelGetFunction, cuKernelGetLibrary, cuKernelGetName, cuKernelGetParamInfo, cuKernelGetParamCount,
            cuKernelGetAttribute, cuKernelSetAttribute, cuKernelSetCacheConfig,
        }
        launch { cuLaunchKernel, cuLaunchCooperativeKernel, cuLaunchKernelEx, cuLaunchKernelEx_ptsz }
        occupancy {
            cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
            cuOccupancyMaxPotentialBlockSize, cuOccupancyMaxPotentialBlockSizeWithFlags, cuOccupancyAvailableDynamicSMemPerBlock,
        }
        capture {
            cuStreamBeginCapture, cuStreamBeginCapture_v2, cuStreamBeginCaptureToGraph, cuStreamEndCapture, cuStreamIsCapturing,
            cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_v2, cuStreamGetCaptureInfo_v3, cuStreamUpdateCaptureDependencies,
            cuStreamUpdateCaptureDependencies_v2,
        }
        object { cuGraphDestroy, cuGraphClone, cuGraphNodeFindInClone, cuGraphGetId }
        edges {
            cuGraphGetNodes, cuGraphGetRootNodes, cuGraphGetEdges, cuGraphGetEdges_v2, cuGraphNodeGetDependencies,
            cuGraphNodeGetDependencies_v2, cuGraphNodeGetDependentNodes, cuGraphNodeGetDependentNodes_v2, cuGraphAddDependencies,
            cuGraphAddDependencies_v2, cuGraphRemoveDependencies, cuGraphRemoveDependencies_v2,
        }
        node {
            cuGraphNodeGetType, cuGraphDestroyNode, cuGraphNodeGetContainingGraph, cuGraphNodeGetLocalId, cuGraphNodeGetToolsId,
        }
        kernel_node {
            cuGraphAddKernelNode, cuGraphAddKernelNode_v2, cuGraphKernelNodeGetParams, cuGraphKernelNodeGetParams_v2,
            cuGraphKernelNodeSetParams, cuGraphKernelNodeSetParams_v2, cuGraphExecKernelNodeSetParams,
            cuGraphExecKernelNodeSetParams_v2,
        }
        kernel_attribute {
            cuGraphKernelNodeGetAttribute, cuGraphKernelNodeSetAttribute, cuGraphKernelNodeCopyAttributes,
        }
        copy_node {
            cuGraphAddMemcpyNode, cuGraphMemcpyNodeGetParams, cuGraphMemcpyNodeSetParams, cuGraphExecMemcpyNodeSetParams,
        }
        fill_node {
            cuGraphAddMemsetNode, cuGraphMemsetNodeGetParams, cuGraphMemsetNodeSetParams, cuGraphExecMemsetNodeSetParams,
        }
        host_node {
            cuGraphAddHostNode, cuGraphHostNodeGetParams, cuGraphHostNodeSetParams, cuGraphExecHostNodeSetParams,
        }
        event_node {
            cuGraphAddEventRecordNode, cuGraphEventRecordNodeGetEvent, cuGraphEventRecordNodeSetEvent,
            cuGraphExecEventRecordNodeSetEvent, cuGraphAddEventWaitNode, cuGraphEventWaitNodeGetEvent,
            cuGraphEventWaitNodeSetEvent, cuGraphExecEventWaitNodeSetEvent,
        }
        child {
            cuGraphAddChildGraphNode, cuGraphChildGraphNodeGetGraph, cuGraphExecChildGraphNodeSetParams, cuGraphAddEmptyNode,
        }
        memory_node {
            cuGraphAddMemAllocNode, cuGraphMemAllocNodeGetParams, cuGraphAddMemFreeNode, cuGraphMemFreeNodeGetParams,
        }
        generic { cuGraphAddNode, cuGraphAddNode_v2, cuGraphNodeSetParams, cuGraphExecNodeSetParams }
        exec {
            cuGraphInstantiate, cuGraphInstantiate_v2, cuGraphInstantiateWithFlags, cuGraphInstantiateWithParams,
            cuGraphInstantiateWithParams_ptsz, cuGraphLaunch, cuGraphUpload, cuGraphExecDestroy, cuGraphExecGetFlags,
            cuGraphExecGetId, cuGraphExecUpdate, cuGraphExecUpdate_v2,
        }
        exec_node { cuGraphNodeSetEnabled, cuGraphNodeGetEnabled }
        dot { cuGraphDebugDotPrint }
        user_object {
            cuUserObjectRetain, cuUserObjectRelease, cuGraphRetainUserObject, cuGraphReleaseUserObject,
        }
        context_event { cuCtxRecordEvent, cuCtxWaitEvent }
        coredump { cuCoredumpGetAttribute, cuCoredumpSetAttribute }
        error { cuGetErrorName, cuGetErrorString }
        export_table { cuGetExportTable }
    }
    alias! { table:
        cuCtxCreate = cuCtxCreate_v2, cuCtxDestroy = cuCtxDestroy_v2, cuCtxPopCurrent = cuCtxPopCurrent_v2, cuCtxPushCurrent = cuCtxPushCurrent_v2,
        cuDevicePrimaryCtxRelease = cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxReset = cuDevicePrimaryCtxReset_v2,
        cuDevicePrimaryCtxSetFlags = cuDevicePrimaryCtxSetFlags_v2, cuStreamDestroy = cuStreamDestroy_v2,
        cuEventDestroy = cuEventDestroy_v2, cuLinkCreate = cuLinkCreate_v2, cuLinkAddData = cuLinkAddData_v2,
        cuLinkAddFile = cuLinkAddFile_v2,
    }
    table
}

/// What needs no handle, for one slot.
fn lay_slot<const SLOT: usize>(table: &mut DriverTable) {
    table.cuInit = Some(init::cuInit::<SLOT>);
    table.cuDriverGetVersion = Some(init::cuDriverGetVersion::<SLOT>);
    table.cuDeviceGetCount = Some(init::cuDeviceGetCount::<SLOT>);
    table.cuDeviceGet = Some(init::cuDeviceGet::<SLOT>);
    table.cuThreadExchangeStreamCaptureMode = Some(init::cuThreadExchangeStreamCaptureMode::<SLOT>);
    table.cuCoredumpGetAttributeGlobal = Some(coredump::cuCoredumpGetAttributeGlobal::<SLOT>);
    table.cuCoredumpSetAttributeGlobal = Some(coredump::cuCoredumpSetAttributeGlobal::<SLOT>);
    table.cuMemAddressReserve = Some(virtual_memory::cuMemAddressReserve::<SLOT>);
    table.cuMemImportFromShareableHandle = Some(sharing::cuMemImportFromShareableHandle::<SLOT>);
    table.cuMemPoolExportPointer = Some(sharing::cuMemPoolExportPointer::<SLOT>);
    table.cuMemPoolImportFromShareableHandle = Some(sharing::cuMemPoolImportFromShareableHandle::<SLOT>);
    table.cuMemAddressFree = Some(virtual_memory::cuMemAddressFree::<SLOT>);
    table.cuMemMap = Some(virtual_memory::cuMemMap::<SLOT>);
    table.cuMemUnmap = Some(virtual_memory::cuMemUnmap::<SLOT>);
    table.cuMemSetAccess = Some(virtual_memory::cuMemSetAccess::<SLOT>);
    table.cuMemGetAccess = Some(virtual_memory::cuMemGetAccess::<SLOT>);
    table.cuMemRetainAllocationHandle = Some(virtual_memory::cuMemRetainAllocationHandle::<SLOT>);
    table.cuModuleGetLoadingMode = Some(module::cuModuleGetLoadingMode::<SLOT>);
    table.cuLibraryLoadData = Some(library::cuLibraryLoadData::<SLOT>);
    table.cuLibraryLoadFromFile = Some(library::cuLibraryLoadFromFile::<SLOT>);
    table.cuGraphCreate = Some(object::cuGraphCreate::<SLOT>);
    table.cuUserObjectCreate = Some(user_object::cuUserObjectCreate::<SLOT>);
    table.cuGetProcAddress = Some(proc_address::cuGetProcAddress::<SLOT>);
    table.cuGetProcAddress_v2 = Some(proc_address::cuGetProcAddress_v2::<SLOT>);
}

macro_rules! slots {
    ($($high:literal)*) => { &[$(
        lay_slot::<{ $high * 8 }>, lay_slot::<{ $high * 8 + 1 }>, lay_slot::<{ $high * 8 + 2 }>,
        lay_slot::<{ $high * 8 + 3 }>, lay_slot::<{ $high * 8 + 4 }>, lay_slot::<{ $high * 8 + 5 }>,
        lay_slot::<{ $high * 8 + 6 }>, lay_slot::<{ $high * 8 + 7 }>,
    )*] };
}

const LAYERS: &[fn(&mut DriverTable); slot::SLOTS] = slots!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// The table of the simulator in a slot. Entry points that are younger than its driver are not there.
pub(crate) fn of_slot(number: usize) -> DriverTable {
    let mut table = shared();
    if let Some(lay) = LAYERS.get(number) {
        lay(&mut table);
    }
    let version = slot::world(number).map_or(0, |world| world.config.driver_version);
    let version = u32::try_from(version).unwrap_or(0);
    if version >= CudaVersion::BINDINGS.raw() {
        return table;
    }
    // SAFETY: every address comes from the field of the same name, so it is a function of that field's signature, and
    // functions live forever.
    unsafe {
        DriverTable::resolve(|entry| {
            let is_there = entry.since().raw() <= version;
            is_there.then(|| table.get(entry.name())).flatten().unwrap_or(std::ptr::null())
        })
    }
}
