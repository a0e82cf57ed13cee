//! Copies of rectangles and boxes.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{
    CU_STREAM_PER_THREAD, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUarray, CUdeviceptr, CUmemorytype, CUresult, CUstream,
};

use crate::api::array;
use crate::api::call::{Entry, entry};
use crate::api::copy::by_address;
use crate::api::submit::{self, Return};
use crate::code;
use crate::engine::transfer::{End, Pitch, Shape};
use crate::name::Name;

/// One side of a description, whichever structure it came in.
struct Side {
    kind: CUmemorytype,
    host: *mut c_void,
    device: CUdeviceptr,
    array: CUarray,
    x: usize,
    y: usize,
    z: usize,
    pitch: usize,
    /// Rows of a slice.
    height: usize,
}

/// A description, with both sides told apart.
pub(crate) struct Area {
    source: Side,
    target: Side,
    width: usize,
    rows: usize,
    slices: usize,
}

impl Side {
    /// The place of the first byte, and how far apart rows and slices are.
    fn open(&self, area: (usize, usize, usize)) -> Result<(End, Pitch), CUresult> {
        let (width, rows, slices) = area;
        if self.kind == CUmemorytype::CU_MEMORYTYPE_ARRAY {
            return self.open_array(area);
        }
        let is_flat = rows <= 1 && slices <= 1;
        let row = if self.pitch == 0 && is_flat { width.saturating_add(self.x) } else { self.pitch };
        let height = if self.height == 0 && slices <= 1 { rows.saturating_add(self.y) } else { self.height };
        if self.x.checked_add(width).is_none_or(|end| end > row)
            || self.y.checked_add(rows).is_none_or(|end| end > height)
        {
            return Err(code::INVALID_VALUE);
        }
        let slice = row.checked_mul(height).ok_or(code::INVALID_VALUE)?;
        let rows_before = self.z.checked_mul(height).and_then(|rows| rows.checked_add(self.y));
        let bytes_before =
            rows_before.and_then(|rows| rows.checked_mul(row)).and_then(|bytes| bytes.checked_add(self.x));
        let skip = bytes_before.ok_or(code::INVALID_VALUE)?;
        let end = match self.kind {
            CUmemorytype::CU_MEMORYTYPE_HOST => submit::destination(self.host.wrapping_byte_add(skip)),
            CUmemorytype::CU_MEMORYTYPE_DEVICE => End::Device(self.device.wrapping_add(skip as u64)),
            CUmemorytype::CU_MEMORYTYPE_UNIFIED => by_address(self.device.wrapping_add(skip as u64)),
            _ => return Err(code::INVALID_VALUE),
        };
        Ok((end, Pitch { row, slice }))
    }

    /// The same in an array, whose rows and slices are as far apart as the array says.
    fn open_array(&self, (width, rows, slices): (usize, usize, usize)) -> Result<(End, Pitch), CUresult> {
        let array = array::find(self.array)?;
        let texels = &array.texels;
        let size = texels.texel_byte_len() as usize;
        let is_inside =
            |start: usize, len: usize, all: u64| start.checked_add(len).is_some_and(|end| end as u64 <= all);
        let fits = is_inside(self.x, width, texels.row_byte_len)
            && is_inside(self.y, rows, u64::from(texels.height))
            && is_inside(self.z, slices, u64::from(texels.slices));
        if !fits || !self.x.is_multiple_of(size) || !width.is_multiple_of(size) {
            return Err(code::INVALID_VALUE);
        }
        let (row, slice) = (texels.row_byte_len, texels.slice_byte_len);
        let start = texels.base + self.z as u64 * slice + self.y as u64 * row + self.x as u64;
        // Both are sizes of memory that exists.
        Ok((End::Device(start), Pitch { row: row as usize, slice: slice as usize }))
    }
}

impl Area {
    /// Both ends, and what lies between them.
    pub(crate) fn open(&self) -> Result<(End, End, Shape), CUresult> {
        let size = (self.width, self.rows, self.slices);
        let (from, source) = self.source.open(size)?;
        let (to, target) = self.target.open(size)?;
        Ok((from, to, Shape { width: self.width, rows: self.rows, slices: self.slices, source, target }))
    }
}

