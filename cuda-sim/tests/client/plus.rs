//! Kernels that add to what they find, wherever it is.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

use cuda_sys::{CUdeviceptr, CUfunction, CUmodule, CUresult, CUstream};

use super::Client;
use crate::ok;

/// The kernels of `plus.ptx`, loaded.
#[derive(Clone, Copy)]
pub(crate) struct Plus(pub(crate) CUmodule);

impl Plus {
    pub(crate) fn new(client: &Client) -> Self {
        let text = CString::new(include_str!("plus.ptx")).expect("the text holds no NUL");
        let mut module = null_mut();
        ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
        Plus(module)
    }

    fn launch(self, client: &Client, name: &CStr, threads: u32, stream: CUstream, arguments: &mut [*mut c_void]) {
        let mut function: CUfunction = null_mut();
        ok!(client, cuModuleGetFunction(&mut function, self.0, name.as_ptr()));
        let arguments = arguments.as_mut_ptr();
        ok!(client, cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, arguments, null_mut()));
    }

    /// `to[i] = from[i] + add`, for so many words.
    pub(crate) fn words(
        self,
        client: &Client,
        stream: CUstream,
        count: u32,
        mut to: CUdeviceptr,
        mut from: CUdeviceptr,
        mut add: u32,
    ) {
        let mut arguments = [(&raw mut to).cast(), (&raw mut from).cast(), (&raw mut add).cast()];
        self.launch(client, c"plus", count, stream, &mut arguments);
    }

    /// `at[i] += add`, for so many bytes.
    pub(crate) fn bytes(self, client: &Client, stream: CUstream, count: u32, mut at: CUdeviceptr, mut add: u32) {
        self.launch(client, c"plus_bytes", count, stream, &mut [(&raw mut at).cast(), (&raw mut add).cast()]);
    }

    /// `*at += add`, by so many threads.
    pub(crate) fn count(self, client: &Client, stream: CUstream, threads: u32, mut at: CUdeviceptr, mut add: u32) {
        self.launch(client, c"count", threads, stream, &mut [(&raw mut at).cast(), (&raw mut add).cast()]);
    }
}
