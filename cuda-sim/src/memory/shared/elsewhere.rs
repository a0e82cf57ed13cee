//! A shared file where there are none.

use std::ffi::c_int;

use cuda_sys::CUresult;

use crate::code;
use crate::exec::backing::Backing;
use crate::memory::shared::ticket::{Id, Kind, Label, TICKET_LEN};

/// Never made.
#[derive(Debug)]
pub(crate) struct SharedFile {
    pub(crate) label: Label,
}

impl SharedFile {
    pub(crate) fn create(_kind: Kind, _device: usize, _byte_len: u64, _pool: Id) -> Result<Self, CUresult> {
        eprintln!("cuda-sim: memory that processes share is not simulated here");
        Err(code::NOT_SUPPORTED)
    }

    pub(crate) fn redeem(_bytes: &[u8; TICKET_LEN], _kind: Kind) -> Result<Self, CUresult> {
        Err(code::INVALID_VALUE)
    }

    pub(crate) fn adopt(_descriptor: c_int, _kind: Kind) -> Result<Self, CUresult> {
        Err(code::INVALID_VALUE)
    }

    pub(crate) fn ticket(&self) -> [u8; TICKET_LEN] {
        [0; TICKET_LEN]
    }

    pub(crate) fn descriptor(&self) -> Result<c_int, CUresult> {
        Err(code::NOT_SUPPORTED)
    }

    pub(crate) fn map(&self) -> Result<Backing, CUresult> {
        Err(code::MAP_FAILED)
    }
}

/// Whether the process of a ticket is the calling one.
pub(crate) fn is_own(_bytes: &[u8; TICKET_LEN]) -> bool {
    false
}