fn copy(entry: Entry, area: Option<Area>, stream: CUstream, returns: Return) -> CUresult {
    entry.on_stream(stream, |target| {
        let (from, to, shape) = area.ok_or(code::INVALID_VALUE)?.open()?;
        submit::copy(target, from, to, shape, returns)
    })
}

/// Reads a description of a rectangle.
///
/// # Safety
/// `description` is null or points to one.
unsafe fn rectangle(description: *const CUDA_MEMCPY2D) -> Option<Area> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { description.as_ref() }?;
    let source = Side {
        kind: it.srcMemoryType,
        host: it.srcHost.cast_mut(),
        device: it.srcDevice,
        array: it.srcArray,
        x: it.srcXInBytes,
        y: it.srcY,
        z: 0,
        pitch: it.srcPitch,
        height: 0,
    };
    let target = Side {
        kind: it.dstMemoryType,
        host: it.dstHost,
        device: it.dstDevice,
        array: it.dstArray,
        x: it.dstXInBytes,
        y: it.dstY,
        z: 0,
        pitch: it.dstPitch,
        height: 0,
    };
    Some(Area { source, target, width: it.WidthInBytes, rows: it.Height, slices: 1 })
}

/// Reads a description of a box.
///
/// # Safety
/// `description` is null or points to one.
pub(crate) unsafe fn cuboid(description: *const CUDA_MEMCPY3D) -> Option<Area> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { description.as_ref() }?;
    let source = Side {
        kind: it.srcMemoryType,
        host: it.srcHost.cast_mut(),
        device: it.srcDevice,
        array: it.srcArray,
        x: it.srcXInBytes,
        y: it.srcY,
        z: it.srcZ,
        pitch: it.srcPitch,
        height: it.srcHeight,
    };
    let target = Side {
        kind: it.dstMemoryType,
        host: it.dstHost,
        device: it.dstDevice,
        array: it.dstArray,
        x: it.dstXInBytes,
        y: it.dstY,
        z: it.dstZ,
        pitch: it.dstPitch,
        height: it.dstHeight,
    };
    Some(Area { source, target, width: it.WidthInBytes, rows: it.Height, slices: it.Depth })
}

macro_rules! copies {
    ($($name:ident($ty:ty) = $read:ident on $stream:expr;)*) => { $(
        pub(crate) unsafe extern "C" fn $name(description: *const $ty) -> CUresult {
            // SAFETY: the client passes a description, or null.
            let area = unsafe { $read(description) };
            copy(entry(Name::$name), area, $stream, Return::HostFree)
        }
    )* };
}

copies! {
    cuMemcpy2D_v2(CUDA_MEMCPY2D) = rectangle on null_mut();
    cuMemcpy2D_v2_ptds(CUDA_MEMCPY2D) = rectangle on CU_STREAM_PER_THREAD;
    cuMemcpy2DUnaligned_v2(CUDA_MEMCPY2D) = rectangle on null_mut();
    cuMemcpy2DUnaligned_v2_ptds(CUDA_MEMCPY2D) = rectangle on CU_STREAM_PER_THREAD;
    cuMemcpy3D_v2(CUDA_MEMCPY3D) = cuboid on null_mut();
    cuMemcpy3D_v2_ptds(CUDA_MEMCPY3D) = cuboid on CU_STREAM_PER_THREAD;
}

pub(crate) unsafe extern "C" fn cuMemcpy2DAsync_v2(description: *const CUDA_MEMCPY2D, stream: CUstream) -> CUresult {
    // SAFETY: the client passes a description, or null.
    let area = unsafe { rectangle(description) };
    copy(entry(Name::cuMemcpy2DAsync_v2), area, stream, Return::Early)
}

pub(crate) unsafe extern "C" fn cuMemcpy3DAsync_v2(description: *const CUDA_MEMCPY3D, stream: CUstream) -> CUresult {
    // SAFETY: the client passes a description, or null.
    let area = unsafe { cuboid(description) };
    copy(entry(Name::cuMemcpy3DAsync_v2), area, stream, Return::Early)
}
