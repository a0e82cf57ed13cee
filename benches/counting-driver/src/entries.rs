//! The entry points.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cuda_sys::*;

/// Queries that still answer "not ready".
pub(crate) static NOT_READY: AtomicU32 = AtomicU32::new(0);

static NEXT_HANDLE: AtomicU64 = AtomicU64::new(0x10_0000);

thread_local! {
    static CURRENT: Cell<CUcontext> = const { Cell::new(ptr::null_mut()) };
}

const SUCCESS: CUresult = CUresult::CUDA_SUCCESS;

/// A handle or device address that nothing has yet.
fn fresh() -> u64 {
    NEXT_HANDLE.fetch_add(0x10_0000, Ordering::Relaxed)
}

fn fresh_handle<T>() -> *mut T {
    ptr::without_provenance_mut(fresh() as usize)
}

/// Zeroed pages that are never freed.
fn pages(len: usize) -> *mut c_void {
    let layout = std::alloc::Layout::from_size_align(len.max(1), 4096).expect("a length of this program");
    // SAFETY: the layout has at least one byte.
    unsafe { std::alloc::alloc_zeroed(layout) }.cast()
}

/// Writes an out parameter.
///
/// # Safety
/// `to` is null, or what a driver function may write.
unsafe fn put<T>(to: *mut T, value: T) -> CUresult {
    if !to.is_null() {
        // SAFETY: the caller's word.
        unsafe { to.write(value) };
    }
    SUCCESS
}

fn query() -> CUresult {
    let left = NOT_READY.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
    if left.is_ok() { CUresult::CUDA_ERROR_NOT_READY } else { SUCCESS }
}

/// Writes the entry points, their names and the table.
macro_rules! entries {
    ($($name:ident($($parameter:ident: $ty:ty),* $(,)?) $body:block)*) => {
        /// The names, in the order of the counts.
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// The places of the names.
        #[expect(non_camel_case_types, reason = "the ABI's names")]
        enum Place { $($name,)* }

        $(
            /// # Safety
            /// As the driver function of this name.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($parameter: $ty),*) -> CUresult {
                crate::calls::count(Place::$name as usize);
                $(let _ = &$parameter;)*
                $body
            }
        )*

        pub(crate) fn table() -> DriverTable {
            let mut table = DriverTable::EMPTY;
            $(table.$name = Some($name);)*
            table
        }
    };
}

/// Writes an out parameter of an entry point.
macro_rules! put {
    ($to:expr, $value:expr) => {{
        let value = $value;
        // SAFETY: the client hands a pointer that the driver function may write.
        unsafe { put($to, value) }
    }};
}

