//! Texture and surface objects.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{
    CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION, CU_TRSF_NORMALIZED_COORDINATES, CU_TRSF_READ_AS_INTEGER,
    CU_TRSF_SEAMLESS_CUBEMAP, CU_TRSF_SRGB, CUDA_ARRAY3D_SURFACE_LDST, CUDA_RESOURCE_DESC, CUDA_RESOURCE_VIEW_DESC,
    CUDA_TEXTURE_DESC, CUaddress_mode, CUfilter_mode, CUresourcetype, CUresult, CUsurfObject, CUtexObject,
};

use crate::api::array::{channels, format};
use crate::api::call::{Entry, entry};
use crate::api::out::put;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::exec::sampler::{AddressMode, Bound, Sampler};
use crate::exec::texel::{Slices, Texels};
use crate::name::Name;
use crate::world::context::Context;
use crate::world::handle;
use crate::world::image::{Image, Resource};
use crate::world::registry::{self, Object};

/// Textures in plain memory begin at multiples of this, and their rows at multiples of the other.
const ALIGN: u64 = 512;
const PITCH_ALIGN: usize = 32;
/// The largest textures in plain memory.
const MOST_LINEAR: usize = 1 << 27;
const MOST_ROWS: [usize; 2] = [131_072, 65_000];

/// Reads what an object shall be made of.
///
/// # Safety
/// `resource` is null or a description whose union holds what its type says.
unsafe fn read(resource: *const CUDA_RESOURCE_DESC) -> Result<Resource, CUresult> {
    // SAFETY: the caller promises a description, or null.
    let it = unsafe { resource.as_ref() }.ok_or(code::INVALID_VALUE)?;
    if it.flags != 0 {
        return Err(code::INVALID_VALUE);
    }
    match it.resType {
        CUresourcetype::CU_RESOURCE_TYPE_ARRAY => {
            // SAFETY: the type says that the union holds an array (the caller's word).
            let array = unsafe { it.res.array };
            Ok(Resource::Array(handle::to_key(array.hArray)))
        }
        CUresourcetype::CU_RESOURCE_TYPE_LINEAR => {
            // SAFETY: the type says that the union holds plain memory (the caller's word).
            let memory = unsafe { it.res.linear };
            let (address, byte_len) = (memory.devPtr, memory.sizeInBytes);
            Ok(Resource::Linear { address, format: memory.format, channels: memory.numChannels, byte_len })
        }
        CUresourcetype::CU_RESOURCE_TYPE_PITCH2D => {
            // SAFETY: the type says that the union holds rows in plain memory (the caller's word).
            let rows = unsafe { it.res.pitch2D };
            Ok(Resource::Rows {
                address: rows.devPtr,
                format: rows.format,
                channels: rows.numChannels,
                width: rows.width,
                height: rows.height,
                pitch: rows.pitchInBytes,
            })
        }
        CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
            eprintln!("cuda-sim: mipmapped arrays are not simulated");
            Err(code::NOT_SUPPORTED)
        }
        _ => Err(code::INVALID_VALUE),
    }
}

/// The image that an object shall be made of.
fn texels(context: &Arc<Context>, resource: Resource) -> Result<Texels, CUresult> {
    let (address, kind, channel_count, width, height, pitch, is_linear) = match resource {
        Resource::Array(key) => {
            let array = registry::array(key).ok_or(code::INVALID_HANDLE)?;
            if array.context.key != context.key {
                return Err(code::INVALID_CONTEXT);
            }
            return Ok(array.texels.clone());
        }
        Resource::Linear { address, format: kind, channels: count, byte_len } => {
            let size = format(kind)?.byte_len() * channels(count)?;
            (address, kind, count, byte_len / size as usize, 1, byte_len, true)
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            (address, format, channels, width, height, pitch, false)
        }
    };
    let (format, channels) = (format(kind)?, channels(channel_count)?);
    let row = width.checked_mul((format.byte_len() * channels) as usize).ok_or(code::INVALID_VALUE)?;
    let fits = if is_linear {
        width <= MOST_LINEAR
    } else {
        width <= MOST_ROWS[0] && height <= MOST_ROWS[1] && pitch.is_multiple_of(PITCH_ALIGN) && row <= pitch
    };
    if width == 0 || height == 0 || !fits || !address.is_multiple_of(ALIGN) {
        return Err(code::INVALID_VALUE);
    }
    let texels = Texels {
        base: address,
        width: width as u32,
        height: height as u32,
        slices: 1,
        kind: Slices::Depth,
        row_byte_len: pitch as u64,
        slice_byte_len: 0,
        format,
        channels,
        is_linear,
    };
    let span = usize::try_from(texels.byte_len()).map_err(|_| code::INVALID_VALUE)?;
    submit::device(&context.world, address, span, "a texture")?;
    Ok(texels)
}

