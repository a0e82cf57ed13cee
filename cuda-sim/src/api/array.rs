//! Arrays: images whose layout in memory is the device's own affair.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{
    CUDA_ARRAY_DESCRIPTOR, CUDA_ARRAY3D_CUBEMAP, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_LAYERED,
    CUDA_ARRAY3D_SURFACE_LDST, CUDA_ARRAY3D_TEXTURE_GATHER, CUarray, CUarray_format, CUresult,
};

use crate::api::call::{Entry, entry};
use crate::api::memory::{maybe_synchronize, report_in_flight};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::exec::texel::{Format, Slices, Texels};
use crate::fault::report::Kind;
use crate::memory::space::Owner;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::handle;
use crate::world::image::Array;
use crate::world::registry::{self, Object};

/// The largest images, as the device attributes say: width of one dimension, width and height of two, sides of three, layers.
const MOST_1D: usize = 131_072;
const MOST_2D: [usize; 2] = [131_072, 65_536];
const MOST_3D: usize = 16_384;
const MOST_LAYERED: usize = 32_768;
const MOST_LAYERS: usize = 2_048;

/// The type of a channel, if it is one of the plain ones.
pub(crate) fn format(format: CUarray_format) -> Result<Format, CUresult> {
    Ok(match format {
        CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8 => Format::U8,
        CUarray_format::CU_AD_FORMAT_UNSIGNED_INT16 => Format::U16,
        CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32 => Format::U32,
        CUarray_format::CU_AD_FORMAT_SIGNED_INT8 => Format::S8,
        CUarray_format::CU_AD_FORMAT_SIGNED_INT16 => Format::S16,
        CUarray_format::CU_AD_FORMAT_SIGNED_INT32 => Format::S32,
        CUarray_format::CU_AD_FORMAT_HALF => Format::F16,
        CUarray_format::CU_AD_FORMAT_FLOAT => Format::F32,
        other if other.0 > CUarray_format::CU_AD_FORMAT_FLOAT.0 => {
            eprintln!("cuda-sim: the array format {} is not simulated", other.0);
            return Err(code::NOT_SUPPORTED);
        }
        _ => return Err(code::INVALID_VALUE),
    })
}

/// Channels, if there can be as many.
pub(crate) fn channels(count: u32) -> Result<u32, CUresult> {
    if matches!(count, 1 | 2 | 4) { Ok(count) } else { Err(code::INVALID_VALUE) }
}

/// The image that a description asks for; its address is still missing.
fn layout(wanted: &CUDA_ARRAY3D_DESCRIPTOR) -> Result<Texels, CUresult> {
    const SIMULATED: u32 =
        CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER;
    if wanted.Flags & !SIMULATED != 0 {
        eprintln!("cuda-sim: arrays with the flags {:#x} are not simulated", wanted.Flags);
        return Err(code::NOT_SUPPORTED);
    }
    let (format, channels) = (format(wanted.Format)?, channels(wanted.NumChannels)?);
    let is_layered = wanted.Flags & CUDA_ARRAY3D_LAYERED != 0;
    let is_cube = wanted.Flags & CUDA_ARRAY3D_CUBEMAP != 0;
    let (width, height, depth) = (wanted.Width, wanted.Height, wanted.Depth);
    let fits = if is_cube {
        let faces = if is_layered { depth % 6 == 0 && depth <= MOST_LAYERS } else { depth == 6 };
        width == height && width <= MOST_LAYERED && depth > 0 && faces
    } else if is_layered {
        width <= MOST_LAYERED && height <= MOST_LAYERED && (1..=MOST_LAYERS).contains(&depth)
    } else if depth > 0 {
        height > 0 && [width, height, depth].iter().all(|side| *side <= MOST_3D)
    } else if height > 0 {
        width <= MOST_2D[0] && height <= MOST_2D[1]
    } else {
        width <= MOST_1D
    };
    if width == 0 || !fits {
        return Err(code::INVALID_VALUE);
    }
    let (rows, slices) = (height.max(1), depth.max(1));
    let row_byte_len = width as u64 * u64::from(format.byte_len() * channels);
    let kind = match (is_cube, is_layered) {
        (true, _) => Slices::Faces,
        (false, true) => Slices::Layers,
        (false, false) => Slices::Depth,
    };
    // All of them are small numbers now.
    Ok(Texels {
        base: 0,
        width: width as u32,
        height: rows as u32,
        slices: slices as u32,
        kind,
        row_byte_len,
        slice_byte_len: row_byte_len * rows as u64,
        format,
        channels,
        is_linear: false,
    })
}

