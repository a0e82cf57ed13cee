//! Entry points of two spellings: what the null stream of each is.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::c_void;
use std::ptr::null_mut;

use client::graph::{Arguments, copy, fill, scale};
use client::image::{array, descriptor};
use client::{Client, location};
use cuda_sys::{
    CU_STREAM_PER_THREAD, CUDA_MEMCPY2D, CUarray, CUarray_format, CUdeviceptr, CUevent, CUgraphExec, CUlaunchConfig,
    CUmemLocation, CUmemLocationType, CUmemoryPool, CUmemorytype, CUresult, CUstream, CUstreamBatchMemOpParams,
    DriverTable,
};

/// What the calls are about. Nothing of it is in use.
struct Scene {
    client: Client,
    device: CUdeviceptr,
    array: CUarray,
    /// Page-locked.
    host: *mut c_void,
    /// Recorded, and done.
    event: CUevent,
    blocking: CUstream,
    free: CUstream,
}

impl Scene {
    fn new() -> Self {
        let client = Client::stepped(1);
        let (device, blocking, free) = (client.alloc(64), client.blocking_stream(), client.stream());
        let array = array(&client, descriptor([8, 0, 0], CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8, 1, 0), &[0; 8]);
        let mut host = null_mut();
        ok!(client, cuMemAllocHost_v2(&mut host, 64));
        ok!(client, cuMemsetD8_v2(device, 0, 64));
        let event = client.record(free);
        ok!(client, cuCtxSynchronize());
        Scene { client, device, array, host, event, blocking, free }
    }

    fn rectangle(&self) -> CUDA_MEMCPY2D {
        CUDA_MEMCPY2D {
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
            srcDevice: self.device,
            srcPitch: 8,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
            dstDevice: self.device + 32,
            dstPitch: 8,
            WidthInBytes: 4,
            Height: 2,
            ..CUDA_MEMCPY2D::default()
        }
    }

    /// A launch of `scale` on one word.
    fn arguments(&self) -> Arguments {
        Arguments::new(self.device, self.device + 32, 1, 1)
    }

    fn managed(&self) -> CUdeviceptr {
        let mut address = 0;
        ok!(self.client, cuMemAllocManaged(&mut address, 64, 1));
        address
    }

    /// Memory of the default pool, allocated on a stream that is done.
    fn pooled(&self) -> CUdeviceptr {
        let (mut address, stream) = (0, self.client.stream());
        ok!(self.client, cuMemAllocAsync(&mut address, 64, stream));
        assert_eq!(self.client.sync(stream).0, 0);
        address
    }

    fn pool(&self) -> CUmemoryPool {
        let mut pool = null_mut();
        ok!(self.client, cuDeviceGetDefaultMemPool(&mut pool, self.client.device()));
        pool
    }

    fn place(&self) -> CUmemLocation {
        location(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, self.client.device())
    }

    fn exec(&self) -> CUgraphExec {
        let graph = self.client.graph();
        self.client.fill_node(graph, &[], &fill(self.device, 1, 2));
        self.client.instantiate(graph)
    }
}

unsafe extern "C" fn ignore(_: *mut c_void) {}

unsafe extern "C" fn ignore_status(_: CUstream, _: CUresult, _: *mut c_void) {}

type Act = fn(&Scene) -> CUresult;

