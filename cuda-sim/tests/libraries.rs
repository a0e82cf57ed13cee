//! Libraries: code without a context, and its kernels wherever a function may stand.
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

use client::{Client, eager};
use cuda_sim::{DeviceProfile, ReportKind, Simulator};
use cuda_sys::{
    CUcontext, CUdeviceptr, CUfunc_cache, CUfunction, CUfunction_attribute as Attribute, CUkernel, CUlaunchConfig,
    CUlibrary, CUmodule, CUresult,
};

const KERNELS: &str = include_str!("client/kernels.ptx");
const FINE: CUresult = CUresult::CUDA_SUCCESS;
const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const GONE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;

/// A driver that loads a library into a context only when it is needed there.
fn lazy() -> Client {
    Client::of(Simulator::builder().adversity(eager()).lazy_loading(true))
}

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

fn kernel(client: &Client, library: CUlibrary, name: &CStr) -> CUkernel {
    let mut kernel = null_mut();
    ok!(client, cuLibraryGetKernel(&mut kernel, library, name.as_ptr()));
    kernel
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

/// `scale` on four words, in the current context.
fn scale(client: &Client, function: CUfunction) -> Vec<u8> {
    let (mut out, mut add, mut n): (CUdeviceptr, u32, u32) = (client.alloc(16), 1, 4);
    ok!(client, cuMemsetD32_v2(out, 2, 4));
    let mut arguments: [*mut c_void; 4] =
        [(&raw mut out).cast(), (&raw mut out).cast(), (&raw mut add).cast(), (&raw mut n).cast()];
    let arguments = arguments.as_mut_ptr();
    ok!(client, cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, null_mut(), arguments, null_mut()));
    client.read(out, 16)
}

#[test]
fn a_library_loads_without_a_context_and_gets_a_module_in_each_context_that_needs_one() {
    let client = lazy();
    ok!(client, cuCtxSetCurrent(null_mut()));
    let library = load(&client);
    let scaler = kernel(&client, library, c"scale");
    assert_eq!(scaler, kernel(&client, library, c"scale"));
    assert_eq!((client.simulator.ledger().libraries, client.simulator.ledger().modules), (1, 0));
    let mut place = null_mut();
    assert_eq!(call!(client, cuLibraryGetModule(&mut place, library)), CUresult::CUDA_ERROR_INVALID_CONTEXT);

    ok!(client, cuCtxSetCurrent(client.context));
    let first = module(&client, library);
    assert_eq!(first, module(&client, library));
    let second = second_context(&client);
    assert_ne!(first, module(&client, library));
    assert_eq!(client.simulator.ledger().modules, 2);
    // Each context has variables of its own.
    let mut factor = 0;
    ok!(client, cuLibraryGetGlobal(&mut factor, null_mut(), library, c"factor".as_ptr()));
    ok!(client, cuMemsetD32_v2(factor, 10, 1));
    assert_eq!(scale(&client, scaler.cast())[..4], [21, 0, 0, 0]);
    ok!(client, cuCtxSetCurrent(client.context));
    assert_eq!(scale(&client, scaler.cast())[..4], [7, 0, 0, 0]);

    ok!(client, cuCtxDestroy_v2(second));
    assert_eq!(client.simulator.ledger().modules, 1);
    ok!(client, cuLibraryUnload(library));
    let ledger = client.simulator.ledger();
    assert_eq!((ledger.libraries, ledger.modules, ledger.device_byte_len), (0, 0, 16));
    assert_eq!(call!(client, cuLibraryGetModule(&mut place, library)), GONE);
    assert_eq!(call!(client, cuLibraryUnload(library)), GONE);
    let mut name = null();
    assert_eq!(call!(client, cuKernelGetName(&mut name, scaler)), GONE);
}

