//! Copies that are ordered by a stream the client names.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;

use cuda_sys::{CUcontext, CUdeviceptr, CUresult, CUstream};

use crate::api::call::{Entry, entry};
use crate::api::copy::{by_address, live};
use crate::api::submit::{self, Return};
use crate::engine::transfer::{End, Shape};
use crate::name::Name;

fn submit(entry: Entry, stream: CUstream, from: End, to: End, len: usize) -> CUresult {
    entry.on_stream(stream, |target| submit::copy(target, from, to, Shape::flat(len), Return::Early))
}

pub(crate) unsafe extern "C" fn cuMemcpyHtoDAsync_v2(
    to: CUdeviceptr,
    from: *const c_void,
    len: usize,
    stream: CUstream,
) -> CUresult {
    submit(entry(Name::cuMemcpyHtoDAsync_v2), stream, submit::source(from), End::Device(to), len)
}

pub(crate) unsafe extern "C" fn cuMemcpyDtoHAsync_v2(
    to: *mut c_void,
    from: CUdeviceptr,
    len: usize,
    stream: CUstream,
) -> CUresult {
    submit(entry(Name::cuMemcpyDtoHAsync_v2), stream, End::Device(from), submit::destination(to), len)
}

pub(crate) unsafe extern "C" fn cuMemcpyDtoDAsync_v2(
    to: CUdeviceptr,
    from: CUdeviceptr,
    len: usize,
    stream: CUstream,
) -> CUresult {
    submit(entry(Name::cuMemcpyDtoDAsync_v2), stream, End::Device(from), End::Device(to), len)
}

pub(crate) unsafe extern "C" fn cuMemcpyAsync(
    to: CUdeviceptr,
    from: CUdeviceptr,
    len: usize,
    stream: CUstream,
) -> CUresult {
    submit(entry(Name::cuMemcpyAsync), stream, by_address(from), by_address(to), len)
}

pub(crate) unsafe extern "C" fn cuMemcpyPeerAsync(
    to: CUdeviceptr,
    to_context: CUcontext,
    from: CUdeviceptr,
    from_context: CUcontext,
    len: usize,
    stream: CUstream,
) -> CUresult {
    entry(Name::cuMemcpyPeerAsync).on_stream(stream, |target| {
        live([to_context, from_context])?;
        submit::copy(target, End::Device(from), End::Device(to), Shape::flat(len), Return::Early)
    })
}
