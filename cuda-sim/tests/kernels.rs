//! Modules and launches: what runs, what is refused, and what a fault leaves.
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
use std::ptr::{null, null_mut};

use client::{Client, eager};
use cuda_sim::{ReportKind, Simulator};
use cuda_sys::{CUdeviceptr, CUfunction, CUfunction_attribute, CUjit_option, CUmodule, CUresult, CUstream};

const KERNELS: &str = include_str!("client/kernels.ptx");

fn load(client: &Client, text: &str) -> CUmodule {
    let text = CString::new(text).unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    module
}

fn function(client: &Client, module: CUmodule, name: &CStr) -> CUfunction {
    let mut function = null_mut();
    ok!(client, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    function
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Launches `scale` on 100 words.
fn scale(client: &Client, function: CUfunction, stream: CUstream, out: CUdeviceptr, from: CUdeviceptr) -> CUresult {
    let (mut out, mut from, mut add, mut n) = (out, from, 7u32, 100u32);
    let mut arguments: [*mut c_void; 4] =
        [(&raw mut out).cast(), (&raw mut from).cast(), (&raw mut add).cast(), (&raw mut n).cast()];
    let answer =
        call!(client, cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, stream, arguments.as_mut_ptr(), null_mut()));
    // The arguments are copied while the call runs; what becomes of them afterwards is nobody's concern.
    (out, from, add, n) = (0, 0, 0, 0);
    assert_eq!((out, from, add, n), (0, 0, 0, 0));
    answer
}

#[test]
fn a_kernel_computes_behind_a_gate_with_the_arguments_of_its_call() {
    let client = Client::new();
    let module = load(&client, KERNELS);
    let kernel = function(&client, module, c"scale");
    assert_eq!(kernel, function(&client, module, c"scale"));
    let (from, out) = (client.alloc(400), client.alloc(400));
    let input: Vec<u8> = (0..100u32).flat_map(u32::to_le_bytes).collect();
    ok!(client, cuMemcpyHtoD_v2(from, input.as_ptr().cast(), 400));
    ok!(client, cuCtxSynchronize());
    let stream = client.stream();
    let gate = client.simulator.gate(stream);
    assert_eq!(scale(&client, kernel, stream, out, from), CUresult::CUDA_SUCCESS);
    gate.open();
    assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
    let expected: Vec<u32> = (0..100).map(|x| 3 * x + 7).collect();
    assert_eq!(words(&client.read(out, 400)), expected);
    assert!(client.simulator.thread_instructions() > 1000);

    let (mut factor, mut byte_len) = (0, 0);
    ok!(client, cuModuleGetGlobal_v2(&mut factor, &mut byte_len, module, c"factor".as_ptr()));
    assert_eq!((words(&client.read(factor, 4)), byte_len), (vec![3], 4));
    ok!(client, cuMemsetD32_v2(factor, 10, 1));
    assert_eq!(scale(&client, kernel, null_mut(), out, from), CUresult::CUDA_SUCCESS);
    assert_eq!(words(&client.read(out, 400))[9], 97);
    ok!(client, cuModuleUnload(module));
    assert_eq!(scale(&client, kernel, stream, out, from), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(client.simulator.ledger().device_byte_len, 800);
}

#[test]
fn packed_arguments_work_as_well() {
    let client = Client::new();
    let kernel = function(&client, load(&client, KERNELS), c"scale");
    let device = client.alloc(400);
    ok!(client, cuMemsetD32_v2(device, 1, 100));
    let mut packed = Vec::new();
    packed.extend(device.to_le_bytes());
    packed.extend(device.to_le_bytes());
    packed.extend(7u32.to_le_bytes());
    packed.extend(100u32.to_le_bytes());
    let mut size = packed.len();
    let mut extra: [*mut c_void; 5] = [
        cuda_sys::CU_LAUNCH_PARAM_BUFFER_POINTER,
        packed.as_mut_ptr().cast(),
        cuda_sys::CU_LAUNCH_PARAM_BUFFER_SIZE,
        (&raw mut size).cast(),
        cuda_sys::CU_LAUNCH_PARAM_END,
    ];
    ok!(client, cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, null_mut(), null_mut(), extra.as_mut_ptr()));
    assert_eq!(words(&client.read(device, 400)), [10; 100]);
}

#[test]
fn bad_geometry_is_refused_before_anything_is_queued() {
    let client = Client::new();
    let module = load(&client, KERNELS);
    let kernel = function(&client, module, c"narrow");
    let mut out = client.alloc(4);
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    let mut launch = |grid: u32, block: u32, shared: u32| {
        let arguments = arguments.as_mut_ptr();
        call!(client, cuLaunchKernel(kernel, grid, 1, 1, block, 1, 1, shared, null_mut(), arguments, null_mut()))
    };
    assert_eq!(launch(0, 1, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(1, 0, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(1, 1025, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(1, 65, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(1, 64, 48 * 1024), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(launch(1, 64, 47 * 1024), CUresult::CUDA_SUCCESS);
    let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    ok!(client, cuFuncSetAttribute(kernel, most, 100 * 1024));
    assert_eq!(launch(1, 64, 100 * 1024), CUresult::CUDA_SUCCESS);
    assert_eq!(
        call!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut())),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
    ok!(client, cuCtxSynchronize());
}

#[test]
fn a_function_tells_what_it_is_like() {
    let client = Client::new();
    let module = load(&client, KERNELS);
    let kernel = function(&client, module, c"scale");
    let mut offsets = Vec::new();
    for index in 0.. {
        let (mut offset, mut byte_len) = (0, 0);
        if call!(client, cuFuncGetParamInfo(kernel, index, &mut offset, &mut byte_len)) != CUresult::CUDA_SUCCESS {
            break;
        }
        offsets.push((offset, byte_len));
    }
    assert_eq!(offsets, [(0, 8), (8, 8), (16, 4), (20, 4)]);
    let mut name = null();
    ok!(client, cuFuncGetName(&mut name, kernel));
    assert_eq!(unsafe { CStr::from_ptr(name) }, c"scale");
    let (mut threads, mut shared) = (0, 0);
    let narrow = function(&client, module, c"narrow");
    ok!(client, cuFuncGetAttribute(&mut threads, CUfunction_attribute(0), narrow));
    ok!(client, cuFuncGetAttribute(&mut shared, CUfunction_attribute(1), narrow));
    assert_eq!((threads, shared), (64, 1024));
    let (mut blocks, mut grid, mut block) = (0, 0, 0);
    ok!(client, cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, kernel, 256, 0));
    assert_eq!(blocks, 8);
    ok!(client, cuOccupancyMaxPotentialBlockSize(&mut grid, &mut block, kernel, None, 0, 0));
    assert_eq!((grid, block), (32, 1024));
    let mut none = null_mut();
    let missing = call!(client, cuModuleGetFunction(&mut none, module, c"missing".as_ptr()));
    assert_eq!(missing, CUresult::CUDA_ERROR_NOT_FOUND);
}

#[cfg(not(miri))]
#[test]
fn a_module_loads_from_its_file() {
    let client = Client::new();
    let mut module = null_mut();
    let missing = call!(client, cuModuleLoad(&mut module, c"no such file.ptx".as_ptr()));
    assert_eq!(missing, CUresult::CUDA_ERROR_FILE_NOT_FOUND);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client/kernels.ptx");
    ok!(client, cuModuleLoad(&mut module, CString::new(path).unwrap().as_ptr()));
    function(&client, module, c"scale");
}

/// Loads a text with log buffers; gives back the code and the error log.
fn load_with_log(client: &Client, text: &CStr) -> (CUresult, String) {
    let mut log = [1u8; 200];
    let mut names = [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
    let mut module = null_mut();
    let image = text.as_ptr().cast();
    let code = call!(client, cuModuleLoadDataEx(&mut module, image, 2, names.as_mut_ptr(), values.as_mut_ptr()));
    let written = values[1].addr();
    assert_eq!(log[written], 0);
    (code, String::from_utf8(log[..written].to_vec()).unwrap())
}

#[test]
fn what_does_not_compile_is_refused_with_its_place() {
    let client = Client::new();
    let (code, log) = load_with_log(&client, c".version 7.0\n.target sm_80\n.address_size 64\nnonsense\n");
    assert_eq!(code, CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(log.contains("line 4") && log.contains("column 1"), "{log}");
    let (code, log) = load_with_log(&client, c".version 99.0\n.target sm_80\n.address_size 64\n");
    assert_eq!(code, CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "{log}");
    let (code, log) = load_with_log(&client, c"\x7fELF\x02\x01\x01");
    assert_eq!(code, CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU, "{log}");
    assert_eq!(load_with_log(&client, c"garbage").0, CUresult::CUDA_ERROR_INVALID_IMAGE);
    let text = CString::new(KERNELS).unwrap();
    assert_eq!(load_with_log(&client, &text), (CUresult::CUDA_SUCCESS, String::new()));
}

#[test]
fn a_kernel_that_runs_out_of_bounds_faults_its_context_and_is_reported() {
    let client = Client::new();
    let kernel = function(&client, load(&client, KERNELS), c"scale");
    let (from, out) = (client.alloc(400), client.alloc(200));
    let stream = client.stream();
    assert_eq!(scale(&client, kernel, stream, out, from), CUresult::CUDA_SUCCESS);
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let reports = client.simulator.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].kind, ReportKind::Kernel);
    assert!(reports[0].text.starts_with("scale: "), "{}", reports[0].text);
}

#[test]
fn a_trap_is_a_failed_launch() {
    let client = Client::new();
    let kernel = function(&client, load(&client, KERNELS), c"trapped");
    ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut()));
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_LAUNCH_FAILED);
}

#[test]
fn the_nth_launch_faults() {
    let client = Client::new();
    let kernel = function(&client, load(&client, KERNELS), c"scale");
    let device = client.alloc(400);
    client.simulator.fault_launch(2, CUresult::CUDA_ERROR_MISALIGNED_ADDRESS);
    assert_eq!(scale(&client, kernel, null_mut(), device, device), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_SUCCESS);
    assert_eq!(scale(&client, kernel, null_mut(), device, device), CUresult::CUDA_SUCCESS);
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_MISALIGNED_ADDRESS);
}

