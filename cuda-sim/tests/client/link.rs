//! A link with its logs, and texts to be linked.
#![allow(dead_code, reason = "each test file uses the part that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

use std::ffi::{CStr, c_void};
use std::ptr::null_mut;

use cuda_sys::{CUjit_option, CUjitInputType as Kind, CUlinkState, CUmodule, CUresult};

use super::Client;
use crate::{call, ok};

/// A link with both logs. The logs stay where they are for as long as the link does.
pub(crate) struct Link<'a> {
    client: &'a Client,
    pub(crate) state: CUlinkState,
    info: *mut [u8; 512],
    error: *mut [u8; 512],
    values: *mut [*mut c_void; 5],
}

impl<'a> Link<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let info = Box::into_raw(Box::new([0; 512]));
        let error = Box::into_raw(Box::new([0; 512]));
        let mut names = [
            CUjit_option::CU_JIT_INFO_LOG_BUFFER,
            CUjit_option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
            CUjit_option::CU_JIT_WALL_TIME,
        ];
        let size = std::ptr::without_provenance_mut(512);
        let values = Box::into_raw(Box::new([info.cast(), size, error.cast(), size, null_mut()]));
        let mut state = null_mut();
        ok!(client, cuLinkCreate_v2(5, names.as_mut_ptr(), values.cast(), &mut state));
        Link { client, state, info, error, values }
    }

    pub(crate) fn add(&self, kind: Kind, bytes: &[u8], name: &CStr) -> CUresult {
        let data = bytes.as_ptr().cast_mut().cast();
        let (len, name) = (bytes.len(), name.as_ptr());
        call!(self.client, cuLinkAddData_v2(self.state, kind, data, len, name, 0, null_mut(), null_mut()))
    }

    pub(crate) fn add_text(&self, text: &str, name: &CStr) -> CUresult {
        let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}\0");
        self.add(Kind::CU_JIT_INPUT_PTX, text.as_bytes(), name)
    }

    pub(crate) fn complete(&self) -> Result<Vec<u8>, CUresult> {
        let (mut image, mut len) = (null_mut(), 0);
        match call!(self.client, cuLinkComplete(self.state, &mut image, &mut len)) {
            CUresult::CUDA_SUCCESS => {
                Ok(unsafe { std::slice::from_raw_parts(image.cast_const().cast(), len) }.to_vec())
            }
            code => Err(code),
        }
    }

    /// Links texts that go together, and loads the result.
    pub(crate) fn load(client: &'a Client, texts: &[&str]) -> CUmodule {
        let link = Link::new(client);
        for text in texts {
            assert_eq!(link.add_text(text, c"text"), CUresult::CUDA_SUCCESS, "{}", link.error_log());
        }
        let mut image = null_mut();
        let completed = call!(client, cuLinkComplete(link.state, &mut image, null_mut()));
        assert_eq!(completed, CUresult::CUDA_SUCCESS, "{}", link.error_log());
        let mut module = null_mut();
        ok!(client, cuModuleLoadData(&mut module, image));
        module
    }

    /// Links texts that do not go together; gives back the code and the error log.
    pub(crate) fn refusal(client: &'a Client, texts: &[&str]) -> (CUresult, String) {
        let link = Link::new(client);
        for (text, name) in texts.iter().zip([c"first", c"second", c"third"]) {
            assert_eq!(link.add_text(text, name), CUresult::CUDA_SUCCESS, "{}", link.error_log());
        }
        (link.complete().unwrap_err(), link.error_log())
    }

    pub(crate) fn error_log(&self) -> String {
        let len = unsafe { (*self.values)[3] }.addr();
        String::from_utf8(unsafe { *self.error }[..len].to_vec()).unwrap()
    }

    pub(crate) fn info_log(&self) -> String {
        let len = unsafe { (*self.values)[1] }.addr();
        String::from_utf8(unsafe { *self.info }[..len].to_vec()).unwrap()
    }
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        let _ = call!(self.client, cuLinkDestroy(self.state));
        drop(unsafe { Box::from_raw(self.info) });
        drop(unsafe { Box::from_raw(self.error) });
        drop(unsafe { Box::from_raw(self.values) });
    }
}

/// Runs a kernel that writes one word.
pub(crate) fn run(client: &Client, module: CUmodule, kernel: &CStr) -> u32 {
    let mut function = null_mut();
    ok!(client, cuModuleGetFunction(&mut function, module, kernel.as_ptr()));
    let mut out = client.alloc(4);
    let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
    let arguments = arguments.as_mut_ptr();
    ok!(client, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, null_mut(), arguments, null_mut()));
    u32::from_le_bytes(client.read(out, 4).try_into().unwrap())
}

/// A kernel `k` that writes what `value`, some instructions, leaves in `%r1`.
pub(crate) fn writer(before: &str, value: &str) -> String {
    format!(
        "{before}\n.visible .entry k(.param .u64 out) {{ .reg .u32 %r<5>; .reg .u64 %d<5>;\n{value}\n\
         ld.param.u64 %d1, [out]; st.global.u32 [%d1], %r1; ret; }}"
    )
}

/// A function that answers a number.
pub(crate) fn answering(linkage: &str, name: &str, number: u32) -> String {
    format!(
        "{linkage} .func (.param .u32 r) {name}() {{ .reg .u32 %r<3>; mov.u32 %r1, {number}; st.param.u32 [r], %r1; ret; }}"
    )
}

pub(crate) const CALL: &str = "{ .param .u32 r; call (r), f, (); ld.param.u32 %r1, [r]; }";
