//! The library as a program meets it.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "calls the driver")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{c_uint, c_void};
use std::ptr::null_mut;

use client::{Client, child, is_child, said};
use cuda_sys::{CUdriverProcAddressQueryResult as Found, CUfunction, CUresult, DriverTable, loader};

/// Adds 1 to each of n numbers; with n = 0 it never ends.
const PTX: &std::ffi::CStr = c"
.version 8.0
.target sm_80
.address_size 64
.visible .entry increment(.param .u64 data, .param .u32 n) {
    .reg .pred %p;
    .reg .b32 %i, %n, %x;
    .reg .b64 %a, %o;
    ld.param.u64 %a, [data];
    ld.param.u32 %n, [n];
    setp.ne.u32 %p, %n, 0;
    @%p bra work;
forever:
    bra forever;
work:
    mov.u32 %i, %tid.x;
    setp.ge.u32 %p, %i, %n;
    @%p bra done;
    mul.wide.u32 %o, %i, 4;
    add.u64 %a, %a, %o;
    ld.global.u32 %x, [%a];
    add.u32 %x, %x, 1;
    st.global.u32 [%a], %x;
done:
    ret;
}
";

fn kernel(client: &Client) -> CUfunction {
    let (mut module, mut function) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, PTX.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, c"increment".as_ptr()));
    function
}

fn launch(client: &Client, function: CUfunction, mut data: u64, mut n: u32) -> CUresult {
    let mut arguments: [*mut c_void; 2] = [(&raw mut data).cast(), (&raw mut n).cast()];
    call!(client, cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, null_mut(), arguments.as_mut_ptr(), null_mut()))
}

fn increment_once(client: &Client) {
    let mut host: [u32; 32] = std::array::from_fn(|i| i as u32 * 7);
    let mut data = 0;
    ok!(client, cuMemAlloc_v2(&mut data, size_of_val(&host)));
    ok!(client, cuMemcpyHtoD_v2(data, host.as_ptr().cast(), size_of_val(&host)));
    assert_eq!(launch(client, kernel(client), data, 32), CUresult::CUDA_SUCCESS);
    host.fill(0);
    ok!(client, cuMemcpyDtoH_v2(host.as_mut_ptr().cast(), data, size_of_val(&host)));
    ok!(client, cuMemFree_v2(data));
    assert!(host.iter().enumerate().all(|(i, value)| *value == i as u32 * 7 + 1), "{host:?}");
}

#[test]
fn every_name_is_exported_and_those_of_cuda_h_are_not_all() {
    let client = Client::open();
    assert_eq!(client.table.present(), DriverTable::NAMES.len());
    for name in ["cuGraphicsGLRegisterBuffer", "cuGLGetDevices_v2", "cuEGLStreamConsumerConnect", "cuVDPAUGetDevice"] {
        let address = client.symbol(name).unwrap_or_else(|| panic!("{name}"));
        client.begin();
        // It takes arguments, and looks at none of them.
        let call: unsafe extern "C" fn(usize, usize) -> CUresult = unsafe { std::mem::transmute(address) };
        assert_eq!(unsafe { call(0, 0) }, CUresult::CUDA_ERROR_NOT_SUPPORTED, "{name}");
    }
    assert_eq!(client.symbol("cuNothing"), None);
}

#[test]
fn a_kernel_runs_between_copies_on_many_threads() {
    let client = Client::open();
    let context = client.begin().addr();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                ok!(client, cuCtxSetCurrent(std::ptr::without_provenance_mut(context)));
                increment_once(&client);
            });
        }
    });
}

#[test]
fn the_loader_of_cuda_sys_takes_it_for_a_driver() {
    let loaded = unsafe { loader::Loader::from_paths([client::path()]) }.load().unwrap();
    assert_eq!(loaded.init, CUresult::CUDA_SUCCESS);
    assert_eq!(loaded.version.raw(), 13_050);
    assert_eq!(loaded.table.present(), DriverTable::NAMES.len());
}

