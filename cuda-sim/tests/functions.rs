//! The functions of a module: how they are found, what they say of themselves, and when they are loaded.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

use client::Client;
use cuda_sim::Simulator;
use cuda_sys::{CUfunction, CUfunctionLoadingState as State, CUmodule, CUmoduleLoadingMode as Loading, CUresult};

/// A module whose one variable, `which`, holds a number.
fn numbered(number: u32, target: u32) -> Vec<u8> {
    let text = format!(
        ".version 7.0\n.target sm_{target}\n.address_size 64\n.visible .global .u32 which = {number};\n\
         .visible .entry only(.param .u64 a, .param .u32 b) {{ ret; }}\n\0"
    );
    text.into_bytes()
}

fn load(client: &Client, image: &[u8]) -> Result<CUmodule, CUresult> {
    let mut module = null_mut();
    match call!(client, cuModuleLoadData(&mut module, image.as_ptr().cast())) {
        CUresult::CUDA_SUCCESS => Ok(module),
        code => Err(code),
    }
}

fn only(client: &Client, module: CUmodule) -> CUfunction {
    let mut function = null_mut();
    ok!(client, cuModuleGetFunction(&mut function, module, c"only".as_ptr()));
    function
}

#[test]
fn the_functions_of_a_module_can_be_counted_and_listed() {
    let client = Client::new();
    let text = CString::new(include_str!("client/kernels.ptx")).unwrap();
    let module = load(&client, text.as_bytes_with_nul()).unwrap();
    let mut count = 0;
    ok!(client, cuModuleGetFunctionCount(&mut count, module));
    assert_eq!(count, 3);
    let mut functions = [null_mut(); 4];
    ok!(client, cuModuleEnumerateFunctions(functions.as_mut_ptr(), 4, module));
    let name = |function: CUfunction| {
        let mut name = null();
        ok!(client, cuFuncGetName(&mut name, function));
        unsafe { CStr::from_ptr(name) }.to_owned()
    };
    let mut names: Vec<CString> = functions[..3].iter().map(|function| name(*function)).collect();
    names.sort();
    assert_eq!(names, [c"narrow".to_owned(), c"scale".to_owned(), c"trapped".to_owned()]);
    assert!(functions[3].is_null());
    let mut one = [null_mut(); 2];
    ok!(client, cuModuleEnumerateFunctions(one.as_mut_ptr(), 1, module));
    assert_eq!(one, [functions[0], null_mut()]);

    let wrong = CUresult::CUDA_ERROR_INVALID_VALUE;
    let gone = CUresult::CUDA_ERROR_INVALID_HANDLE;
    assert_eq!(call!(client, cuModuleGetFunctionCount(null_mut(), module)), wrong);
    assert_eq!(call!(client, cuModuleEnumerateFunctions(null_mut(), 1, module)), wrong);
    assert_eq!(call!(client, cuModuleGetFunctionCount(&mut count, null_mut())), gone);
    assert_eq!(call!(client, cuModuleEnumerateFunctions(one.as_mut_ptr(), 1, null_mut())), gone);
}

#[test]
fn a_function_says_where_it_is_from_and_what_it_takes() {
    let client = Client::new();
    let module = load(&client, &numbered(1, 80)).unwrap();
    let function = only(&client, module);
    let (mut from, mut count, mut offset, mut byte_len) = (null_mut(), 0, 0, 0);
    ok!(client, cuFuncGetModule(&mut from, function));
    ok!(client, cuFuncGetParamCount(function, &mut count));
    ok!(client, cuFuncGetParamInfo(function, 1, &mut offset, null_mut()));
    ok!(client, cuFuncGetParamInfo(function, 0, &mut offset, &mut byte_len));
    assert_eq!((from, count, offset, byte_len), (module, 2, 0, 8));
    ok!(client, cuFuncSetSharedMemConfig(function, cuda_sys::CUsharedconfig(2)));

    let wrong = CUresult::CUDA_ERROR_INVALID_VALUE;
    let mut name = null();
    assert_eq!(call!(client, cuFuncGetParamInfo(function, 2, &mut offset, &mut byte_len)), wrong);
    assert_eq!(call!(client, cuFuncGetParamInfo(function, 0, null_mut(), &mut byte_len)), wrong);
    assert_eq!(call!(client, cuFuncGetParamCount(function, null_mut())), wrong);
    assert_eq!(call!(client, cuFuncGetModule(null_mut(), function)), wrong);
    assert_eq!(call!(client, cuFuncGetName(null_mut(), function)), wrong);
    assert_eq!(call!(client, cuFuncGetName(&mut name, null_mut())), wrong);
    assert_eq!(call!(client, cuFuncSetSharedMemConfig(function, cuda_sys::CUsharedconfig(3))), wrong);
    assert_eq!(call!(client, cuFuncSetCacheConfig(function, cuda_sys::CUfunc_cache(4))), wrong);
    assert_eq!(call!(client, cuFuncLoad(null_mut())), CUresult::CUDA_ERROR_INVALID_HANDLE);
    ok!(client, cuModuleUnload(module));
    assert_eq!(call!(client, cuFuncGetParamCount(function, &mut count)), CUresult::CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(client, cuModuleUnload(module)), CUresult::CUDA_ERROR_INVALID_HANDLE);
}

