// Made by cuda-sys/regenerate.sh from cuda.h. Do not edit.

macro_rules! for_each_layout {
    ($callback:path) => {
        $callback! {
            opaque {
                CUIcheckpointOperation_st "struct CUIcheckpointOperation_st";
                CUarray_st "struct CUarray_st";
                CUasyncCallbackEntry_st "struct CUasyncCallbackEntry_st";
                CUcoredumpCallbackEntry_st "struct CUcoredumpCallbackEntry_st";
                CUctx_st "struct CUctx_st";
                CUdevResourceDesc_st "struct CUdevResourceDesc_st";
                CUevent_st "struct CUevent_st";
                CUextMemory_st "struct CUextMemory_st";
                CUextSemaphore_st "struct CUextSemaphore_st";
                CUfunc_st "struct CUfunc_st";
                CUgraphDeviceUpdatableNode_st "struct CUgraphDeviceUpdatableNode_st";
                CUgraphExec_st "struct CUgraphExec_st";
                CUgraphNode_st "struct CUgraphNode_st";
                CUgraph_st "struct CUgraph_st";
                CUgraphicsResource_st "struct CUgraphicsResource_st";
                CUgreenCtx_st "struct CUgreenCtx_st";
                CUkern_st "struct CUkern_st";
                CUlib_st "struct CUlib_st";
                CUlinkState_st "struct CUlinkState_st";
                CUlogsCallbackEntry_st "struct CUlogsCallbackEntry_st";
                CUmemPoolHandle_st "struct CUmemPoolHandle_st";
                CUmipmappedArray_st "struct CUmipmappedArray_st";
                CUmod_st "struct CUmod_st";
                CUstream_st "struct CUstream_st";
                CUsurfref_st "struct CUsurfref_st";
                CUtexref_st "struct CUtexref_st";
                CUuserObject_st "struct CUuserObject_st";
            }
            structures {
                CUDA_ARRAY3D_DESCRIPTOR_st "struct CUDA_ARRAY3D_DESCRIPTOR_st" {
                    [Width] "Width": usize;
                    [Height] "Height": usize;
                    [Depth] "Depth": usize;
                    [Format] "Format": CUarray_format;
                    [NumChannels] "NumChannels": ::core::ffi::c_uint;
                    [Flags] "Flags": ::core::ffi::c_uint;
                }
                CUDA_ARRAY3D_DESCRIPTOR_v1_st "struct CUDA_ARRAY3D_DESCRIPTOR_v1_st" {
                    [Width] "Width": ::core::ffi::c_uint;
                    [Height] "Height": ::core::ffi::c_uint;
                    [Depth] "Depth": ::core::ffi::c_uint;
                    [Format] "Format": CUarray_format;
                    [NumChannels] "NumChannels": ::core::ffi::c_uint;
                    [Flags] "Flags": ::core::ffi::c_uint;
                }
                CUDA_ARRAY_DESCRIPTOR_st "struct CUDA_ARRAY_DESCRIPTOR_st" {
                    [Width] "Width": usize;
                    [Height] "Height": usize;
                    [Format] "Format": CUarray_format;
                    [NumChannels] "NumChannels": ::core::ffi::c_uint;
                }
                CUDA_ARRAY_DESCRIPTOR_v1_st "struct CUDA_ARRAY_DESCRIPTOR_v1_st" {
                    [Width] "Width": ::core::ffi::c_uint;
                    [Height] "Height": ::core::ffi::c_uint;
                    [Format] "Format": CUarray_format;
                    [NumChannels] "NumChannels": ::core::ffi::c_uint;
                }
                CUDA_ARRAY_MEMORY_REQUIREMENTS_st "struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st" {
                    [size] "size": usize;
                    [alignment] "alignment": usize;
                    [reserved] "reserved": [::core::ffi::c_uint; 4usize];
                }
                CUDA_ARRAY_SPARSE_PROPERTIES_st "struct CUDA_ARRAY_SPARSE_PROPERTIES_st" {
                    [tileExtent] "tileExtent": CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1;
                    [miptailFirstLevel] "miptailFirstLevel": ::core::ffi::c_uint;
                    [miptailSize] "miptailSize": ::core::ffi::c_ulonglong;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 4usize];
                }
                CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1 "__typeof__(((struct CUDA_ARRAY_SPARSE_PROPERTIES_st *)0)->tileExtent)" {
                    [width] "width": ::core::ffi::c_uint;
                    [height] "height": ::core::ffi::c_uint;
                    [depth] "depth": ::core::ffi::c_uint;
                }
                CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st "struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st" {
                    [ctx] "ctx": CUcontext;
                    [count] "count": ::core::ffi::c_uint;
                    [paramArray] "paramArray": *mut CUstreamBatchMemOpParams;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st "struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st" {
                    [ctx] "ctx": CUcontext;
                    [count] "count": ::core::ffi::c_uint;
                    [paramArray] "paramArray": *mut CUstreamBatchMemOpParams;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUDA_CHILD_GRAPH_NODE_PARAMS_st "struct CUDA_CHILD_GRAPH_NODE_PARAMS_st" {
                    [graph] "graph": CUgraph;
                    [ownership] "ownership": CUgraphChildGraphNodeOwnership;
                }
                CUDA_CONDITIONAL_NODE_PARAMS "struct CUDA_CONDITIONAL_NODE_PARAMS" {
                    [handle] "handle": CUgraphConditionalHandle;
                    [type_] "type": CUgraphConditionalNodeType;
                    [size] "size": ::core::ffi::c_uint;
                    [phGraph_out] "phGraph_out": *mut CUgraph;
                    [ctx] "ctx": CUcontext;
                }
                CUDA_EVENT_RECORD_NODE_PARAMS_st "struct CUDA_EVENT_RECORD_NODE_PARAMS_st" {
                    [event] "event": CUevent;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_EVENT_WAIT_NODE_PARAMS_st "struct CUDA_EVENT_WAIT_NODE_PARAMS_st" {
                    [event] "event": CUevent;
                }
                CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st "struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st" {
                    [offset] "offset": ::core::ffi::c_ulonglong;
                    [size] "size": ::core::ffi::c_ulonglong;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st "struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st" {
                    [type_] "type": CUexternalMemoryHandleType;
                    [handle] "handle": CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1;
                    [size] "size": ::core::ffi::c_ulonglong;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1 "__typeof__(((struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st *)0)->handle)" {
                    [fd] "fd": ::core::ffi::c_int;
                    [win32] "win32": CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1;
                    [nvSciBufObject] "nvSciBufObject": *const ::core::ffi::c_void;
                }
                CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st *)0)->handle) *)0)->win32)" {
                    [handle] "handle": *mut ::core::ffi::c_void;
                    [name] "name": *const ::core::ffi::c_void;
                }
                CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st "struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st" {
                    [offset] "offset": ::core::ffi::c_ulonglong;
                    [arrayDesc] "arrayDesc": CUDA_ARRAY3D_DESCRIPTOR;
                    [numLevels] "numLevels": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st "struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st" {
                    [type_] "type": CUexternalSemaphoreHandleType;
                    [handle] "handle": CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1 "__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st *)0)->handle)" {
                    [fd] "fd": ::core::ffi::c_int;
                    [win32] "win32": CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1;
                    [nvSciSyncObj] "nvSciSyncObj": *const ::core::ffi::c_void;
                }
                CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st *)0)->handle) *)0)->win32)" {
                    [handle] "handle": *mut ::core::ffi::c_void;
                    [name] "name": *const ::core::ffi::c_void;
                }
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st "struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st" {
                    [params] "params": CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1 "__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st *)0)->params)" {
                    [fence] "fence": CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1;
                    [nvSciSync] "nvSciSync": CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2;
                    [keyedMutex] "keyedMutex": CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3;
                    [reserved] "reserved": [::core::ffi::c_uint; 12usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st *)0)->params) *)0)->fence)" {
                    [value] "value": ::core::ffi::c_ulonglong;
                }
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st *)0)->params) *)0)->nvSciSync)" {
                    [fence] "fence": *mut ::core::ffi::c_void;
                    [reserved] "reserved": ::core::ffi::c_ulonglong;
                }
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st *)0)->params) *)0)->keyedMutex)" {
                    [key] "key": ::core::ffi::c_ulonglong;
                }
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st "struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st" {
                    [params] "params": CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1 "__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st *)0)->params)" {
                    [fence] "fence": CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1;
                    [nvSciSync] "nvSciSync": CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2;
                    [keyedMutex] "keyedMutex": CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3;
                    [reserved] "reserved": [::core::ffi::c_uint; 10usize];
                }
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st *)0)->params) *)0)->fence)" {
                    [value] "value": ::core::ffi::c_ulonglong;
                }
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st *)0)->params) *)0)->nvSciSync)" {
                    [fence] "fence": *mut ::core::ffi::c_void;
                    [reserved] "reserved": ::core::ffi::c_ulonglong;
                }
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3 "__typeof__(((__typeof__(((struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st *)0)->params) *)0)->keyedMutex)" {
                    [key] "key": ::core::ffi::c_ulonglong;
                    [timeoutMs] "timeoutMs": ::core::ffi::c_uint;
                }
                CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st "struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st" {
                    [extSemArray] "extSemArray": *mut CUexternalSemaphore;
                    [paramsArray] "paramsArray": *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;
                    [numExtSems] "numExtSems": ::core::ffi::c_uint;
                }
                CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st "struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st" {
                    [extSemArray] "extSemArray": *mut CUexternalSemaphore;
                    [paramsArray] "paramsArray": *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;
                    [numExtSems] "numExtSems": ::core::ffi::c_uint;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_EXT_SEM_WAIT_NODE_PARAMS_st "struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_st" {
                    [extSemArray] "extSemArray": *mut CUexternalSemaphore;
                    [paramsArray] "paramsArray": *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
                    [numExtSems] "numExtSems": ::core::ffi::c_uint;
                }
                CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st "struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st" {
                    [extSemArray] "extSemArray": *mut CUexternalSemaphore;
                    [paramsArray] "paramsArray": *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
                    [numExtSems] "numExtSems": ::core::ffi::c_uint;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_FABRIC_COPY_BATCH_OP_st "struct CUDA_FABRIC_COPY_BATCH_OP_st" {
                    [src] "src": CUfabricCpyOperand;
                    [dst] "dst": CUfabricCpyOperand;
                    [size] "size": usize;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st "struct CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st" {
                    [numOps] "numOps": usize;
                    [opList] "opList": *mut CUDA_FABRIC_COPY_BATCH_OP;
                    [flags] "flags": ::core::ffi::c_ulonglong;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_GRAPH_INSTANTIATE_PARAMS_st "struct CUDA_GRAPH_INSTANTIATE_PARAMS_st" {
                    [flags] "flags": cuuint64_t;
                    [hUploadStream] "hUploadStream": CUstream;
                    [hErrNode_out] "hErrNode_out": CUgraphNode;
                    [result_out] "result_out": CUgraphInstantiateResult;
                }
                CUDA_HOST_NODE_PARAMS_st "struct CUDA_HOST_NODE_PARAMS_st" {
                    [fn_] "fn": CUhostFn;
                    [userData] "userData": *mut ::core::ffi::c_void;
                }
                CUDA_HOST_NODE_PARAMS_v2_st "struct CUDA_HOST_NODE_PARAMS_v2_st" {
                    [fn_] "fn": CUhostFn;
                    [userData] "userData": *mut ::core::ffi::c_void;
                    [syncMode] "syncMode": ::core::ffi::c_uint;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_KERNEL_NODE_PARAMS_st "struct CUDA_KERNEL_NODE_PARAMS_st" {
                    [func] "func": CUfunction;
                    [gridDimX] "gridDimX": ::core::ffi::c_uint;
                    [gridDimY] "gridDimY": ::core::ffi::c_uint;
                    [gridDimZ] "gridDimZ": ::core::ffi::c_uint;
                    [blockDimX] "blockDimX": ::core::ffi::c_uint;
                    [blockDimY] "blockDimY": ::core::ffi::c_uint;
                    [blockDimZ] "blockDimZ": ::core::ffi::c_uint;
                    [sharedMemBytes] "sharedMemBytes": ::core::ffi::c_uint;
                    [kernelParams] "kernelParams": *mut *mut ::core::ffi::c_void;
                    [extra] "extra": *mut *mut ::core::ffi::c_void;
                }
                CUDA_KERNEL_NODE_PARAMS_v2_st "struct CUDA_KERNEL_NODE_PARAMS_v2_st" {
                    [func] "func": CUfunction;
                    [gridDimX] "gridDimX": ::core::ffi::c_uint;
                    [gridDimY] "gridDimY": ::core::ffi::c_uint;
                    [gridDimZ] "gridDimZ": ::core::ffi::c_uint;
                    [blockDimX] "blockDimX": ::core::ffi::c_uint;
                    [blockDimY] "blockDimY": ::core::ffi::c_uint;
                    [blockDimZ] "blockDimZ": ::core::ffi::c_uint;
                    [sharedMemBytes] "sharedMemBytes": ::core::ffi::c_uint;
                    [kernelParams] "kernelParams": *mut *mut ::core::ffi::c_void;
                    [extra] "extra": *mut *mut ::core::ffi::c_void;
                    [kern] "kern": CUkernel;
                    [ctx] "ctx": CUcontext;
                }
                CUDA_KERNEL_NODE_PARAMS_v3_st "struct CUDA_KERNEL_NODE_PARAMS_v3_st" {
                    [func] "func": CUfunction;
                    [gridDimX] "gridDimX": ::core::ffi::c_uint;
                    [gridDimY] "gridDimY": ::core::ffi::c_uint;
                    [gridDimZ] "gridDimZ": ::core::ffi::c_uint;
                    [blockDimX] "blockDimX": ::core::ffi::c_uint;
                    [blockDimY] "blockDimY": ::core::ffi::c_uint;
                    [blockDimZ] "blockDimZ": ::core::ffi::c_uint;
                    [sharedMemBytes] "sharedMemBytes": ::core::ffi::c_uint;
                    [kernelParams] "kernelParams": *mut *mut ::core::ffi::c_void;
                    [extra] "extra": *mut *mut ::core::ffi::c_void;
                    [kern] "kern": CUkernel;
                    [ctx] "ctx": CUcontext;
                }
                CUDA_LAUNCH_PARAMS_st "struct CUDA_LAUNCH_PARAMS_st" {
                    [function] "function": CUfunction;
                    [gridDimX] "gridDimX": ::core::ffi::c_uint;
                    [gridDimY] "gridDimY": ::core::ffi::c_uint;
                    [gridDimZ] "gridDimZ": ::core::ffi::c_uint;
                    [blockDimX] "blockDimX": ::core::ffi::c_uint;
                    [blockDimY] "blockDimY": ::core::ffi::c_uint;
                    [blockDimZ] "blockDimZ": ::core::ffi::c_uint;
                    [sharedMemBytes] "sharedMemBytes": ::core::ffi::c_uint;
                    [hStream] "hStream": CUstream;
                    [kernelParams] "kernelParams": *mut *mut ::core::ffi::c_void;
                }
                CUDA_MEMCPY2D_st "struct CUDA_MEMCPY2D_st" {
                    [srcXInBytes] "srcXInBytes": usize;
                    [srcY] "srcY": usize;
                    [srcMemoryType] "srcMemoryType": CUmemorytype;
                    [srcHost] "srcHost": *const ::core::ffi::c_void;
                    [srcDevice] "srcDevice": CUdeviceptr;
                    [srcArray] "srcArray": CUarray;
                    [srcPitch] "srcPitch": usize;
                    [dstXInBytes] "dstXInBytes": usize;
                    [dstY] "dstY": usize;
                    [dstMemoryType] "dstMemoryType": CUmemorytype;
                    [dstHost] "dstHost": *mut ::core::ffi::c_void;
                    [dstDevice] "dstDevice": CUdeviceptr;
                    [dstArray] "dstArray": CUarray;
                    [dstPitch] "dstPitch": usize;
                    [WidthInBytes] "WidthInBytes": usize;
                    [Height] "Height": usize;
                }
                CUDA_MEMCPY2D_v1_st "struct CUDA_MEMCPY2D_v1_st" {
                    [srcXInBytes] "srcXInBytes": ::core::ffi::c_uint;
                    [srcY] "srcY": ::core::ffi::c_uint;
                    [srcMemoryType] "srcMemoryType": CUmemorytype;
                    [srcHost] "srcHost": *const ::core::ffi::c_void;
                    [srcDevice] "srcDevice": CUdeviceptr_v1;
                    [srcArray] "srcArray": CUarray;
                    [srcPitch] "srcPitch": ::core::ffi::c_uint;
                    [dstXInBytes] "dstXInBytes": ::core::ffi::c_uint;
                    [dstY] "dstY": ::core::ffi::c_uint;
                    [dstMemoryType] "dstMemoryType": CUmemorytype;
                    [dstHost] "dstHost": *mut ::core::ffi::c_void;
                    [dstDevice] "dstDevice": CUdeviceptr_v1;
                    [dstArray] "dstArray": CUarray;
                    [dstPitch] "dstPitch": ::core::ffi::c_uint;
                    [WidthInBytes] "WidthInBytes": ::core::ffi::c_uint;
                    [Height] "Height": ::core::ffi::c_uint;
                }
                CUDA_MEMCPY3D_BATCH_OP_st "struct CUDA_MEMCPY3D_BATCH_OP_st" {
                    [src] "src": CUmemcpy3DOperand;
                    [dst] "dst": CUmemcpy3DOperand;
                    [extent] "extent": CUextent3D;
                    [srcAccessOrder] "srcAccessOrder": CUmemcpySrcAccessOrder;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUDA_MEMCPY3D_PEER_st "struct CUDA_MEMCPY3D_PEER_st" {
                    [srcXInBytes] "srcXInBytes": usize;
                    [srcY] "srcY": usize;
                    [srcZ] "srcZ": usize;
                    [srcLOD] "srcLOD": usize;
                    [srcMemoryType] "srcMemoryType": CUmemorytype;
                    [srcHost] "srcHost": *const ::core::ffi::c_void;
                    [srcDevice] "srcDevice": CUdeviceptr;
                    [srcArray] "srcArray": CUarray;
                    [srcContext] "srcContext": CUcontext;
                    [srcPitch] "srcPitch": usize;
                    [srcHeight] "srcHeight": usize;
                    [dstXInBytes] "dstXInBytes": usize;
                    [dstY] "dstY": usize;
                    [dstZ] "dstZ": usize;
                    [dstLOD] "dstLOD": usize;
                    [dstMemoryType] "dstMemoryType": CUmemorytype;
                    [dstHost] "dstHost": *mut ::core::ffi::c_void;
                    [dstDevice] "dstDevice": CUdeviceptr;
                    [dstArray] "dstArray": CUarray;
                    [dstContext] "dstContext": CUcontext;
                    [dstPitch] "dstPitch": usize;
                    [dstHeight] "dstHeight": usize;
                    [WidthInBytes] "WidthInBytes": usize;
                    [Height] "Height": usize;
                    [Depth] "Depth": usize;
                }
                CUDA_MEMCPY3D_st "struct CUDA_MEMCPY3D_st" {
                    [srcXInBytes] "srcXInBytes": usize;
                    [srcY] "srcY": usize;
                    [srcZ] "srcZ": usize;
                    [srcLOD] "srcLOD": usize;
                    [srcMemoryType] "srcMemoryType": CUmemorytype;
                    [srcHost] "srcHost": *const ::core::ffi::c_void;
                    [srcDevice] "srcDevice": CUdeviceptr;
                    [srcArray] "srcArray": CUarray;
                    [reserved0] "reserved0": *mut ::core::ffi::c_void;
                    [srcPitch] "srcPitch": usize;
                    [srcHeight] "srcHeight": usize;
                    [dstXInBytes] "dstXInBytes": usize;
                    [dstY] "dstY": usize;
                    [dstZ] "dstZ": usize;
                    [dstLOD] "dstLOD": usize;
                    [dstMemoryType] "dstMemoryType": CUmemorytype;
                    [dstHost] "dstHost": *mut ::core::ffi::c_void;
                    [dstDevice] "dstDevice": CUdeviceptr;
                    [dstArray] "dstArray": CUarray;
                    [reserved1] "reserved1": *mut ::core::ffi::c_void;
                    [dstPitch] "dstPitch": usize;
                    [dstHeight] "dstHeight": usize;
                    [WidthInBytes] "WidthInBytes": usize;
                    [Height] "Height": usize;
                    [Depth] "Depth": usize;
                }
                CUDA_MEMCPY3D_v1_st "struct CUDA_MEMCPY3D_v1_st" {
                    [srcXInBytes] "srcXInBytes": ::core::ffi::c_uint;
                    [srcY] "srcY": ::core::ffi::c_uint;
                    [srcZ] "srcZ": ::core::ffi::c_uint;
                    [srcLOD] "srcLOD": ::core::ffi::c_uint;
                    [srcMemoryType] "srcMemoryType": CUmemorytype;
                    [srcHost] "srcHost": *const ::core::ffi::c_void;
                    [srcDevice] "srcDevice": CUdeviceptr_v1;
                    [srcArray] "srcArray": CUarray;
                    [reserved0] "reserved0": *mut ::core::ffi::c_void;
                    [srcPitch] "srcPitch": ::core::ffi::c_uint;
                    [srcHeight] "srcHeight": ::core::ffi::c_uint;
                    [dstXInBytes] "dstXInBytes": ::core::ffi::c_uint;
                    [dstY] "dstY": ::core::ffi::c_uint;
                    [dstZ] "dstZ": ::core::ffi::c_uint;
                    [dstLOD] "dstLOD": ::core::ffi::c_uint;
                    [dstMemoryType] "dstMemoryType": CUmemorytype;
                    [dstHost] "dstHost": *mut ::core::ffi::c_void;
                    [dstDevice] "dstDevice": CUdeviceptr_v1;
                    [dstArray] "dstArray": CUarray;
                    [reserved1] "reserved1": *mut ::core::ffi::c_void;
                    [dstPitch] "dstPitch": ::core::ffi::c_uint;
                    [dstHeight] "dstHeight": ::core::ffi::c_uint;
                    [WidthInBytes] "WidthInBytes": ::core::ffi::c_uint;
                    [Height] "Height": ::core::ffi::c_uint;
                    [Depth] "Depth": ::core::ffi::c_uint;
                }
                CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st "struct CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st" {
                    [count] "count": usize;
                    [dsts] "dsts": *mut CUdeviceptr;
                    [srcs] "srcs": *mut CUdeviceptr;
                    [sizes] "sizes": *mut usize;
                    [attrs] "attrs": *mut CUmemcpyAttributes;
                    [attrsIdxs] "attrsIdxs": *mut usize;
                    [numAttrs] "numAttrs": usize;
                    [__bindgen_anon_1.ctx] "ctx": CUcontext;
                    [__bindgen_anon_1.gCtx] "gCtx": CUgreenCtx;
                }
                CUDA_MEMCPY_NODE_PARAMS_st "struct CUDA_MEMCPY_NODE_PARAMS_st" {
                    [flags] "flags": ::core::ffi::c_int;
                    [reserved] "reserved": ::core::ffi::c_int;
                    [copyCtx] "copyCtx": CUcontext;
                    [copyParams] "copyParams": CUDA_MEMCPY3D;
                }
                CUDA_MEMSET_NODE_PARAMS_st "struct CUDA_MEMSET_NODE_PARAMS_st" {
                    [dst] "dst": CUdeviceptr;
                    [pitch] "pitch": usize;
                    [value] "value": ::core::ffi::c_uint;
                    [elementSize] "elementSize": ::core::ffi::c_uint;
                    [width] "width": usize;
                    [height] "height": usize;
                }
                CUDA_MEMSET_NODE_PARAMS_v2_st "struct CUDA_MEMSET_NODE_PARAMS_v2_st" {
                    [dst] "dst": CUdeviceptr;
                    [pitch] "pitch": usize;
                    [value] "value": ::core::ffi::c_uint;
                    [elementSize] "elementSize": ::core::ffi::c_uint;
                    [width] "width": usize;
                    [height] "height": usize;
                    [ctx] "ctx": CUcontext;
                }
                CUDA_MEM_ALLOC_NODE_PARAMS_v1_st "struct CUDA_MEM_ALLOC_NODE_PARAMS_v1_st" {
                    [poolProps] "poolProps": CUmemPoolProps;
                    [accessDescs] "accessDescs": *const CUmemAccessDesc;
                    [accessDescCount] "accessDescCount": usize;
                    [bytesize] "bytesize": usize;
                    [dptr] "dptr": CUdeviceptr;
                }
                CUDA_MEM_ALLOC_NODE_PARAMS_v2_st "struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st" {
                    [poolProps] "poolProps": CUmemPoolProps;
                    [accessDescs] "accessDescs": *const CUmemAccessDesc;
                    [accessDescCount] "accessDescCount": usize;
                    [bytesize] "bytesize": usize;
                    [dptr] "dptr": CUdeviceptr;
                }
                CUDA_MEM_FREE_NODE_PARAMS_st "struct CUDA_MEM_FREE_NODE_PARAMS_st" {
                    [dptr] "dptr": CUdeviceptr;
                }
                CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st "struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st" {
                    [p2pToken] "p2pToken": ::core::ffi::c_ulonglong;
                    [vaSpaceToken] "vaSpaceToken": ::core::ffi::c_uint;
                }
                CUDA_RESOURCE_DESC_st "struct CUDA_RESOURCE_DESC_st" {
                    [resType] "resType": CUresourcetype;
                    [res] "res": CUDA_RESOURCE_DESC_st__bindgen_ty_1;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1 "__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res)" {
                    [array] "array": CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1;
                    [mipmap] "mipmap": CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2;
                    [linear] "linear": CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3;
                    [pitch2D] "pitch2D": CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4;
                    [reserved] "reserved": CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res) *)0)->array)" {
                    [hArray] "hArray": CUarray;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res) *)0)->mipmap)" {
                    [hMipmappedArray] "hMipmappedArray": CUmipmappedArray;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3 "__typeof__(((__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res) *)0)->linear)" {
                    [devPtr] "devPtr": CUdeviceptr;
                    [format] "format": CUarray_format;
                    [numChannels] "numChannels": ::core::ffi::c_uint;
                    [sizeInBytes] "sizeInBytes": usize;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4 "__typeof__(((__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res) *)0)->pitch2D)" {
                    [devPtr] "devPtr": CUdeviceptr;
                    [format] "format": CUarray_format;
                    [numChannels] "numChannels": ::core::ffi::c_uint;
                    [width] "width": usize;
                    [height] "height": usize;
                    [pitchInBytes] "pitchInBytes": usize;
                }
                CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5 "__typeof__(((__typeof__(((struct CUDA_RESOURCE_DESC_st *)0)->res) *)0)->reserved)" {
                    [reserved] "reserved": [::core::ffi::c_int; 32usize];
                }
                CUDA_RESOURCE_VIEW_DESC_st "struct CUDA_RESOURCE_VIEW_DESC_st" {
                    [format] "format": CUresourceViewFormat;
                    [width] "width": usize;
                    [height] "height": usize;
                    [depth] "depth": usize;
                    [firstMipmapLevel] "firstMipmapLevel": ::core::ffi::c_uint;
                    [lastMipmapLevel] "lastMipmapLevel": ::core::ffi::c_uint;
                    [firstLayer] "firstLayer": ::core::ffi::c_uint;
                    [lastLayer] "lastLayer": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 16usize];
                }
                CUDA_TEXTURE_DESC_st "struct CUDA_TEXTURE_DESC_st" {
                    [addressMode] "addressMode": [CUaddress_mode; 3usize];
                    [filterMode] "filterMode": CUfilter_mode;
                    [flags] "flags": ::core::ffi::c_uint;
                    [maxAnisotropy] "maxAnisotropy": ::core::ffi::c_uint;
                    [mipmapFilterMode] "mipmapFilterMode": CUfilter_mode;
                    [mipmapLevelBias] "mipmapLevelBias": f32;
                    [minMipmapLevelClamp] "minMipmapLevelClamp": f32;
                    [maxMipmapLevelClamp] "maxMipmapLevelClamp": f32;
                    [borderColor] "borderColor": [f32; 4usize];
                    [reserved] "reserved": [::core::ffi::c_int; 12usize];
                }
                CU_DEV_SM_RESOURCE_GROUP_PARAMS_st "struct CU_DEV_SM_RESOURCE_GROUP_PARAMS_st" {
                    [smCount] "smCount": ::core::ffi::c_uint;
                    [coscheduledSmCount] "coscheduledSmCount": ::core::ffi::c_uint;
                    [preferredCoscheduledSmCount] "preferredCoscheduledSmCount": ::core::ffi::c_uint;
                    [flags] "flags": ::core::ffi::c_uint;
                    [localityDomainId] "localityDomainId": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 11usize];
                }
                CUaccessPolicyWindow_st "struct CUaccessPolicyWindow_st" {
                    [base_ptr] "base_ptr": *mut ::core::ffi::c_void;
                    [num_bytes] "num_bytes": usize;
                    [hitRatio] "hitRatio": f32;
                    [hitProp] "hitProp": CUaccessProperty;
                    [missProp] "missProp": CUaccessProperty;
                }
                CUarrayMapInfo_st "struct CUarrayMapInfo_st" {
                    [resourceType] "resourceType": CUresourcetype;
                    [resource] "resource": CUarrayMapInfo_st__bindgen_ty_1;
                    [subresourceType] "subresourceType": CUarraySparseSubresourceType;
                    [subresource] "subresource": CUarrayMapInfo_st__bindgen_ty_2;
                    [memOperationType] "memOperationType": CUmemOperationType;
                    [memHandleType] "memHandleType": CUmemHandleType;
                    [memHandle] "memHandle": CUarrayMapInfo_st__bindgen_ty_3;
                    [offset] "offset": ::core::ffi::c_ulonglong;
                    [deviceBitMask] "deviceBitMask": ::core::ffi::c_uint;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reserved] "reserved": [::core::ffi::c_uint; 2usize];
                }
                CUarrayMapInfo_st__bindgen_ty_1 "__typeof__(((struct CUarrayMapInfo_st *)0)->resource)" {
                    [mipmap] "mipmap": CUmipmappedArray;
                    [array] "array": CUarray;
                }
                CUarrayMapInfo_st__bindgen_ty_2 "__typeof__(((struct CUarrayMapInfo_st *)0)->subresource)" {
                    [sparseLevel] "sparseLevel": CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_1;
                    [miptail] "miptail": CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_2;
                }
                CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUarrayMapInfo_st *)0)->subresource) *)0)->sparseLevel)" {
                    [level] "level": ::core::ffi::c_uint;
                    [layer] "layer": ::core::ffi::c_uint;
                    [offsetX] "offsetX": ::core::ffi::c_uint;
                    [offsetY] "offsetY": ::core::ffi::c_uint;
                    [offsetZ] "offsetZ": ::core::ffi::c_uint;
                    [extentWidth] "extentWidth": ::core::ffi::c_uint;
                    [extentHeight] "extentHeight": ::core::ffi::c_uint;
                    [extentDepth] "extentDepth": ::core::ffi::c_uint;
                }
                CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUarrayMapInfo_st *)0)->subresource) *)0)->miptail)" {
                    [layer] "layer": ::core::ffi::c_uint;
                    [offset] "offset": ::core::ffi::c_ulonglong;
                    [size] "size": ::core::ffi::c_ulonglong;
                }
                CUarrayMapInfo_st__bindgen_ty_3 "__typeof__(((struct CUarrayMapInfo_st *)0)->memHandle)" {
                    [memHandle] "memHandle": CUmemGenericAllocationHandle;
                }
                CUasyncNotificationInfo_st "struct CUasyncNotificationInfo_st" {
                    [type_] "type": CUasyncNotificationType;
                    [info] "info": CUasyncNotificationInfo_st__bindgen_ty_1;
                }
                CUasyncNotificationInfo_st__bindgen_ty_1 "__typeof__(((struct CUasyncNotificationInfo_st *)0)->info)" {
                    [overBudget] "overBudget": CUasyncNotificationInfo_st__bindgen_ty_1__bindgen_ty_1;
                }
                CUasyncNotificationInfo_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUasyncNotificationInfo_st *)0)->info) *)0)->overBudget)" {
                    [bytesOverBudget] "bytesOverBudget": ::core::ffi::c_ulonglong;
                }
                CUcheckpointCheckpointArgs_st "struct CUcheckpointCheckpointArgs_st" {
                    [customStorageInfo_out] "customStorageInfo_out": *mut *mut CUcheckpointCustomStorageInfo;
                    [reserved] "reserved": [::core::ffi::c_char; 56usize];
                }
                CUcheckpointCustomStorageInfo_st "struct CUcheckpointCustomStorageInfo_st" {
                    [handle] "handle": CUcheckpointOperationHandle;
                    [perDeviceData] "perDeviceData": *mut CUcheckpointCustomStoragePerDeviceData;
                    [deviceCount] "deviceCount": ::core::ffi::c_uint;
                }
                CUcheckpointCustomStoragePerDeviceData_st "struct CUcheckpointCustomStoragePerDeviceData_st" {
                    [devPtr] "devPtr": CUdeviceptr;
                    [size] "size": usize;
                    [stream] "stream": CUstream;
                }
                CUcheckpointGpuPair_st "struct CUcheckpointGpuPair_st" {
                    [oldUuid] "oldUuid": CUuuid;
                    [newUuid] "newUuid": CUuuid;
                }
                CUcheckpointLockArgs_st "struct CUcheckpointLockArgs_st" {
                    [timeoutMs] "timeoutMs": ::core::ffi::c_uint;
                    [reserved0] "reserved0": ::core::ffi::c_uint;
                    [reserved1] "reserved1": [cuuint64_t; 7usize];
                }
                CUcheckpointRestoreArgs_st "struct CUcheckpointRestoreArgs_st" {
                    [gpuPairs] "gpuPairs": *mut CUcheckpointGpuPair;
                    [gpuPairsCount] "gpuPairsCount": ::core::ffi::c_uint;
                    [padding0] "padding0": ::core::ffi::c_uint;
                    [customStorageInfo_out] "customStorageInfo_out": *mut *mut CUcheckpointCustomStorageInfo;
                    [reserved] "reserved": [::core::ffi::c_char; 40usize];
                }
                CUcheckpointUnlockArgs_st "struct CUcheckpointUnlockArgs_st" {
                    [reserved] "reserved": [cuuint64_t; 8usize];
                }
                CUcliqueInfo_st "struct CUcliqueInfo_st" {
                    [type_] "type": CUcliqueType;
                    [id] "id": ::core::ffi::c_uint;
                }
                CUctxCigParam_st "struct CUctxCigParam_st" {
                    [sharedDataType] "sharedDataType": CUcigDataType;
                    [sharedData] "sharedData": *mut ::core::ffi::c_void;
                }
                CUctxCreateParams_st "struct CUctxCreateParams_st" {
                    [execAffinityParams] "execAffinityParams": *mut CUexecAffinityParam;
                    [numExecAffinityParams] "numExecAffinityParams": ::core::ffi::c_int;
                    [cigParams] "cigParams": *mut CUctxCigParam;
                }
                CUdevResource_st "struct CUdevResource_st" {
                    [type_] "type": CUdevResourceType;
                    [_internal_padding] "_internal_padding": [::core::ffi::c_uchar; 92usize];
                    [__bindgen_anon_1.sm] "sm": CUdevSmResource;
                    [__bindgen_anon_1.wqConfig] "wqConfig": CUdevWorkqueueConfigResource;
                    [__bindgen_anon_1.wq] "wq": CUdevWorkqueueResource;
                    [__bindgen_anon_1._oversize] "_oversize": [::core::ffi::c_uchar; 40usize];
                    [nextResource] "nextResource": *mut CUdevResource_st;
                }
                CUdevSmResource_st "struct CUdevSmResource_st" {
                    [smCount] "smCount": ::core::ffi::c_uint;
                    [minSmPartitionSize] "minSmPartitionSize": ::core::ffi::c_uint;
                    [smCoscheduledAlignment] "smCoscheduledAlignment": ::core::ffi::c_uint;
                    [flags] "flags": ::core::ffi::c_uint;
                    [localityDomainId] "localityDomainId": ::core::ffi::c_uint;
                }
                CUdevWorkqueueConfigResource_st "struct CUdevWorkqueueConfigResource_st" {
                    [device] "device": CUdevice;
                    [wqConcurrencyLimit] "wqConcurrencyLimit": ::core::ffi::c_uint;
                    [sharingScope] "sharingScope": CUdevWorkqueueConfigScope;
                }
                CUdevWorkqueueResource_st "struct CUdevWorkqueueResource_st" {
                    [reserved] "reserved": [::core::ffi::c_uchar; 40usize];
                }
                CUdevprop_st "struct CUdevprop_st" {
                    [maxThreadsPerBlock] "maxThreadsPerBlock": ::core::ffi::c_int;
                    [maxThreadsDim] "maxThreadsDim": [::core::ffi::c_int; 3usize];
                    [maxGridSize] "maxGridSize": [::core::ffi::c_int; 3usize];
                    [sharedMemPerBlock] "sharedMemPerBlock": ::core::ffi::c_int;
                    [totalConstantMemory] "totalConstantMemory": ::core::ffi::c_int;
                    [SIMDWidth] "SIMDWidth": ::core::ffi::c_int;
                    [memPitch] "memPitch": ::core::ffi::c_int;
                    [regsPerBlock] "regsPerBlock": ::core::ffi::c_int;
                    [clockRate] "clockRate": ::core::ffi::c_int;
                    [textureAlign] "textureAlign": ::core::ffi::c_int;
                }
                CUexecAffinityParam_st "struct CUexecAffinityParam_st" {
                    [type_] "type": CUexecAffinityType;
                    [param] "param": CUexecAffinityParam_st__bindgen_ty_1;
                }
                CUexecAffinityParam_st__bindgen_ty_1 "__typeof__(((struct CUexecAffinityParam_st *)0)->param)" {
                    [smCount] "smCount": CUexecAffinitySmCount;
                }
                CUexecAffinitySmCount_st "struct CUexecAffinitySmCount_st" {
                    [val] "val": ::core::ffi::c_uint;
                }
                CUextent3D_st "struct CUextent3D_st" {
                    [width] "width": usize;
                    [height] "height": usize;
                    [depth] "depth": usize;
                }
                CUfabricCpyOperand_st "struct CUfabricCpyOperand_st" {
                    [type_] "type": CUfabricCpyOperandType;
                    [op] "op": CUfabricCpyOperand_st__bindgen_ty_1;
                }
                CUfabricCpyOperand_st__bindgen_ty_1 "__typeof__(((struct CUfabricCpyOperand_st *)0)->op)" {
                    [ptr] "ptr": CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_1;
                    [le] "le": CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_2;
                }
                CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUfabricCpyOperand_st *)0)->op) *)0)->ptr)" {
                    [ptr] "ptr": CUdeviceptr;
                    [locHint] "locHint": CUmemLocation;
                }
                CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUfabricCpyOperand_st *)0)->op) *)0)->le)" {
                    [id] "id": CUlogicalEndpointId;
                    [offset] "offset": cuuint64_t;
                }
                CUgraphEdgeData_st "struct CUgraphEdgeData_st" {
                    [from_port] "from_port": ::core::ffi::c_uchar;
                    [to_port] "to_port": ::core::ffi::c_uchar;
                    [type_] "type": ::core::ffi::c_uchar;
                    [reserved] "reserved": [::core::ffi::c_uchar; 5usize];
                }
                CUgraphExecUpdateResultInfo_st "struct CUgraphExecUpdateResultInfo_st" {
                    [result] "result": CUgraphExecUpdateResult;
                    [errorNode] "errorNode": CUgraphNode;
                    [errorFromNode] "errorFromNode": CUgraphNode;
                }
                CUgraphNodeParams_st "struct CUgraphNodeParams_st" {
                    [type_] "type": CUgraphNodeType;
                    [reserved0] "reserved0": [::core::ffi::c_int; 3usize];
                    [__bindgen_anon_1.reserved1] "reserved1": [::core::ffi::c_longlong; 29usize];
                    [__bindgen_anon_1.kernel] "kernel": CUDA_KERNEL_NODE_PARAMS_v3;
                    [__bindgen_anon_1.memcpy] "memcpy": CUDA_MEMCPY_NODE_PARAMS;
                    [__bindgen_anon_1.memset] "memset": CUDA_MEMSET_NODE_PARAMS_v2;
                    [__bindgen_anon_1.host] "host": CUDA_HOST_NODE_PARAMS_v2;
                    [__bindgen_anon_1.graph] "graph": CUDA_CHILD_GRAPH_NODE_PARAMS;
                    [__bindgen_anon_1.eventWait] "eventWait": CUDA_EVENT_WAIT_NODE_PARAMS;
                    [__bindgen_anon_1.eventRecord] "eventRecord": CUDA_EVENT_RECORD_NODE_PARAMS;
                    [__bindgen_anon_1.extSemSignal] "extSemSignal": CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2;
                    [__bindgen_anon_1.extSemWait] "extSemWait": CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2;
                    [__bindgen_anon_1.alloc] "alloc": CUDA_MEM_ALLOC_NODE_PARAMS_v2;
                    [__bindgen_anon_1.free] "free": CUDA_MEM_FREE_NODE_PARAMS;
                    [__bindgen_anon_1.memOp] "memOp": CUDA_BATCH_MEM_OP_NODE_PARAMS_v2;
                    [__bindgen_anon_1.conditional] "conditional": CUDA_CONDITIONAL_NODE_PARAMS;
                    [__bindgen_anon_1.memcpyBatch] "memcpyBatch": CUDA_MEMCPY_BATCH_NODE_PARAMS_V1;
                    [__bindgen_anon_1.fabricCpyBatch] "fabricCpyBatch": CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1;
                    [__bindgen_anon_1.asBytes] "asBytes": [::core::ffi::c_char; 232usize];
                    [reserved2] "reserved2": ::core::ffi::c_longlong;
                }
                CUipcEventHandle_st "struct CUipcEventHandle_st" {
                    [reserved] "reserved": [::core::ffi::c_char; 64usize];
                }
                CUipcMemHandle_st "struct CUipcMemHandle_st" {
                    [reserved] "reserved": [::core::ffi::c_char; 64usize];
                }
                CUlaunchAttributeValue_union "union CUlaunchAttributeValue_union" {
                    [pad] "pad": [::core::ffi::c_char; 64usize];
                    [accessPolicyWindow] "accessPolicyWindow": CUaccessPolicyWindow;
                    [cooperative] "cooperative": ::core::ffi::c_int;
                    [syncPolicy] "syncPolicy": CUsynchronizationPolicy;
                    [clusterDim] "clusterDim": CUlaunchAttributeValue_union__bindgen_ty_1;
                    [clusterSchedulingPolicyPreference] "clusterSchedulingPolicyPreference": CUclusterSchedulingPolicy;
                    [programmaticStreamSerializationAllowed] "programmaticStreamSerializationAllowed": ::core::ffi::c_int;
                    [programmaticEvent] "programmaticEvent": CUlaunchAttributeValue_union__bindgen_ty_2;
                    [launchCompletionEvent] "launchCompletionEvent": CUlaunchAttributeValue_union__bindgen_ty_3;
                    [priority] "priority": ::core::ffi::c_int;
                    [memSyncDomainMap] "memSyncDomainMap": CUlaunchMemSyncDomainMap;
                    [memSyncDomain] "memSyncDomain": CUlaunchMemSyncDomain;
                    [preferredClusterDim] "preferredClusterDim": CUlaunchAttributeValue_union__bindgen_ty_4;
                    [deviceUpdatableKernelNode] "deviceUpdatableKernelNode": CUlaunchAttributeValue_union__bindgen_ty_5;
                    [sharedMemCarveout] "sharedMemCarveout": ::core::ffi::c_uint;
                    [nvlinkUtilCentricScheduling] "nvlinkUtilCentricScheduling": ::core::ffi::c_uint;
                    [portableClusterSizeMode] "portableClusterSizeMode": CUlaunchAttributePortableClusterMode;
                    [sharedMemoryMode] "sharedMemoryMode": CUsharedMemoryMode;
                }
                CUlaunchAttributeValue_union__bindgen_ty_1 "__typeof__(((union CUlaunchAttributeValue_union *)0)->clusterDim)" {
                    [x] "x": ::core::ffi::c_uint;
                    [y] "y": ::core::ffi::c_uint;
                    [z] "z": ::core::ffi::c_uint;
                }
                CUlaunchAttributeValue_union__bindgen_ty_2 "__typeof__(((union CUlaunchAttributeValue_union *)0)->programmaticEvent)" {
                    [event] "event": CUevent;
                    [flags] "flags": ::core::ffi::c_int;
                    [triggerAtBlockStart] "triggerAtBlockStart": ::core::ffi::c_int;
                }
                CUlaunchAttributeValue_union__bindgen_ty_3 "__typeof__(((union CUlaunchAttributeValue_union *)0)->launchCompletionEvent)" {
                    [event] "event": CUevent;
                    [flags] "flags": ::core::ffi::c_int;
                }
                CUlaunchAttributeValue_union__bindgen_ty_4 "__typeof__(((union CUlaunchAttributeValue_union *)0)->preferredClusterDim)" {
                    [x] "x": ::core::ffi::c_uint;
                    [y] "y": ::core::ffi::c_uint;
                    [z] "z": ::core::ffi::c_uint;
                }
                CUlaunchAttributeValue_union__bindgen_ty_5 "__typeof__(((union CUlaunchAttributeValue_union *)0)->deviceUpdatableKernelNode)" {
                    [deviceUpdatable] "deviceUpdatable": ::core::ffi::c_int;
                    [devNode] "devNode": CUgraphDeviceNode;
                }
                CUlaunchAttribute_st "struct CUlaunchAttribute_st" {
                    [id] "id": CUlaunchAttributeID;
                    [pad] "pad": [::core::ffi::c_char; 4usize];
                    [value] "value": CUlaunchAttributeValue;
                }
                CUlaunchConfig_st "struct CUlaunchConfig_st" {
                    [gridDimX] "gridDimX": ::core::ffi::c_uint;
                    [gridDimY] "gridDimY": ::core::ffi::c_uint;
                    [gridDimZ] "gridDimZ": ::core::ffi::c_uint;
                    [blockDimX] "blockDimX": ::core::ffi::c_uint;
                    [blockDimY] "blockDimY": ::core::ffi::c_uint;
                    [blockDimZ] "blockDimZ": ::core::ffi::c_uint;
                    [sharedMemBytes] "sharedMemBytes": ::core::ffi::c_uint;
                    [hStream] "hStream": CUstream;
                    [attrs] "attrs": *mut CUlaunchAttribute;
                    [numAttrs] "numAttrs": ::core::ffi::c_uint;
                }
                CUlaunchMemSyncDomainMap_st "struct CUlaunchMemSyncDomainMap_st" {
                    [default_] "default_": ::core::ffi::c_uchar;
                    [remote] "remote": ::core::ffi::c_uchar;
                }
                CUlibraryHostUniversalFunctionAndDataTable_st "struct CUlibraryHostUniversalFunctionAndDataTable_st" {
                    [functionTable] "functionTable": *mut ::core::ffi::c_void;
                    [functionWindowSize] "functionWindowSize": usize;
                    [dataTable] "dataTable": *mut ::core::ffi::c_void;
                    [dataWindowSize] "dataWindowSize": usize;
                }
                CUlogicalEndpointFabricHandle_st "struct CUlogicalEndpointFabricHandle_st" {
                    [data] "data": [::core::ffi::c_uchar; 64usize];
                }
                CUlogicalEndpointProp_struct "struct CUlogicalEndpointProp_struct" {
                    [type_] "type": CUlogicalEndpointType;
                    [__bindgen_anon_1.unicast] "unicast": CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_1;
                    [__bindgen_anon_1.multicast] "multicast": CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_2;
                    [size] "size": ::core::ffi::c_ulonglong;
                    [ipcHandleTypes] "ipcHandleTypes": ::core::ffi::c_uint;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_1 "__typeof__(((struct CUlogicalEndpointProp_struct *)0)->unicast)" {
                    [device] "device": CUdevice;
                }
                CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_2 "__typeof__(((struct CUlogicalEndpointProp_struct *)0)->multicast)" {
                    [numDevices] "numDevices": ::core::ffi::c_uint;
                }
                CUmemAccessDesc_st "struct CUmemAccessDesc_st" {
                    [location] "location": CUmemLocation;
                    [flags] "flags": CUmemAccess_flags;
                }
                CUmemAllocationProp_st "struct CUmemAllocationProp_st" {
                    [type_] "type": CUmemAllocationType;
                    [requestedHandleTypes] "requestedHandleTypes": CUmemAllocationHandleType;
                    [location] "location": CUmemLocation;
                    [win32HandleMetaData] "win32HandleMetaData": *mut ::core::ffi::c_void;
                    [allocFlags] "allocFlags": CUmemAllocationProp_st__bindgen_ty_1;
                }
                CUmemAllocationProp_st__bindgen_ty_1 "__typeof__(((struct CUmemAllocationProp_st *)0)->allocFlags)" {
                    [compressionType] "compressionType": ::core::ffi::c_uchar;
                    [gpuDirectRDMACapable] "gpuDirectRDMACapable": ::core::ffi::c_uchar;
                    [usage] "usage": ::core::ffi::c_ushort;
                    [reserved] "reserved": [::core::ffi::c_uchar; 4usize];
                }
                CUmemDecompressParams_st "struct CUmemDecompressParams_st" {
                    [srcNumBytes] "srcNumBytes": usize;
                    [dstNumBytes] "dstNumBytes": usize;
                    [dstActBytes] "dstActBytes": *mut cuuint32_t;
                    [src] "src": *const ::core::ffi::c_void;
                    [dst] "dst": *mut ::core::ffi::c_void;
                    [algo] "algo": CUmemDecompressAlgorithm;
                    [padding] "padding": [::core::ffi::c_uchar; 20usize];
                }
                CUmemFabricHandle_st "struct CUmemFabricHandle_st" {
                    [data] "data": [::core::ffi::c_uchar; 64usize];
                }
                CUmemLocation_st "struct CUmemLocation_st" {
                    [type_] "type": CUmemLocationType;
                    [__bindgen_anon_1.id] "id": ::core::ffi::c_int;
                    [__bindgen_anon_1.localized] "localized": CUmemLocation_st__bindgen_ty_1__bindgen_ty_1;
                }
                CUmemLocation_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((struct CUmemLocation_st *)0)->localized)" {
                    [deviceId] "deviceId": ::core::ffi::c_uchar;
                    [localityDomainId] "localityDomainId": ::core::ffi::c_uchar;
                }
                CUmemPoolProps_st "struct CUmemPoolProps_st" {
                    [allocType] "allocType": CUmemAllocationType;
                    [handleTypes] "handleTypes": CUmemAllocationHandleType;
                    [location] "location": CUmemLocation;
                    [win32SecurityAttributes] "win32SecurityAttributes": *mut ::core::ffi::c_void;
                    [maxSize] "maxSize": usize;
                    [usage] "usage": ::core::ffi::c_ushort;
                    [gpuDirectRDMACapable] "gpuDirectRDMACapable": ::core::ffi::c_uchar;
                    [reserved] "reserved": [::core::ffi::c_uchar; 53usize];
                }
                CUmemPoolPtrExportData_st "struct CUmemPoolPtrExportData_st" {
                    [reserved] "reserved": [::core::ffi::c_uchar; 64usize];
                }
                CUmemcpy3DOperand_st "struct CUmemcpy3DOperand_st" {
                    [type_] "type": CUmemcpy3DOperandType;
                    [op] "op": CUmemcpy3DOperand_st__bindgen_ty_1;
                }
                CUmemcpy3DOperand_st__bindgen_ty_1 "__typeof__(((struct CUmemcpy3DOperand_st *)0)->op)" {
                    [ptr] "ptr": CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1;
                    [array] "array": CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2;
                }
                CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1 "__typeof__(((__typeof__(((struct CUmemcpy3DOperand_st *)0)->op) *)0)->ptr)" {
                    [ptr] "ptr": CUdeviceptr;
                    [rowLength] "rowLength": usize;
                    [layerHeight] "layerHeight": usize;
                    [locHint] "locHint": CUmemLocation;
                }
                CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2 "__typeof__(((__typeof__(((struct CUmemcpy3DOperand_st *)0)->op) *)0)->array)" {
                    [array] "array": CUarray;
                    [offset] "offset": CUoffset3D;
                }
                CUmemcpyAttributes_st "struct CUmemcpyAttributes_st" {
                    [srcAccessOrder] "srcAccessOrder": CUmemcpySrcAccessOrder;
                    [srcLocHint] "srcLocHint": CUmemLocation;
                    [dstLocHint] "dstLocHint": CUmemLocation;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUmulticastObjectProp_st "struct CUmulticastObjectProp_st" {
                    [numDevices] "numDevices": ::core::ffi::c_uint;
                    [size] "size": usize;
                    [handleTypes] "handleTypes": ::core::ffi::c_ulonglong;
                    [flags] "flags": ::core::ffi::c_ulonglong;
                }
                CUoffset3D_st "struct CUoffset3D_st" {
                    [x] "x": usize;
                    [y] "y": usize;
                    [z] "z": usize;
                }
                CUstreamBatchMemOpParams_union "union CUstreamBatchMemOpParams_union" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [waitValue] "waitValue": CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st;
                    [writeValue] "writeValue": CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st;
                    [flushRemoteWrites] "flushRemoteWrites": CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st;
                    [memoryBarrier] "memoryBarrier": CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st;
                    [atomicReduction] "atomicReduction": CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st;
                    [pad] "pad": [cuuint64_t; 6usize];
                }
                CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st "__typeof__(((union CUstreamBatchMemOpParams_union *)0)->waitValue)" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [address] "address": CUdeviceptr;
                    [__bindgen_anon_1.value] "value": cuuint32_t;
                    [__bindgen_anon_1.value64] "value64": cuuint64_t;
                    [flags] "flags": ::core::ffi::c_uint;
                    [alias] "alias": CUdeviceptr;
                }
                CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st "__typeof__(((union CUstreamBatchMemOpParams_union *)0)->writeValue)" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [address] "address": CUdeviceptr;
                    [__bindgen_anon_1.value] "value": cuuint32_t;
                    [__bindgen_anon_1.value64] "value64": cuuint64_t;
                    [flags] "flags": ::core::ffi::c_uint;
                    [alias] "alias": CUdeviceptr;
                }
                CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st "__typeof__(((union CUstreamBatchMemOpParams_union *)0)->flushRemoteWrites)" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st "__typeof__(((union CUstreamBatchMemOpParams_union *)0)->memoryBarrier)" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [flags] "flags": ::core::ffi::c_uint;
                }
                CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st "__typeof__(((union CUstreamBatchMemOpParams_union *)0)->atomicReduction)" {
                    [operation] "operation": CUstreamBatchMemOpType;
                    [flags] "flags": ::core::ffi::c_uint;
                    [reductionOp] "reductionOp": CUstreamAtomicReductionOpType;
                    [dataType] "dataType": CUstreamAtomicReductionDataType;
                    [address] "address": CUdeviceptr;
                    [value] "value": cuuint64_t;
                    [alias] "alias": CUdeviceptr;
                }
                CUstreamCigCaptureParams_st "struct CUstreamCigCaptureParams_st" {
                    [streamCigParams] "streamCigParams": *mut CUstreamCigParam;
                }
                CUstreamCigParam_st "struct CUstreamCigParam_st" {
                    [streamSharedDataType] "streamSharedDataType": CUstreamCigDataType;
                    [streamSharedData] "streamSharedData": *mut ::core::ffi::c_void;
                }
                CUtensorMap_st "struct CUtensorMap_st" {
                    [opaque] "opaque": [cuuint64_t; 16usize];
                }
                CUuuid_st "struct CUuuid_st" {
                    [bytes] "bytes": [::core::ffi::c_char; 16usize];
                }
            }
            enumerations {
                CUipcMem_flags_enum "enum CUipcMem_flags_enum" {
                    CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
                }
                CUmemAttach_flags_enum "enum CUmemAttach_flags_enum" {
                    CU_MEM_ATTACH_GLOBAL;
                    CU_MEM_ATTACH_HOST;
                    CU_MEM_ATTACH_SINGLE;
                }
                CUctx_flags_enum "enum CUctx_flags_enum" {
                    CU_CTX_SCHED_AUTO;
                    CU_CTX_SCHED_SPIN;
                    CU_CTX_SCHED_YIELD;
                    CU_CTX_SCHED_BLOCKING_SYNC;
                    CU_CTX_BLOCKING_SYNC;
                    CU_CTX_SCHED_MASK;
                    CU_CTX_MAP_HOST;
                    CU_CTX_LMEM_RESIZE_TO_MAX;
                    CU_CTX_COREDUMP_ENABLE;
                    CU_CTX_USER_COREDUMP_ENABLE;
                    CU_CTX_SYNC_MEMOPS;
                    CU_CTX_FLAGS_MASK;
                }
                CUevent_sched_flags_enum "enum CUevent_sched_flags_enum" {
                    CU_EVENT_SCHED_AUTO;
                    CU_EVENT_SCHED_SPIN;
                    CU_EVENT_SCHED_YIELD;
                    CU_EVENT_SCHED_BLOCKING_SYNC;
                }
                CUhostTaskSyncMode_enum "enum CUhostTaskSyncMode_enum" {
                    CU_HOST_TASK_BLOCKING;
                    CU_HOST_TASK_SPINWAIT;
                }
                CUstream_flags_enum "enum CUstream_flags_enum" {
                    CU_STREAM_DEFAULT;
                    CU_STREAM_NON_BLOCKING;
                }
                CUevent_flags_enum "enum CUevent_flags_enum" {
                    CU_EVENT_DEFAULT;
                    CU_EVENT_BLOCKING_SYNC;
                    CU_EVENT_DISABLE_TIMING;
                    CU_EVENT_INTERPROCESS;
                }
                CUevent_record_flags_enum "enum CUevent_record_flags_enum" {
                    CU_EVENT_RECORD_DEFAULT;
                    CU_EVENT_RECORD_EXTERNAL;
                }
                CUevent_wait_flags_enum "enum CUevent_wait_flags_enum" {
                    CU_EVENT_WAIT_DEFAULT;
                    CU_EVENT_WAIT_EXTERNAL;
                }
                CUatomicOperation_enum "enum CUatomicOperation_enum" {
                    CU_ATOMIC_OPERATION_INTEGER_ADD;
                    CU_ATOMIC_OPERATION_INTEGER_MIN;
                    CU_ATOMIC_OPERATION_INTEGER_MAX;
                    CU_ATOMIC_OPERATION_INTEGER_INCREMENT;
                    CU_ATOMIC_OPERATION_INTEGER_DECREMENT;
                    CU_ATOMIC_OPERATION_AND;
                    CU_ATOMIC_OPERATION_OR;
                    CU_ATOMIC_OPERATION_XOR;
                    CU_ATOMIC_OPERATION_EXCHANGE;
                    CU_ATOMIC_OPERATION_CAS;
                    CU_ATOMIC_OPERATION_FLOAT_ADD;
                    CU_ATOMIC_OPERATION_FLOAT_MIN;
                    CU_ATOMIC_OPERATION_FLOAT_MAX;
                    CU_ATOMIC_OPERATION_MAX;
                }
                CUatomicOperationCapability_enum "enum CUatomicOperationCapability_enum" {
                    CU_ATOMIC_CAPABILITY_SIGNED;
                    CU_ATOMIC_CAPABILITY_UNSIGNED;
                    CU_ATOMIC_CAPABILITY_REDUCTION;
                    CU_ATOMIC_CAPABILITY_SCALAR_32;
                    CU_ATOMIC_CAPABILITY_SCALAR_64;
                    CU_ATOMIC_CAPABILITY_SCALAR_128;
                    CU_ATOMIC_CAPABILITY_VECTOR_32x4;
                }
                CUstreamWaitValue_flags_enum "enum CUstreamWaitValue_flags_enum" {
                    CU_STREAM_WAIT_VALUE_GEQ;
                    CU_STREAM_WAIT_VALUE_EQ;
                    CU_STREAM_WAIT_VALUE_AND;
                    CU_STREAM_WAIT_VALUE_NOR;
                    CU_STREAM_WAIT_VALUE_FLUSH;
                }
                CUstreamWriteValue_flags_enum "enum CUstreamWriteValue_flags_enum" {
                    CU_STREAM_WRITE_VALUE_DEFAULT;
                    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER;
                }
                CUstreamBatchMemOpType_enum "enum CUstreamBatchMemOpType_enum" {
                    CU_STREAM_MEM_OP_WAIT_VALUE_32;
                    CU_STREAM_MEM_OP_WRITE_VALUE_32;
                    CU_STREAM_MEM_OP_WAIT_VALUE_64;
                    CU_STREAM_MEM_OP_WRITE_VALUE_64;
                    CU_STREAM_MEM_OP_BARRIER;
                    CU_STREAM_MEM_OP_ATOMIC_REDUCTION;
                    CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
                }
                CUstreamMemoryBarrier_flags_enum "enum CUstreamMemoryBarrier_flags_enum" {
                    CU_STREAM_MEMORY_BARRIER_TYPE_SYS;
                    CU_STREAM_MEMORY_BARRIER_TYPE_GPU;
                }
                CUstreamAtomicReductionOpType_enum "enum CUstreamAtomicReductionOpType_enum" {
                    CU_STREAM_ATOMIC_REDUCTION_OP_OR;
                    CU_STREAM_ATOMIC_REDUCTION_OP_AND;
                    CU_STREAM_ATOMIC_REDUCTION_OP_ADD;
                }
                CUstreamAtomicReductionDataType_enum "enum CUstreamAtomicReductionDataType_enum" {
                    CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32;
                    CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64;
                }
                CUoccupancy_flags_enum "enum CUoccupancy_flags_enum" {
                    CU_OCCUPANCY_DEFAULT;
                    CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE;
                }
                CUstreamUpdateCaptureDependencies_flags_enum "enum CUstreamUpdateCaptureDependencies_flags_enum" {
                    CU_STREAM_ADD_CAPTURE_DEPENDENCIES;
                    CU_STREAM_SET_CAPTURE_DEPENDENCIES;
                }
                CUasyncNotificationType_enum "enum CUasyncNotificationType_enum" {
                    CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET;
                }
                CUarray_format_enum "enum CUarray_format_enum" {
                    CU_AD_FORMAT_UNSIGNED_INT8;
                    CU_AD_FORMAT_UNSIGNED_INT16;
                    CU_AD_FORMAT_UNSIGNED_INT32;
                    CU_AD_FORMAT_SIGNED_INT8;
                    CU_AD_FORMAT_SIGNED_INT16;
                    CU_AD_FORMAT_SIGNED_INT32;
                    CU_AD_FORMAT_HALF;
                    CU_AD_FORMAT_FLOAT;
                    CU_AD_FORMAT_NV12;
                    CU_AD_FORMAT_UNORM_INT8X1;
                    CU_AD_FORMAT_UNORM_INT8X2;
                    CU_AD_FORMAT_UNORM_INT8X4;
                    CU_AD_FORMAT_UNORM_INT16X1;
                    CU_AD_FORMAT_UNORM_INT16X2;
                    CU_AD_FORMAT_UNORM_INT16X4;
                    CU_AD_FORMAT_SNORM_INT8X1;
                    CU_AD_FORMAT_SNORM_INT8X2;
                    CU_AD_FORMAT_SNORM_INT8X4;
                    CU_AD_FORMAT_SNORM_INT16X1;
                    CU_AD_FORMAT_SNORM_INT16X2;
                    CU_AD_FORMAT_SNORM_INT16X4;
                    CU_AD_FORMAT_BC1_UNORM;
                    CU_AD_FORMAT_BC1_UNORM_SRGB;
                    CU_AD_FORMAT_BC2_UNORM;
                    CU_AD_FORMAT_BC2_UNORM_SRGB;
                    CU_AD_FORMAT_BC3_UNORM;
                    CU_AD_FORMAT_BC3_UNORM_SRGB;
                    CU_AD_FORMAT_BC4_UNORM;
                    CU_AD_FORMAT_BC4_SNORM;
                    CU_AD_FORMAT_BC5_UNORM;
                    CU_AD_FORMAT_BC5_SNORM;
                    CU_AD_FORMAT_BC6H_UF16;
                    CU_AD_FORMAT_BC6H_SF16;
                    CU_AD_FORMAT_BC7_UNORM;
                    CU_AD_FORMAT_BC7_UNORM_SRGB;
                    CU_AD_FORMAT_P010;
                    CU_AD_FORMAT_P016;
                    CU_AD_FORMAT_NV16;
                    CU_AD_FORMAT_P210;
                    CU_AD_FORMAT_P216;
                    CU_AD_FORMAT_YUY2;
                    CU_AD_FORMAT_Y210;
                    CU_AD_FORMAT_Y216;
                    CU_AD_FORMAT_AYUV;
                    CU_AD_FORMAT_Y410;
                    CU_AD_FORMAT_Y416;
                    CU_AD_FORMAT_Y444_PLANAR8;
                    CU_AD_FORMAT_Y444_PLANAR10;
                    CU_AD_FORMAT_YUV444_8bit_SemiPlanar;
                    CU_AD_FORMAT_YUV444_16bit_SemiPlanar;
                    CU_AD_FORMAT_UNORM_INT_101010_2;
                    CU_AD_FORMAT_UINT8_PACKED_422;
                    CU_AD_FORMAT_UINT8_PACKED_444;
                    CU_AD_FORMAT_UINT8_SEMIPLANAR_420;
                    CU_AD_FORMAT_UINT16_SEMIPLANAR_420;
                    CU_AD_FORMAT_UINT8_SEMIPLANAR_422;
                    CU_AD_FORMAT_UINT16_SEMIPLANAR_422;
                    CU_AD_FORMAT_UINT8_SEMIPLANAR_444;
                    CU_AD_FORMAT_UINT16_SEMIPLANAR_444;
                    CU_AD_FORMAT_UINT8_PLANAR_420;
                    CU_AD_FORMAT_UINT16_PLANAR_420;
                    CU_AD_FORMAT_UINT8_PLANAR_422;
                    CU_AD_FORMAT_UINT16_PLANAR_422;
                    CU_AD_FORMAT_UINT8_PLANAR_444;
                    CU_AD_FORMAT_UINT16_PLANAR_444;
                    CU_AD_FORMAT_MAX;
                }
                CUaddress_mode_enum "enum CUaddress_mode_enum" {
                    CU_TR_ADDRESS_MODE_WRAP;
                    CU_TR_ADDRESS_MODE_CLAMP;
                    CU_TR_ADDRESS_MODE_MIRROR;
                    CU_TR_ADDRESS_MODE_BORDER;
                }
                CUfilter_mode_enum "enum CUfilter_mode_enum" {
                    CU_TR_FILTER_MODE_POINT;
                    CU_TR_FILTER_MODE_LINEAR;
                }
                CUdevice_attribute_enum "enum CUdevice_attribute_enum" {
                    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X;
                    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y;
                    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z;
                    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X;
                    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y;
                    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z;
                    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY;
                    CU_DEVICE_ATTRIBUTE_WARP_SIZE;
                    CU_DEVICE_ATTRIBUTE_MAX_PITCH;
                    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
                    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT;
                    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP;
                    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
                    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT;
                    CU_DEVICE_ATTRIBUTE_INTEGRATED;
                    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY;
                    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES;
                    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT;
                    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS;
                    CU_DEVICE_ATTRIBUTE_ECC_ENABLED;
                    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID;
                    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID;
                    CU_DEVICE_ATTRIBUTE_TCC_DRIVER;
                    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
                    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH;
                    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
                    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
                    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT;
                    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE;
                    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID;
                    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT;
                    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
                    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH;
                    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR;
                    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR;
                    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY;
                    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD;
                    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID;
                    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO;
                    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS;
                    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
                    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1;
                    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH;
                    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH;
                    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
                    CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES;
                    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES;
                    CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST;
                    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR;
                    CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE;
                    CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE;
                    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS;
                    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING;
                    CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES;
                    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH;
                    CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS;
                    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR;
                    CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT;
                    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS;
                    CU_DEVICE_ATTRIBUTE_NUMA_CONFIG;
                    CU_DEVICE_ATTRIBUTE_NUMA_ID;
                    CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MPS_ENABLED;
                    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID;
                    CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK;
                    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH;
                    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID;
                    CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID;
                    CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_ATOMIC_REDUCTION_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT;
                    CU_DEVICE_ATTRIBUTE_MAX_OVERSIZED_SHARED_MEMORY_PER_BLOCK;
                    CU_DEVICE_ATTRIBUTE_D3D12_CIG_STREAMS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_DMA_BUF_MMAP_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_MULTICAST_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_COUNTED_OPS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_ACCESS_ON_OWNER_DEVICE_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT;
                    CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_SUPPORTED_HANDLE_TYPES;
                    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_STREAMS_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_LARGE_TENSOR_MIN_SIZE;
                    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_LOCALIZED_MEMORY_SUPPORTED;
                    CU_DEVICE_ATTRIBUTE_MAX;
                }
                CUpointer_attribute_enum "enum CUpointer_attribute_enum" {
                    CU_POINTER_ATTRIBUTE_CONTEXT;
                    CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
                    CU_POINTER_ATTRIBUTE_DEVICE_POINTER;
                    CU_POINTER_ATTRIBUTE_HOST_POINTER;
                    CU_POINTER_ATTRIBUTE_P2P_TOKENS;
                    CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
                    CU_POINTER_ATTRIBUTE_BUFFER_ID;
                    CU_POINTER_ATTRIBUTE_IS_MANAGED;
                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
                    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE;
                    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR;
                    CU_POINTER_ATTRIBUTE_RANGE_SIZE;
                    CU_POINTER_ATTRIBUTE_MAPPED;
                    CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES;
                    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE;
                    CU_POINTER_ATTRIBUTE_ACCESS_FLAGS;
                    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;
                    CU_POINTER_ATTRIBUTE_MAPPING_SIZE;
                    CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR;
                    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;
                    CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE;
                    CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL;
                }
                CUfunction_attribute_enum "enum CUfunction_attribute_enum" {
                    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
                    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
                    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES;
                    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
                    CU_FUNC_ATTRIBUTE_NUM_REGS;
                    CU_FUNC_ATTRIBUTE_PTX_VERSION;
                    CU_FUNC_ATTRIBUTE_BINARY_VERSION;
                    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA;
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
                    CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET;
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH;
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT;
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH;
                    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
                    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
                    CU_FUNC_ATTRIBUTE_DEVICE_NODE_UPDATE_SUPPORTED;
                    CU_FUNC_ATTRIBUTE_SHARED_MEMORY_MODE;
                    CU_FUNC_ATTRIBUTE_MAX;
                }
                CUfunc_cache_enum "enum CUfunc_cache_enum" {
                    CU_FUNC_CACHE_PREFER_NONE;
                    CU_FUNC_CACHE_PREFER_SHARED;
                    CU_FUNC_CACHE_PREFER_L1;
                    CU_FUNC_CACHE_PREFER_EQUAL;
                }
                CUsharedconfig_enum "enum CUsharedconfig_enum" {
                    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
                    CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
                    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
                }
                CUshared_carveout_enum "enum CUshared_carveout_enum" {
                    CU_SHAREDMEM_CARVEOUT_DEFAULT;
                    CU_SHAREDMEM_CARVEOUT_MAX_SHARED;
                    CU_SHAREDMEM_CARVEOUT_MAX_L1;
                }
                CUmemorytype_enum "enum CUmemorytype_enum" {
                    CU_MEMORYTYPE_HOST;
                    CU_MEMORYTYPE_DEVICE;
                    CU_MEMORYTYPE_ARRAY;
                    CU_MEMORYTYPE_UNIFIED;
                }
                CUcomputemode_enum "enum CUcomputemode_enum" {
                    CU_COMPUTEMODE_DEFAULT;
                    CU_COMPUTEMODE_PROHIBITED;
                    CU_COMPUTEMODE_EXCLUSIVE_PROCESS;
                }
                CUmem_advise_enum "enum CUmem_advise_enum" {
                    CU_MEM_ADVISE_SET_READ_MOSTLY;
                    CU_MEM_ADVISE_UNSET_READ_MOSTLY;
                    CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
                    CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
                    CU_MEM_ADVISE_SET_ACCESSED_BY;
                    CU_MEM_ADVISE_UNSET_ACCESSED_BY;
                }
                CUmem_range_attribute_enum "enum CUmem_range_attribute_enum" {
                    CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
                    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION;
                    CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
                    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION;
                    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE;
                    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID;
                    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE;
                    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID;
                }
                CUjit_option_enum "enum CUjit_option_enum" {
                    CU_JIT_MAX_REGISTERS;
                    CU_JIT_THREADS_PER_BLOCK;
                    CU_JIT_WALL_TIME;
                    CU_JIT_INFO_LOG_BUFFER;
                    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES;
                    CU_JIT_ERROR_LOG_BUFFER;
                    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
                    CU_JIT_OPTIMIZATION_LEVEL;
                    CU_JIT_TARGET_FROM_CUCONTEXT;
                    CU_JIT_TARGET;
                    CU_JIT_FALLBACK_STRATEGY;
                    CU_JIT_GENERATE_DEBUG_INFO;
                    CU_JIT_LOG_VERBOSE;
                    CU_JIT_GENERATE_LINE_INFO;
                    CU_JIT_CACHE_MODE;
                    CU_JIT_NEW_SM3X_OPT;
                    CU_JIT_FAST_COMPILE;
                    CU_JIT_GLOBAL_SYMBOL_NAMES;
                    CU_JIT_GLOBAL_SYMBOL_ADDRESSES;
                    CU_JIT_GLOBAL_SYMBOL_COUNT;
                    CU_JIT_LTO;
                    CU_JIT_FTZ;
                    CU_JIT_PREC_DIV;
                    CU_JIT_PREC_SQRT;
                    CU_JIT_FMA;
                    CU_JIT_REFERENCED_KERNEL_NAMES;
                    CU_JIT_REFERENCED_KERNEL_COUNT;
                    CU_JIT_REFERENCED_VARIABLE_NAMES;
                    CU_JIT_REFERENCED_VARIABLE_COUNT;
                    CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES;
                    CU_JIT_POSITION_INDEPENDENT_CODE;
                    CU_JIT_MIN_CTA_PER_SM;
                    CU_JIT_MAX_THREADS_PER_BLOCK;
                    CU_JIT_OVERRIDE_DIRECTIVE_VALUES;
                    CU_JIT_SPLIT_COMPILE;
                    CU_JIT_BINARY_LOADER_THREAD_COUNT;
                    CU_JIT_NUM_OPTIONS;
                }
                CUjit_target_enum "enum CUjit_target_enum" {
                    CU_TARGET_COMPUTE_30;
                    CU_TARGET_COMPUTE_32;
                    CU_TARGET_COMPUTE_35;
                    CU_TARGET_COMPUTE_37;
                    CU_TARGET_COMPUTE_50;
                    CU_TARGET_COMPUTE_52;
                    CU_TARGET_COMPUTE_53;
                    CU_TARGET_COMPUTE_60;
                    CU_TARGET_COMPUTE_61;
                    CU_TARGET_COMPUTE_62;
                    CU_TARGET_COMPUTE_70;
                    CU_TARGET_COMPUTE_72;
                    CU_TARGET_COMPUTE_75;
                    CU_TARGET_COMPUTE_80;
                    CU_TARGET_COMPUTE_86;
                    CU_TARGET_COMPUTE_87;
                    CU_TARGET_COMPUTE_89;
                    CU_TARGET_COMPUTE_90;
                    CU_TARGET_COMPUTE_100;
                    CU_TARGET_COMPUTE_110;
                    CU_TARGET_COMPUTE_103;
                    CU_TARGET_COMPUTE_107;
                    CU_TARGET_COMPUTE_120;
                    CU_TARGET_COMPUTE_121;
                    CU_TARGET_COMPUTE_90A;
                    CU_TARGET_COMPUTE_100A;
                    CU_TARGET_COMPUTE_110A;
                    CU_TARGET_COMPUTE_103A;
                    CU_TARGET_COMPUTE_107A;
                    CU_TARGET_COMPUTE_120A;
                    CU_TARGET_COMPUTE_121A;
                    CU_TARGET_COMPUTE_100F;
                    CU_TARGET_COMPUTE_110F;
                    CU_TARGET_COMPUTE_103F;
                    CU_TARGET_COMPUTE_107F;
                    CU_TARGET_COMPUTE_120F;
                    CU_TARGET_COMPUTE_121F;
                }
                CUjit_fallback_enum "enum CUjit_fallback_enum" {
                    CU_PREFER_PTX;
                    CU_PREFER_BINARY;
                }
                CUjit_cacheMode_enum "enum CUjit_cacheMode_enum" {
                    CU_JIT_CACHE_OPTION_NONE;
                    CU_JIT_CACHE_OPTION_CG;
                    CU_JIT_CACHE_OPTION_CA;
                }
                CUjitInputType_enum "enum CUjitInputType_enum" {
                    CU_JIT_INPUT_CUBIN;
                    CU_JIT_INPUT_PTX;
                    CU_JIT_INPUT_FATBINARY;
                    CU_JIT_INPUT_OBJECT;
                    CU_JIT_INPUT_LIBRARY;
                    CU_JIT_INPUT_NVVM;
                    CU_JIT_NUM_INPUT_TYPES;
                }
                CUgraphicsRegisterFlags_enum "enum CUgraphicsRegisterFlags_enum" {
                    CU_GRAPHICS_REGISTER_FLAGS_NONE;
                    CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY;
                    CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD;
                    CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST;
                    CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER;
                }
                CUgraphicsMapResourceFlags_enum "enum CUgraphicsMapResourceFlags_enum" {
                    CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE;
                    CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY;
                    CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD;
                }
                CUarray_cubemap_face_enum "enum CUarray_cubemap_face_enum" {
                    CU_CUBEMAP_FACE_POSITIVE_X;
                    CU_CUBEMAP_FACE_NEGATIVE_X;
                    CU_CUBEMAP_FACE_POSITIVE_Y;
                    CU_CUBEMAP_FACE_NEGATIVE_Y;
                    CU_CUBEMAP_FACE_POSITIVE_Z;
                    CU_CUBEMAP_FACE_NEGATIVE_Z;
                }
                CUlimit_enum "enum CUlimit_enum" {
                    CU_LIMIT_STACK_SIZE;
                    CU_LIMIT_PRINTF_FIFO_SIZE;
                    CU_LIMIT_MALLOC_HEAP_SIZE;
                    CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH;
                    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT;
                    CU_LIMIT_MAX_L2_FETCH_GRANULARITY;
                    CU_LIMIT_PERSISTING_L2_CACHE_SIZE;
                    CU_LIMIT_SHMEM_SIZE;
                    CU_LIMIT_CIG_ENABLED;
                    CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED;
                    CU_LIMIT_PER_BLOCK_MEMORY_SIZE;
                    CU_LIMIT_MAX;
                }
                CUresourcetype_enum "enum CUresourcetype_enum" {
                    CU_RESOURCE_TYPE_ARRAY;
                    CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
                    CU_RESOURCE_TYPE_LINEAR;
                    CU_RESOURCE_TYPE_PITCH2D;
                }
                CUaccessProperty_enum "enum CUaccessProperty_enum" {
                    CU_ACCESS_PROPERTY_NORMAL;
                    CU_ACCESS_PROPERTY_STREAMING;
                    CU_ACCESS_PROPERTY_PERSISTING;
                }
                CUgraphConditionalNodeType_enum "enum CUgraphConditionalNodeType_enum" {
                    CU_GRAPH_COND_TYPE_IF;
                    CU_GRAPH_COND_TYPE_WHILE;
                    CU_GRAPH_COND_TYPE_SWITCH;
                }
                CUgraphNodeType_enum "enum CUgraphNodeType_enum" {
                    CU_GRAPH_NODE_TYPE_KERNEL;
                    CU_GRAPH_NODE_TYPE_MEMCPY;
                    CU_GRAPH_NODE_TYPE_MEMSET;
                    CU_GRAPH_NODE_TYPE_HOST;
                    CU_GRAPH_NODE_TYPE_GRAPH;
                    CU_GRAPH_NODE_TYPE_EMPTY;
                    CU_GRAPH_NODE_TYPE_WAIT_EVENT;
                    CU_GRAPH_NODE_TYPE_EVENT_RECORD;
                    CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL;
                    CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
                    CU_GRAPH_NODE_TYPE_MEM_ALLOC;
                    CU_GRAPH_NODE_TYPE_MEM_FREE;
                    CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
                    CU_GRAPH_NODE_TYPE_CONDITIONAL;
                    CU_GRAPH_NODE_TYPE_MEMCPY_BATCH;
                    CU_GRAPH_NODE_TYPE_RESERVED_16;
                    CU_GRAPH_NODE_TYPE_EXTERNAL_ENGINE;
                    CU_GRAPH_NODE_TYPE_FABRIC_CPY_BATCH;
                }
                CUgraphDependencyType_enum "enum CUgraphDependencyType_enum" {
                    CU_GRAPH_DEPENDENCY_TYPE_DEFAULT;
                    CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
                }
                CUgraphInstantiateResult_enum "enum CUgraphInstantiateResult_enum" {
                    CUDA_GRAPH_INSTANTIATE_SUCCESS;
                    CUDA_GRAPH_INSTANTIATE_ERROR;
                    CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
                    CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
                    CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED;
                    CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
                }
                CUsynchronizationPolicy_enum "enum CUsynchronizationPolicy_enum" {
                    CU_SYNC_POLICY_AUTO;
                    CU_SYNC_POLICY_SPIN;
                    CU_SYNC_POLICY_YIELD;
                    CU_SYNC_POLICY_BLOCKING_SYNC;
                }
                CUclusterSchedulingPolicy_enum "enum CUclusterSchedulingPolicy_enum" {
                    CU_CLUSTER_SCHEDULING_POLICY_DEFAULT;
                    CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
                    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING;
                    CU_CLUSTER_SCHEDULING_POLICY_RUBIN_DSMEM_LOCALITY;
                }
                CUlaunchMemSyncDomain_enum "enum CUlaunchMemSyncDomain_enum" {
                    CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT;
                    CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
                }
                CUlaunchAttributePortableClusterMode_enum "enum CUlaunchAttributePortableClusterMode_enum" {
                    CU_LAUNCH_PORTABLE_CLUSTER_MODE_DEFAULT;
                    CU_LAUNCH_PORTABLE_CLUSTER_MODE_REQUIRE_PORTABLE;
                    CU_LAUNCH_PORTABLE_CLUSTER_MODE_ALLOW_NON_PORTABLE;
                }
                CUsharedMemoryMode_enum "enum CUsharedMemoryMode_enum" {
                    CU_SHARED_MEMORY_MODE_DEFAULT;
                    CU_SHARED_MEMORY_MODE_REQUIRE_PORTABLE;
                    CU_SHARED_MEMORY_MODE_ALLOW_NON_PORTABLE;
                    CU_SHARED_MEMORY_MODE_ALLOW_OVERSIZED_SHARED_MEMORY;
                    CU_SHARED_MEMORY_MODE_PREFER_OVERSIZED_SHARED_MEMORY;
                }
                CUlaunchAttributeID_enum "enum CUlaunchAttributeID_enum" {
                    CU_LAUNCH_ATTRIBUTE_IGNORE;
                    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
                    CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
                    CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY;
                    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
                    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
                    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
                    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
                    CU_LAUNCH_ATTRIBUTE_PRIORITY;
                    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
                    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
                    CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION;
                    CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
                    CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
                    CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
                    CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING;
                    CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE;
                    CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE;
                    CU_LAUNCH_ATTRIBUTE_MAX;
                }
                CUstreamCaptureStatus_enum "enum CUstreamCaptureStatus_enum" {
                    CU_STREAM_CAPTURE_STATUS_NONE;
                    CU_STREAM_CAPTURE_STATUS_ACTIVE;
                    CU_STREAM_CAPTURE_STATUS_INVALIDATED;
                }
                CUstreamCaptureMode_enum "enum CUstreamCaptureMode_enum" {
                    CU_STREAM_CAPTURE_MODE_GLOBAL;
                    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
                    CU_STREAM_CAPTURE_MODE_RELAXED;
                }
                CUdriverProcAddress_flags_enum "enum CUdriverProcAddress_flags_enum" {
                    CU_GET_PROC_ADDRESS_DEFAULT;
                    CU_GET_PROC_ADDRESS_LEGACY_STREAM;
                    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
                }
                CUdriverProcAddressQueryResult_enum "enum CUdriverProcAddressQueryResult_enum" {
                    CU_GET_PROC_ADDRESS_SUCCESS;
                    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
                    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
                }
                CUexecAffinityType_enum "enum CUexecAffinityType_enum" {
                    CU_EXEC_AFFINITY_TYPE_SM_COUNT;
                    CU_EXEC_AFFINITY_TYPE_MAX;
                }
                CUcigDataType_enum "enum CUcigDataType_enum" {
                    CIG_DATA_TYPE_D3D12_COMMAND_QUEUE;
                    CIG_DATA_TYPE_NV_BLOB;
                }
                CUstreamCigDataType_enum "enum CUstreamCigDataType_enum" {
                    STREAM_CIG_DATA_TYPE_D3D12_COMMAND_LIST;
                    STREAM_CIG_DATA_TYPE_VULKAN_COMMAND_BUFFER_HANDLE_NV;
                }
                CUlibraryOption_enum "enum CUlibraryOption_enum" {
                    CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE;
                    CU_LIBRARY_BINARY_IS_PRESERVED;
                    CU_LIBRARY_NUM_OPTIONS;
                }
                cudaError_enum "enum cudaError_enum" {
                    CUDA_SUCCESS;
                    CUDA_ERROR_INVALID_VALUE;
                    CUDA_ERROR_OUT_OF_MEMORY;
                    CUDA_ERROR_NOT_INITIALIZED;
                    CUDA_ERROR_DEINITIALIZED;
                    CUDA_ERROR_PROFILER_DISABLED;
                    CUDA_ERROR_PROFILER_NOT_INITIALIZED;
                    CUDA_ERROR_PROFILER_ALREADY_STARTED;
                    CUDA_ERROR_PROFILER_ALREADY_STOPPED;
                    CUDA_ERROR_STUB_LIBRARY;
                    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER;
                    CUDA_ERROR_DEVICE_UNAVAILABLE;
                    CUDA_ERROR_MULTICAST_RESOURCE_FULL;
                    CUDA_ERROR_NO_DEVICE;
                    CUDA_ERROR_INVALID_DEVICE;
                    CUDA_ERROR_DEVICE_NOT_LICENSED;
                    CUDA_ERROR_INVALID_IMAGE;
                    CUDA_ERROR_INVALID_CONTEXT;
                    CUDA_ERROR_CONTEXT_ALREADY_CURRENT;
                    CUDA_ERROR_MAP_FAILED;
                    CUDA_ERROR_UNMAP_FAILED;
                    CUDA_ERROR_ARRAY_IS_MAPPED;
                    CUDA_ERROR_ALREADY_MAPPED;
                    CUDA_ERROR_NO_BINARY_FOR_GPU;
                    CUDA_ERROR_ALREADY_ACQUIRED;
                    CUDA_ERROR_NOT_MAPPED;
                    CUDA_ERROR_NOT_MAPPED_AS_ARRAY;
                    CUDA_ERROR_NOT_MAPPED_AS_POINTER;
                    CUDA_ERROR_ECC_UNCORRECTABLE;
                    CUDA_ERROR_UNSUPPORTED_LIMIT;
                    CUDA_ERROR_CONTEXT_ALREADY_IN_USE;
                    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
                    CUDA_ERROR_INVALID_PTX;
                    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT;
                    CUDA_ERROR_NVLINK_UNCORRECTABLE;
                    CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
                    CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
                    CUDA_ERROR_JIT_COMPILATION_DISABLED;
                    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
                    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC;
                    CUDA_ERROR_CONTAINED;
                    CUDA_ERROR_INSUFFICIENT_LOADER_VERSION;
                    CUDA_ERROR_INVALID_SOURCE;
                    CUDA_ERROR_FILE_NOT_FOUND;
                    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
                    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
                    CUDA_ERROR_OPERATING_SYSTEM;
                    CUDA_ERROR_INVALID_HANDLE;
                    CUDA_ERROR_ILLEGAL_STATE;
                    CUDA_ERROR_LOSSY_QUERY;
                    CUDA_ERROR_NOT_FOUND;
                    CUDA_ERROR_NOT_READY;
                    CUDA_ERROR_ILLEGAL_ADDRESS;
                    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
                    CUDA_ERROR_LAUNCH_TIMEOUT;
                    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING;
                    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
                    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
                    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE;
                    CUDA_ERROR_CONTEXT_IS_DESTROYED;
                    CUDA_ERROR_ASSERT;
                    CUDA_ERROR_TOO_MANY_PEERS;
                    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
                    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
                    CUDA_ERROR_HARDWARE_STACK_ERROR;
                    CUDA_ERROR_ILLEGAL_INSTRUCTION;
                    CUDA_ERROR_MISALIGNED_ADDRESS;
                    CUDA_ERROR_INVALID_ADDRESS_SPACE;
                    CUDA_ERROR_INVALID_PC;
                    CUDA_ERROR_LAUNCH_FAILED;
                    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
                    CUDA_ERROR_TENSOR_MEMORY_LEAK;
                    CUDA_ERROR_NOT_PERMITTED;
                    CUDA_ERROR_NOT_SUPPORTED;
                    CUDA_ERROR_SYSTEM_NOT_READY;
                    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH;
                    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE;
                    CUDA_ERROR_MPS_CONNECTION_FAILED;
                    CUDA_ERROR_MPS_RPC_FAILURE;
                    CUDA_ERROR_MPS_SERVER_NOT_READY;
                    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED;
                    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED;
                    CUDA_ERROR_MPS_CLIENT_TERMINATED;
                    CUDA_ERROR_CDP_NOT_SUPPORTED;
                    CUDA_ERROR_CDP_VERSION_MISMATCH;
                    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
                    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
                    CUDA_ERROR_STREAM_CAPTURE_MERGE;
                    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
                    CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
                    CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
                    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
                    CUDA_ERROR_CAPTURED_EVENT;
                    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
                    CUDA_ERROR_TIMEOUT;
                    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
                    CUDA_ERROR_EXTERNAL_DEVICE;
                    CUDA_ERROR_INVALID_CLUSTER_SIZE;
                    CUDA_ERROR_FUNCTION_NOT_LOADED;
                    CUDA_ERROR_INVALID_RESOURCE_TYPE;
                    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
                    CUDA_ERROR_KEY_ROTATION;
                    CUDA_ERROR_STREAM_DETACHED;
                    CUDA_ERROR_GRAPH_RECAPTURE_FAILURE;
                    CUDA_ERROR_FABRIC_NOT_READY;
                    CUDA_ERROR_UNKNOWN;
                }
                CUdevice_P2PAttribute_enum "enum CUdevice_P2PAttribute_enum" {
                    CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
                    CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED;
                    CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED;
                    CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED;
                    CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED;
                    CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED;
                }
                CUresourceViewFormat_enum "enum CUresourceViewFormat_enum" {
                    CU_RES_VIEW_FORMAT_NONE;
                    CU_RES_VIEW_FORMAT_UINT_1X8;
                    CU_RES_VIEW_FORMAT_UINT_2X8;
                    CU_RES_VIEW_FORMAT_UINT_4X8;
                    CU_RES_VIEW_FORMAT_SINT_1X8;
                    CU_RES_VIEW_FORMAT_SINT_2X8;
                    CU_RES_VIEW_FORMAT_SINT_4X8;
                    CU_RES_VIEW_FORMAT_UINT_1X16;
                    CU_RES_VIEW_FORMAT_UINT_2X16;
                    CU_RES_VIEW_FORMAT_UINT_4X16;
                    CU_RES_VIEW_FORMAT_SINT_1X16;
                    CU_RES_VIEW_FORMAT_SINT_2X16;
                    CU_RES_VIEW_FORMAT_SINT_4X16;
                    CU_RES_VIEW_FORMAT_UINT_1X32;
                    CU_RES_VIEW_FORMAT_UINT_2X32;
                    CU_RES_VIEW_FORMAT_UINT_4X32;
                    CU_RES_VIEW_FORMAT_SINT_1X32;
                    CU_RES_VIEW_FORMAT_SINT_2X32;
                    CU_RES_VIEW_FORMAT_SINT_4X32;
                    CU_RES_VIEW_FORMAT_FLOAT_1X16;
                    CU_RES_VIEW_FORMAT_FLOAT_2X16;
                    CU_RES_VIEW_FORMAT_FLOAT_4X16;
                    CU_RES_VIEW_FORMAT_FLOAT_1X32;
                    CU_RES_VIEW_FORMAT_FLOAT_2X32;
                    CU_RES_VIEW_FORMAT_FLOAT_4X32;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC2;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC3;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC4;
                    CU_RES_VIEW_FORMAT_SIGNED_BC4;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC5;
                    CU_RES_VIEW_FORMAT_SIGNED_BC5;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC6H;
                    CU_RES_VIEW_FORMAT_SIGNED_BC6H;
                    CU_RES_VIEW_FORMAT_UNSIGNED_BC7;
                }
                CUtensorMapDataType_enum "enum CUtensorMapDataType_enum" {
                    CU_TENSOR_MAP_DATA_TYPE_UINT8;
                    CU_TENSOR_MAP_DATA_TYPE_UINT16;
                    CU_TENSOR_MAP_DATA_TYPE_UINT32;
                    CU_TENSOR_MAP_DATA_TYPE_INT32;
                    CU_TENSOR_MAP_DATA_TYPE_UINT64;
                    CU_TENSOR_MAP_DATA_TYPE_INT64;
                    CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
                    CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
                    CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
                    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
                    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ;
                    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
                    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
                    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B;
                    CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B;
                    CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
                }
                CUtensorMapInterleave_enum "enum CUtensorMapInterleave_enum" {
                    CU_TENSOR_MAP_INTERLEAVE_NONE;
                    CU_TENSOR_MAP_INTERLEAVE_16B;
                    CU_TENSOR_MAP_INTERLEAVE_32B;
                }
                CUtensorMapSwizzle_enum "enum CUtensorMapSwizzle_enum" {
                    CU_TENSOR_MAP_SWIZZLE_NONE;
                    CU_TENSOR_MAP_SWIZZLE_32B;
                    CU_TENSOR_MAP_SWIZZLE_64B;
                    CU_TENSOR_MAP_SWIZZLE_128B;
                    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B;
                    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B;
                    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B;
                }
                CUtensorMapL2promotion_enum "enum CUtensorMapL2promotion_enum" {
                    CU_TENSOR_MAP_L2_PROMOTION_NONE;
                    CU_TENSOR_MAP_L2_PROMOTION_L2_64B;
                    CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
                    CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
                }
                CUtensorMapFloatOOBfill_enum "enum CUtensorMapFloatOOBfill_enum" {
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
                }
                CUtensorMapIm2ColWideMode_enum "enum CUtensorMapIm2ColWideMode_enum" {
                    CU_TENSOR_MAP_IM2COL_WIDE_MODE_W;
                    CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128;
                }
                CUtensorMapAllocClass_enum "enum CUtensorMapAllocClass_enum" {
                    CU_TENSOR_MAP_ALLOC_CLASS_AUTO;
                    CU_TENSOR_MAP_ALLOC_CLASS_SMALL;
                    CU_TENSOR_MAP_ALLOC_CLASS_LARGE;
                }
                CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum "enum CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum" {
                    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE;
                    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ;
                    CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
                }
                CUexternalMemoryHandleType_enum "enum CUexternalMemoryHandleType_enum" {
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
                    CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD;
                }
                CUexternalSemaphoreHandleType_enum "enum CUexternalSemaphoreHandleType_enum" {
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
                    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32;
                }
                CUmemAllocationHandleType_enum "enum CUmemAllocationHandleType_enum" {
                    CU_MEM_HANDLE_TYPE_NONE;
                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
                    CU_MEM_HANDLE_TYPE_WIN32;
                    CU_MEM_HANDLE_TYPE_WIN32_KMT;
                    CU_MEM_HANDLE_TYPE_FABRIC;
                    CU_MEM_HANDLE_TYPE_MAX;
                }
                CUmemAccess_flags_enum "enum CUmemAccess_flags_enum" {
                    CU_MEM_ACCESS_FLAGS_PROT_NONE;
                    CU_MEM_ACCESS_FLAGS_PROT_READ;
                    CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
                    CU_MEM_ACCESS_FLAGS_PROT_MAX;
                }
                CUmemLocationType_enum "enum CUmemLocationType_enum" {
                    CU_MEM_LOCATION_TYPE_INVALID;
                    CU_MEM_LOCATION_TYPE_NONE;
                    CU_MEM_LOCATION_TYPE_DEVICE;
                    CU_MEM_LOCATION_TYPE_HOST;
                    CU_MEM_LOCATION_TYPE_HOST_NUMA;
                    CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
                    CU_MEM_LOCATION_TYPE_INVISIBLE;
                    CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN;
                    CU_MEM_LOCATION_TYPE_MAX;
                }
                CUmemAllocationType_enum "enum CUmemAllocationType_enum" {
                    CU_MEM_ALLOCATION_TYPE_INVALID;
                    CU_MEM_ALLOCATION_TYPE_PINNED;
                    CU_MEM_ALLOCATION_TYPE_MANAGED;
                    CU_MEM_ALLOCATION_TYPE_MAX;
                }
                CUmemAllocationGranularity_flags_enum "enum CUmemAllocationGranularity_flags_enum" {
                    CU_MEM_ALLOC_GRANULARITY_MINIMUM;
                    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED;
                }
                CUmemRangeHandleType_enum "enum CUmemRangeHandleType_enum" {
                    CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD;
                    CU_MEM_RANGE_HANDLE_TYPE_MAX;
                }
                CUmemRangeFlags_enum "enum CUmemRangeFlags_enum" {
                    CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE;
                }
                CUarraySparseSubresourceType_enum "enum CUarraySparseSubresourceType_enum" {
                    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL;
                    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL;
                }
                CUmemOperationType_enum "enum CUmemOperationType_enum" {
                    CU_MEM_OPERATION_TYPE_MAP;
                    CU_MEM_OPERATION_TYPE_UNMAP;
                }
                CUmemHandleType_enum "enum CUmemHandleType_enum" {
                    CU_MEM_HANDLE_TYPE_GENERIC;
                }
                CUmemAllocationCompType_enum "enum CUmemAllocationCompType_enum" {
                    CU_MEM_ALLOCATION_COMP_NONE;
                    CU_MEM_ALLOCATION_COMP_GENERIC;
                }
                CUmulticastGranularity_flags_enum "enum CUmulticastGranularity_flags_enum" {
                    CU_MULTICAST_GRANULARITY_MINIMUM;
                    CU_MULTICAST_GRANULARITY_RECOMMENDED;
                }
                CUgraphExecUpdateResult_enum "enum CUgraphExecUpdateResult_enum" {
                    CU_GRAPH_EXEC_UPDATE_SUCCESS;
                    CU_GRAPH_EXEC_UPDATE_ERROR;
                    CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
                    CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
                    CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED;
                    CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
                    CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
                    CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE;
                    CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED;
                }
                CUmemPool_attribute_enum "enum CUmemPool_attribute_enum" {
                    CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;
                    CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC;
                    CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
                    CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
                    CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;
                    CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH;
                    CU_MEMPOOL_ATTR_USED_MEM_CURRENT;
                    CU_MEMPOOL_ATTR_USED_MEM_HIGH;
                    CU_MEMPOOL_ATTR_ALLOCATION_TYPE;
                    CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES;
                    CU_MEMPOOL_ATTR_LOCATION_ID;
                    CU_MEMPOOL_ATTR_LOCATION_TYPE;
                    CU_MEMPOOL_ATTR_MAX_POOL_SIZE;
                    CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED;
                    CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID;
                }
                CUmemcpyFlags_enum "enum CUmemcpyFlags_enum" {
                    CU_MEMCPY_FLAG_DEFAULT;
                    CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE;
                }
                CUmemcpySrcAccessOrder_enum "enum CUmemcpySrcAccessOrder_enum" {
                    CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
                    CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
                    CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL;
                    CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
                    CU_MEMCPY_SRC_ACCESS_ORDER_MAX;
                }
                CUmemcpy3DOperandType_enum "enum CUmemcpy3DOperandType_enum" {
                    CU_MEMCPY_OPERAND_TYPE_POINTER;
                    CU_MEMCPY_OPERAND_TYPE_ARRAY;
                    CU_MEMCPY_OPERAND_TYPE_MAX;
                }
                CUgraphMem_attribute_enum "enum CUgraphMem_attribute_enum" {
                    CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT;
                    CU_GRAPH_MEM_ATTR_USED_MEM_HIGH;
                    CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT;
                    CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
                }
                CUgraphChildGraphNodeOwnership_enum "enum CUgraphChildGraphNodeOwnership_enum" {
                    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE;
                    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
                    CU_GRAPH_CHILD_GRAPH_OWNERSHIP_INVALID;
                }
                CUflushGPUDirectRDMAWritesOptions_enum "enum CUflushGPUDirectRDMAWritesOptions_enum" {
                    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST;
                    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS;
                }
                CUGPUDirectRDMAWritesOrdering_enum "enum CUGPUDirectRDMAWritesOrdering_enum" {
                    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE;
                    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER;
                    CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES;
                }
                CUflushGPUDirectRDMAWritesScope_enum "enum CUflushGPUDirectRDMAWritesScope_enum" {
                    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER;
                    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES;
                }
                CUflushGPUDirectRDMAWritesTarget_enum "enum CUflushGPUDirectRDMAWritesTarget_enum" {
                    CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX;
                }
                CUgraphDebugDot_flags_enum "enum CUgraphDebugDot_flags_enum" {
                    CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE;
                    CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES;
                    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES;
                    CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES;
                    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO;
                    CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_BATCH_NODE_PARAMS;
                    CU_GRAPH_DEBUG_DOT_FLAGS_FABRIC_CPY_BATCH_NODE_PARAMS;
                }
                CUuserObject_flags_enum "enum CUuserObject_flags_enum" {
                    CU_USER_OBJECT_NO_DESTRUCTOR_SYNC;
                }
                CUuserObjectRetain_flags_enum "enum CUuserObjectRetain_flags_enum" {
                    CU_GRAPH_USER_OBJECT_MOVE;
                }
                CUgraphInstantiate_flags_enum "enum CUgraphInstantiate_flags_enum" {
                    CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
                    CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD;
                    CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
                    CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
                }
                CUdeviceNumaConfig_enum "enum CUdeviceNumaConfig_enum" {
                    CU_DEVICE_NUMA_CONFIG_NONE;
                    CU_DEVICE_NUMA_CONFIG_NUMA_NODE;
                }
                CUprocessState_enum "enum CUprocessState_enum" {
                    CU_PROCESS_STATE_RUNNING;
                    CU_PROCESS_STATE_LOCKED;
                    CU_PROCESS_STATE_CHECKPOINTED;
                    CU_PROCESS_STATE_FAILED;
                    CU_PROCESS_STATE_CHECKPOINTING;
                    CU_PROCESS_STATE_RESTORING;
                }
                CUmoduleLoadingMode_enum "enum CUmoduleLoadingMode_enum" {
                    CU_MODULE_EAGER_LOADING;
                    CU_MODULE_LAZY_LOADING;
                }
                CUmemDecompressAlgorithm_enum "enum CUmemDecompressAlgorithm_enum" {
                    CU_MEM_DECOMPRESS_UNSUPPORTED;
                    CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE;
                    CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY;
                    CU_MEM_DECOMPRESS_ALGORITHM_LZ4;
                }
                CUcliqueType_enum "enum CUcliqueType_enum" {
                    CU_CLIQUE_TYPE_UNICAST_POINTER;
                    CU_CLIQUE_TYPE_MULTICAST_POINTER;
                    CU_CLIQUE_TYPE_UNICAST_LOGICAL_ENDPOINT;
                    CU_CLIQUE_TYPE_MULTICAST_LOGICAL_ENDPOINT;
                }
                CUlogicalEndpointIpcHandleType_enum "enum CUlogicalEndpointIpcHandleType_enum" {
                    CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_NONE;
                    CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC;
                }
                CUlogicalEndpointType_enum "enum CUlogicalEndpointType_enum" {
                    CU_LOGICAL_ENDPOINT_TYPE_INVALID;
                    CU_LOGICAL_ENDPOINT_TYPE_UNICAST;
                    CU_LOGICAL_ENDPOINT_TYPE_MULTICAST;
                }
                CUlogicalEndpointFlag_enum "enum CUlogicalEndpointFlag_enum" {
                    CU_LOGICAL_ENDPOINT_FLAG_NONE;
                    CU_LOGICAL_ENDPOINT_FLAG_COUNTED_OPS;
                }
                CUfabricCpyOperandType_enum "enum CUfabricCpyOperandType_enum" {
                    CU_FABRIC_COPY_OPERAND_TYPE_POINTER;
                    CU_FABRIC_COPY_OPERAND_TYPE_LOGICAL_ENDPOINT;
                    CU_FABRIC_COPY_OPERAND_TYPE_MAX;
                }
                CUgraphRecaptureStatus_enum "enum CUgraphRecaptureStatus_enum" {
                    CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE;
                    CU_GRAPH_RECAPTURE_INELIGIBLE_FOR_UPDATE;
                    CU_GRAPH_RECAPTURE_ERROR;
                }
                CUfunctionLoadingState_enum "enum CUfunctionLoadingState_enum" {
                    CU_FUNCTION_LOADING_STATE_UNLOADED;
                    CU_FUNCTION_LOADING_STATE_LOADED;
                    CU_FUNCTION_LOADING_STATE_MAX;
                }
                CUcoredumpSettings_enum "enum CUcoredumpSettings_enum" {
                    CU_COREDUMP_ENABLE_ON_EXCEPTION;
                    CU_COREDUMP_TRIGGER_HOST;
                    CU_COREDUMP_LIGHTWEIGHT;
                    CU_COREDUMP_ENABLE_USER_TRIGGER;
                    CU_COREDUMP_FILE;
                    CU_COREDUMP_PIPE;
                    CU_COREDUMP_GENERATION_FLAGS;
                    CU_COREDUMP_MAX;
                }
                CUCoredumpGenerationFlags "enum CUCoredumpGenerationFlags" {
                    CU_COREDUMP_DEFAULT_FLAGS;
                    CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES;
                    CU_COREDUMP_SKIP_GLOBAL_MEMORY;
                    CU_COREDUMP_SKIP_SHARED_MEMORY;
                    CU_COREDUMP_SKIP_LOCAL_MEMORY;
                    CU_COREDUMP_SKIP_ABORT;
                    CU_COREDUMP_SKIP_CONSTBANK_MEMORY;
                    CU_COREDUMP_GZIP_COMPRESS;
                    CU_COREDUMP_FAULTED_CONTEXTS_ONLY;
                    CU_COREDUMP_SKIP_TENSOR_MEMORY;
                    CU_COREDUMP_NO_ERRBAR_AT_EXIT;
                    CU_COREDUMP_LOG_ONLY;
                    CU_COREDUMP_LIGHTWEIGHT_FLAGS;
                }
                CUgreenCtxCreate_flags "CUgreenCtxCreate_flags" {
                    CU_GREEN_CTX_NONE;
                    CU_GREEN_CTX_DEFAULT_STREAM;
                }
                CUdevSmResourceGroup_flags "CUdevSmResourceGroup_flags" {
                    CU_DEV_SM_RESOURCE_GROUP_DEFAULT;
                    CU_DEV_SM_RESOURCE_GROUP_BACKFILL;
                    CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID;
                    CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS;
                }
                CUdevSmResourceSplitByCount_flags "CUdevSmResourceSplitByCount_flags" {
                    CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
                    CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
                }
                CUdevResourceType "CUdevResourceType" {
                    CU_DEV_RESOURCE_TYPE_INVALID;
                    CU_DEV_RESOURCE_TYPE_SM;
                    CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG;
                    CU_DEV_RESOURCE_TYPE_WORKQUEUE;
                }
                CUdevWorkqueueConfigScope "CUdevWorkqueueConfigScope" {
                    CU_WORKQUEUE_SCOPE_DEVICE_CTX;
                    CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED;
                }
                CUlogLevel_enum "enum CUlogLevel_enum" {
                    CU_LOG_LEVEL_ERROR;
                    CU_LOG_LEVEL_WARNING;
                }
            }
            aliases {
                cuuint32_t: u32;
                cuuint64_t: u64;
                CUdeviceptr_v2: ::core::ffi::c_ulonglong;
                CUdeviceptr: CUdeviceptr_v2;
                CUdevice_v1: ::core::ffi::c_int;
                CUdevice: CUdevice_v1;
                CUcontext: *mut CUctx_st;
                CUmodule: *mut CUmod_st;
                CUfunction: *mut CUfunc_st;
                CUlibrary: *mut CUlib_st;
                CUkernel: *mut CUkern_st;
                CUarray: *mut CUarray_st;
                CUmipmappedArray: *mut CUmipmappedArray_st;
                CUtexref: *mut CUtexref_st;
                CUsurfref: *mut CUsurfref_st;
                CUevent: *mut CUevent_st;
                CUstream: *mut CUstream_st;
                CUgraphicsResource: *mut CUgraphicsResource_st;
                CUtexObject_v1: ::core::ffi::c_ulonglong;
                CUtexObject: CUtexObject_v1;
                CUsurfObject_v1: ::core::ffi::c_ulonglong;
                CUsurfObject: CUsurfObject_v1;
                CUexternalMemory: *mut CUextMemory_st;
                CUexternalSemaphore: *mut CUextSemaphore_st;
                CUgraph: *mut CUgraph_st;
                CUgraphNode: *mut CUgraphNode_st;
                CUgraphExec: *mut CUgraphExec_st;
                CUmemoryPool: *mut CUmemPoolHandle_st;
                CUuserObject: *mut CUuserObject_st;
                CUgraphConditionalHandle: cuuint64_t;
                CUgraphDeviceNode: *mut CUgraphDeviceUpdatableNode_st;
                CUasyncCallbackHandle: *mut CUasyncCallbackEntry_st;
                CUgreenCtx: *mut CUgreenCtx_st;
                CUuuid: CUuuid_st;
                CUmemFabricHandle_v1: CUmemFabricHandle_st;
                CUmemFabricHandle: CUmemFabricHandle_v1;
                CUipcEventHandle_v1: CUipcEventHandle_st;
                CUipcEventHandle: CUipcEventHandle_v1;
                CUipcMemHandle_v1: CUipcMemHandle_st;
                CUipcMemHandle: CUipcMemHandle_v1;
                CUipcMem_flags: CUipcMem_flags_enum;
                CUmemAttach_flags: CUmemAttach_flags_enum;
                CUctx_flags: CUctx_flags_enum;
                CUevent_sched_flags: CUevent_sched_flags_enum;
                CUhostTaskSyncMode: CUhostTaskSyncMode_enum;
                CUstream_flags: CUstream_flags_enum;
                CUevent_flags: CUevent_flags_enum;
                CUevent_record_flags: CUevent_record_flags_enum;
                CUevent_wait_flags: CUevent_wait_flags_enum;
                CUatomicOperation: CUatomicOperation_enum;
                CUatomicOperationCapability: CUatomicOperationCapability_enum;
                CUstreamWaitValue_flags: CUstreamWaitValue_flags_enum;
                CUstreamWriteValue_flags: CUstreamWriteValue_flags_enum;
                CUstreamBatchMemOpType: CUstreamBatchMemOpType_enum;
                CUstreamMemoryBarrier_flags: CUstreamMemoryBarrier_flags_enum;
                CUstreamAtomicReductionOpType: CUstreamAtomicReductionOpType_enum;
                CUstreamAtomicReductionDataType: CUstreamAtomicReductionDataType_enum;
                CUstreamBatchMemOpParams_v1: CUstreamBatchMemOpParams_union;
                CUstreamBatchMemOpParams: CUstreamBatchMemOpParams_v1;
                CUDA_BATCH_MEM_OP_NODE_PARAMS_v1: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st;
                CUDA_BATCH_MEM_OP_NODE_PARAMS: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;
                CUDA_BATCH_MEM_OP_NODE_PARAMS_v2: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st;
                CUoccupancy_flags: CUoccupancy_flags_enum;
                CUstreamUpdateCaptureDependencies_flags: CUstreamUpdateCaptureDependencies_flags_enum;
                CUasyncNotificationType: CUasyncNotificationType_enum;
                CUasyncNotificationInfo: CUasyncNotificationInfo_st;
                CUasyncCallback: ::core::option::Option<unsafe extern "C" fn(info: *mut CUasyncNotificationInfo, userData: *mut ::core::ffi::c_void, callback: CUasyncCallbackHandle)>;
                CUarray_format: CUarray_format_enum;
                CUaddress_mode: CUaddress_mode_enum;
                CUfilter_mode: CUfilter_mode_enum;
                CUdevice_attribute: CUdevice_attribute_enum;
                CUdevprop_v1: CUdevprop_st;
                CUdevprop: CUdevprop_v1;
                CUpointer_attribute: CUpointer_attribute_enum;
                CUfunction_attribute: CUfunction_attribute_enum;
                CUfunc_cache: CUfunc_cache_enum;
                CUsharedconfig: CUsharedconfig_enum;
                CUshared_carveout: CUshared_carveout_enum;
                CUmemorytype: CUmemorytype_enum;
                CUcomputemode: CUcomputemode_enum;
                CUmem_advise: CUmem_advise_enum;
                CUmem_range_attribute: CUmem_range_attribute_enum;
                CUjit_option: CUjit_option_enum;
                CUjit_target: CUjit_target_enum;
                CUjit_fallback: CUjit_fallback_enum;
                CUjit_cacheMode: CUjit_cacheMode_enum;
                CUjitInputType: CUjitInputType_enum;
                CUlinkState: *mut CUlinkState_st;
                CUgraphicsRegisterFlags: CUgraphicsRegisterFlags_enum;
                CUgraphicsMapResourceFlags: CUgraphicsMapResourceFlags_enum;
                CUarray_cubemap_face: CUarray_cubemap_face_enum;
                CUlimit: CUlimit_enum;
                CUresourcetype: CUresourcetype_enum;
                CUhostFn: ::core::option::Option<unsafe extern "C" fn(userData: *mut ::core::ffi::c_void)>;
                CUaccessProperty: CUaccessProperty_enum;
                CUaccessPolicyWindow_v1: CUaccessPolicyWindow_st;
                CUaccessPolicyWindow: CUaccessPolicyWindow_v1;
                CUDA_KERNEL_NODE_PARAMS_v1: CUDA_KERNEL_NODE_PARAMS_st;
                CUDA_KERNEL_NODE_PARAMS_v2: CUDA_KERNEL_NODE_PARAMS_v2_st;
                CUDA_KERNEL_NODE_PARAMS: CUDA_KERNEL_NODE_PARAMS_v2;
                CUDA_KERNEL_NODE_PARAMS_v3: CUDA_KERNEL_NODE_PARAMS_v3_st;
                CUDA_MEMSET_NODE_PARAMS_v1: CUDA_MEMSET_NODE_PARAMS_st;
                CUDA_MEMSET_NODE_PARAMS: CUDA_MEMSET_NODE_PARAMS_v1;
                CUDA_MEMSET_NODE_PARAMS_v2: CUDA_MEMSET_NODE_PARAMS_v2_st;
                CUDA_HOST_NODE_PARAMS_v1: CUDA_HOST_NODE_PARAMS_st;
                CUDA_HOST_NODE_PARAMS: CUDA_HOST_NODE_PARAMS_v1;
                CUDA_HOST_NODE_PARAMS_v2: CUDA_HOST_NODE_PARAMS_v2_st;
                CUgraphConditionalNodeType: CUgraphConditionalNodeType_enum;
                CUgraphNodeType: CUgraphNodeType_enum;
                CUgraphDependencyType: CUgraphDependencyType_enum;
                CUgraphEdgeData: CUgraphEdgeData_st;
                CUgraphInstantiateResult: CUgraphInstantiateResult_enum;
                CUDA_GRAPH_INSTANTIATE_PARAMS: CUDA_GRAPH_INSTANTIATE_PARAMS_st;
                CUsynchronizationPolicy: CUsynchronizationPolicy_enum;
                CUclusterSchedulingPolicy: CUclusterSchedulingPolicy_enum;
                CUlaunchMemSyncDomain: CUlaunchMemSyncDomain_enum;
                CUlaunchMemSyncDomainMap: CUlaunchMemSyncDomainMap_st;
                CUlaunchAttributePortableClusterMode: CUlaunchAttributePortableClusterMode_enum;
                CUsharedMemoryMode: CUsharedMemoryMode_enum;
                CUlaunchAttributeID: CUlaunchAttributeID_enum;
                CUlaunchAttributeValue: CUlaunchAttributeValue_union;
                CUlaunchAttribute: CUlaunchAttribute_st;
                CUlaunchConfig: CUlaunchConfig_st;
                CUkernelNodeAttrID: CUlaunchAttributeID;
                CUkernelNodeAttrValue_v1: CUlaunchAttributeValue;
                CUkernelNodeAttrValue: CUkernelNodeAttrValue_v1;
                CUstreamCaptureStatus: CUstreamCaptureStatus_enum;
                CUstreamCaptureMode: CUstreamCaptureMode_enum;
                CUstreamAttrID: CUlaunchAttributeID;
                CUstreamAttrValue_v1: CUlaunchAttributeValue;
                CUstreamAttrValue: CUstreamAttrValue_v1;
                CUdriverProcAddress_flags: CUdriverProcAddress_flags_enum;
                CUdriverProcAddressQueryResult: CUdriverProcAddressQueryResult_enum;
                CUexecAffinityType: CUexecAffinityType_enum;
                CUexecAffinitySmCount_v1: CUexecAffinitySmCount_st;
                CUexecAffinitySmCount: CUexecAffinitySmCount_v1;
                CUexecAffinityParam_v1: CUexecAffinityParam_st;
                CUexecAffinityParam: CUexecAffinityParam_v1;
                CUcigDataType: CUcigDataType_enum;
                CUctxCigParam: CUctxCigParam_st;
                CUctxCreateParams: CUctxCreateParams_st;
                CUstreamCigDataType: CUstreamCigDataType_enum;
                CUstreamCigParam: CUstreamCigParam_st;
                CUstreamCigCaptureParams: CUstreamCigCaptureParams_st;
                CUlibraryOption: CUlibraryOption_enum;
                CUlibraryHostUniversalFunctionAndDataTable: CUlibraryHostUniversalFunctionAndDataTable_st;
                CUresult: cudaError_enum;
                CUdevice_P2PAttribute: CUdevice_P2PAttribute_enum;
                CUstreamCallback: ::core::option::Option<unsafe extern "C" fn(hStream: CUstream, status: CUresult, userData: *mut ::core::ffi::c_void)>;
                CUoccupancyB2DSize: ::core::option::Option<unsafe extern "C" fn(blockSize: ::core::ffi::c_int) -> usize>;
                CUDA_MEMCPY2D_v2: CUDA_MEMCPY2D_st;
                CUDA_MEMCPY2D: CUDA_MEMCPY2D_v2;
                CUDA_MEMCPY3D_v2: CUDA_MEMCPY3D_st;
                CUDA_MEMCPY3D: CUDA_MEMCPY3D_v2;
                CUDA_MEMCPY3D_PEER_v1: CUDA_MEMCPY3D_PEER_st;
                CUDA_MEMCPY3D_PEER: CUDA_MEMCPY3D_PEER_v1;
                CUDA_MEMCPY_NODE_PARAMS: CUDA_MEMCPY_NODE_PARAMS_st;
                CUDA_ARRAY_DESCRIPTOR_v2: CUDA_ARRAY_DESCRIPTOR_st;
                CUDA_ARRAY_DESCRIPTOR: CUDA_ARRAY_DESCRIPTOR_v2;
                CUDA_ARRAY3D_DESCRIPTOR_v2: CUDA_ARRAY3D_DESCRIPTOR_st;
                CUDA_ARRAY3D_DESCRIPTOR: CUDA_ARRAY3D_DESCRIPTOR_v2;
                CUDA_ARRAY_SPARSE_PROPERTIES_v1: CUDA_ARRAY_SPARSE_PROPERTIES_st;
                CUDA_ARRAY_SPARSE_PROPERTIES: CUDA_ARRAY_SPARSE_PROPERTIES_v1;
                CUDA_ARRAY_MEMORY_REQUIREMENTS_v1: CUDA_ARRAY_MEMORY_REQUIREMENTS_st;
                CUDA_ARRAY_MEMORY_REQUIREMENTS: CUDA_ARRAY_MEMORY_REQUIREMENTS_v1;
                CUDA_RESOURCE_DESC_v1: CUDA_RESOURCE_DESC_st;
                CUDA_RESOURCE_DESC: CUDA_RESOURCE_DESC_v1;
                CUDA_TEXTURE_DESC_v1: CUDA_TEXTURE_DESC_st;
                CUDA_TEXTURE_DESC: CUDA_TEXTURE_DESC_v1;
                CUresourceViewFormat: CUresourceViewFormat_enum;
                CUDA_RESOURCE_VIEW_DESC_v1: CUDA_RESOURCE_VIEW_DESC_st;
                CUDA_RESOURCE_VIEW_DESC: CUDA_RESOURCE_VIEW_DESC_v1;
                CUtensorMap: CUtensorMap_st;
                CUtensorMapDataType: CUtensorMapDataType_enum;
                CUtensorMapInterleave: CUtensorMapInterleave_enum;
                CUtensorMapSwizzle: CUtensorMapSwizzle_enum;
                CUtensorMapL2promotion: CUtensorMapL2promotion_enum;
                CUtensorMapFloatOOBfill: CUtensorMapFloatOOBfill_enum;
                CUtensorMapIm2ColWideMode: CUtensorMapIm2ColWideMode_enum;
                CUtensorMapAllocClass: CUtensorMapAllocClass_enum;
                CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st;
                CUDA_POINTER_ATTRIBUTE_P2P_TOKENS: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1;
                CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS: CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum;
                CUDA_LAUNCH_PARAMS_v1: CUDA_LAUNCH_PARAMS_st;
                CUDA_LAUNCH_PARAMS: CUDA_LAUNCH_PARAMS_v1;
                CUexternalMemoryHandleType: CUexternalMemoryHandleType_enum;
                CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st;
                CUDA_EXTERNAL_MEMORY_HANDLE_DESC: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
                CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st;
                CUDA_EXTERNAL_MEMORY_BUFFER_DESC: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
                CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st;
                CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
                CUexternalSemaphoreHandleType: CUexternalSemaphoreHandleType_enum;
                CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st;
                CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st;
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st;
                CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
                CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st;
                CUDA_EXT_SEM_SIGNAL_NODE_PARAMS: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
                CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st;
                CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1: CUDA_EXT_SEM_WAIT_NODE_PARAMS_st;
                CUDA_EXT_SEM_WAIT_NODE_PARAMS: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1;
                CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st;
                CUmemGenericAllocationHandle_v1: ::core::ffi::c_ulonglong;
                CUmemGenericAllocationHandle: CUmemGenericAllocationHandle_v1;
                CUmemAllocationHandleType: CUmemAllocationHandleType_enum;
                CUmemAccess_flags: CUmemAccess_flags_enum;
                CUmemLocationType: CUmemLocationType_enum;
                CUmemAllocationType: CUmemAllocationType_enum;
                CUmemAllocationGranularity_flags: CUmemAllocationGranularity_flags_enum;
                CUmemRangeHandleType: CUmemRangeHandleType_enum;
                CUmemRangeFlags: CUmemRangeFlags_enum;
                CUarraySparseSubresourceType: CUarraySparseSubresourceType_enum;
                CUmemOperationType: CUmemOperationType_enum;
                CUmemHandleType: CUmemHandleType_enum;
                CUarrayMapInfo_v1: CUarrayMapInfo_st;
                CUarrayMapInfo: CUarrayMapInfo_v1;
                CUmemLocation_v1: CUmemLocation_st;
                CUmemLocation: CUmemLocation_v1;
                CUmemAllocationCompType: CUmemAllocationCompType_enum;
                CUmemAllocationProp_v1: CUmemAllocationProp_st;
                CUmemAllocationProp: CUmemAllocationProp_v1;
                CUmulticastGranularity_flags: CUmulticastGranularity_flags_enum;
                CUmulticastObjectProp_v1: CUmulticastObjectProp_st;
                CUmulticastObjectProp: CUmulticastObjectProp_v1;
                CUmemAccessDesc_v1: CUmemAccessDesc_st;
                CUmemAccessDesc: CUmemAccessDesc_v1;
                CUgraphExecUpdateResult: CUgraphExecUpdateResult_enum;
                CUgraphExecUpdateResultInfo_v1: CUgraphExecUpdateResultInfo_st;
                CUgraphExecUpdateResultInfo: CUgraphExecUpdateResultInfo_v1;
                CUmemPool_attribute: CUmemPool_attribute_enum;
                CUmemPoolProps_v1: CUmemPoolProps_st;
                CUmemPoolProps: CUmemPoolProps_v1;
                CUmemPoolPtrExportData_v1: CUmemPoolPtrExportData_st;
                CUmemPoolPtrExportData: CUmemPoolPtrExportData_v1;
                CUmemcpyFlags: CUmemcpyFlags_enum;
                CUmemcpySrcAccessOrder: CUmemcpySrcAccessOrder_enum;
                CUmemcpyAttributes_v1: CUmemcpyAttributes_st;
                CUmemcpyAttributes: CUmemcpyAttributes_v1;
                CUmemcpy3DOperandType: CUmemcpy3DOperandType_enum;
                CUoffset3D_v1: CUoffset3D_st;
                CUoffset3D: CUoffset3D_v1;
                CUextent3D_v1: CUextent3D_st;
                CUextent3D: CUextent3D_v1;
                CUmemcpy3DOperand_v1: CUmemcpy3DOperand_st;
                CUmemcpy3DOperand: CUmemcpy3DOperand_v1;
                CUDA_MEMCPY3D_BATCH_OP_v1: CUDA_MEMCPY3D_BATCH_OP_st;
                CUDA_MEMCPY3D_BATCH_OP: CUDA_MEMCPY3D_BATCH_OP_v1;
                CUDA_MEM_ALLOC_NODE_PARAMS_v1: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st;
                CUDA_MEM_ALLOC_NODE_PARAMS: CUDA_MEM_ALLOC_NODE_PARAMS_v1;
                CUDA_MEM_ALLOC_NODE_PARAMS_v2: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st;
                CUDA_MEM_FREE_NODE_PARAMS: CUDA_MEM_FREE_NODE_PARAMS_st;
                CUgraphMem_attribute: CUgraphMem_attribute_enum;
                CUgraphChildGraphNodeOwnership: CUgraphChildGraphNodeOwnership_enum;
                CUDA_CHILD_GRAPH_NODE_PARAMS: CUDA_CHILD_GRAPH_NODE_PARAMS_st;
                CUDA_EVENT_RECORD_NODE_PARAMS: CUDA_EVENT_RECORD_NODE_PARAMS_st;
                CUDA_EVENT_WAIT_NODE_PARAMS: CUDA_EVENT_WAIT_NODE_PARAMS_st;
                CUDA_MEMCPY_BATCH_NODE_PARAMS_V1: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st;
                CUDA_MEMCPY_BATCH_NODE_PARAMS: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1;
                CUDA_FABRIC_COPY_BATCH_OP_v1: CUDA_FABRIC_COPY_BATCH_OP_st;
                CUDA_FABRIC_COPY_BATCH_OP: CUDA_FABRIC_COPY_BATCH_OP_v1;
                CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st;
                CUDA_FABRIC_CPY_BATCH_NODE_PARAMS: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1;
                CUgraphNodeParams: CUgraphNodeParams_st;
                CUflushGPUDirectRDMAWritesOptions: CUflushGPUDirectRDMAWritesOptions_enum;
                CUGPUDirectRDMAWritesOrdering: CUGPUDirectRDMAWritesOrdering_enum;
                CUflushGPUDirectRDMAWritesScope: CUflushGPUDirectRDMAWritesScope_enum;
                CUflushGPUDirectRDMAWritesTarget: CUflushGPUDirectRDMAWritesTarget_enum;
                CUgraphDebugDot_flags: CUgraphDebugDot_flags_enum;
                CUuserObject_flags: CUuserObject_flags_enum;
                CUuserObjectRetain_flags: CUuserObjectRetain_flags_enum;
                CUgraphInstantiate_flags: CUgraphInstantiate_flags_enum;
                CUdeviceNumaConfig: CUdeviceNumaConfig_enum;
                CUprocessState: CUprocessState_enum;
                CUcheckpointCustomStoragePerDeviceData: CUcheckpointCustomStoragePerDeviceData_st;
                CUcheckpointOperationHandle: *mut CUIcheckpointOperation_st;
                CUcheckpointCustomStorageInfo: CUcheckpointCustomStorageInfo_st;
                CUcheckpointLockArgs: CUcheckpointLockArgs_st;
                CUcheckpointCheckpointArgs: CUcheckpointCheckpointArgs_st;
                CUcheckpointGpuPair: CUcheckpointGpuPair_st;
                CUcheckpointRestoreArgs: CUcheckpointRestoreArgs_st;
                CUcheckpointUnlockArgs: CUcheckpointUnlockArgs_st;
                CUmoduleLoadingMode: CUmoduleLoadingMode_enum;
                CUmemDecompressAlgorithm: CUmemDecompressAlgorithm_enum;
                CUmemDecompressParams: CUmemDecompressParams_st;
                CUcliqueType: CUcliqueType_enum;
                CUcliqueInfo: CUcliqueInfo_st;
                CUlogicalEndpointId: cuuint32_t;
                CUlogicalEndpointIpcHandleType: CUlogicalEndpointIpcHandleType_enum;
                CUlogicalEndpointFabricHandle: CUlogicalEndpointFabricHandle_st;
                CUlogicalEndpointType: CUlogicalEndpointType_enum;
                CUlogicalEndpointFlag: CUlogicalEndpointFlag_enum;
                CUlogicalEndpointProp: CUlogicalEndpointProp_struct;
                CUfabricCpyOperandType: CUfabricCpyOperandType_enum;
                CUfabricCpyOperand: CUfabricCpyOperand_st;
                CUgraphRecaptureStatus: CUgraphRecaptureStatus_enum;
                CUgraphRecaptureCallback: ::core::option::Option<unsafe extern "C" fn(data: *mut ::core::ffi::c_void, node: CUgraphNode, originalParams: *const CUgraphNodeParams, recaptureParams: *const CUgraphNodeParams, status: CUgraphRecaptureStatus) -> CUresult>;
                CUfunctionLoadingState: CUfunctionLoadingState_enum;
                CUcoredumpSettings: CUcoredumpSettings_enum;
                CUcoredumpCallbackHandle: *mut CUcoredumpCallbackEntry_st;
                CUcoredumpStatusCallback: ::core::option::Option<unsafe extern "C" fn(userData: *mut ::core::ffi::c_void, pid: ::core::ffi::c_int, dev: CUdevice)>;
                CUdevResourceDesc: *mut CUdevResourceDesc_st;
                CUdevSmResource: CUdevSmResource_st;
                CUdevWorkqueueConfigResource: CUdevWorkqueueConfigResource_st;
                CUdevWorkqueueResource: CUdevWorkqueueResource_st;
                CU_DEV_SM_RESOURCE_GROUP_PARAMS: CU_DEV_SM_RESOURCE_GROUP_PARAMS_st;
                CUdevResource_v1: CUdevResource_st;
                CUdevResource: CUdevResource_v1;
                CUlogLevel: CUlogLevel_enum;
                CUlogsCallbackHandle: *mut CUlogsCallbackEntry_st;
                CUlogsCallback: ::core::option::Option<unsafe extern "C" fn(data: *mut ::core::ffi::c_void, logLevel: CUlogLevel, message: *mut ::core::ffi::c_char, length: usize)>;
                CUlogIterator: ::core::ffi::c_uint;
                CUdeviceptr_v1: ::core::ffi::c_uint;
                CUDA_MEMCPY2D_v1: CUDA_MEMCPY2D_v1_st;
                CUDA_MEMCPY3D_v1: CUDA_MEMCPY3D_v1_st;
                CUDA_ARRAY_DESCRIPTOR_v1: CUDA_ARRAY_DESCRIPTOR_v1_st;
                CUDA_ARRAY3D_DESCRIPTOR_v1: CUDA_ARRAY3D_DESCRIPTOR_v1_st;
            }
            constants {
                CUDA_VERSION;
                CU_IPC_HANDLE_SIZE;
                CU_COMPUTE_ACCELERATED_TARGET_BASE;
                CU_COMPUTE_FAMILY_TARGET_BASE;
                CU_GRAPH_COND_ASSIGN_DEFAULT;
                CU_GRAPH_KERNEL_NODE_PORT_DEFAULT;
                CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
                CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER;
                CU_MEMHOSTALLOC_PORTABLE;
                CU_MEMHOSTALLOC_DEVICEMAP;
                CU_MEMHOSTALLOC_WRITECOMBINED;
                CU_MEMHOSTREGISTER_PORTABLE;
                CU_MEMHOSTREGISTER_DEVICEMAP;
                CU_MEMHOSTREGISTER_IOMEMORY;
                CU_MEMHOSTREGISTER_READ_ONLY;
                CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL;
                CU_TENSOR_MAP_NUM_QWORDS;
                CUDA_EXTERNAL_MEMORY_DEDICATED;
                CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC;
                CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC;
                CUDA_NVSCISYNC_ATTR_SIGNAL;
                CUDA_NVSCISYNC_ATTR_WAIT;
                CU_MEM_CREATE_USAGE_TILE_POOL;
                CU_MEM_CREATE_USAGE_HW_DECOMPRESS;
                CU_MEM_CREATE_USAGE_GPU_DIRECT_RDMA_OVER_PCIE;
                CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS;
                CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC;
                CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
                CUDA_ARRAY3D_LAYERED;
                CUDA_ARRAY3D_2DARRAY;
                CUDA_ARRAY3D_SURFACE_LDST;
                CUDA_ARRAY3D_CUBEMAP;
                CUDA_ARRAY3D_TEXTURE_GATHER;
                CUDA_ARRAY3D_DEPTH_TEXTURE;
                CUDA_ARRAY3D_COLOR_ATTACHMENT;
                CUDA_ARRAY3D_SPARSE;
                CUDA_ARRAY3D_DEFERRED_MAPPING;
                CUDA_ARRAY3D_VIDEO_ENCODE_DECODE;
                CU_TRSA_OVERRIDE_FORMAT;
                CU_TRSF_READ_AS_INTEGER;
                CU_TRSF_NORMALIZED_COORDINATES;
                CU_TRSF_SRGB;
                CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
                CU_TRSF_SEAMLESS_CUBEMAP;
                CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM;
                CU_LAUNCH_PARAM_END_AS_INT;
                CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT;
                CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT;
                CU_PARAM_TR_DEFAULT;
            }
        }
    };
}