fn sampler(texture: &CUDA_TEXTURE_DESC, texels: &Texels) -> Result<Sampler, CUresult> {
    const KNOWN: u32 = CU_TRSF_READ_AS_INTEGER
        | CU_TRSF_NORMALIZED_COORDINATES
        | CU_TRSF_SRGB
        | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION
        | CU_TRSF_SEAMLESS_CUBEMAP;
    if texture.flags & !KNOWN != 0 {
        return Err(code::INVALID_VALUE);
    }
    if texture.flags & (CU_TRSF_SRGB | CU_TRSF_SEAMLESS_CUBEMAP) != 0 {
        eprintln!("cuda-sim: textures that are sRGB or seamless cubes are not simulated");
        return Err(code::NOT_SUPPORTED);
    }
    let mut address = [AddressMode::Clamp; 3];
    for (mode, wanted) in address.iter_mut().zip(texture.addressMode) {
        *mode = match wanted {
            CUaddress_mode::CU_TR_ADDRESS_MODE_WRAP => AddressMode::Wrap,
            CUaddress_mode::CU_TR_ADDRESS_MODE_CLAMP => AddressMode::Clamp,
            CUaddress_mode::CU_TR_ADDRESS_MODE_MIRROR => AddressMode::Mirror,
            CUaddress_mode::CU_TR_ADDRESS_MODE_BORDER => AddressMode::Border,
            _ => return Err(code::INVALID_VALUE),
        };
    }
    let is_linear = match texture.filterMode {
        CUfilter_mode::CU_TR_FILTER_MODE_POINT => false,
        CUfilter_mode::CU_TR_FILTER_MODE_LINEAR => true,
        _ => return Err(code::INVALID_VALUE),
    };
    if texels.kind == Slices::Faces {
        // A face ends at its edges.
        address = [AddressMode::Clamp; 3];
    }
    let sampler = Sampler {
        address,
        // Plain memory of one dimension is read texel by texel, whatever is asked for.
        is_linear: is_linear && !texels.is_linear,
        is_normalized: texture.flags & CU_TRSF_NORMALIZED_COORDINATES != 0 && !texels.is_linear,
        as_integer: texture.flags & CU_TRSF_READ_AS_INTEGER != 0,
        border: texture.borderColor,
    };
    // Integers cannot be mixed.
    if sampler.is_linear && !sampler.reads_numbers(texels.format) { Err(code::INVALID_VALUE) } else { Ok(sampler) }
}

fn register(context: &Arc<Context>, bound: Bound, resource: Resource, texture: Option<CUDA_TEXTURE_DESC>) -> u64 {
    let key = handle::next_key();
    let image = Image { context: Arc::clone(context), bound: Arc::new(bound), resource, texture };
    registry::insert(key, Object::Image(Arc::new(image)));
    key as u64
}

pub(crate) unsafe extern "C" fn cuTexObjectCreate(
    place: *mut CUtexObject,
    resource: *const CUDA_RESOURCE_DESC,
    texture: *const CUDA_TEXTURE_DESC,
    view: *const CUDA_RESOURCE_VIEW_DESC,
) -> CUresult {
    entry(Name::cuTexObjectCreate).on_current(|context| {
        // SAFETY: the client passes a description of a texture, or null.
        let texture = unsafe { texture.as_ref() }.ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a description of a resource, or null.
        let resource = unsafe { read(resource)? };
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        if !view.is_null() {
            eprintln!("cuda-sim: views of resources are not simulated");
            return Err(code::NOT_SUPPORTED);
        }
        let texels = texels(context, resource)?;
        let sampler = Some(sampler(texture, &texels)?);
        let key = register(context, Bound { texels, sampler }, resource, Some(*texture));
        // SAFETY: the client passes a place for the object (not null, checked above).
        unsafe { put(place, key) }
    })
}