#[test]
fn unloading_a_module_in_use_is_reported() {
    let client = Client::new();
    let module = load(&client, KERNELS);
    let kernel = function(&client, module, c"trapped");
    let stream = client.stream();
    let _gate = client.simulator.gate(stream);
    ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, null_mut(), null_mut()));
    ok!(client, cuModuleUnload(module));
    assert_eq!(client.simulator.reports()[0].kind, ReportKind::UseAfterFree);
}

#[test]
fn an_endless_kernel_is_stopped_by_the_limit() {
    let client = Client::of(Simulator::builder().step_limit(10_000).adversity(eager()));
    let text = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry spin()\n{\nagain:\nbra again;\n}\n";
    let kernel = function(&client, load(&client, text), c"spin");
    ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut()));
    assert_eq!(call!(client, cuCtxSynchronize()), CUresult::CUDA_ERROR_LAUNCH_TIMEOUT);
}

#[test]
fn an_endless_kernel_does_not_outlive_its_simulator() {
    let client = Client::new();
    let text = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry spin()\n{\nagain:\nbra again;\n}\n";
    let kernel = function(&client, load(&client, text), c"spin");
    ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, client.stream(), null_mut(), null_mut()));
    drop(client);
}

#[test]
fn a_shuffle_that_reads_an_absent_lane_is_reported_once_and_the_kernel_goes_on() {
    let client = Client::new();
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry stray(.param .u64 p) {\n\
        .reg .b32 %r<4>; .reg .b64 %d<2>; .reg .pred %q;\nld.param.u64 %d1, [p]; mov.u32 %r1, %laneid; mov.u32 %r2, 0;\n\
        setp.gt.u32 %q, %r1, 7; @%q exit;\nagain: shfl.sync.bfly.b32 %r3, %r1, 8, 31, -1;\n\
        add.u32 %r2, %r2, 1; setp.lt.u32 %q, %r2, 40; @%q bra again; st.global.u32 [%d1], %r2; ret; }";
    let kernel = function(&client, load(&client, text), c"stray");
    let mut out = client.alloc(4);
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    for launches in 1..3 {
        let arguments = arguments.as_mut_ptr();
        ok!(client, cuLaunchKernel(kernel, 3, 1, 1, 32, 1, 1, 0, null_mut(), arguments, null_mut()));
        assert_eq!(words(&client.read(out, 4)), [40]);
        let reports = client.simulator.reports();
        assert_eq!(reports.len(), launches, "{reports:?}");
        let report = &reports[launches - 1];
        assert_eq!(report.kind, ReportKind::Kernel);
        assert!(report.text.starts_with("stray: a shuffle reads lane 8"), "{report}");
        assert!(report.text.contains("(ptx line 8, block "), "{report}");
    }
}

