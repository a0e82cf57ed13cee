//! What kernels ask of the driver: printing, memory, assertions, a stack, and a barrier of the whole grid.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

use client::{Client, eager};
use cuda_sim::{ReportKind, Simulator};
use cuda_sys::{
    CU_STREAM_PER_THREAD, CUcontext, CUfunction, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchConfig, CUlimit,
    CUmodule, CUresult,
};

fn kernel(client: &Client, name: &CStr) -> CUfunction {
    let text = CString::new(include_str!("client/system.ptx")).unwrap();
    let (mut module, mut function): (CUmodule, CUfunction) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    function
}

/// Launches one thread; every argument has 8 bytes, of which a kernel reads as many as it wants.
fn launch(client: &Client, function: CUfunction, arguments: &mut [u64]) -> CUresult {
    let mut pointers: Vec<*mut c_void> =
        arguments.iter_mut().map(|argument| std::ptr::from_mut(argument).cast()).collect();
    let pointers = pointers.as_mut_ptr();
    call!(client, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, null_mut(), pointers, null_mut()))
}

fn limit(client: &Client, which: CUlimit) -> usize {
    let mut value = 0;
    ok!(client, cuCtxGetLimit(&mut value, which));
    value
}

#[test]
fn what_a_kernel_prints_appears_when_the_client_waits() {
    let client = Client::new();
    let print = kernel(&client, c"print");
    assert!(client.simulator.take_output().is_empty());
    let gate = client.simulator.hold();
    (1..4).for_each(|n| assert_eq!(launch(&client, print, &mut [n]), CUresult::CUDA_SUCCESS));
    assert!(client.simulator.take_output().is_empty(), "nothing ran");
    gate.open();
    ok!(client, cuCtxSynchronize());
    assert_eq!(client.simulator.take_output(), b"n=1\nn=2\nn=3\n");
}