pub(crate) unsafe extern "C" fn cuSurfObjectCreate(
    place: *mut CUsurfObject,
    resource: *const CUDA_RESOURCE_DESC,
) -> CUresult {
    entry(Name::cuSurfObjectCreate).on_current(|context| {
        // SAFETY: the client passes a description of a resource, or null.
        let resource = unsafe { read(resource)? };
        let Resource::Array(key) = resource else { return Err(code::INVALID_VALUE) };
        let texels = texels(context, resource)?;
        let flags = registry::array(key).map_or(0, |array| array.descriptor.Flags);
        if place.is_null() || flags & CUDA_ARRAY3D_SURFACE_LDST == 0 {
            return Err(code::INVALID_VALUE);
        }
        let key = register(context, Bound { texels, sampler: None }, resource, None);
        // SAFETY: the client passes a place for the object (not null, checked above).
        unsafe { put(place, key) }
    })
}

/// Runs a call on a texture, or on a surface.
fn on_object(entry: Entry, object: u64, is_texture: bool, body: impl FnOnce(&Arc<Image>) -> Answer) -> CUresult {
    let found = usize::try_from(object).ok().and_then(registry::image);
    match found.filter(|image| image.texture.is_some() == is_texture) {
        Some(image) => entry.on_context(&image.context, |_| body(&image)),
        None => entry.refuse(code::INVALID_VALUE),
    }
}

fn destroy(entry: Entry, object: u64, is_texture: bool) -> CUresult {
    on_object(entry, object, is_texture, |_| {
        drop(usize::try_from(object).ok().and_then(registry::remove));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuTexObjectDestroy(object: CUtexObject) -> CUresult {
    destroy(entry(Name::cuTexObjectDestroy), object, true)
}

pub(crate) unsafe extern "C" fn cuSurfObjectDestroy(object: CUsurfObject) -> CUresult {
    destroy(entry(Name::cuSurfObjectDestroy), object, false)
}

/// The description of what an object was made of.
fn describe(resource: Resource) -> CUDA_RESOURCE_DESC {
    let mut description = CUDA_RESOURCE_DESC::default();
    match resource {
        Resource::Array(key) => {
            description.resType = CUresourcetype::CU_RESOURCE_TYPE_ARRAY;
            description.res.array.hArray = handle::to_raw(key);
        }
        Resource::Linear { address, format, channels, byte_len } => {
            description.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
            description.res.linear.devPtr = address;
            description.res.linear.format = format;
            description.res.linear.numChannels = channels;
            description.res.linear.sizeInBytes = byte_len;
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            description.resType = CUresourcetype::CU_RESOURCE_TYPE_PITCH2D;
            description.res.pitch2D.devPtr = address;
            description.res.pitch2D.format = format;
            description.res.pitch2D.numChannels = channels;
            description.res.pitch2D.width = width;
            description.res.pitch2D.height = height;
            description.res.pitch2D.pitchInBytes = pitch;
        }
    }
    description
}

pub(crate) unsafe extern "C" fn cuTexObjectGetResourceDesc(
    place: *mut CUDA_RESOURCE_DESC,
    object: CUtexObject,
) -> CUresult {
    // SAFETY: the client passes a place for the description, or null.
    let body = |image: &Arc<Image>| unsafe { put(place, describe(image.resource)) };
    on_object(entry(Name::cuTexObjectGetResourceDesc), object, true, body)
}

pub(crate) unsafe extern "C" fn cuSurfObjectGetResourceDesc(
    place: *mut CUDA_RESOURCE_DESC,
    object: CUsurfObject,
) -> CUresult {
    // SAFETY: the client passes a place for the description, or null.
    let body = |image: &Arc<Image>| unsafe { put(place, describe(image.resource)) };
    on_object(entry(Name::cuSurfObjectGetResourceDesc), object, false, body)
}

pub(crate) unsafe extern "C" fn cuTexObjectGetTextureDesc(
    place: *mut CUDA_TEXTURE_DESC,
    object: CUtexObject,
) -> CUresult {
    on_object(entry(Name::cuTexObjectGetTextureDesc), object, true, |image| {
        let texture = image.texture.ok_or(code::INVALID_VALUE)?;
        // SAFETY: the client passes a place for the description, or null.
        unsafe { put(place, texture) }
    })
}
