//! Copies from and to arrays of one dimension. Those of more go by rectangles and boxes.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{CU_STREAM_PER_THREAD, CUarray, CUdeviceptr, CUresult, CUstream};

use crate::api::array;
use crate::api::call::entry;
use crate::api::submit::{self, Return};
use crate::code;
use crate::engine::transfer::{End, Shape};
use crate::name::Name;

/// One side of a copy.
enum Side {
    Array(CUarray, usize),
    Other(End),
}

impl Side {
    fn open(self, len: usize) -> Result<End, CUresult> {
        let (raw, offset) = match self {
            Side::Other(end) => return Ok(end),
            Side::Array(raw, offset) => (raw, offset as u64),
        };
        let texels = &array::find(raw)?.texels;
        let is_inside = offset.checked_add(len as u64).is_some_and(|end| end <= texels.row_byte_len);
        if texels.height > 1 || texels.slices > 1 || !is_inside {
            return Err(code::INVALID_VALUE);
        }
        Ok(End::Device(texels.base + offset))
    }
}

fn copy(name: Name, from: Side, to: Side, len: usize, stream: CUstream, returns: Return) -> CUresult {
    entry(name)
        .on_stream(stream, |target| submit::copy(target, from.open(len)?, to.open(len)?, Shape::flat(len), returns))
}

macro_rules! copies {
    ($($name:ident / $per_thread:ident ($($argument:ident: $ty:ty),*) = $from:expr => $to:expr;)*) => { $(
        pub(crate) unsafe extern "C" fn $name($($argument: $ty,)* len: usize) -> CUresult {
            copy(Name::$name, $from, $to, len, null_mut(), Return::HostFree)
        }

        pub(crate) unsafe extern "C" fn $per_thread($($argument: $ty,)* len: usize) -> CUresult {
            copy(Name::$per_thread, $from, $to, len, CU_STREAM_PER_THREAD, Return::HostFree)
        }
    )* };
}

copies! {
    cuMemcpyHtoA_v2 / cuMemcpyHtoA_v2_ptds (to: CUarray, offset: usize, from: *const c_void)
        = Side::Other(submit::source(from)) => Side::Array(to, offset);
    cuMemcpyAtoH_v2 / cuMemcpyAtoH_v2_ptds (to: *mut c_void, from: CUarray, offset: usize)
        = Side::Array(from, offset) => Side::Other(submit::destination(to));
    cuMemcpyDtoA_v2 / cuMemcpyDtoA_v2_ptds (to: CUarray, offset: usize, from: CUdeviceptr)
        = Side::Other(End::Device(from)) => Side::Array(to, offset);
    cuMemcpyAtoD_v2 / cuMemcpyAtoD_v2_ptds (to: CUdeviceptr, from: CUarray, offset: usize)
        = Side::Array(from, offset) => Side::Other(End::Device(to));
    cuMemcpyAtoA_v2 / cuMemcpyAtoA_v2_ptds (to: CUarray, to_offset: usize, from: CUarray, from_offset: usize)
        = Side::Array(from, from_offset) => Side::Array(to, to_offset);
}

pub(crate) unsafe extern "C" fn cuMemcpyHtoAAsync_v2(
    to: CUarray,
    offset: usize,
    from: *const c_void,
    len: usize,
    stream: CUstream,
) -> CUresult {
    let (from, to) = (Side::Other(submit::source(from)), Side::Array(to, offset));
    copy(Name::cuMemcpyHtoAAsync_v2, from, to, len, stream, Return::Early)
}

pub(crate) unsafe extern "C" fn cuMemcpyAtoHAsync_v2(
    to: *mut c_void,
    from: CUarray,
    offset: usize,
    len: usize,
    stream: CUstream,
) -> CUresult {
    let (from, to) = (Side::Array(from, offset), Side::Other(submit::destination(to)));
    copy(Name::cuMemcpyAtoHAsync_v2, from, to, len, stream, Return::Early)
}
