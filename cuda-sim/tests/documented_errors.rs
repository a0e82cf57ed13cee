//! The errors that the documentation lists for the commonest calls: one call a row.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use client::Client;
use client::graph::{Arguments, scale};
use cuda_sim::{DeviceProfile, Mode, Simulator};
use cuda_sys::{
    CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUcontext, CUdevice_attribute, CUdeviceptr, CUfunc_cache, CUfunction,
    CUfunction_attribute, CUlimit, CUmemoryPool, CUpointer_attribute, CUresult, CUstream, CUstreamCaptureMode,
};

const WRONG: u32 = 1;
const NO_MEMORY: u32 = 2;
const NO_DEVICE: u32 = 101;
const NO_CONTEXT: u32 = 201;
const NO_LIMIT: u32 = 215;
const NO_PEER: u32 = 217;
const NO_AFFINITY: u32 = 224;
const NO_HANDLE: u32 = 400;
const NOT_FOUND: u32 = 500;
const ENABLED: u32 = 704;
const NOT_ENABLED: u32 = 705;
const REGISTERED: u32 = 712;
const NOT_REGISTERED: u32 = 713;
const UNSUPPORTED: u32 = 801;

/// No device has it.
const BAD: i32 = -1;

struct Scene {
    client: Client,
    device: i32,
    other_device: i32,
    /// A context that was destroyed, and one of the other device.
    dead: CUcontext,
    peer: CUcontext,
    /// A stream that was destroyed.
    gone: CUstream,
    memory: CUdeviceptr,
    locked: *mut c_void,
}

impl Scene {
    fn new() -> Self {
        let devices = [DeviceProfile::default(), DeviceProfile::default()];
        let client = Client::of(Simulator::builder().mode(Mode::Stepper).devices(devices));
        let (mut dead, mut peer, mut other_device, mut locked) = (null_mut(), null_mut(), BAD, null_mut());
        let device = client.device();
        ok!(client, cuDeviceGet(&mut other_device, 1));
        ok!(client, cuCtxCreate_v2(&mut dead, 0, device));
        ok!(client, cuCtxDestroy_v2(dead));
        ok!(client, cuCtxCreate_v2(&mut peer, 0, other_device));
        ok!(client, cuCtxPopCurrent_v2(null_mut()));
        ok!(client, cuCtxSetCurrent(client.context));
        let gone = client.stream();
        ok!(client, cuStreamDestroy_v2(gone));
        ok!(client, cuMemAllocHost_v2(&mut locked, 64));
        let memory = client.alloc(64);
        Scene { client, device, other_device, dead, peer, gone, memory, locked }
    }

    fn host(&self) -> *mut c_void {
        self.locked.wrapping_byte_add(32)
    }

    fn pool(&self) -> CUmemoryPool {
        let mut pool = null_mut();
        ok!(self.client, cuDeviceGetDefaultMemPool(&mut pool, self.device));
        pool
    }

    /// Makes a call that is to be refused the second time.
    fn again(&self, call: impl Fn() -> CUresult) -> CUresult {
        assert_eq!(call().0, 0, "the first time");
        call()
    }

    /// Launches a kernel of one word.
    fn launch(&self, function: CUfunction, [grid, block, shared]: [u32; 3], stream: CUstream) -> CUresult {
        let mut arguments = Arguments::new(self.memory, self.memory, 1, 1);
        call!(
            self.client,
            cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, stream, arguments.pointers(), null_mut())
        )
    }
}

type Act = fn(&Scene) -> CUresult;