fn create(context: &Arc<Context>, place: *mut CUarray, wanted: &CUDA_ARRAY3D_DESCRIPTOR) -> Answer {
    if place.is_null() {
        return Err(code::INVALID_VALUE);
    }
    let mut texels = layout(wanted)?;
    let len = usize::try_from(texels.byte_len()).map_err(|_| code::OUT_OF_MEMORY)?;
    let allocation = context.world.allocate(context.device, len, Owner::Array(context.key))?;
    texels.base = allocation.range.base;
    let key = handle::next_key();
    let array = Array { context: Arc::clone(context), descriptor: *wanted, texels, allocation };
    registry::insert(key, Object::Array(Arc::new(array)));
    // SAFETY: the client passes a place for the array (not null, checked above).
    unsafe { put(place, handle::to_raw(key)) }
}

pub(crate) unsafe extern "C" fn cuArrayCreate_v2(
    place: *mut CUarray,
    descriptor: *const CUDA_ARRAY_DESCRIPTOR,
) -> CUresult {
    entry(Name::cuArrayCreate_v2).on_current(|context| {
        // SAFETY: the client passes a description, or null.
        let wanted = unsafe { descriptor.as_ref() }.ok_or(code::INVALID_VALUE)?;
        let wanted = CUDA_ARRAY3D_DESCRIPTOR {
            Width: wanted.Width,
            Height: wanted.Height,
            Depth: 0,
            Format: wanted.Format,
            NumChannels: wanted.NumChannels,
            Flags: 0,
        };
        create(context, place, &wanted)
    })
}

pub(crate) unsafe extern "C" fn cuArray3DCreate_v2(
    place: *mut CUarray,
    descriptor: *const CUDA_ARRAY3D_DESCRIPTOR,
) -> CUresult {
    entry(Name::cuArray3DCreate_v2).on_current(|context| {
        // SAFETY: the client passes a description, or null.
        let wanted = unsafe { descriptor.as_ref() }.ok_or(code::INVALID_VALUE)?;
        create(context, place, wanted)
    })
}

/// The array of a handle.
pub(crate) fn find(raw: CUarray) -> Result<Arc<Array>, CUresult> {
    registry::array(handle::to_key(raw)).ok_or(code::INVALID_HANDLE)
}

fn on_array(entry: Entry, raw: CUarray, body: impl FnOnce(&Arc<Array>) -> Answer) -> CUresult {
    match find(raw) {
        Ok(array) => entry.on_context(&array.context, |_| body(&array)),
        Err(code) => entry.refuse(code),
    }
}

pub(crate) unsafe extern "C" fn cuArrayDestroy(raw: CUarray) -> CUresult {
    on_array(entry(Name::cuArrayDestroy), raw, |array| {
        maybe_synchronize(&array.context);
        let range = array.allocation.range;
        report_in_flight(&array.context, range, Kind::UseAfterFree, "destroyed the array at");
        drop(registry::remove(handle::to_key(raw)));
        if let Some(allocation) = array.context.world.space.remove(range.base) {
            array.context.world.give_back(&allocation);
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuArrayGetDescriptor_v2(place: *mut CUDA_ARRAY_DESCRIPTOR, raw: CUarray) -> CUresult {
    on_array(entry(Name::cuArrayGetDescriptor_v2), raw, |array| {
        let made = &array.descriptor;
        let descriptor = CUDA_ARRAY_DESCRIPTOR {
            Width: made.Width,
            Height: made.Height,
            Format: made.Format,
            NumChannels: made.NumChannels,
        };
        // SAFETY: the client passes a place for the description, or null.
        unsafe { put(place, descriptor) }
    })
}

pub(crate) unsafe extern "C" fn cuArray3DGetDescriptor_v2(
    place: *mut CUDA_ARRAY3D_DESCRIPTOR,
    raw: CUarray,
) -> CUresult {
    on_array(entry(Name::cuArray3DGetDescriptor_v2), raw, |array| {
        // SAFETY: the client passes a place for the description, or null.
        unsafe { put(place, array.descriptor) }
    })
}