#[test]
fn what_is_found_by_name_is_what_is_exported() {
    let client = Client::open();
    let find = |name: &std::ffi::CStr, version, flags| {
        let (mut address, mut status) = (null_mut(), Found(9));
        let code = call!(client, cuGetProcAddress_v2(name.as_ptr(), &mut address, version, flags, &mut status));
        (code.0, address.cast_const(), status.0)
    };
    let exported = |name| client.symbol(name).unwrap();
    assert_eq!(find(c"cuMemAlloc", 13_050, 0), (0, exported("cuMemAlloc_v2"), 0));
    assert_eq!(find(c"cuMemAlloc", 3_010, 0), (0, exported("cuMemAlloc"), 0));
    assert_eq!(find(c"cuStreamQuery", 13_050, 1), (0, exported("cuStreamQuery"), 0));
    assert_eq!(find(c"cuStreamQuery", 13_050, 2), (0, exported("cuStreamQuery_ptsz"), 0));
    assert_eq!(find(c"cuGetProcAddress", 11_030, 0), (0, exported("cuGetProcAddress"), 0));
    assert_eq!(find(c"cuGetProcAddress", 12_000, 0), (0, exported("cuGetProcAddress_v2"), 0));
    assert_eq!(find(c"cuGLGetDevices", 13_050, 0), (0, exported("cuGLGetDevices_v2"), 0));
    assert_eq!(find(c"cuMemAlloc_v2", 13_050, 0), (0, std::ptr::null(), 1), "a name with its suffix is no name");
    assert_eq!(find(c"cuNothing", 13_050, 0), (0, std::ptr::null(), 1));
    assert_eq!(find(c"cuStreamGetId", 11_080, 0), (0, std::ptr::null(), 2), "it came with 12.0");
    assert_eq!(find(c"cuVDPAUGetDevice", 2_000, 0), (0, std::ptr::null(), 2));
    assert_eq!(find(c"cuInit", 13_060, 0).0, 1, "newer than the driver");
    assert_eq!(find(c"cuInit", 13_050, 3).0, 1, "no such flag");
    let mut address = null_mut();
    let old = |name: &std::ffi::CStr, place| call!(client, cuGetProcAddress(name.as_ptr(), place, 13_050, 0));
    assert_eq!((old(c"cuMemFree", &mut address).0, address.cast_const()), (0, exported("cuMemFree_v2")));
    assert_eq!((old(c"cuNothing", &mut address).0, address.is_null()), (500, true));
    assert_eq!(old(c"cuMemFree", null_mut()).0, 1);
}