entries! {
    cuInit(_flags: c_uint) { SUCCESS }
    cuDriverGetVersion(version: *mut c_int) { put!(version, 13_000) }
    cuDeviceGet(device: *mut CUdevice, ordinal: c_int) { put!(device, ordinal) }
    cuDeviceGetCount(count: *mut c_int) { put!(count, 2) }
    cuDeviceGetName(name: *mut c_char, _len: c_int, _device: CUdevice) { put!(name, 0) }
    cuDeviceGetUuid_v2(uuid: *mut CUuuid, _device: CUdevice) {
        // SAFETY: all zeros is a UUID.
        put!(uuid, unsafe { std::mem::zeroed() })
    }
    cuDeviceTotalMem_v2(bytes: *mut usize, _device: CUdevice) { put!(bytes, 1 << 30) }
    cuDeviceGetAttribute(value: *mut c_int, which: CUdevice_attribute, _device: CUdevice) {
        put!(value, match which {
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK => 48 << 10,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK
            | CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X
            | CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y
            | CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z => 1024,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X
            | CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y
            | CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z => 65_535,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => 8,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => 0,
            _ => 1,
        })
    }
    cuDeviceGetDefaultMemPool(pool: *mut CUmemoryPool, _device: CUdevice) { put!(pool, fresh_handle()) }
    cuDeviceGetMemPool(pool: *mut CUmemoryPool, _device: CUdevice) { put!(pool, fresh_handle()) }
    cuDeviceCanAccessPeer(can: *mut c_int, _device: CUdevice, _peer: CUdevice) { put!(can, 1) }
    cuCtxEnablePeerAccess(_context: CUcontext, _flags: c_uint) { SUCCESS }
    cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice) {
        put!(context, ptr::without_provenance_mut(0xC0 + device as usize * 16))
    }
    cuDevicePrimaryCtxRelease_v2(_device: CUdevice) { SUCCESS }
    cuDevicePrimaryCtxGetState(_device: CUdevice, flags: *mut c_uint, active: *mut c_int) {
        put!(flags, 0);
        put!(active, 1)
    }
    cuDevicePrimaryCtxSetFlags_v2(_device: CUdevice, _flags: c_uint) { SUCCESS }
    cuCtxGetCurrent(context: *mut CUcontext) { put!(context, CURRENT.get()) }
    cuCtxSetCurrent(context: CUcontext) {
        CURRENT.set(context);
        SUCCESS
    }
    cuCtxGetDevice(device: *mut CUdevice) { put!(device, 0) }
    cuCtxGetId(context: CUcontext, id: *mut c_ulonglong) { put!(id, context.addr() as c_ulonglong) }
    cuCtxGetLimit(value: *mut usize, _limit: CUlimit) { put!(value, 0) }
    cuCtxGetApiVersion(_context: CUcontext, version: *mut c_uint) { put!(version, 13_000) }
    cuCtxGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) {
        put!(least, 0);
        put!(greatest, -5)
    }
    cuCtxSetFlags(_flags: c_uint) { SUCCESS }
    cuCtxSynchronize() { SUCCESS }
    cuStreamCreate(stream: *mut CUstream, _flags: c_uint) { put!(stream, fresh_handle()) }
    cuStreamCreateWithPriority(stream: *mut CUstream, _flags: c_uint, _priority: c_int) { put!(stream, fresh_handle()) }
    cuStreamDestroy_v2(_stream: CUstream) { SUCCESS }
    cuStreamSynchronize(_stream: CUstream) { SUCCESS }
    cuStreamQuery(_stream: CUstream) { query() }
    cuStreamGetId(stream: CUstream, id: *mut c_ulonglong) { put!(id, stream.addr() as c_ulonglong) }
    cuStreamGetPriority(_stream: CUstream, priority: *mut c_int) { put!(priority, 0) }
    cuStreamIsCapturing(_stream: CUstream, status: *mut CUstreamCaptureStatus) {
        put!(status, CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE)
    }
    cuStreamWaitEvent(_stream: CUstream, _event: CUevent, _flags: c_uint) { SUCCESS }
    // The one thing that is done, at once: clients wait in page-locked memory for what they have written there.
    cuStreamWriteValue32_v2(_stream: CUstream, address: CUdeviceptr, value: cuuint32_t, _flags: c_uint) {
        let place = ptr::with_exposed_provenance_mut::<cuuint32_t>(address as usize);
        // SAFETY: the client hands the device's address of a word of page-locked memory, which here is the host's, and reads it
        // from other threads with atomics only.
        unsafe { std::sync::atomic::AtomicU32::from_ptr(place) }.store(value, Ordering::Release);
        SUCCESS
    }
    cuThreadExchangeStreamCaptureMode(mode: *mut CUstreamCaptureMode) {
        put!(mode, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL)
    }
    cuEventCreate(event: *mut CUevent, _flags: c_uint) { put!(event, fresh_handle()) }
    cuEventDestroy_v2(_event: CUevent) { SUCCESS }
    cuEventRecord(_event: CUevent, _stream: CUstream) { SUCCESS }
    cuEventQuery(_event: CUevent) { query() }
    cuEventSynchronize(_event: CUevent) { SUCCESS }
    cuLaunchHostFunc(_stream: CUstream, _function: CUhostFn, _data: *mut c_void) { SUCCESS }
    cuMemAlloc_v2(address: *mut CUdeviceptr, _len: usize) { put!(address, fresh()) }
    cuMemFree_v2(_address: CUdeviceptr) { SUCCESS }
    cuMemAllocAsync(address: *mut CUdeviceptr, _len: usize, _stream: CUstream) { put!(address, fresh()) }
    cuMemAllocFromPoolAsync(address: *mut CUdeviceptr, _len: usize, _pool: CUmemoryPool, _stream: CUstream) {
        put!(address, fresh())
    }
    cuMemFreeAsync(_address: CUdeviceptr, _stream: CUstream) { SUCCESS }
    cuMemPoolCreate(pool: *mut CUmemoryPool, _properties: *const CUmemPoolProps) { put!(pool, fresh_handle()) }
    cuMemPoolDestroy(_pool: CUmemoryPool) { SUCCESS }
    cuMemPoolSetAttribute(_pool: CUmemoryPool, _which: CUmemPool_attribute, _value: *mut c_void) { SUCCESS }
    cuMemPoolGetAttribute(_pool: CUmemoryPool, _which: CUmemPool_attribute, _value: *mut c_void) { SUCCESS }
    cuMemPoolSetAccess(_pool: CUmemoryPool, _list: *const CUmemAccessDesc, _count: usize) { SUCCESS }
    cuMemHostAlloc(start: *mut *mut c_void, len: usize, _flags: c_uint) { put!(start, pages(len)) }
    cuMemAllocHost_v2(start: *mut *mut c_void, len: usize) { put!(start, pages(len)) }
    cuMemFreeHost(_start: *mut c_void) { SUCCESS }
    cuMemHostGetDevicePointer_v2(address: *mut CUdeviceptr, start: *mut c_void, _flags: c_uint) {
        put!(address, start.expose_provenance() as CUdeviceptr)
    }
    cuMemHostRegister_v2(_start: *mut c_void, _len: usize, _flags: c_uint) { SUCCESS }
    cuMemHostUnregister(_start: *mut c_void) { SUCCESS }
    cuMemcpyHtoDAsync_v2(_to: CUdeviceptr, _from: *const c_void, _len: usize, _stream: CUstream) { SUCCESS }
    cuMemcpyDtoHAsync_v2(_to: *mut c_void, _from: CUdeviceptr, _len: usize, _stream: CUstream) { SUCCESS }
    cuMemcpyDtoDAsync_v2(_to: CUdeviceptr, _from: CUdeviceptr, _len: usize, _stream: CUstream) { SUCCESS }
    cuMemcpyPeerAsync(
        _to: CUdeviceptr,
        _to_context: CUcontext,
        _from: CUdeviceptr,
        _from_context: CUcontext,
        _len: usize,
        _stream: CUstream,
    ) { SUCCESS }
    cuMemsetD8Async(_to: CUdeviceptr, _value: std::ffi::c_uchar, _len: usize, _stream: CUstream) { SUCCESS }
    cuModuleLoadData(module: *mut CUmodule, _image: *const c_void) { put!(module, fresh_handle()) }
    cuModuleLoadDataEx(
        module: *mut CUmodule,
        _image: *const c_void,
        _count: c_uint,
        _options: *mut CUjit_option,
        _values: *mut *mut c_void,
    ) { put!(module, fresh_handle()) }
    cuModuleUnload(_module: CUmodule) { SUCCESS }
    cuModuleGetFunction(function: *mut CUfunction, _module: CUmodule, _name: *const c_char) {
        put!(function, fresh_handle())
    }
    cuFuncLoad(_function: CUfunction) { SUCCESS }
    cuFuncGetAttribute(value: *mut c_int, which: CUfunction_attribute, _function: CUfunction) {
        let is_threads = which == CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        put!(value, if is_threads { 1024 } else { 0 })
    }
    cuFuncSetAttribute(_function: CUfunction, _which: CUfunction_attribute, _value: c_int) { SUCCESS }
    // Every kernel here takes two buffers and a 32-bit scalar.
    cuFuncGetParamInfo(_function: CUfunction, index: usize, offset: *mut usize, len: *mut usize) {
        let [place, bytes] = match index {
            0 => [0, 8],
            1 => [8, 8],
            2 => [16, 4],
            _ => return CUresult::CUDA_ERROR_INVALID_VALUE,
        };
        put!(offset, place);
        put!(len, bytes)
    }
    cuLaunchKernel(
        _function: CUfunction,
        _grid_x: c_uint,
        _grid_y: c_uint,
        _grid_z: c_uint,
        _block_x: c_uint,
        _block_y: c_uint,
        _block_z: c_uint,
        _shared_len: c_uint,
        _stream: CUstream,
        _parameters: *mut *mut c_void,
        _extra: *mut *mut c_void,
    ) { SUCCESS }
    cuLaunchKernelEx(
        _config: *const CUlaunchConfig,
        _function: CUfunction,
        _parameters: *mut *mut c_void,
        _extra: *mut *mut c_void,
    ) { SUCCESS }
    cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int,
        _function: CUfunction,
        _block_len: c_int,
        _shared_len: usize,
    ) { put!(blocks, 1) }
}

/// What some clients load by name and never call here.
#[unsafe(no_mangle)]
extern "C" fn cuGetErrorName(_code: CUresult, name: *mut *const c_char) -> CUresult {
    put!(name, c"ERROR".as_ptr())
}

/// As above.
#[unsafe(no_mangle)]
extern "C" fn cuGetErrorString(_code: CUresult, text: *mut *const c_char) -> CUresult {
    put!(text, c"an error".as_ptr())
}