type Rule = (&'static str, Act, u32);

/// One call a line.
#[rustfmt::skip]
const RULES: &[Rule] = &[
    // The driver and its devices.
    ("cuInit, a flag", |s| call!(s.client, cuInit(1)), WRONG),
    ("cuDriverGetVersion, no place", |s| call!(s.client, cuDriverGetVersion(null_mut())), WRONG),
    ("cuGetErrorName, no place", |s| call!(s.client, cuGetErrorName(CUresult(0), null_mut())), WRONG),
    ("cuGetErrorName, no error", |s| call!(s.client, cuGetErrorName(CUresult(54_321), &mut text())), WRONG),
    ("cuGetErrorString, no place", |s| call!(s.client, cuGetErrorString(CUresult(0), null_mut())), WRONG),
    ("cuGetErrorString, no error", |s| call!(s.client, cuGetErrorString(CUresult(54_321), &mut text())), WRONG),
    ("cuGetProcAddress, no name", |s| call!(s.client, cuGetProcAddress_v2(std::ptr::null(), &mut null_mut(), 12_000, 0, null_mut())), WRONG),
    ("cuGetProcAddress, no place", |s| call!(s.client, cuGetProcAddress_v2(c"cuInit".as_ptr(), null_mut(), 12_000, 0, null_mut())), WRONG),
    ("cuGetProcAddress, too new", |s| call!(s.client, cuGetProcAddress_v2(c"cuInit".as_ptr(), &mut null_mut(), 99_000, 0, null_mut())), WRONG),
    ("cuGetProcAddress, a flag", |s| call!(s.client, cuGetProcAddress_v2(c"cuInit".as_ptr(), &mut null_mut(), 12_000, 8, null_mut())), WRONG),
    ("cuDeviceGetCount, no place", |s| call!(s.client, cuDeviceGetCount(null_mut())), WRONG),
    ("cuDeviceGet, no place", |s| call!(s.client, cuDeviceGet(null_mut(), 0)), WRONG),
    ("cuDeviceGet, too large", |s| call!(s.client, cuDeviceGet(&mut 0, 2)), NO_DEVICE),
    ("cuDeviceGet, too small", |s| call!(s.client, cuDeviceGet(&mut 0, -1)), NO_DEVICE),
    ("cuDeviceGetName, no place", |s| call!(s.client, cuDeviceGetName(null_mut(), 8, s.device)), WRONG),
    ("cuDeviceGetName, a place of no size", |s| call!(s.client, cuDeviceGetName(&mut 0, 0, s.device)), WRONG),
    ("cuDeviceGetName, a negative size", |s| call!(s.client, cuDeviceGetName(&mut 0, -1, s.device)), WRONG),
    ("cuDeviceGetName, no device", |s| call!(s.client, cuDeviceGetName(&mut 0, 1, BAD)), NO_DEVICE),
    ("cuDeviceGetUuid, no place", |s| call!(s.client, cuDeviceGetUuid(null_mut(), s.device)), WRONG),
    ("cuDeviceGetUuid, no device", |s| call!(s.client, cuDeviceGetUuid_v2(&mut Default::default(), BAD)), NO_DEVICE),
    ("cuDeviceTotalMem, no place", |s| call!(s.client, cuDeviceTotalMem_v2(null_mut(), s.device)), WRONG),
    ("cuDeviceTotalMem, no device", |s| call!(s.client, cuDeviceTotalMem_v2(&mut 0, BAD)), NO_DEVICE),
    ("cuDeviceGetAttribute, no place", |s| call!(s.client, cuDeviceGetAttribute(null_mut(), CUdevice_attribute(1), s.device)), WRONG),
    ("cuDeviceGetAttribute, no attribute", |s| call!(s.client, cuDeviceGetAttribute(&mut 0, CUdevice_attribute(0), s.device)), WRONG),
    ("cuDeviceGetAttribute, no attribute yet", |s| call!(s.client, cuDeviceGetAttribute(&mut 0, CUdevice_attribute(9_999), s.device)), WRONG),
    ("cuDeviceGetAttribute, no device", |s| call!(s.client, cuDeviceGetAttribute(&mut 0, CUdevice_attribute(1), BAD)), NO_DEVICE),
    ("cuDeviceComputeCapability, no place", |s| call!(s.client, cuDeviceComputeCapability(null_mut(), &mut 0, s.device)), WRONG),
    ("cuDeviceComputeCapability, no other place", |s| call!(s.client, cuDeviceComputeCapability(&mut 0, null_mut(), s.device)), WRONG),
    ("cuDeviceComputeCapability, no device", |s| call!(s.client, cuDeviceComputeCapability(&mut 0, &mut 0, BAD)), NO_DEVICE),
    ("cuDeviceGetPCIBusId, no place", |s| call!(s.client, cuDeviceGetPCIBusId(null_mut(), 13, s.device)), WRONG),
    ("cuDeviceGetPCIBusId, no device", |s| call!(s.client, cuDeviceGetPCIBusId(&mut 0, 1, BAD)), NO_DEVICE),
    ("cuDeviceCanAccessPeer, no place", |s| call!(s.client, cuDeviceCanAccessPeer(null_mut(), s.device, s.other_device)), WRONG),
    ("cuDeviceCanAccessPeer, no device", |s| call!(s.client, cuDeviceCanAccessPeer(&mut 0, BAD, s.device)), NO_DEVICE),
    ("cuDeviceCanAccessPeer, no peer", |s| call!(s.client, cuDeviceCanAccessPeer(&mut 0, s.device, BAD)), NO_DEVICE),
    // Contexts.
    ("cuDevicePrimaryCtxRetain, no place", |s| call!(s.client, cuDevicePrimaryCtxRetain(null_mut(), s.device)), WRONG),
    ("cuDevicePrimaryCtxRetain, no device", |s| call!(s.client, cuDevicePrimaryCtxRetain(&mut null_mut(), BAD)), NO_DEVICE),
    ("cuDevicePrimaryCtxRelease, never retained", |s| call!(s.client, cuDevicePrimaryCtxRelease_v2(s.other_device)), NO_CONTEXT),
    ("cuDevicePrimaryCtxRelease, no device", |s| call!(s.client, cuDevicePrimaryCtxRelease_v2(BAD)), NO_DEVICE),
    ("cuDevicePrimaryCtxGetState, no place", |s| call!(s.client, cuDevicePrimaryCtxGetState(s.device, null_mut(), &mut 0)), WRONG),
    ("cuDevicePrimaryCtxGetState, no device", |s| call!(s.client, cuDevicePrimaryCtxGetState(BAD, &mut 0, &mut 0)), NO_DEVICE),
    ("cuDevicePrimaryCtxSetFlags, two ways to wait", |s| call!(s.client, cuDevicePrimaryCtxSetFlags_v2(s.device, 3)), WRONG),
    ("cuDevicePrimaryCtxSetFlags, no flag", |s| call!(s.client, cuDevicePrimaryCtxSetFlags_v2(s.device, 1 << 16)), WRONG),
    ("cuDevicePrimaryCtxSetFlags, no device", |s| call!(s.client, cuDevicePrimaryCtxSetFlags_v2(BAD, 0)), NO_DEVICE),
    ("cuDevicePrimaryCtxReset, no device", |s| call!(s.client, cuDevicePrimaryCtxReset_v2(BAD)), NO_DEVICE),
    ("cuCtxCreate, no place", |s| call!(s.client, cuCtxCreate_v2(null_mut(), 0, s.device)), WRONG),
    ("cuCtxCreate, two ways to wait", |s| call!(s.client, cuCtxCreate_v2(&mut null_mut(), 3, s.device)), WRONG),
    ("cuCtxCreate, no device", |s| call!(s.client, cuCtxCreate_v2(&mut null_mut(), 0, BAD)), NO_DEVICE),
    ("cuCtxCreate_v3, no place", |s| call!(s.client, cuCtxCreate_v3(null_mut(), null_mut(), 0, 0, s.device)), WRONG),
    ("cuCtxCreate_v3, a negative number of parameters", |s| call!(s.client, cuCtxCreate_v3(&mut null_mut(), null_mut(), -1, 0, s.device)), WRONG),
    ("cuCtxCreate_v3, no parameters, but one", |s| call!(s.client, cuCtxCreate_v3(&mut null_mut(), null_mut(), 1, 0, s.device)), WRONG),
    ("cuCtxCreate_v3, an affinity", |s| call!(s.client, cuCtxCreate_v3(&mut null_mut(), &mut Default::default(), 1, 0, s.device)), NO_AFFINITY),
    ("cuCtxCreate_v3, no device", |s| call!(s.client, cuCtxCreate_v3(&mut null_mut(), null_mut(), 0, 0, BAD)), NO_DEVICE),
    ("cuCtxCreate_v4, no place", |s| call!(s.client, cuCtxCreate_v4(null_mut(), null_mut(), 0, s.device)), WRONG),
    ("cuCtxCreate_v4, parameters", |s| call!(s.client, cuCtxCreate_v4(&mut null_mut(), &mut Default::default(), 0, s.device)), UNSUPPORTED),
    ("cuCtxDestroy, gone", |s| call!(s.client, cuCtxDestroy_v2(s.dead)), NO_CONTEXT),
    ("cuCtxDestroy, a primary one", |s| call!(s.client, cuCtxDestroy_v2(s.client.context)), NO_CONTEXT),
    ("cuCtxSetCurrent, gone", |s| call!(s.client, cuCtxSetCurrent(s.dead)), NO_CONTEXT),
    ("cuCtxGetCurrent, no place", |s| call!(s.client, cuCtxGetCurrent(null_mut())), WRONG),
    ("cuCtxPushCurrent, none", |s| call!(s.client, cuCtxPushCurrent_v2(null_mut())), WRONG),
    ("cuCtxPushCurrent, gone", |s| call!(s.client, cuCtxPushCurrent_v2(s.dead)), NO_CONTEXT),
    ("cuCtxGetDevice, no place", |s| call!(s.client, cuCtxGetDevice(null_mut())), WRONG),
    ("cuCtxGetDevice_v2, gone", |s| call!(s.client, cuCtxGetDevice_v2(&mut 0, s.dead)), NO_CONTEXT),
    ("cuCtxSynchronize_v2, gone", |s| call!(s.client, cuCtxSynchronize_v2(s.dead)), NO_CONTEXT),
    ("cuCtxGetFlags, no place", |s| call!(s.client, cuCtxGetFlags(null_mut())), WRONG),
    ("cuCtxGetApiVersion, no place", |s| call!(s.client, cuCtxGetApiVersion(s.client.context, null_mut())), WRONG),
    ("cuCtxGetApiVersion, gone", |s| call!(s.client, cuCtxGetApiVersion(s.dead, &mut 0)), NO_CONTEXT),
    ("cuCtxSetCacheConfig, none", |s| call!(s.client, cuCtxSetCacheConfig(CUfunc_cache(4))), WRONG),
    ("cuCtxGetLimit, no place", |s| call!(s.client, cuCtxGetLimit(null_mut(), CUlimit::CU_LIMIT_STACK_SIZE)), WRONG),
    ("cuCtxGetLimit, one that the device has not", |s| call!(s.client, cuCtxGetLimit(&mut 0, CUlimit::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)), NO_LIMIT),
    ("cuCtxSetLimit, one that the device has not", |s| call!(s.client, cuCtxSetLimit(CUlimit::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 2)), NO_LIMIT),
    ("cuCtxEnablePeerAccess, a flag", |s| call!(s.client, cuCtxEnablePeerAccess(s.peer, 1)), WRONG),
    ("cuCtxEnablePeerAccess, gone", |s| call!(s.client, cuCtxEnablePeerAccess(s.dead, 0)), NO_CONTEXT),
    ("cuCtxEnablePeerAccess, of its own device", |s| call!(s.client, cuCtxEnablePeerAccess(s.client.context, 0)), NO_PEER),
    ("cuCtxEnablePeerAccess, twice", |s| s.again(|| call!(s.client, cuCtxEnablePeerAccess(s.peer, 0))), ENABLED),
    ("cuCtxDisablePeerAccess, never enabled", |s| call!(s.client, cuCtxDisablePeerAccess(s.peer)), NOT_ENABLED),
    // Memory.
    ("cuMemAlloc, no place", |s| call!(s.client, cuMemAlloc_v2(null_mut(), 8)), WRONG),
    ("cuMemAlloc, nothing", |s| call!(s.client, cuMemAlloc_v2(&mut 0, 0)), WRONG),
    ("cuMemAlloc, more than there is", |s| call!(s.client, cuMemAlloc_v2(&mut 0, 1 << 40)), NO_MEMORY),
    ("cuMemAllocPitch, no place", |s| call!(s.client, cuMemAllocPitch_v2(null_mut(), &mut 0, 8, 8, 4)), WRONG),
    ("cuMemAllocPitch, an element of no size", |s| call!(s.client, cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 8, 5)), WRONG),
    ("cuMemAllocPitch, no rows", |s| call!(s.client, cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 0, 4)), WRONG),
    ("cuMemAllocPitch, more than there is", |s| call!(s.client, cuMemAllocPitch_v2(&mut 0, &mut 0, 1 << 20, 1 << 20, 4)), NO_MEMORY),
    ("cuMemFree, not its beginning", |s| call!(s.client, cuMemFree_v2(s.memory + 8)), WRONG),
    ("cuMemFree, twice", |s| s.again(|| call!(s.client, cuMemFree_v2(s.memory))), WRONG),
    ("cuMemFree, of the host's", |s| call!(s.client, cuMemFree_v2(s.locked.addr() as u64)), WRONG),
    ("cuMemAllocHost, no place", |s| call!(s.client, cuMemAllocHost_v2(null_mut(), 8)), WRONG),
    ("cuMemAllocHost, nothing", |s| call!(s.client, cuMemAllocHost_v2(&mut null_mut(), 0)), WRONG),
    ("cuMemHostAlloc, no flag", |s| call!(s.client, cuMemHostAlloc(&mut null_mut(), 8, 8)), WRONG),
    ("cuMemFreeHost, not its beginning", |s| call!(s.client, cuMemFreeHost(s.host())), WRONG),
    ("cuMemFreeHost, twice", |s| s.again(|| call!(s.client, cuMemFreeHost(s.locked))), WRONG),
    ("cuMemHostRegister, nothing", |s| call!(s.client, cuMemHostRegister_v2(s.locked, 0, 0)), WRONG),
    ("cuMemHostRegister, no memory", |s| call!(s.client, cuMemHostRegister_v2(null_mut(), 8, 0)), WRONG),
    ("cuMemHostRegister, no flag", |s| call!(s.client, cuMemHostRegister_v2(s.locked, 8, 16)), WRONG),
    ("cuMemHostRegister, read-only", |s| call!(s.client, cuMemHostRegister_v2(s.locked, 8, 8)), UNSUPPORTED),
    ("cuMemHostRegister, page-locked already", |s| call!(s.client, cuMemHostRegister_v2(s.host(), 8, 0)), REGISTERED),
    ("cuMemHostUnregister, none", |s| call!(s.client, cuMemHostUnregister(null_mut())), WRONG),
    ("cuMemHostUnregister, never registered", |s| call!(s.client, cuMemHostUnregister((&raw const s.memory).cast_mut().cast())), NOT_REGISTERED),
    ("cuMemHostGetDevicePointer, no place", |s| call!(s.client, cuMemHostGetDevicePointer_v2(null_mut(), s.locked, 0)), WRONG),
    ("cuMemHostGetDevicePointer, a flag", |s| call!(s.client, cuMemHostGetDevicePointer_v2(&mut 0, s.locked, 1)), WRONG),
    ("cuMemHostGetDevicePointer, not mapped", |s| call!(s.client, cuMemHostGetDevicePointer_v2(&mut 0, (&raw const s.memory).cast_mut().cast(), 0)), WRONG),
    ("cuMemHostGetFlags, no place", |s| call!(s.client, cuMemHostGetFlags(null_mut(), s.locked)), WRONG),
    ("cuMemGetInfo, no place", |s| call!(s.client, cuMemGetInfo_v2(null_mut(), &mut 0)), WRONG),
    ("cuMemGetInfo, no other place", |s| call!(s.client, cuMemGetInfo_v2(&mut 0, null_mut())), WRONG),
    ("cuMemGetAddressRange, nothing there", |s| call!(s.client, cuMemGetAddressRange_v2(&mut 0, &mut 0, s.memory + (1 << 30))), NOT_FOUND),
    ("cuPointerGetAttribute, no attribute",
        |s| call!(s.client, cuPointerGetAttribute((&mut 0u64 as *mut u64).cast(), CUpointer_attribute(999), s.memory)), WRONG),
    ("cuPointerGetAttributes, no attributes", |s| call!(s.client, cuPointerGetAttributes(1, null_mut(), &mut null_mut(), s.memory)), WRONG),
    ("cuPointerGetAttributes, no places", |s| call!(s.client, cuPointerGetAttributes(1, &mut CUpointer_attribute(1), null_mut(), s.memory)), WRONG),
    // Copies and fills.
    ("cuMemcpyHtoD, no source", |s| call!(s.client, cuMemcpyHtoD_v2(s.memory, null_mut(), 8)), WRONG),
    ("cuMemcpyHtoD, past the end", |s| call!(s.client, cuMemcpyHtoD_v2(s.memory + 60, s.locked, 8)), WRONG),
    ("cuMemcpyDtoH, no place", |s| call!(s.client, cuMemcpyDtoH_v2(null_mut(), s.memory, 8)), WRONG),
    ("cuMemcpyDtoH, nothing there", |s| call!(s.client, cuMemcpyDtoH_v2(s.locked, 8, 8)), WRONG),
    ("cuMemcpyDtoD, past the end", |s| call!(s.client, cuMemcpyDtoD_v2(s.memory, s.memory + 60, 8)), WRONG),
    ("cuMemcpyHtoDAsync, no stream", |s| call!(s.client, cuMemcpyHtoDAsync_v2(s.memory, s.locked, 8, s.gone)), NO_HANDLE),
    ("cuMemcpyDtoHAsync, no stream", |s| call!(s.client, cuMemcpyDtoHAsync_v2(s.locked, s.memory, 8, s.gone)), NO_HANDLE),
    ("cuMemcpyDtoDAsync, no stream", |s| call!(s.client, cuMemcpyDtoDAsync_v2(s.memory, s.memory + 8, 8, s.gone)), NO_HANDLE),
    ("cuMemcpyAsync, no stream", |s| call!(s.client, cuMemcpyAsync(s.memory, s.memory + 8, 8, s.gone)), NO_HANDLE),
    ("cuMemcpyPeer, no context", |s| call!(s.client, cuMemcpyPeer(s.memory, s.dead, s.memory + 8, s.peer, 8)), NO_CONTEXT),
    ("cuMemcpyPeerAsync, no context", |s| call!(s.client, cuMemcpyPeerAsync(s.memory, s.peer, s.memory + 8, s.dead, 8, null_mut())), NO_CONTEXT),
    ("cuMemcpyPeerAsync, no stream", |s| call!(s.client, cuMemcpyPeerAsync(s.memory, s.peer, s.memory + 8, s.peer, 8, s.gone)), NO_HANDLE),
    ("cuMemsetD16, askew", |s| call!(s.client, cuMemsetD16_v2(s.memory + 1, 0, 1)), WRONG),
    ("cuMemsetD32, askew", |s| call!(s.client, cuMemsetD32_v2(s.memory + 2, 0, 1)), WRONG),
    ("cuMemsetD16Async, askew", |s| call!(s.client, cuMemsetD16Async(s.memory + 1, 0, 1, null_mut())), WRONG),
    ("cuMemsetD32Async, askew", |s| call!(s.client, cuMemsetD32Async(s.memory + 2, 0, 1, null_mut())), WRONG),
    ("cuMemsetD8, past the end", |s| call!(s.client, cuMemsetD8_v2(s.memory, 0, 65)), WRONG),
    ("cuMemsetD2D8, rows in each other", |s| call!(s.client, cuMemsetD2D8_v2(s.memory, 4, 0, 8, 2)), WRONG),
    ("cuMemsetD8Async, no stream", |s| call!(s.client, cuMemsetD8Async(s.memory, 0, 8, s.gone)), NO_HANDLE),
    // Streams.
    ("cuStreamCreate, no place", |s| call!(s.client, cuStreamCreate(null_mut(), 0)), WRONG),
    ("cuStreamCreate, no flag", |s| call!(s.client, cuStreamCreate(&mut null_mut(), 2)), WRONG),
    ("cuStreamCreateWithPriority, no place", |s| call!(s.client, cuStreamCreateWithPriority(null_mut(), 0, 0)), WRONG),
    ("cuStreamCreateWithPriority, no flag", |s| call!(s.client, cuStreamCreateWithPriority(&mut null_mut(), 2, 0)), WRONG),
    ("cuStreamDestroy, gone", |s| call!(s.client, cuStreamDestroy_v2(s.gone)), NO_HANDLE),
    ("cuStreamDestroy, the null stream", |s| call!(s.client, cuStreamDestroy_v2(null_mut())), NO_HANDLE),
    ("cuStreamDestroy, the legacy stream", |s| call!(s.client, cuStreamDestroy_v2(CU_STREAM_LEGACY)), NO_HANDLE),
    ("cuStreamDestroy, the thread's stream", |s| call!(s.client, cuStreamDestroy_v2(CU_STREAM_PER_THREAD)), NO_HANDLE),
    ("cuStreamQuery, gone", |s| call!(s.client, cuStreamQuery(s.gone)), NO_HANDLE),
    ("cuStreamSynchronize, gone", |s| s.client.sync(s.gone), NO_HANDLE),
    ("cuStreamGetPriority, no place", |s| call!(s.client, cuStreamGetPriority(null_mut(), null_mut())), WRONG),
    ("cuStreamGetPriority, gone", |s| call!(s.client, cuStreamGetPriority(s.gone, &mut 0)), NO_HANDLE),
    ("cuStreamGetFlags, no place", |s| call!(s.client, cuStreamGetFlags(null_mut(), null_mut())), WRONG),
    ("cuStreamGetFlags, gone", |s| call!(s.client, cuStreamGetFlags(s.gone, &mut 0)), NO_HANDLE),
    ("cuStreamGetCtx, no place", |s| call!(s.client, cuStreamGetCtx(null_mut(), null_mut())), WRONG),
    ("cuStreamGetCtx, gone", |s| call!(s.client, cuStreamGetCtx(s.gone, &mut null_mut())), NO_HANDLE),
    ("cuStreamGetCtx_v2, gone", |s| call!(s.client, cuStreamGetCtx_v2(s.gone, &mut null_mut(), &mut null_mut())), NO_HANDLE),
    ("cuStreamGetId, no place", |s| call!(s.client, cuStreamGetId(null_mut(), null_mut())), WRONG),
    ("cuStreamGetId, gone", |s| call!(s.client, cuStreamGetId(s.gone, &mut 0)), NO_HANDLE),
    ("cuLaunchHostFunc, no function", |s| call!(s.client, cuLaunchHostFunc(null_mut(), None, null_mut())), WRONG),
    ("cuLaunchHostFunc, no stream", |s| call!(s.client, cuLaunchHostFunc(s.gone, Some(ignore), null_mut())), NO_HANDLE),
    ("cuLaunchHostFunc_v2, no mode", |s| call!(s.client, cuLaunchHostFunc_v2(null_mut(), Some(ignore), null_mut(), 2)), WRONG),
    ("cuStreamAddCallback, no function", |s| call!(s.client, cuStreamAddCallback(null_mut(), None, null_mut(), 0)), WRONG),
    ("cuStreamAddCallback, a flag", |s| call!(s.client, cuStreamAddCallback(null_mut(), Some(ignore_status), null_mut(), 1)), WRONG),
    ("cuStreamAddCallback, no stream", |s| call!(s.client, cuStreamAddCallback(s.gone, Some(ignore_status), null_mut(), 0)), NO_HANDLE),
    ("cuThreadExchangeStreamCaptureMode, no place", |s| call!(s.client, cuThreadExchangeStreamCaptureMode(null_mut())), WRONG),
    ("cuThreadExchangeStreamCaptureMode, no mode", |s| call!(s.client, cuThreadExchangeStreamCaptureMode(&mut CUstreamCaptureMode(3))), WRONG),
    // Launches.
    ("cuLaunchKernel, no blocks", |s| s.launch(scale(&s.client), [0, 1, 0], null_mut()), WRONG),
    ("cuLaunchKernel, no threads", |s| s.launch(scale(&s.client), [1, 0, 0], null_mut()), WRONG),
    ("cuLaunchKernel, too many threads", |s| s.launch(scale(&s.client), [1, 1025, 0], null_mut()), WRONG),
    ("cuLaunchKernel, too much shared memory", |s| s.launch(scale(&s.client), [1, 1, 1 << 20], null_mut()), WRONG),
    ("cuLaunchKernel, no stream", |s| s.launch(scale(&s.client), [1, 1, 0], s.gone), NO_HANDLE),
    ("cuFuncSetAttribute, more shared memory than there is", |s| call!(s.client,
        cuFuncSetAttribute(scale(&s.client), CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20)), WRONG),
    ("cuFuncSetCacheConfig, none", |s| call!(s.client, cuFuncSetCacheConfig(scale(&s.client), CUfunc_cache(4))), WRONG),
    // Pools.
    ("cuDeviceGetDefaultMemPool, no place", |s| call!(s.client, cuDeviceGetDefaultMemPool(null_mut(), s.device)), WRONG),
    ("cuDeviceGetDefaultMemPool, no device", |s| call!(s.client, cuDeviceGetDefaultMemPool(&mut null_mut(), BAD)), NO_DEVICE),
    ("cuDeviceGetMemPool, no place", |s| call!(s.client, cuDeviceGetMemPool(null_mut(), s.device)), WRONG),
    ("cuDeviceSetMemPool, of another device", |s| call!(s.client, cuDeviceSetMemPool(s.other_device, s.pool())), WRONG),
    ("cuMemPoolDestroy, a device's own", |s| call!(s.client, cuMemPoolDestroy(s.pool())), WRONG),
    ("cuMemPoolTrimTo, none", |s| call!(s.client, cuMemPoolTrimTo(null_mut(), 0)), WRONG),
    ("cuMemAllocAsync, no place", |s| call!(s.client, cuMemAllocAsync(null_mut(), 8, null_mut())), WRONG),
    ("cuMemAllocAsync, nothing", |s| call!(s.client, cuMemAllocAsync(&mut 0, 0, null_mut())), WRONG),
    ("cuMemAllocAsync, more than there is", |s| call!(s.client, cuMemAllocAsync(&mut 0, 1 << 40, null_mut())), NO_MEMORY),
    ("cuMemAllocFromPoolAsync, no pool", |s| call!(s.client, cuMemAllocFromPoolAsync(&mut 0, 8, null_mut(), null_mut())), WRONG),
    ("cuMemFreeAsync, none", |s| call!(s.client, cuMemFreeAsync(0, null_mut())), WRONG),
];