#[test]
fn names_that_a_module_lacks_are_not_found() {
    let client = Client::new();
    let module = load(&client, &numbered(1, 80)).unwrap();
    let (mut function, mut address, mut byte_len) = (null_mut(), 0, 0);
    let missing = CUresult::CUDA_ERROR_NOT_FOUND;
    let wrong = CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(call!(client, cuModuleGetFunction(&mut function, module, c"which".as_ptr())), missing);
    assert_eq!(call!(client, cuModuleGetGlobal_v2(&mut address, &mut byte_len, module, c"only".as_ptr())), missing);
    assert_eq!(call!(client, cuModuleGetFunction(&mut function, module, null())), wrong);
    assert_eq!(call!(client, cuModuleGetFunction(null_mut(), module, c"only".as_ptr())), wrong);
    assert_eq!(call!(client, cuModuleGetGlobal_v2(&mut address, &mut byte_len, module, null())), wrong);
    assert_eq!(call!(client, cuModuleGetGlobal_v2(null_mut(), null_mut(), module, c"which".as_ptr())), wrong);
    ok!(client, cuModuleGetGlobal_v2(null_mut(), &mut byte_len, module, c"which".as_ptr()));
    assert_eq!(byte_len, 4);
}

#[test]
fn a_variable_is_found_whether_it_is_visible_to_other_modules_or_not() {
    // Compilers write `.const` alone for a `__constant__` variable when nothing else is linked.
    let client = Client::new();
    let text = b".version 7.0\n.target sm_80\n.address_size 64\n.const .align 4 .b8 table[64];\n\0";
    let module = load(&client, text).unwrap();
    let (mut address, mut byte_len) = (0, 0);
    ok!(client, cuModuleGetGlobal_v2(&mut address, &mut byte_len, module, c"table".as_ptr()));
    assert!(address != 0 && byte_len == 64);
}

#[test]
fn a_function_from_a_list_is_loaded_when_it_is_used_if_loading_is_lazy() {
    for (is_lazy, mode) in [(true, Loading::CU_MODULE_LAZY_LOADING), (false, Loading::CU_MODULE_EAGER_LOADING)] {
        let client = Client::of(Simulator::builder().lazy_loading(is_lazy));
        let mut found = Loading(0);
        ok!(client, cuModuleGetLoadingMode(&mut found));
        assert_eq!(found, mode);
        assert_eq!(call!(client, cuModuleGetLoadingMode(null_mut())), CUresult::CUDA_ERROR_INVALID_VALUE);
        let module = load(&client, &numbered(1, 80)).unwrap();
        let mut listed = null_mut();
        ok!(client, cuModuleEnumerateFunctions(&mut listed, 1, module));
        let state = || {
            let mut state = State(9);
            ok!(client, cuFuncIsLoaded(&mut state, listed));
            state
        };
        let at_first =
            if is_lazy { State::CU_FUNCTION_LOADING_STATE_UNLOADED } else { State::CU_FUNCTION_LOADING_STATE_LOADED };
        assert_eq!(state(), at_first);
        ok!(client, cuFuncLoad(listed));
        assert_eq!(state(), State::CU_FUNCTION_LOADING_STATE_LOADED);
        ok!(client, cuFuncLoad(listed));
        assert_eq!(call!(client, cuFuncIsLoaded(null_mut(), listed)), CUresult::CUDA_ERROR_INVALID_VALUE);
        let mut state = State(9);
        assert_eq!(call!(client, cuFuncIsLoaded(&mut state, null_mut())), CUresult::CUDA_ERROR_INVALID_HANDLE);
    }
}