#[test]
fn a_kernel_stands_wherever_a_function_may() {
    let client = lazy();
    let library = load(&client);
    let scaler = kernel(&client, library, c"scale");
    let as_function: CUfunction = scaler.cast();
    let mut function = null_mut();
    ok!(client, cuKernelGetFunction(&mut function, scaler));
    assert_eq!(scale(&client, function), scale(&client, as_function));

    let (mut out, mut add, mut n) = (client.alloc(16), 0u32, 0u32);
    let mut arguments: [*mut c_void; 4] =
        [(&raw mut out).cast(), (&raw mut out).cast(), (&raw mut add).cast(), (&raw mut n).cast()];
    let mut config: CUlaunchConfig = unsafe { std::mem::zeroed() };
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (1, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (1, 1, 1);
    ok!(client, cuLaunchKernelEx(&config, as_function, arguments.as_mut_ptr(), null_mut()));
    ok!(client, cuLaunchCooperativeKernel(as_function, 1, 1, 1, 1, 1, 1, 0, null_mut(), arguments.as_mut_ptr()));
    ok!(client, cuCtxSynchronize());

    let (mut threads, mut blocks, mut from, mut count) = (0, 0, null_mut(), 0);
    ok!(client, cuFuncGetAttribute(&mut threads, Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, as_function));
    ok!(client, cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, as_function, 256, 0));
    ok!(client, cuFuncGetModule(&mut from, as_function));
    ok!(client, cuFuncGetParamCount(as_function, &mut count));
    assert_eq!((threads, blocks, from, count), (1024, 8, module(&client, library), 4));
    // With a stream, the kernel is that of the stream's context, whichever is current.
    let stream = client.stream();
    second_context(&client);
    let before = client.simulator.ledger().modules;
    let arguments = arguments.as_mut_ptr();
    ok!(client, cuLaunchKernel(as_function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, null_mut()));
    assert_eq!(client.sync(stream), FINE);
    assert_eq!(client.simulator.ledger().modules, before);
}

#[test]
fn a_kernel_needs_a_context_to_be_a_function() {
    let client = lazy();
    let scaler = kernel(&client, load(&client), c"scale");
    let (mut function, mut value) = (null_mut(), 0);
    assert_eq!(call!(client, cuKernelGetFunction(null_mut(), scaler)), WRONG);
    assert_eq!(call!(client, cuKernelGetFunction(&mut function, null_mut())), GONE);
    ok!(client, cuCtxSetCurrent(null_mut()));
    let none = CUresult::CUDA_ERROR_INVALID_CONTEXT;
    assert_eq!(call!(client, cuKernelGetFunction(&mut function, scaler)), none);
    assert_eq!(call!(client, cuFuncGetAttribute(&mut value, Attribute(0), scaler.cast())), none);
    let launched =
        call!(client, cuLaunchKernel(scaler.cast(), 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), null_mut()));
    assert_eq!(launched, none);

    // A thread whose current context was destroyed by another hears that it is gone.
    let second = second_context(&client);
    let library = load(&client);
    let (table, second) = (&client.table, second.addr());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let destroy = table.cuCtxDestroy_v2.unwrap();
            assert_eq!(unsafe { destroy(std::ptr::without_provenance_mut(second)) }, FINE);
        });
    });
    let gone = CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED;
    let (mut place, mut address) = (null_mut(), 0);
    assert_eq!(call!(client, cuLibraryGetModule(&mut place, library)), gone);
    assert_eq!(call!(client, cuLibraryGetGlobal(&mut address, null_mut(), library, c"factor".as_ptr())), gone);
    assert_eq!(call!(client, cuKernelGetFunction(&mut function, scaler)), gone);
}