unsafe extern "C" fn ignore(_: *mut c_void) {}

unsafe extern "C" fn ignore_status(_: CUstream, _: CUresult, _: *mut c_void) {}

fn text() -> *const c_char {
    c"unchanged".as_ptr()
}

#[test]
fn every_documented_error_is_answered() {
    for (what, act, expected) in RULES.iter().copied() {
        let scene = Scene::new();
        assert_eq!(act(&scene).0, expected, "{what}");
        // What is refused leaves no trace.
        let mut current = null_mut();
        ok!(scene.client, cuCtxGetCurrent(&mut current));
        assert_eq!(current, scene.client.context, "{what}");
        assert_eq!(scene.client.simulator.run_until_idle(), 0, "{what} queues nothing");
    }
}

/// Calls that need a current context.
#[rustfmt::skip]
const OF_A_CONTEXT: &[(&str, Act)] = &[
    ("cuCtxPopCurrent", |s| call!(s.client, cuCtxPopCurrent_v2(&mut null_mut()))),
    ("cuCtxGetDevice", |s| call!(s.client, cuCtxGetDevice(&mut 0))),
    ("cuCtxSynchronize", |s| call!(s.client, cuCtxSynchronize())),
    ("cuCtxGetFlags", |s| call!(s.client, cuCtxGetFlags(&mut 0))),
    ("cuCtxGetApiVersion", |s| call!(s.client, cuCtxGetApiVersion(null_mut(), &mut 0))),
    ("cuCtxGetLimit", |s| call!(s.client, cuCtxGetLimit(&mut 0, CUlimit::CU_LIMIT_STACK_SIZE))),
    ("cuCtxSetLimit", |s| call!(s.client, cuCtxSetLimit(CUlimit::CU_LIMIT_STACK_SIZE, 64))),
    ("cuCtxSetCacheConfig", |s| call!(s.client, cuCtxSetCacheConfig(CUfunc_cache(0)))),
    ("cuCtxGetStreamPriorityRange", |s| call!(s.client, cuCtxGetStreamPriorityRange(null_mut(), null_mut()))),
    ("cuCtxEnablePeerAccess", |s| call!(s.client, cuCtxEnablePeerAccess(s.peer, 0))),
    ("cuMemAlloc", |s| call!(s.client, cuMemAlloc_v2(&mut 0, 8))),
    ("cuMemAllocPitch", |s| call!(s.client, cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 8, 4))),
    ("cuMemFree", |s| call!(s.client, cuMemFree_v2(s.memory))),
    ("cuMemAllocHost", |s| call!(s.client, cuMemAllocHost_v2(&mut null_mut(), 8))),
    ("cuMemHostAlloc", |s| call!(s.client, cuMemHostAlloc(&mut null_mut(), 8, 0))),
    ("cuMemFreeHost", |s| call!(s.client, cuMemFreeHost(s.locked))),
    ("cuMemHostUnregister", |s| call!(s.client, cuMemHostUnregister(s.locked))),
    ("cuMemHostGetDevicePointer", |s| call!(s.client, cuMemHostGetDevicePointer_v2(&mut 0, s.locked, 0))),
    ("cuMemAllocManaged", |s| call!(s.client, cuMemAllocManaged(&mut 0, 8, 1))),
    ("cuMemGetInfo", |s| call!(s.client, cuMemGetInfo_v2(&mut 0, &mut 0))),
    ("cuMemGetAddressRange", |s| call!(s.client, cuMemGetAddressRange_v2(&mut 0, &mut 0, s.memory))),
    ("cuMemcpyHtoD", |s| call!(s.client, cuMemcpyHtoD_v2(s.memory, s.locked, 8))),
    ("cuMemcpyDtoH", |s| call!(s.client, cuMemcpyDtoH_v2(s.locked, s.memory, 8))),
    ("cuMemcpyDtoDAsync", |s| call!(s.client, cuMemcpyDtoDAsync_v2(s.memory, s.memory + 8, 8, null_mut()))),
    ("cuMemsetD8", |s| call!(s.client, cuMemsetD8_v2(s.memory, 0, 8))),
    ("cuMemsetD16Async", |s| call!(s.client, cuMemsetD16Async(s.memory, 0, 8, CU_STREAM_PER_THREAD))),
    ("cuStreamCreate", |s| call!(s.client, cuStreamCreate(&mut null_mut(), 0))),
    ("cuStreamCreateWithPriority", |s| call!(s.client, cuStreamCreateWithPriority(&mut null_mut(), 0, 0))),
    ("cuStreamQuery", |s| call!(s.client, cuStreamQuery(null_mut()))),
    ("cuStreamGetCtx", |s| call!(s.client, cuStreamGetCtx(CU_STREAM_LEGACY, &mut null_mut()))),
    ("cuEventCreate", |s| call!(s.client, cuEventCreate(&mut null_mut(), 0))),
    ("cuModuleLoadData", |s| call!(s.client, cuModuleLoadData(&mut null_mut(), c"".as_ptr().cast()))),
    ("cuLinkCreate", |s| call!(s.client, cuLinkCreate_v2(0, null_mut(), null_mut(), &mut null_mut()))),
    ("cuMemAllocAsync", |s| call!(s.client, cuMemAllocAsync(&mut 0, 8, null_mut()))),
    ("cuMemFreeAsync", |s| call!(s.client, cuMemFreeAsync(s.memory, null_mut()))),
];