/// Each thread of eight divides 100 by its number in one of these ways, or takes the remainder, if `%p` lets it.
fn divide(client: &Client, how: &str) -> (CUresult, Vec<u32>) {
    ok!(client, cuCtxSetCurrent(client.context));
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry divide(.param .u64 p) {{\n.reg .b16 %h<4>; .reg .b32 %r<4>;\n\
         .reg .b64 %d<7>; .reg .pred %p;\nld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1;\n\
         setp.ne.u32 %p, %r1, 0; cvt.u64.u32 %d3, %r1; mov.u64 %d4, 100; cvt.u16.u32 %h1, %r1; mov.u16 %h2, 100;\n\
         mov.u32 %r2, 100; mov.u32 %r3, 7; mov.u64 %d5, 7; mov.u16 %h3, 7;\n{how}\nst.global.u32 [%d2], %r3; ret; }}"
    );
    let kernel = function(client, load(client, &text), c"divide");
    let mut out = client.alloc(32);
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 8, 1, 1, 0, null_mut(), arguments.as_mut_ptr(), null_mut()));
    let end = call!(client, cuCtxSynchronize());
    let words = if end == CUresult::CUDA_SUCCESS { words(&client.read(out, 32)) } else { Vec::new() };
    (end, words)
}

#[test]
fn strict_division_stops_a_kernel_that_divides_by_zero_and_no_other() {
    let divisions = [
        "div.u32 %r3, %r2, %r1;",
        "div.s32 %r3, %r2, %r1;",
        "div.u64 %d5, %d4, %d3; cvt.u32.u64 %r3, %d5;",
        "div.s16 %h3, %h2, %h1; cvt.u32.u16 %r3, %h3;",
    ];
    let quotients: Vec<u32> = (1..8).map(|by| 100 / by).collect();
    let lax = Client::new();
    for how in divisions {
        assert_eq!(divide(&lax, how).1[1..], quotients, "{how}");
    }
    assert_eq!(divide(&lax, divisions[0]).1[0], u32::MAX);
    assert!(lax.simulator.reports().is_empty());
    for how in divisions {
        let client = Client::of(Simulator::builder().adversity(eager()).strict_division(true));
        let (end, words) = divide(&client, &format!("@%p {how}"));
        assert_eq!((end, &words[1..]), (CUresult::CUDA_SUCCESS, &quotients[..]), "{how}");
        assert_eq!(divide(&client, &how.replace("div", "@%p rem")).1[3..6], [1, 0, 0], "{how}");
        assert!(client.simulator.reports().is_empty());
        assert_eq!(divide(&client, how).0, CUresult::CUDA_ERROR_LAUNCH_FAILED, "{how}");
        let reports = client.simulator.reports();
        assert_eq!((reports.len(), reports[0].kind), (1, ReportKind::Kernel), "{reports:?}");
        let expected = "divide: an integer is divided by zero (ptx line 10, block 0,0,0, thread 0,0,0)";
        assert_eq!(reports[0].text, expected);
    }
}
