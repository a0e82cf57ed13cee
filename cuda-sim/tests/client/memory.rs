//! Memory of each kind.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{CUDA_ARRAY_DESCRIPTOR, CUarray, CUarray_format, CUevent, CUresult};

use super::{Client, Pinned};
use crate::ok;

/// Memory of each kind, 64 bytes, and a recorded event.
pub(crate) struct Memory<'a> {
    pub(crate) client: &'a Client,
    pub(crate) device: u64,
    pub(crate) pinned: Pinned<'a>,
    pub(crate) pinned2: Pinned<'a>,
    pageable: [u8; 64],
    pub(crate) managed: u64,
    /// In one row.
    pub(crate) array: CUarray,
    pub(crate) event: CUevent,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let (mut managed, mut array) = (0, null_mut());
        ok!(client, cuMemAllocManaged(&mut managed, 64, 1));
        let format = CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8;
        let bytes = CUDA_ARRAY_DESCRIPTOR { Width: 64, Height: 0, Format: format, NumChannels: 1 };
        ok!(client, cuArrayCreate_v2(&mut array, &bytes));
        Memory {
            client,
            device: client.alloc(64),
            pinned: Pinned::new(client, &[1; 64]),
            pinned2: Pinned::new(client, &[2; 64]),
            pageable: [3; 64],
            managed,
            array,
            event: client.event(),
        }
    }

    /// The device address of page-locked memory, which is also the host's.
    pub(crate) fn pinned_address(&self) -> u64 {
        self.pinned.pointer().addr() as u64
    }

    pub(crate) fn pageable(&mut self) -> *mut c_void {
        self.pageable.as_mut_ptr().cast()
    }
}