#[test]
fn calls_that_need_a_current_context_say_so() {
    let scene = Scene::new();
    ok!(scene.client, cuCtxSetCurrent(null_mut()));
    for (what, act) in OF_A_CONTEXT.iter().copied() {
        assert_eq!(act(&scene).0, NO_CONTEXT, "{what}");
    }
}

#[test]
fn a_context_is_made_by_every_entry_point_of_that_name() {
    let scene = Scene::new();
    let client = &scene.client;
    let made: [fn(&Client, *mut CUcontext, i32) -> CUresult; 4] = [
        |client, place, device| call!(client, cuCtxCreate(place, 0, device)),
        |client, place, device| call!(client, cuCtxCreate_v2(place, 0, device)),
        |client, place, device| call!(client, cuCtxCreate_v3(place, null_mut(), 0, 0, device)),
        |client, place, device| call!(client, cuCtxCreate_v4(place, null_mut(), 0, device)),
    ];
    for make in made {
        let (mut context, mut current) = (null_mut(), null_mut());
        assert_eq!(make(client, &mut context, scene.other_device).0, 0);
        ok!(client, cuCtxGetCurrent(&mut current));
        assert_eq!(current, context);
        ok!(client, cuCtxDestroy_v2(context));
        ok!(client, cuCtxGetCurrent(&mut current));
        assert_eq!(current, client.context);
    }
}