#[test]
fn kernels_are_counted_listed_and_named() {
    let client = lazy();
    let library = load(&client);
    let (mut count, mut name, mut whose) = (0, null(), null_mut());
    ok!(client, cuLibraryGetKernelCount(&mut count, library));
    assert_eq!(count, 3);
    let mut kernels = [null_mut(); 4];
    ok!(client, cuLibraryEnumerateKernels(kernels.as_mut_ptr(), 4, library));
    assert!(kernels[..3].contains(&kernel(&client, library, c"narrow")));
    assert!(kernels[3].is_null());
    ok!(client, cuKernelGetName(&mut name, kernel(&client, library, c"narrow")));
    assert_eq!(unsafe { CStr::from_ptr(name) }, c"narrow");
    ok!(client, cuKernelGetLibrary(&mut whose, kernels[0]));
    assert_eq!(whose, library);
    let (mut parameters, mut offset, mut byte_len) = (0, 0, 0);
    let scaler = kernel(&client, library, c"scale");
    ok!(client, cuKernelGetParamCount(scaler, &mut parameters));
    ok!(client, cuKernelGetParamInfo(scaler, 3, &mut offset, &mut byte_len));
    assert_eq!((parameters, offset, byte_len), (4, 20, 4));

    assert_eq!(call!(client, cuLibraryGetKernelCount(null_mut(), library)), WRONG);
    assert_eq!(call!(client, cuLibraryGetKernelCount(&mut count, null_mut())), GONE);
    assert_eq!(call!(client, cuLibraryEnumerateKernels(null_mut(), 1, library)), WRONG);
    assert_eq!(call!(client, cuLibraryEnumerateKernels(kernels.as_mut_ptr(), 1, null_mut())), GONE);
    assert_eq!(call!(client, cuKernelGetName(null_mut(), scaler)), WRONG);
    assert_eq!(call!(client, cuKernelGetName(&mut name, null_mut())), WRONG);
    assert_eq!(call!(client, cuKernelGetLibrary(null_mut(), scaler)), WRONG);
    assert_eq!(call!(client, cuKernelGetLibrary(&mut whose, null_mut())), GONE);
    assert_eq!(call!(client, cuKernelGetParamCount(scaler, null_mut())), WRONG);
    assert_eq!(call!(client, cuKernelGetParamInfo(scaler, 4, &mut offset, null_mut())), WRONG);
    assert_eq!(call!(client, cuKernelGetParamInfo(scaler, 0, null_mut(), &mut byte_len)), WRONG);
}

