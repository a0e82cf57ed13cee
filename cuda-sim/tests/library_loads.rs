//! How libraries are loaded, and what is said of those that cannot be.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CStr, CString, c_void};
use std::ptr::{null, null_mut};

use client::Client;
use cuda_sim::Simulator;
use cuda_sys::{CUcontext, CUjit_option, CUlibrary, CUlibraryOption, CUmodule, CUresult};

const KERNELS: &str = include_str!("client/kernels.ptx");
const FINE: CUresult = CUresult::CUDA_SUCCESS;
const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

fn try_load(client: &Client, text: &str) -> Result<CUlibrary, CUresult> {
    let text = CString::new(text).unwrap();
    let mut library = null_mut();
    let data = text.as_ptr().cast();
    let (no_options, no_values) = (null_mut(), null_mut());
    match call!(client, cuLibraryLoadData(&mut library, data, no_options, no_values, 0, null_mut(), null_mut(), 0)) {
        FINE => Ok(library),
        code => Err(code),
    }
}

fn load(client: &Client) -> CUlibrary {
    try_load(client, KERNELS).unwrap()
}

fn module(client: &Client, library: CUlibrary) -> CUmodule {
    let mut module = null_mut();
    ok!(client, cuLibraryGetModule(&mut module, library));
    module
}

/// Another context, which is current afterwards.
fn second_context(client: &Client) -> CUcontext {
    let mut context = null_mut();
    ok!(client, cuCtxCreate_v2(&mut context, 0, client.device()));
    context
}

#[test]
fn a_library_that_cannot_be_loaded_says_why_as_a_module_does() {
    let client = Client::new();
    let at = |text: &str| try_load(&client, text).unwrap_err();
    let head = |version: &str, target: &str| format!(".version {version}\n.target {target}\n.address_size 64\n");
    assert_eq!(at("garbage"), CUresult::CUDA_ERROR_INVALID_IMAGE);
    assert_eq!(at("\u{7f}ELF"), CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_eq!(at(&head("8.0", "sm_90")), CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    assert_eq!(at(&head("99.0", "sm_80")), CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    assert_eq!(at(&(head("8.0", "sm_80") + "nonsense")), CUresult::CUDA_ERROR_INVALID_PTX);
    let managed = head("8.0", "sm_80") + ".visible .global .attribute(.managed) .u32 m;";
    assert_eq!(at(&managed), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(client.simulator.ledger().libraries, 0);
}

#[test]
fn options_of_a_load_are_checked_and_its_log_is_filled() {
    let client = Client::new();
    let mut log = [1u8; 64];
    let mut names = [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
    let mut library = null_mut();
    let mut load = |text: &CStr, count, library_options: &mut [CUlibraryOption]| {
        let (names, values) = (names.as_mut_ptr(), values.as_mut_ptr());
        let (data, of_library) = (text.as_ptr().cast(), library_options.as_mut_ptr());
        let of_library_len = library_options.len() as u32;
        call!(
            client,
            cuLibraryLoadData(&mut library, data, names, values, count, of_library, null_mut(), of_library_len)
        )
    };
    assert_eq!(load(c".version x", 2, &mut []), CUresult::CUDA_ERROR_INVALID_PTX);
    let good = CString::new(KERNELS).unwrap();
    assert_eq!(load(&good, 0, &mut [CUlibraryOption::CU_LIBRARY_BINARY_IS_PRESERVED]), FINE);
    let table = CUlibraryOption::CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE;
    assert_eq!(load(&good, 0, &mut [table]), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(load(&good, 0, &mut [CUlibraryOption::CU_LIBRARY_NUM_OPTIONS]), WRONG);
    assert!(log.starts_with(b"ptx line 1, column"), "{log:?}");
    let data = good.as_ptr().cast();
    let none = (null_mut(), null_mut());
    let into = |place: *mut CUlibrary, data: *const c_void, options, of_library| {
        call!(client, cuLibraryLoadData(place, data, none.0, none.1, options, null_mut(), null_mut(), of_library))
    };
    assert_eq!(into(null_mut(), data, 0, 0), WRONG);
    assert_eq!(into(&mut library, null(), 0, 0), WRONG);
    assert_eq!(into(&mut library, data, 1, 0), WRONG);
    assert_eq!(into(&mut library, data, 0, 1), WRONG);
}

#[test]
fn a_library_needs_an_initialised_driver() {
    let simulator = Simulator::new().unwrap();
    let client = Client { table: simulator.table(), simulator, context: null_mut() };
    assert_eq!(try_load(&client, KERNELS), Err(CUresult::CUDA_ERROR_NOT_INITIALIZED));
    let mut mode = cuda_sys::CUmoduleLoadingMode(0);
    assert_eq!(call!(client, cuModuleGetLoadingMode(&mut mode)), CUresult::CUDA_ERROR_NOT_INITIALIZED);
}

#[cfg(not(miri))]
#[test]
fn a_library_loads_from_its_file() {
    let client = Client::new();
    let path = CString::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client/kernels.ptx")).unwrap();
    let mut library = null_mut();
    let mut load = |path: *const std::ffi::c_char| {
        let (options, values, of_library) = (null_mut(), null_mut(), null_mut());
        call!(client, cuLibraryLoadFromFile(&mut library, path, options, values, 0, of_library, null_mut(), 0))
    };
    assert_eq!(load(path.as_ptr()), FINE);
    assert_eq!(load(c"no such file".as_ptr()), CUresult::CUDA_ERROR_FILE_NOT_FOUND);
    assert_eq!(load(null()), WRONG);
}

#[test]
fn eager_loading_puts_a_library_into_every_context_and_fails_where_one_has_no_room() {
    let client = Client::of(Simulator::builder().lazy_loading(false).memory(1 << 20));
    second_context(&client);
    let library = load(&client);
    assert_eq!(client.simulator.ledger().modules, 2);
    ok!(client, cuLibraryUnload(library));
    let large = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .global .b8 large[600000];\n";
    assert_eq!(try_load(&client, large), Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY));
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.libraries, ledger.modules, ledger.device_byte_len), (0, 0, 0));
    // Loaded lazily, it fails where it is first needed.
    let client = Client::of(Simulator::builder().lazy_loading(true).memory(1 << 20));
    let library = try_load(&client, large).unwrap();
    module(&client, library);
    second_context(&client);
    let mut place = null_mut();
    assert_eq!(call!(client, cuLibraryGetModule(&mut place, library)), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
}
