//! The names of the result codes, and what they mean in our words.

use std::ffi::CStr;

use cuda_sys::CUresult;

macro_rules! texts {
    ($($name:ident: $text:literal;)*) => {
        /// Each code, its name and its meaning. Clients keep the pointers, so all of it is static.
        pub(crate) static TEXTS: &[(CUresult, &CStr, &CStr)] = &[
            $((CUresult::$name, as_c_str(concat!(stringify!($name), "\0")), as_c_str(concat!($text, "\0"))),)*
        ];
    };
}

const fn as_c_str(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a text holds a NUL"),
    }
}

texts! {
    CUDA_SUCCESS: "all went well";
    CUDA_ERROR_INVALID_VALUE: "an argument makes no sense";
    CUDA_ERROR_OUT_OF_MEMORY: "out of memory";
    CUDA_ERROR_NOT_INITIALIZED: "cuInit has not succeeded yet";
    CUDA_ERROR_DEINITIALIZED: "the driver has shut down";
    CUDA_ERROR_PROFILER_DISABLED: "profiler disabled";
    CUDA_ERROR_PROFILER_NOT_INITIALIZED: "profiler not initialized";
    CUDA_ERROR_PROFILER_ALREADY_STARTED: "profiler already started";
    CUDA_ERROR_PROFILER_ALREADY_STOPPED: "profiler already stopped";
    CUDA_ERROR_STUB_LIBRARY: "this library is only a stand-in for linking";
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER: "the driver is too old for this call";
    CUDA_ERROR_DEVICE_UNAVAILABLE: "the device is in use or cannot be used";
    CUDA_ERROR_MULTICAST_RESOURCE_FULL: "multicast resource full";
    CUDA_ERROR_NO_DEVICE: "there is no device";
    CUDA_ERROR_INVALID_DEVICE: "there is no such device";
    CUDA_ERROR_DEVICE_NOT_LICENSED: "device not licensed";
    CUDA_ERROR_INVALID_IMAGE: "this is no module";
    CUDA_ERROR_INVALID_CONTEXT: "there is no current context, or no such context";
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT: "context already current";
    CUDA_ERROR_MAP_FAILED: "map failed";
    CUDA_ERROR_UNMAP_FAILED: "unmap failed";
    CUDA_ERROR_ARRAY_IS_MAPPED: "array is mapped";
    CUDA_ERROR_ALREADY_MAPPED: "already mapped";
    CUDA_ERROR_NO_BINARY_FOR_GPU: "the module holds no code for this device";
    CUDA_ERROR_ALREADY_ACQUIRED: "already acquired";
    CUDA_ERROR_NOT_MAPPED: "not mapped";
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY: "not mapped as array";
    CUDA_ERROR_NOT_MAPPED_AS_POINTER: "not mapped as pointer";
    CUDA_ERROR_ECC_UNCORRECTABLE: "the device memory has an error that cannot be corrected";
    CUDA_ERROR_UNSUPPORTED_LIMIT: "the device has no such limit";
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE: "context already in use";
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED: "these devices cannot reach each other";
    CUDA_ERROR_INVALID_PTX: "the PTX does not compile";
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT: "invalid graphics context";
    CUDA_ERROR_NVLINK_UNCORRECTABLE: "nvlink uncorrectable";
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND: "the compiler for PTX was not found";
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION: "the PTX is newer than the driver";
    CUDA_ERROR_JIT_COMPILATION_DISABLED: "jit compilation disabled";
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY: "unsupported exec affinity";
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC: "unsupported devside sync";
    CUDA_ERROR_CONTAINED: "an error on the device was contained";
    CUDA_ERROR_INSUFFICIENT_LOADER_VERSION: "insufficient loader version";
    CUDA_ERROR_INVALID_SOURCE: "invalid source";
    CUDA_ERROR_FILE_NOT_FOUND: "there is no such file";
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND: "shared object symbol not found";
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED: "shared object init failed";
    CUDA_ERROR_OPERATING_SYSTEM: "the operating system refused a call";
    CUDA_ERROR_INVALID_HANDLE: "there is no such object";
    CUDA_ERROR_ILLEGAL_STATE: "the object is in no state for this";
    CUDA_ERROR_LOSSY_QUERY: "lossy query";
    CUDA_ERROR_NOT_FOUND: "there is nothing of that name";
    CUDA_ERROR_NOT_READY: "work is still pending";
    CUDA_ERROR_ILLEGAL_ADDRESS: "a kernel or copy touched an address that is not allocated";
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: "the launch asks for more than the device has";
    CUDA_ERROR_LAUNCH_TIMEOUT: "a kernel ran for too long";
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING: "launch incompatible texturing";
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED: "access to the peer was enabled before";
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED: "access to the peer was not enabled";
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE: "the primary context is in use";
    CUDA_ERROR_CONTEXT_IS_DESTROYED: "the context was destroyed";
    CUDA_ERROR_ASSERT: "an assertion in a kernel failed";
    CUDA_ERROR_TOO_MANY_PEERS: "too many peers";
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED: "part of the memory is registered already";
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED: "the memory is not registered";
    CUDA_ERROR_HARDWARE_STACK_ERROR: "a kernel ran out of stack";
    CUDA_ERROR_ILLEGAL_INSTRUCTION: "a kernel ran into an instruction that is none";
    CUDA_ERROR_MISALIGNED_ADDRESS: "a kernel used a misaligned address";
    CUDA_ERROR_INVALID_ADDRESS_SPACE: "a kernel used an address of the wrong space";
    CUDA_ERROR_INVALID_PC: "a kernel jumped to nowhere";
    CUDA_ERROR_LAUNCH_FAILED: "a kernel failed";
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: "the cooperative launch does not fit the device at once";
    CUDA_ERROR_TENSOR_MEMORY_LEAK: "tensor memory leak";
    CUDA_ERROR_NOT_PERMITTED: "this is not allowed here";
    CUDA_ERROR_NOT_SUPPORTED: "this is not supported";
    CUDA_ERROR_SYSTEM_NOT_READY: "system not ready";
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: "driver and kernel module differ in version";
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: "compat not supported on device";
    CUDA_ERROR_MPS_CONNECTION_FAILED: "mps connection failed";
    CUDA_ERROR_MPS_RPC_FAILURE: "mps rpc failure";
    CUDA_ERROR_MPS_SERVER_NOT_READY: "mps server not ready";
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED: "mps max clients reached";
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED: "mps max connections reached";
    CUDA_ERROR_MPS_CLIENT_TERMINATED: "mps client terminated";
    CUDA_ERROR_CDP_NOT_SUPPORTED: "cdp not supported";
    CUDA_ERROR_CDP_VERSION_MISMATCH: "cdp version mismatch";
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: "stream capture unsupported";
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED: "stream capture invalidated";
    CUDA_ERROR_STREAM_CAPTURE_MERGE: "stream capture merge";
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: "stream capture unmatched";
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED: "stream capture unjoined";
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION: "stream capture isolation";
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT: "stream capture implicit";
    CUDA_ERROR_CAPTURED_EVENT: "the event was recorded in a capture";
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD: "stream capture wrong thread";
    CUDA_ERROR_TIMEOUT: "it took too long";
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE: "graph exec update failure";
    CUDA_ERROR_EXTERNAL_DEVICE: "external device";
    CUDA_ERROR_INVALID_CLUSTER_SIZE: "invalid cluster size";
    CUDA_ERROR_FUNCTION_NOT_LOADED: "the function has not been loaded";
    CUDA_ERROR_INVALID_RESOURCE_TYPE: "invalid resource type";
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION: "invalid resource configuration";
    CUDA_ERROR_KEY_ROTATION: "key rotation";
    CUDA_ERROR_STREAM_DETACHED: "stream detached";
    CUDA_ERROR_GRAPH_RECAPTURE_FAILURE: "graph recapture failure";
    CUDA_ERROR_FABRIC_NOT_READY: "fabric not ready";
    CUDA_ERROR_UNKNOWN: "something unknown went wrong";
}