#[test]
fn names_that_a_library_lacks_are_not_found() {
    let client = lazy();
    let library = load(&client);
    let missing = CUresult::CUDA_ERROR_NOT_FOUND;
    let (mut place, mut address, mut byte_len) = (null_mut(), 0, 0);
    assert_eq!(call!(client, cuLibraryGetKernel(&mut place, library, c"factor".as_ptr())), missing);
    assert_eq!(call!(client, cuLibraryGetKernel(&mut place, library, null())), WRONG);
    assert_eq!(call!(client, cuLibraryGetKernel(null_mut(), library, c"scale".as_ptr())), WRONG);
    assert_eq!(call!(client, cuLibraryGetKernel(&mut place, null_mut(), c"scale".as_ptr())), GONE);
    assert_eq!(call!(client, cuLibraryGetModule(null_mut(), library)), WRONG);
    assert_eq!(call!(client, cuLibraryGetGlobal(&mut address, null_mut(), library, c"scale".as_ptr())), missing);
    assert_eq!(call!(client, cuLibraryGetGlobal(null_mut(), null_mut(), library, c"factor".as_ptr())), WRONG);
    assert_eq!(call!(client, cuLibraryGetGlobal(&mut address, null_mut(), library, null())), WRONG);
    assert_eq!(call!(client, cuLibraryGetGlobal(&mut address, null_mut(), null_mut(), c"factor".as_ptr())), GONE);
    ok!(client, cuLibraryGetGlobal(null_mut(), &mut byte_len, library, c"factor".as_ptr()));
    assert_eq!(byte_len, 4);
    // No variable is managed.
    assert_eq!(call!(client, cuLibraryGetManaged(&mut address, null_mut(), library, c"factor".as_ptr())), missing);
    assert_eq!(call!(client, cuLibraryGetManaged(null_mut(), null_mut(), library, c"factor".as_ptr())), WRONG);
    assert_eq!(call!(client, cuLibraryGetManaged(&mut address, null_mut(), library, null())), WRONG);
    assert_eq!(call!(client, cuLibraryGetManaged(&mut address, null_mut(), null_mut(), c"factor".as_ptr())), GONE);
    let mut pointer = null_mut();
    let unified = call!(client, cuLibraryGetUnifiedFunction(&mut pointer, library, c"scale".as_ptr()));
    assert_eq!(unified, CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(call!(client, cuLibraryUnload(null_mut())), WRONG);
}

#[test]
fn what_is_set_for_a_kernel_on_a_device_counts_for_its_functions_unless_they_have_something_of_their_own() {
    const MOST: Attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    const CARVEOUT: Attribute = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    let client = Client::of(
        Simulator::builder().lazy_loading(true).devices([DeviceProfile::default(), DeviceProfile::default()]),
    );
    let narrow = kernel(&client, load(&client), c"narrow");
    let first = client.device();
    let mut second = 0;
    ok!(client, cuDeviceGet(&mut second, 1));
    let of_kernel = |which, device| {
        let mut value = 0;
        ok!(client, cuKernelGetAttribute(&mut value, which, narrow, device));
        value
    };
    let of_function = |which| {
        let mut value = 0;
        ok!(client, cuFuncGetAttribute(&mut value, which, narrow.cast()));
        value
    };
    assert_eq!((of_kernel(MOST, first), of_function(MOST), of_kernel(CARVEOUT, first)), (47 << 10, 47 << 10, -1));
    assert_eq!(of_kernel(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, first), 64);
    ok!(client, cuKernelSetAttribute(MOST, 100 << 10, narrow, first));
    ok!(client, cuKernelSetAttribute(CARVEOUT, 30, narrow, first));
    ok!(client, cuKernelSetCacheConfig(narrow, CUfunc_cache(2), first));
    assert_eq!((of_kernel(MOST, first), of_kernel(MOST, second), of_function(MOST)), (100 << 10, 47 << 10, 100 << 10));
    assert_eq!(of_function(CARVEOUT), 30);
    ok!(client, cuFuncSetAttribute(narrow.cast(), MOST, 60 << 10));
    ok!(client, cuKernelSetAttribute(MOST, 70 << 10, narrow, first));
    assert_eq!((of_kernel(MOST, first), of_function(MOST)), (70 << 10, 60 << 10));

    let mut value = 0;
    let threads = Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
    let nowhere = CUresult::CUDA_ERROR_INVALID_DEVICE;
    assert_eq!(call!(client, cuKernelGetAttribute(null_mut(), MOST, narrow, first)), WRONG);
    assert_eq!(call!(client, cuKernelGetAttribute(&mut value, Attribute::CU_FUNC_ATTRIBUTE_MAX, narrow, first)), WRONG);
    assert_eq!(call!(client, cuKernelGetAttribute(&mut value, MOST, null_mut(), first)), GONE);
    assert_eq!(call!(client, cuKernelGetAttribute(&mut value, MOST, narrow, second + 1)), nowhere);
    assert_eq!(call!(client, cuKernelSetAttribute(MOST, 163 << 10, narrow, first)), WRONG);
    assert_eq!(call!(client, cuKernelSetAttribute(CARVEOUT, 101, narrow, first)), WRONG);
    assert_eq!(call!(client, cuKernelSetAttribute(threads, 1, narrow, first)), WRONG);
    assert_eq!(call!(client, cuKernelSetAttribute(MOST, 0, null_mut(), first)), GONE);
    assert_eq!(call!(client, cuKernelSetAttribute(MOST, 0, narrow, second + 1)), nowhere);
    assert_eq!(call!(client, cuKernelSetCacheConfig(narrow, CUfunc_cache(4), first)), WRONG);
    assert_eq!(call!(client, cuKernelSetCacheConfig(null_mut(), CUfunc_cache(0), first)), GONE);
    assert_eq!(call!(client, cuKernelSetCacheConfig(narrow, CUfunc_cache(0), second + 1)), nowhere);
}

#[test]
fn a_module_of_a_library_is_not_the_clients_to_unload() {
    let client = lazy();
    let library = load(&client);
    let module = module(&client, library);
    assert_eq!(call!(client, cuModuleUnload(module)), CUresult::CUDA_ERROR_NOT_PERMITTED);
    let mut function = null_mut();
    ok!(client, cuModuleGetFunction(&mut function, module, c"scale".as_ptr()));
    assert_eq!(scale(&client, function)[0], 7);
    // Nor is it a leak of the client's, if its context ends before the library.
    ok!(client, cuDevicePrimaryCtxReset_v2(client.device()));
    let reports = client.simulator.reports();
    assert!(reports.iter().all(|report| !report.text.contains("modules")), "{reports:?}");
    ok!(client, cuLibraryUnload(library));
}

#[test]
fn unloading_a_library_whose_kernel_runs_is_reported() {
    let client = lazy();
    let library = load(&client);
    let trapped = kernel(&client, library, c"trapped");
    let stream = client.stream();
    let _gate = client.simulator.gate(stream);
    ok!(client, cuLaunchKernel(trapped.cast(), 1, 1, 1, 1, 1, 1, 0, stream, null_mut(), null_mut()));
    ok!(client, cuLibraryUnload(library));
    assert_eq!(client.simulator.reports()[0].kind, ReportKind::UseAfterFree);
}