#[test]
fn before_init_nothing_but_a_few_calls_work() {
    if !is_child() {
        let output = child("before_init_nothing_but_a_few_calls_work", &[]);
        return assert!(output.status.success(), "{}", said(&output));
    }
    let client = Client::open();
    let (mut version, mut count, mut text) = (0, 0, std::ptr::null());
    ok!(client, cuDriverGetVersion(&mut version));
    assert_eq!(version, 13_050);
    ok!(client, cuGetErrorName(CUresult::CUDA_ERROR_NO_DEVICE, &mut text));
    let code = CUresult::CUDA_ERROR_NOT_INITIALIZED;
    assert_eq!(call!(client, cuDeviceGetCount(&mut count)), code);
    assert_eq!(call!(client, cuMemAlloc_v2(null_mut(), 0)), code, "whatever the arguments");
    assert_eq!(call!(client, cuInit(1)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(call!(client, cuDeviceGetCount(&mut count)), code);
    ok!(client, cuInit(0));
    ok!(client, cuInit(0));
    ok!(client, cuDeviceGetCount(&mut count));
}

#[test]
fn a_forked_child_is_told_that_there_is_no_driver() {
    let client = Client::open();
    client.begin();
    let mut address = 0;
    ok!(client, cuMemAlloc_v2(&mut address, 64));
    // The child of a process with threads may call nothing but this library and `_exit`.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let codes = [call!(client, cuMemFree_v2(address)), call!(client, cuInit(0)), call!(client, cuCtxSynchronize())];
        let told = codes.iter().all(|code| *code == CUresult::CUDA_ERROR_NOT_INITIALIZED);
        unsafe { libc::_exit(if told { 42 } else { 1 }) };
    }
    let mut status = 0;
    assert_eq!(unsafe { libc::waitpid(pid, &mut status, 0) }, pid);
    assert_eq!(libc::WEXITSTATUS(status), 42);
    ok!(client, cuMemFree_v2(address));
}

static AT_EXIT: std::sync::OnceLock<Client> = std::sync::OnceLock::new();

extern "C" fn call_late() {
    let client = AT_EXIT.get().unwrap();
    let (mut count, mut text) = (0, std::ptr::null());
    let late =
        [call!(client, cuDeviceGetCount(&mut count)), call!(client, cuCtxSynchronize()), call!(client, cuInit(0))];
    ok!(client, cuGetErrorName(late[0], &mut text));
    println!("late: {late:?}");
}

#[test]
fn a_process_may_exit_with_work_in_flight_and_call_the_driver_late() {
    if !is_child() {
        let output = child("a_process_may_exit_with_work_in_flight_and_call_the_driver_late", &[]);
        let code = CUresult::CUDA_ERROR_DEINITIALIZED;
        assert!(said(&output).contains(&format!("late: {:?}", [code; 3])), "{}", said(&output));
        return assert_eq!(output.status.code(), Some(7), "{}", said(&output));
    }
    let client = AT_EXIT.get_or_init(Client::open);
    // Registered first, so it runs after the library's own.
    assert_eq!(unsafe { libc::atexit(call_late) }, 0);
    client.begin();
    let mut pinned = null_mut();
    ok!(client, cuMemAllocHost_v2(&mut pinned, 1 << 20));
    let mut data = 0;
    ok!(client, cuMemAlloc_v2(&mut data, 1 << 20));
    ok!(client, cuMemcpyHtoDAsync_v2(data, pinned, 1 << 20, null_mut()));
    assert_eq!(launch(client, kernel(client), data, 0), CUresult::CUDA_SUCCESS);
    ok!(client, cuMemcpyDtoHAsync_v2(pinned, data, 1 << 20, null_mut()));
    // One thread waits for what never ends.
    let mut context = null_mut();
    ok!(client, cuCtxGetCurrent(&mut context));
    let context = context.addr();
    std::thread::spawn(move || {
        ok!(client, cuCtxSetCurrent(std::ptr::without_provenance_mut(context)));
        call!(client, cuCtxSynchronize())
    });
    std::thread::sleep(std::time::Duration::from_millis(20));
    std::process::exit(7);
}

#[test]
fn an_older_driver_says_so_and_lacks_what_is_younger() {
    if !is_child() {
        let output = child("an_older_driver_says_so_and_lacks_what_is_younger", &[("CUDA_SIM_DRIVER_VERSION", "11.7")]);
        assert!(said(&output).contains("older than cuStreamGetId (since CUDA 12.0)"), "{}", said(&output));
        return assert!(output.status.success(), "{}", said(&output));
    }
    let client = Client::open();
    client.begin();
    let (mut version, mut id, mut address) = (0, 0, null_mut());
    ok!(client, cuDriverGetVersion(&mut version));
    assert_eq!(version, 11_070);
    assert_eq!(call!(client, cuStreamGetId(null_mut(), &mut id)), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(call!(client, cuGetProcAddress(c"cuInit".as_ptr(), &mut address, 12_000, 0)).0, 1);
    ok!(client, cuGetProcAddress(c"cuInit".as_ptr(), &mut address, 11_070, 0));
}

#[test]
fn the_environment_may_hide_the_devices_and_make_launches_block() {
    let variables = [("CUDA_VISIBLE_DEVICES", "1"), ("CUDA_SIM_DEVICES", "2"), ("CUDA_LAUNCH_BLOCKING", "1")];
    if !is_child() {
        let output = child("the_environment_may_hide_the_devices_and_make_launches_block", &variables);
        return assert!(output.status.success(), "{}", said(&output));
    }
    let client = Client::open();
    client.begin();
    let (mut count, mut bus) = (0, [0_u8; 16]);
    ok!(client, cuDeviceGetCount(&mut count));
    assert_eq!(count, 1);
    ok!(client, cuDeviceGetPCIBusId(bus.as_mut_ptr().cast(), 16, 0));
    assert!(bus.starts_with(b"0000:02:"), "the second device is the first one now");
    let mut event = null_mut();
    let (mut data, function) = (0, kernel(&client));
    ok!(client, cuMemAlloc_v2(&mut data, 128));
    ok!(client, cuEventCreate(&mut event, 0));
    for _ in 0..20 {
        assert_eq!(launch(&client, function, data, 32), CUresult::CUDA_SUCCESS);
        // Nothing is left to wait for, which a driver that has told so does not deny.
        assert_eq!(call!(client, cuStreamQuery(null_mut())), CUresult::CUDA_SUCCESS);
    }
}

#[test]
fn with_no_device_visible_init_says_so() {
    if !is_child() {
        let output = child("with_no_device_visible_init_says_so", &[("CUDA_VISIBLE_DEVICES", "")]);
        return assert!(output.status.success(), "{}", said(&output));
    }
    let client = Client::open();
    assert_eq!(call!(client, cuInit(0)), CUresult::CUDA_ERROR_NO_DEVICE);
    assert_eq!(call!(client, cuInit(0)), CUresult::CUDA_ERROR_NO_DEVICE);
}

#[test]
fn an_environment_that_makes_no_sense_is_complained_of_and_is_an_error() {
    if !is_child() {
        let test = "an_environment_that_makes_no_sense_is_complained_of_and_is_an_error";
        let output = child(test, &[("CUDA_SIM_SEED", "seven")]);
        assert!(said(&output).contains("cuda-sim: CUDA_SIM_SEED is set to \"seven\""), "{}", said(&output));
        return assert!(output.status.success(), "{}", said(&output));
    }
    let client = Client::open();
    let flags: c_uint = 0;
    assert_eq!(call!(client, cuInit(flags)), CUresult::CUDA_ERROR_UNKNOWN);
}

#[test]
fn reports_are_written_when_the_process_ends() {
    let file = std::env::temp_dir().join(format!("cuda-sim-reports-{}.json", std::process::id()));
    if !is_child() {
        let output = child("reports_are_written_when_the_process_ends", &[("CUDA_SIM_REPORT", file.to_str().unwrap())]);
        assert!(output.status.success(), "{}", said(&output));
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        return assert!(text.contains("\"kind\":\"DoubleFree\""), "{text}");
    }
    let client = Client::open();
    client.begin();
    let mut address = 0;
    ok!(client, cuMemAlloc_v2(&mut address, 64));
    ok!(client, cuMemFree_v2(address));
    assert_eq!(call!(client, cuMemFree_v2(address)), CUresult::CUDA_ERROR_INVALID_VALUE);
}
