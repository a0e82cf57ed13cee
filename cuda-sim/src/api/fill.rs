//! Fills of device memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uchar, c_uint, c_ushort};
use std::ptr::null_mut;

use cuda_sys::{CU_STREAM_PER_THREAD, CUdeviceptr, CUresult, CUstream};

use crate::api::call::entry;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::engine::transfer::{Fill, Pitch, Shape};
use crate::engine::wait;
use crate::memory::space::Found;
use crate::name::Name;
use crate::world::stream::Target;

/// A rectangle of `rows` rows of `width` elements; a plain fill is one row.
pub(crate) struct Area {
    pub(crate) to: CUdeviceptr,
    pub(crate) pitch: usize,
    pub(crate) width: usize,
    pub(crate) rows: usize,
}

/// The fill of an area; `None` if it is empty.
pub(crate) fn prepare(area: &Area, pattern: &[u8]) -> Result<Option<Fill>, CUresult> {
    let unit = pattern.len();
    let byte_width = area.width.checked_mul(unit).ok_or(code::INVALID_VALUE)?;
    if byte_width == 0 || area.rows == 0 {
        return Ok(None);
    }
    let is_aligned = area.to.is_multiple_of(unit as u64) && (area.rows == 1 || area.pitch.is_multiple_of(unit));
    if !is_aligned || area.rows > 1 && area.pitch < byte_width {
        return Err(code::INVALID_VALUE);
    }
    let pitch = Pitch::of_rows(area.pitch);
    let shape = Shape { width: byte_width, rows: area.rows, slices: 1, source: pitch, target: pitch };
    Ok(Some(Fill { to: area.to, pattern: pattern.to_vec(), shape }))
}

fn fill(target: &Target, area: &Area, pattern: &[u8], is_async: bool) -> Answer {
    let Some(fill) = prepare(area, pattern)? else { return Ok(()) };
    let range = fill.range();
    submit::reached(target, range, "a fill")?;
    let Some(point) = submit::queue(target, Op::Fill(fill))? else { return Ok(()) };
    // What the host sees too is filled before the call returns, where that has a choice.
    let world = &target.context.world;
    let is_hosts_too = || matches!(world.space.find(range.base, 1), Found::Live(memory) if memory.owner.is_hosts_too());
    if !is_async && is_hosts_too() { wait::wait(world, &target.context.health, &[point]) } else { Ok(()) }
}

macro_rules! fills {
    ($($plain:ident $plain_2d:ident on $stream:expr, $ty:ty;)*) => { $(
        pub(crate) unsafe extern "C" fn $plain(to: CUdeviceptr, value: $ty, count: usize) -> CUresult {
            let area = Area { to, pitch: 0, width: count, rows: 1 };
            entry(Name::$plain).on_stream($stream, |target| fill(target, &area, &value.to_ne_bytes(), false))
        }

        pub(crate) unsafe extern "C" fn $plain_2d(
            to: CUdeviceptr,
            pitch: usize,
            value: $ty,
            width: usize,
            rows: usize,
        ) -> CUresult {
            let area = Area { to, pitch, width, rows };
            entry(Name::$plain_2d).on_stream($stream, |target| fill(target, &area, &value.to_ne_bytes(), false))
        }
    )* };
}

fills! {
    cuMemsetD8_v2 cuMemsetD2D8_v2 on null_mut(), c_uchar;
    cuMemsetD16_v2 cuMemsetD2D16_v2 on null_mut(), c_ushort;
    cuMemsetD32_v2 cuMemsetD2D32_v2 on null_mut(), c_uint;
    cuMemsetD8_v2_ptds cuMemsetD2D8_v2_ptds on CU_STREAM_PER_THREAD, c_uchar;
    cuMemsetD16_v2_ptds cuMemsetD2D16_v2_ptds on CU_STREAM_PER_THREAD, c_ushort;
    cuMemsetD32_v2_ptds cuMemsetD2D32_v2_ptds on CU_STREAM_PER_THREAD, c_uint;
}

macro_rules! stream_fills {
    ($($flat:ident $area:ident: $ty:ty;)*) => { $(
        pub(crate) unsafe extern "C" fn $flat(
            to: CUdeviceptr,
            value: $ty,
            count: usize,
            stream: CUstream,
        ) -> CUresult {
            let area = Area { to, pitch: 0, width: count, rows: 1 };
            entry(Name::$flat).on_stream(stream, |target| fill(target, &area, &value.to_ne_bytes(), true))
        }

        pub(crate) unsafe extern "C" fn $area(
            to: CUdeviceptr,
            pitch: usize,
            value: $ty,
            width: usize,
            rows: usize,
            stream: CUstream,
        ) -> CUresult {
            let area = Area { to, pitch, width, rows };
            entry(Name::$area).on_stream(stream, |target| fill(target, &area, &value.to_ne_bytes(), true))
        }
    )* };
}

stream_fills! {
    cuMemsetD8Async cuMemsetD2D8Async: c_uchar;
    cuMemsetD16Async cuMemsetD2D16Async: c_ushort;
    cuMemsetD32Async cuMemsetD2D32Async: c_uint;
}
