//! What a client has a device do.

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{CUdeviceptr, CUresult, CUstream};

use super::Client;
use crate::ok;

pub(crate) fn started() -> Client {
    let client = Client::open();
    client.begin();
    client
}

pub(crate) fn alloc(client: &Client, len: usize) -> CUdeviceptr {
    let mut address = 0;
    ok!(client, cuMemAlloc_v2(&mut address, len));
    address
}

pub(crate) fn stream(client: &Client) -> CUstream {
    let mut stream = null_mut();
    ok!(client, cuStreamCreate(&mut stream, 1));
    stream
}

pub(crate) fn write(client: &Client, address: CUdeviceptr, word: u32) {
    ok!(client, cuMemcpyHtoD_v2(address, (&raw const word).cast(), 4));
}

pub(crate) fn read(client: &Client, address: CUdeviceptr) -> u32 {
    let mut word = 0_u32;
    ok!(client, cuMemcpyDtoH_v2((&raw mut word).cast(), address, 4));
    word
}

/// Adds 1 to a number, once.
const PTX: &std::ffi::CStr = c"
.version 8.0
.target sm_80
.address_size 64
.visible .entry increment(.param .u64 data) {
    .reg .b32 %x;
    .reg .b64 %a;
    ld.param.u64 %a, [data];
    atom.global.add.u32 %x, [%a], 1;
    ret;
}
";

pub(crate) fn increment(client: &Client, mut address: CUdeviceptr, threads: u32) {
    let (mut module, mut function) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, PTX.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut function, module, c"increment".as_ptr()));
    let mut arguments: [*mut c_void; 1] = [(&raw mut address).cast()];
    let arguments = arguments.as_mut_ptr();
    ok!(client, cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, null_mut(), arguments, null_mut()));
    ok!(client, cuCtxSynchronize());
}
