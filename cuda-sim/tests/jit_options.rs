//! The options of a load: what is taken, what is refused, and what is written back.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use client::Client;
use cuda_sys::{CUfunction_attribute, CUjit_option, CUmodule, CUresult};

/// A module whose one variable, `which`, holds a number.
fn numbered(number: u32, target: u32) -> Vec<u8> {
    let text = format!(
        ".version 7.0\n.target sm_{target}\n.address_size 64\n.visible .global .u32 which = {number};\n\
         .visible .entry only(.param .u64 a, .param .u32 b) {{ ret; }}\n\0"
    );
    text.into_bytes()
}

/// Loads with options; gives back the code, what was written over the values, and the error log.
fn load_with(
    client: &Client,
    image: &[u8],
    options: &[(CUjit_option, usize)],
) -> (CUresult, CUmodule, Vec<usize>, String) {
    let mut log = [1u8; 300];
    let mut names = vec![CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values: Vec<*mut c_void> = vec![log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
    for (name, value) in options {
        names.push(*name);
        values.push(std::ptr::without_provenance_mut(*value));
    }
    let mut module = null_mut();
    let (image, count) = (image.as_ptr().cast(), names.len() as u32);
    let code = call!(client, cuModuleLoadDataEx(&mut module, image, count, names.as_mut_ptr(), values.as_mut_ptr()));
    let values: Vec<usize> = values.iter().map(|value| value.addr()).collect();
    let text = log.split(|byte| *byte == 0).next().unwrap();
    (code, module, values, String::from_utf8_lossy(text).into_owned())
}

#[test]
fn options_that_make_no_sense_are_refused_and_hints_are_taken() {
    use CUjit_option as O;
    let client = Client::new();
    let image = numbered(1, 80);
    let code = |options: &[(O, usize)]| load_with(&client, &image, options).0;
    let (fine, wrong) = (CUresult::CUDA_SUCCESS, CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(code(&[(O::CU_JIT_OPTIMIZATION_LEVEL, 4), (O::CU_JIT_TARGET_FROM_CUCONTEXT, 0)]), fine);
    assert_eq!(code(&[(O::CU_JIT_GENERATE_DEBUG_INFO, 1), (O::CU_JIT_CACHE_MODE, 1), (O::CU_JIT_LTO, 0)]), fine);
    assert_eq!(code(&[(O::CU_JIT_TARGET, 70), (O::CU_JIT_FALLBACK_STRATEGY, 1)]), fine);
    assert_eq!(code(&[(O::CU_JIT_OPTIMIZATION_LEVEL, 5)]), wrong);
    assert_eq!(code(&[(O::CU_JIT_FALLBACK_STRATEGY, 2)]), wrong);
    assert_eq!(code(&[(O::CU_JIT_TARGET, 80), (O::CU_JIT_THREADS_PER_BLOCK, 64)]), wrong);
    assert_eq!(code(&[(O::CU_JIT_NUM_OPTIONS, 0)]), wrong);
    assert_eq!(code(&[(O::CU_JIT_TARGET, 90)]), CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_eq!(code(&[(O::CU_JIT_GLOBAL_SYMBOL_COUNT, 1)]), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    let mut module = null_mut();
    let data = image.as_ptr().cast();
    assert_eq!(call!(client, cuModuleLoadDataEx(&mut module, data, 1, null_mut(), null_mut())), wrong);
    assert_eq!(client.simulator.ledger().modules, 3);
}

#[test]
fn a_limit_of_registers_is_kept_and_times_and_lengths_are_written() {
    let client = Client::new();
    let text = CString::new(include_str!("client/kernels.ptx")).unwrap();
    let registers = |module: CUmodule| {
        let mut function = null_mut();
        ok!(client, cuModuleGetFunction(&mut function, module, c"many".as_ptr()));
        let mut registers = 0;
        ok!(client, cuFuncGetAttribute(&mut registers, CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS, function));
        registers
    };
    let many = text.to_str().unwrap().to_owned() + ".visible .entry many() { .reg .b64 %d<60>; ret; }\n\0";
    let free = load_with(&client, many.as_bytes(), &[]);
    assert!(registers(free.1) > 40);
    let options = [(CUjit_option::CU_JIT_MAX_REGISTERS, 40), (CUjit_option::CU_JIT_WALL_TIME, usize::MAX)];
    let (code, module, values, log) = load_with(&client, many.as_bytes(), &options);
    assert_eq!((code, log.as_str()), (CUresult::CUDA_SUCCESS, ""));
    assert_eq!(registers(module), 40);
    assert_eq!(values[1], 0);
    let milliseconds = f32::from_bits((values[3] & 0xFFFF_FFFF) as u32);
    assert!((0.0..60_000.0).contains(&milliseconds), "{milliseconds}");
}

#[test]
fn a_log_is_cut_to_its_buffer() {
    let client = Client::new();
    let mut log = [1u8; 16];
    let mut names = [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // Only the low half of the value counts: it is an unsigned int.
    let size = (0xABCD << 32) | 10;
    let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(size)];
    let mut module = null_mut();
    let (image, names, values_at) = (c".version x".as_ptr().cast(), names.as_mut_ptr(), values.as_mut_ptr());
    let code = call!(client, cuModuleLoadDataEx(&mut module, image, 2, names, values_at));
    assert_eq!(code, CUresult::CUDA_ERROR_INVALID_PTX);
    assert_eq!(values[1].addr(), 9);
    assert_eq!(&log, b"ptx line \0\x01\x01\x01\x01\x01\x01");
}
