//! Launches that are refused before anything is queued, each with the code that says why.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

use client::Client;
use cuda_sys::{
    CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE, CU_LAUNCH_PARAM_END, CUfunction,
    CUfunction_attribute as Attribute, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchConfig, CUmodule, CUresult,
    CUstream,
};

const FINE: CUresult = CUresult::CUDA_SUCCESS;
const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const GONE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

fn load(client: &Client) -> CUmodule {
    let text = CString::new(include_str!("client/kernels.ptx")).unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    module
}

fn function(client: &Client, name: &CStr) -> CUfunction {
    let mut function = null_mut();
    ok!(client, cuModuleGetFunction(&mut function, load(client), name.as_ptr()));
    function
}

/// Launches `narrow`, or what stands for it, on one thread.
fn launch(client: &Client, kernel: CUfunction, stream: CUstream) -> [CUresult; 3] {
    let mut out = 0u64;
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    let arguments = arguments.as_mut_ptr();
    let mut config = one_thread();
    config.hStream = stream;
    [
        call!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, null_mut())),
        call!(client, cuLaunchKernelEx(&config, kernel, arguments, null_mut())),
        call!(client, cuLaunchCooperativeKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments)),
    ]
}

fn one_thread() -> CUlaunchConfig {
    let mut config: CUlaunchConfig = unsafe { std::mem::zeroed() };
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (1, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (1, 1, 1);
    config
}

#[test]
fn a_launch_needs_a_kernel_a_stream_and_a_context_that_go_together() {
    let client = Client::new();
    let kernel = function(&client, c"narrow");
    let stream = client.stream();
    assert_eq!(launch(&client, kernel, stream), [FINE; 3]);
    assert_eq!(launch(&client, null_mut(), stream), [GONE; 3]);
    assert_eq!(launch(&client, stream.cast(), stream), [GONE; 3]);
    assert_eq!(launch(&client, kernel, kernel.cast()), [GONE; 3]);
    let mut other = null_mut();
    ok!(client, cuCtxCreate_v2(&mut other, 0, client.device()));
    assert_eq!(launch(&client, kernel, null_mut()), [GONE; 3]);
    // A stream brings its context with it.
    assert_eq!(launch(&client, kernel, stream), [FINE; 3]);
    ok!(client, cuCtxDestroy_v2(other));
    ok!(client, cuCtxSetCurrent(null_mut()));
    assert_eq!(launch(&client, kernel, null_mut()), [CUresult::CUDA_ERROR_INVALID_CONTEXT; 3]);
}

#[test]
fn arguments_come_in_one_of_two_forms_and_whole() {
    let client = Client::new();
    let kernel = function(&client, c"scale");
    let launch = |pointers: *mut *mut c_void, extra: *mut *mut c_void| {
        call!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, null_mut(), pointers, extra))
    };
    let mut block = [0u8; 24];
    let block: *mut c_void = block.as_mut_ptr().cast();
    let packed = |mut size: usize| {
        let size_at = (&raw mut size).cast();
        let (pointer, len) = (CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE);
        let mut extra = [pointer, block, len, size_at, CU_LAUNCH_PARAM_END];
        launch(null_mut(), extra.as_mut_ptr())
    };
    assert_eq!((packed(24), packed(23), packed(25)), (FINE, WRONG, WRONG));
    let mut number = 0u64;
    let at: *mut c_void = (&raw mut number).cast();
    let mut pointers = [at, at, at, at];
    let mut end = [CU_LAUNCH_PARAM_END];
    assert_eq!(launch(pointers.as_mut_ptr(), null_mut()), FINE);
    assert_eq!(launch(pointers.as_mut_ptr(), end.as_mut_ptr()), WRONG);
    assert_eq!(launch(null_mut(), null_mut()), WRONG);
    assert_eq!(launch(null_mut(), end.as_mut_ptr()), WRONG);
    let mut unknown = [std::ptr::without_provenance_mut(77), at, CU_LAUNCH_PARAM_END];
    assert_eq!(launch(null_mut(), unknown.as_mut_ptr()), WRONG);
    pointers[2] = null_mut();
    assert_eq!(launch(pointers.as_mut_ptr(), null_mut()), WRONG);
    ok!(client, cuCtxSynchronize());
}

#[test]
fn attributes_of_a_launch_are_taken_refused_or_named_as_not_simulated() {
    use CUlaunchAttributeID as A;
    let client = Client::new();
    let kernel = function(&client, c"trapped");
    let launch =
        |config: *const CUlaunchConfig| call!(client, cuLaunchKernelEx(config, kernel, null_mut(), null_mut()));
    let with = |id: A| {
        let mut attribute: CUlaunchAttribute = unsafe { std::mem::zeroed() };
        attribute.id = id;
        let mut config = one_thread();
        (config.attrs, config.numAttrs) = (&raw mut attribute, 1);
        launch(&config)
    };
    let stream = client.stream();
    let _gate = client.simulator.gate(stream);
    let _legacy = client.simulator.gate(null_mut());
    for hint in [A::CU_LAUNCH_ATTRIBUTE_IGNORE, A::CU_LAUNCH_ATTRIBUTE_PRIORITY, A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE] {
        assert_eq!(with(hint), FINE, "{hint:?}");
    }
    assert_eq!(with(A::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(with(A::CU_LAUNCH_ATTRIBUTE_MAX), WRONG);
    assert_eq!(launch(std::ptr::null()), WRONG);
    let mut config = one_thread();
    config.numAttrs = 1;
    assert_eq!(launch(&config), WRONG);
}

#[test]
fn what_is_asked_or_set_of_a_function_is_checked() {
    let client = Client::new();
    let kernel = function(&client, c"narrow");
    let most = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    let carveout = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    let mut value = 0;
    assert_eq!(call!(client, cuFuncGetAttribute(&mut value, Attribute::CU_FUNC_ATTRIBUTE_MAX, kernel)), WRONG);
    assert_eq!(call!(client, cuFuncGetAttribute(&mut value, Attribute(u32::MAX), kernel)), WRONG);
    assert_eq!(call!(client, cuFuncGetAttribute(null_mut(), most, kernel)), WRONG);
    assert_eq!(call!(client, cuFuncGetAttribute(&mut value, most, null_mut())), GONE);
    ok!(client, cuFuncSetAttribute(kernel, most, 162 << 10));
    assert_eq!(call!(client, cuFuncSetAttribute(kernel, most, (162 << 10) + 1)), WRONG);
    assert_eq!(call!(client, cuFuncSetAttribute(kernel, most, -1)), WRONG);
    assert_eq!(call!(client, cuFuncSetAttribute(kernel, carveout, 101)), WRONG);
    assert_eq!(call!(client, cuFuncSetAttribute(kernel, Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, 1)), WRONG);
    assert_eq!(call!(client, cuFuncSetAttribute(null_mut(), most, 0)), GONE);
    ok!(client, cuFuncSetAttribute(kernel, carveout, -1));
    ok!(client, cuFuncGetAttribute(&mut value, most, kernel));
    assert_eq!(value, 162 << 10);
}