#[test]
fn the_buffer_of_printf_keeps_the_newest_text_and_its_size_stays_once_a_kernel_printed() {
    let client = Client::new();
    let print = kernel(&client, c"print");
    let size = CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE;
    assert_eq!(limit(&client, size), 1 << 20);
    ok!(client, cuCtxSetLimit(size, 47));
    assert_eq!(limit(&client, size), 48, "rounded");
    assert!(client.simulator.take_output().is_empty());
    let gate = client.simulator.hold();
    (1..4).for_each(|n| assert_eq!(launch(&client, print, &mut [n]), CUresult::CUDA_SUCCESS));
    gate.open();
    ok!(client, cuCtxSynchronize());
    assert_eq!(client.simulator.take_output(), b"n=2\nn=3\n");
    assert_eq!(call!(client, cuCtxSetLimit(size, 1 << 20)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuCtxSetLimit(CUlimit(2_000), 1)), CUresult::CUDA_ERROR_INVALID_VALUE);
    let depth = CUlimit::CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH;
    assert_eq!(call!(client, cuCtxSetLimit(depth, 1)), CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT);
    assert_eq!(call!(client, cuCtxGetLimit(null_mut(), size)), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn memory_of_the_heap_lives_from_launch_to_launch_and_is_a_leak_in_the_end() {
    let simulator = Simulator::builder().adversity(eager()).build().unwrap();
    let mut client = Client { table: simulator.table(), simulator, context: null_mut() };
    ok!(client, cuInit(0));
    let mut context: CUcontext = null_mut();
    let device = client.device();
    ok!(client, cuCtxCreate_v2(&mut context, 0, device));
    client.context = context;
    let (take, give) = (kernel(&client, c"take"), kernel(&client, c"give"));
    let size = CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE;
    assert_eq!(limit(&client, size), 8 << 20);
    let out = client.alloc(8);
    let taken = |bytes: u64| {
        assert_eq!(launch(&client, take, &mut [out, bytes]), CUresult::CUDA_SUCCESS);
        u64::from_le_bytes(client.read(out, 8).try_into().unwrap())
    };
    assert_eq!(taken((8 << 20) + 1), 0, "more than the heap has");
    assert_ne!(taken(5 << 20), 0);
    assert_eq!(taken(5 << 20), 0, "the first block is still there");
    assert_ne!(taken(64), 0);
    assert_eq!((client.simulator.ledger().heap_blocks, client.simulator.ledger().heap_byte_len), (2, (5 << 20) + 64));
    assert_eq!(call!(client, cuCtxSetLimit(size, 1 << 20)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(&client, give, &mut [out]), CUresult::CUDA_SUCCESS);
    ok!(client, cuCtxSynchronize());
    assert_eq!(client.simulator.ledger().heap_blocks, 1);
    ok!(client, cuMemFree_v2(out));
    ok!(client, cuCtxDestroy_v2(context));
    let leaks = client.simulator.reports();
    assert!(leaks.iter().any(|report| report.kind == ReportKind::Leak && report.text.starts_with("1 blocks of")));
}

#[test]
fn a_failed_assertion_is_the_error_710_of_its_context() {
    let client = Client::new();
    let function = kernel(&client, c"assert");
    assert_eq!(launch(&client, function, &mut []), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_ASSERT);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_ASSERT, "it stays");
    let report = &client.simulator.reports()[0];
    assert!(report.kind == ReportKind::Kernel && report.text.contains("Assertion `no` failed"), "{report}");
}

#[test]
fn recursion_goes_as_deep_as_the_stack_that_was_asked_for() {
    let stack = CUlimit::CU_LIMIT_STACK_SIZE;
    let deep = |byte_len: usize| {
        let client = Client::new();
        assert_eq!(limit(&client, stack), 1024);
        ok!(client, cuCtxSetLimit(stack, byte_len));
        let function = kernel(&client, c"deep");
        assert_eq!(launch(&client, function, &mut [1000]), CUresult::CUDA_SUCCESS);
        call!(client, cuCtxSynchronize())
    };
    assert_eq!(deep(16 * 1024), CUresult::CUDA_SUCCESS);
    assert_eq!(deep(8 * 1024), CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR);
}

/// Launches `meet` with `cuLaunchKernelEx`.
fn launch_configured(client: &Client, function: CUfunction, blocks: u32, out: &mut u64, flag: i32) -> CUresult {
    let mut attribute: CUlaunchAttribute = unsafe { std::mem::zeroed() };
    attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = flag;
    let config = CUlaunchConfig {
        gridDimX: blocks,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: 1,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        hStream: null_mut(),
        attrs: &raw mut attribute,
        numAttrs: 1,
    };
    let mut pointers: [*mut c_void; 1] = [std::ptr::from_mut(out).cast()];
    call!(client, cuLaunchKernelEx(&raw const config, function, pointers.as_mut_ptr(), null_mut()))
}

#[test]
fn blocks_of_a_cooperative_launch_meet_and_too_many_are_refused() {
    let client = Client::new();
    let meet = kernel(&client, c"meet");
    let blocks = if cfg!(miri) { 4 } else { 64 };
    let mut out = client.alloc(4 + 4 * blocks as usize);
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    let arguments = arguments.as_mut_ptr();
    let launch =
        |grid: u32| call!(client, cuLaunchCooperativeKernel(meet, grid, 1, 1, 1, 1, 1, 0, null_mut(), arguments));
    ok!(client, cuMemsetD8_v2(out, 0, 4));
    assert_eq!(launch(blocks), CUresult::CUDA_SUCCESS);
    let sums = client.read(out, 4 + 4 * blocks as usize);
    assert!(sums.chunks(4).all(|word| word == blocks.to_le_bytes()), "{sums:?}");
    assert_eq!(launch(0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(16 * 32 + 1), CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
}

#[test]
fn a_cooperative_launch_goes_by_the_threads_own_stream() {
    let client = Client::new();
    let meet = kernel(&client, c"meet");
    let mut out = client.alloc(4 + 4 * 3);
    ok!(client, cuMemsetD8_v2(out, 0, 4));
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    let arguments = arguments.as_mut_ptr();
    let gate = client.simulator.gate(CU_STREAM_PER_THREAD);
    ok!(client, cuLaunchCooperativeKernel_ptsz(meet, 3, 1, 1, 1, 1, 1, 0, null_mut(), arguments));
    assert_eq!(call!(client, cuStreamQuery_ptsz(null_mut())), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(call!(client, cuStreamQuery(client.stream())), CUresult::CUDA_SUCCESS);
    gate.open();
    ok!(client, cuStreamSynchronize_ptsz(null_mut()));
    assert_eq!(client.read(out, 16), [3, 0, 0, 0].repeat(4));
    let launch =
        |grid: u32| call!(client, cuLaunchCooperativeKernel_ptsz(meet, grid, 1, 1, 1, 1, 1, 0, null_mut(), arguments));
    assert_eq!(launch(0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(16 * 32 + 1), CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
}

#[test]
fn a_kernel_that_waits_for_the_grid_before_it_sees_all_that_it_wrote() {
    // Each adds to what the one before left, and says that the next may begin; the stream keeps them apart all the same.
    let client = Client::new();
    let text = c".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry next(.param .u64 p) {\n.reg .b32 %r<4>; .reg .b64 %d<3>;\n\
        ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1;\n\
        griddepcontrol.launch_dependents; griddepcontrol.wait;\n\
        ld.global.u32 %r2, [%d2]; mad.lo.u32 %r2, %r2, 3, %r1; st.global.u32 [%d2], %r2; ret; }";
    let (mut module, mut next): (CUmodule, CUfunction) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut next, module, c"next".as_ptr()));
    let mut out = client.alloc(4 * 64);
    ok!(client, cuMemsetD8_v2(out, 0, 4 * 64));
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    for _ in 0..3 {
        let arguments = arguments.as_mut_ptr();
        ok!(client, cuLaunchKernel(next, 1, 1, 1, 64, 1, 1, 0, null_mut(), arguments, null_mut()));
    }
    let expected: Vec<u8> = (0..64u32).flat_map(|i| (13 * i).to_le_bytes()).collect();
    assert_eq!(client.read(out, 4 * 64), expected);
}

#[test]
fn the_attribute_of_a_configured_launch_makes_it_cooperative() {
    let client = Client::new();
    let meet = kernel(&client, c"meet");
    let mut out = client.alloc(4 + 4 * 3);
    ok!(client, cuMemsetD8_v2(out, 0, 4));
    assert_eq!(launch_configured(&client, meet, 3, &mut out, 1), CUresult::CUDA_SUCCESS);
    assert_eq!(client.read(out, 16), [3, 0, 0, 0].repeat(4));
    let large = launch_configured(&client, meet, 16 * 32 + 1, &mut out, 1);
    assert_eq!(large, CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    // Without it, there is no workspace where the barrier could be.
    assert_eq!(launch_configured(&client, meet, 3, &mut out, 0), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}