/// A call in both spellings, under the name of the thread's.
type Pair = (&'static str, Act, Act);

macro_rules! both {
    ($legacy:ident / $own:ident |$scene:ident| $($argument:expr),*) => {
        (
            stringify!($own),
            |$scene: &Scene| call!($scene.client, $legacy($($argument),*)),
            |$scene: &Scene| call!($scene.client, $own($($argument),*)),
        )
    };
}

/// One entry point a line.
#[rustfmt::skip]
const PAIRS: &[Pair] = &[
    // Those that name no stream.
    both!(cuMemsetD8_v2 / cuMemsetD8_v2_ptds |s| s.device, 1, 8),
    both!(cuMemsetD16_v2 / cuMemsetD16_v2_ptds |s| s.device, 1, 8),
    both!(cuMemsetD32_v2 / cuMemsetD32_v2_ptds |s| s.device, 1, 8),
    both!(cuMemsetD2D8_v2 / cuMemsetD2D8_v2_ptds |s| s.device, 16, 1, 2, 2),
    both!(cuMemsetD2D16_v2 / cuMemsetD2D16_v2_ptds |s| s.device, 16, 1, 2, 2),
    both!(cuMemsetD2D32_v2 / cuMemsetD2D32_v2_ptds |s| s.device, 16, 1, 2, 2),
    both!(cuMemcpy / cuMemcpy_ptds |s| s.device, s.device + 32, 8),
    both!(cuMemcpyDtoD_v2 / cuMemcpyDtoD_v2_ptds |s| s.device, s.device + 32, 8),
    both!(cuMemcpyPeer / cuMemcpyPeer_ptds |s| s.device, s.client.context, s.device + 32, s.client.context, 8),
    both!(cuMemcpyDtoA_v2 / cuMemcpyDtoA_v2_ptds |s| s.array, 0, s.device, 8),
    both!(cuMemcpyAtoD_v2 / cuMemcpyAtoD_v2_ptds |s| s.device, s.array, 0, 8),
    both!(cuMemcpyAtoA_v2 / cuMemcpyAtoA_v2_ptds |s| s.array, 0, s.array, 4, 4),
    both!(cuMemcpy2D_v2 / cuMemcpy2D_v2_ptds |s| &s.rectangle()),
    both!(cuMemcpy2DUnaligned_v2 / cuMemcpy2DUnaligned_v2_ptds |s| &s.rectangle()),
    both!(cuMemcpy3D_v2 / cuMemcpy3D_v2_ptds |s| &copy(s.device, s.device + 32, 8)),
    // Those that are given the null stream.
    both!(cuMemsetD8Async / cuMemsetD8Async_ptsz |s| s.device, 1, 8, null_mut()),
    both!(cuMemsetD16Async / cuMemsetD16Async_ptsz |s| s.device, 1, 8, null_mut()),
    both!(cuMemsetD32Async / cuMemsetD32Async_ptsz |s| s.device, 1, 8, null_mut()),
    both!(cuMemsetD2D8Async / cuMemsetD2D8Async_ptsz |s| s.device, 16, 1, 2, 2, null_mut()),
    both!(cuMemsetD2D16Async / cuMemsetD2D16Async_ptsz |s| s.device, 16, 1, 2, 2, null_mut()),
    both!(cuMemsetD2D32Async / cuMemsetD2D32Async_ptsz |s| s.device, 16, 1, 2, 2, null_mut()),
    both!(cuMemcpyAsync / cuMemcpyAsync_ptsz |s| s.device, s.device + 32, 8, null_mut()),
    both!(cuMemcpyHtoDAsync_v2 / cuMemcpyHtoDAsync_v2_ptsz |s| s.device, s.host, 8, null_mut()),
    both!(cuMemcpyDtoHAsync_v2 / cuMemcpyDtoHAsync_v2_ptsz |s| s.host, s.device, 8, null_mut()),
    both!(cuMemcpyDtoDAsync_v2 / cuMemcpyDtoDAsync_v2_ptsz |s| s.device, s.device + 32, 8, null_mut()),
    both!(cuMemcpyPeerAsync / cuMemcpyPeerAsync_ptsz |s| s.device, s.client.context, s.device + 32, s.client.context, 8, null_mut()),
    both!(cuMemcpyHtoAAsync_v2 / cuMemcpyHtoAAsync_v2_ptsz |s| s.array, 0, s.host, 8, null_mut()),
    both!(cuMemcpyAtoHAsync_v2 / cuMemcpyAtoHAsync_v2_ptsz |s| s.host, s.array, 0, 8, null_mut()),
    both!(cuMemcpy2DAsync_v2 / cuMemcpy2DAsync_v2_ptsz |s| &s.rectangle(), null_mut()),
    both!(cuMemcpy3DAsync_v2 / cuMemcpy3DAsync_v2_ptsz |s| &copy(s.device, s.device + 32, 8), null_mut()),
    both!(cuEventRecord / cuEventRecord_ptsz |s| s.event, null_mut()),
    both!(cuEventRecordWithFlags / cuEventRecordWithFlags_ptsz |s| s.event, null_mut(), 0),
    both!(cuStreamWaitEvent / cuStreamWaitEvent_ptsz |s| null_mut(), s.event, 0),
    both!(cuLaunchHostFunc / cuLaunchHostFunc_ptsz |s| null_mut(), Some(ignore), null_mut()),
    both!(cuLaunchHostFunc_v2 / cuLaunchHostFunc_v2_ptsz |s| null_mut(), Some(ignore), null_mut(), 0),
    both!(cuStreamAddCallback / cuStreamAddCallback_ptsz |s| null_mut(), Some(ignore_status), null_mut(), 0),
    both!(cuLaunchKernel / cuLaunchKernel_ptsz
        |s| scale(&s.client), 1, 1, 1, 1, 1, 1, 0, null_mut(), s.arguments().pointers(), null_mut()),
    both!(cuLaunchCooperativeKernel / cuLaunchCooperativeKernel_ptsz
        |s| scale(&s.client), 1, 1, 1, 1, 1, 1, 0, null_mut(), s.arguments().pointers()),
    both!(cuLaunchKernelEx / cuLaunchKernelEx_ptsz |s| &ONE_THREAD, scale(&s.client), s.arguments().pointers(), null_mut()),
    both!(cuGraphLaunch / cuGraphLaunch_ptsz |s| s.exec(), null_mut()),
    both!(cuMemAllocAsync / cuMemAllocAsync_ptsz |s| &mut 0, 64, null_mut()),
    both!(cuMemAllocFromPoolAsync / cuMemAllocFromPoolAsync_ptsz |s| &mut 0, 64, s.pool(), null_mut()),
    both!(cuMemFreeAsync / cuMemFreeAsync_ptsz |s| s.pooled(), null_mut()),
    both!(cuStreamWriteValue32 / cuStreamWriteValue32_ptsz |s| null_mut(), s.device, 1, 0),
    both!(cuStreamWriteValue64 / cuStreamWriteValue64_ptsz |s| null_mut(), s.device, 1, 0),
    both!(cuStreamWaitValue32 / cuStreamWaitValue32_ptsz |s| null_mut(), s.device, 0, 0),
    both!(cuStreamWaitValue64 / cuStreamWaitValue64_ptsz |s| null_mut(), s.device, 0, 0),
    both!(cuStreamBatchMemOp / cuStreamBatchMemOp_ptsz |s| null_mut(), 1, &mut barrier(), 0),
    both!(cuStreamWriteValue32_v2 / cuStreamWriteValue32_v2_ptsz |s| null_mut(), s.device, 1, 0),
    both!(cuStreamWriteValue64_v2 / cuStreamWriteValue64_v2_ptsz |s| null_mut(), s.device, 1, 0),
    both!(cuStreamWaitValue32_v2 / cuStreamWaitValue32_v2_ptsz |s| null_mut(), s.device, 0, 0),
    both!(cuStreamWaitValue64_v2 / cuStreamWaitValue64_v2_ptsz |s| null_mut(), s.device, 0, 0),
    both!(cuStreamBatchMemOp_v2 / cuStreamBatchMemOp_v2_ptsz |s| null_mut(), 1, &mut barrier(), 0),
    both!(cuMemPrefetchAsync / cuMemPrefetchAsync_ptsz |s| s.managed(), 64, s.client.device(), null_mut()),
    both!(cuMemPrefetchAsync_v2 / cuMemPrefetchAsync_v2_ptsz |s| s.managed(), 64, s.place(), 0, null_mut()),
    both!(cuStreamAttachMemAsync / cuStreamAttachMemAsync_ptsz |s| null_mut(), s.managed(), 0, 1),
];

const ONE_THREAD: CUlaunchConfig = CUlaunchConfig {
    gridDimX: 1,
    gridDimY: 1,
    gridDimZ: 1,
    blockDimX: 1,
    blockDimY: 1,
    blockDimZ: 1,
    sharedMemBytes: 0,
    hStream: null_mut(),
    attrs: null_mut(),
    numAttrs: 0,
};

fn barrier() -> CUstreamBatchMemOpParams {
    let mut it = CUstreamBatchMemOpParams::default();
    it.memoryBarrier.operation = cuda_sys::CUstreamBatchMemOpType::CU_STREAM_MEM_OP_BARRIER;
    it
}

/// Whether the work of a call runs while a stream is held.
fn runs(what: &str, act: Act, held: fn(&Scene) -> CUstream) -> bool {
    let scene = Scene::new();
    let simulator = &scene.client.simulator;
    let gate = simulator.gate(held(&scene));
    assert_eq!(act(&scene).0, 0, "{what}");
    let ran = simulator.run_until_idle();
    drop(gate);
    // The gate itself is one operation.
    let later = simulator.run_until_idle() - 1;
    assert!((ran == 0) != (later == 0), "{what}: {ran} before the gate was opened, and {later} after");
    assert!(simulator.reports().is_empty(), "{what}: {:?}", simulator.reports());
    later == 0
}

#[test]
fn the_spelling_decides_what_the_null_stream_is() {
    for (what, legacy, own) in PAIRS.iter().copied() {
        assert!(!runs(what, legacy, |scene| scene.blocking), "{what} waits for blocking streams");
        assert!(!runs(what, legacy, |_| CU_STREAM_PER_THREAD), "{what} waits for the thread's stream");
        assert!(runs(what, legacy, |scene| scene.free), "{what} does not wait for non-blocking streams");
        assert!(!runs(what, own, |_| CU_STREAM_PER_THREAD), "{what} of the thread is on its stream");
        assert!(!runs(what, own, |_| null_mut()), "{what} of the thread waits for the legacy stream");
        assert!(runs(what, own, |scene| scene.blocking), "{what} of the thread does not wait for blocking streams");
    }
}

/// The others: they wait for their stream, or ask about it, so they queue nothing that could be looked at here.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "cuMemcpyHtoD_v2_ptds", "cuMemcpyDtoH_v2_ptds", "cuMemcpyHtoA_v2_ptds", "cuMemcpyAtoH_v2_ptds", "cuStreamSynchronize_ptsz",
    "cuStreamQuery_ptsz", "cuStreamGetCtx_ptsz", "cuStreamGetCtx_v2_ptsz", "cuStreamGetDevice_ptsz", "cuStreamGetFlags_ptsz", "cuStreamGetId_ptsz", "cuStreamGetPriority_ptsz",
    "cuStreamBeginCapture_ptsz", "cuStreamBeginCapture_v2_ptsz", "cuStreamBeginCaptureToGraph_ptsz", "cuStreamEndCapture_ptsz",
    "cuStreamIsCapturing_ptsz", "cuStreamGetCaptureInfo_ptsz", "cuStreamGetCaptureInfo_v2_ptsz", "cuStreamGetCaptureInfo_v3_ptsz",
    "cuStreamUpdateCaptureDependencies_ptsz", "cuStreamUpdateCaptureDependencies_v2_ptsz", "cuGraphInstantiateWithParams_ptsz", "cuGraphUpload_ptsz",
];

#[test]
fn no_entry_point_of_the_threads_stream_is_forgotten() {
    let client = Client::new();
    let own = |name: &&&str| name.ends_with("_ptsz") || name.ends_with("_ptds");
    let known = |name: &str| OTHERS.contains(&name) || PAIRS.iter().any(|(pair, ..)| *pair == name);
    let mut simulated = DriverTable::NAMES.iter().filter(own).filter(|name| client.simulator.simulates(name));
    assert_eq!(simulated.find(|name| !known(name)), None);
}
