//! A client of arrays, textures and surfaces.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use cuda_sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_MEMCPY3D, CUDA_RESOURCE_DESC, CUDA_TEXTURE_DESC, CUaddress_mode, CUarray,
    CUarray_format, CUfilter_mode, CUfunction, CUmemorytype, CUmodule, CUresourcetype, CUresult, CUtexObject,
};

use super::Client;
use crate::{call, ok};

pub(crate) const WRAP: CUaddress_mode = CUaddress_mode::CU_TR_ADDRESS_MODE_WRAP;
pub(crate) const CLAMP: CUaddress_mode = CUaddress_mode::CU_TR_ADDRESS_MODE_CLAMP;
pub(crate) const MIRROR: CUaddress_mode = CUaddress_mode::CU_TR_ADDRESS_MODE_MIRROR;
pub(crate) const BORDER: CUaddress_mode = CUaddress_mode::CU_TR_ADDRESS_MODE_BORDER;

/// A module with the kernels of `images.ptx`.
pub(crate) fn module(client: &Client) -> CUmodule {
    let text = CString::new(include_str!("images.ptx")).unwrap();
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, text.as_ptr().cast()));
    module
}

/// Lets one thread for each four words run a kernel on an image, and gives back the code and what they wrote.
pub(crate) fn ask(
    client: &Client,
    module: CUmodule,
    name: &str,
    image: u64,
    words: &[[u32; 4]],
) -> (CUresult, Vec<[u32; 4]>) {
    ask_while(client, module, name, image, words, || ())
}

/// As [`ask`]; `queued` is called while the launch is queued and cannot begin.
pub(crate) fn ask_while(
    client: &Client,
    module: CUmodule,
    name: &str,
    image: u64,
    words: &[[u32; 4]],
    queued: impl FnOnce(),
) -> (CUresult, Vec<[u32; 4]>) {
    let mut function: CUfunction = null_mut();
    let name = CString::new(name).unwrap();
    ok!(client, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    let byte_len = 16 * words.len();
    let (mut image, mut from, mut to) = (image, client.alloc(byte_len), client.alloc(byte_len));
    ok!(client, cuMemcpyHtoD_v2(from, words.as_ptr().cast(), byte_len));
    ok!(client, cuMemsetD8_v2(to, 0, byte_len));
    let mut arguments: [*mut c_void; 3] = [(&raw mut image).cast(), (&raw mut from).cast(), (&raw mut to).cast()];
    let threads = words.len() as u32;
    let gate = client.simulator.gate(null_mut());
    ok!(client, cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, null_mut(), arguments.as_mut_ptr(), null_mut()));
    queued();
    gate.open();
    let answer = call!(client, cuCtxSynchronize());
    let mut out = vec![[0; 4]; words.len()];
    if answer == CUresult::CUDA_SUCCESS {
        ok!(client, cuMemcpyDtoH_v2(out.as_mut_ptr().cast(), to, byte_len));
        ok!(client, cuMemFree_v2(from));
        ok!(client, cuMemFree_v2(to));
    }
    (answer, out)
}

/// What a texture answers at coordinates.
pub(crate) fn sample(client: &Client, module: CUmodule, name: &str, image: u64, at: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let words: Vec<[u32; 4]> = at.iter().map(|place| place.map(f32::to_bits)).collect();
    let (answer, out) = ask(client, module, name, image, &words);
    assert_eq!(answer, CUresult::CUDA_SUCCESS, "{name}");
    out.into_iter().map(|channels| channels.map(f32::from_bits)).collect()
}

pub(crate) fn descriptor(
    size: [usize; 3],
    format: CUarray_format,
    channels: u32,
    flags: u32,
) -> CUDA_ARRAY3D_DESCRIPTOR {
    let [width, height, depth] = size;
    CUDA_ARRAY3D_DESCRIPTOR {
        Width: width,
        Height: height,
        Depth: depth,
        Format: format,
        NumChannels: channels,
        Flags: flags,
    }
}

/// An array that holds the given bytes, which have no gaps.
pub(crate) fn array(client: &Client, descriptor: CUDA_ARRAY3D_DESCRIPTOR, bytes: &[u8]) -> CUarray {
    let mut array = null_mut();
    ok!(client, cuArray3DCreate_v2(&mut array, &raw const descriptor));
    let (rows, slices) = (descriptor.Height.max(1), descriptor.Depth.max(1));
    let row = bytes.len() / rows / slices;
    let copy = CUDA_MEMCPY3D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: bytes.as_ptr().cast(),
        srcPitch: row,
        srcHeight: rows,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        dstArray: array,
        WidthInBytes: row,
        Height: rows,
        Depth: slices,
        ..CUDA_MEMCPY3D::default()
    };
    ok!(client, cuMemcpy3D_v2(&raw const copy));
    array
}

/// Everything that an array holds.
pub(crate) fn contents(client: &Client, array: CUarray, row: usize, rows: usize, slices: usize) -> Vec<u8> {
    let mut bytes = vec![0; row * rows * slices];
    let copy = CUDA_MEMCPY3D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        srcArray: array,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: bytes.as_mut_ptr().cast(),
        dstPitch: row,
        dstHeight: rows,
        WidthInBytes: row,
        Height: rows,
        Depth: slices,
        ..CUDA_MEMCPY3D::default()
    };
    ok!(client, cuMemcpy3D_v2(&raw const copy));
    bytes
}

pub(crate) fn of_array(array: CUarray) -> CUDA_RESOURCE_DESC {
    let mut resource =
        CUDA_RESOURCE_DESC { resType: CUresourcetype::CU_RESOURCE_TYPE_ARRAY, ..CUDA_RESOURCE_DESC::default() };
    resource.res.array.hArray = array;
    resource
}

/// How a texture is read: the same mode along each axis.
pub(crate) fn reading(mode: CUaddress_mode, linear: bool, flags: u32) -> CUDA_TEXTURE_DESC {
    let filter = if linear { CUfilter_mode::CU_TR_FILTER_MODE_LINEAR } else { CUfilter_mode::CU_TR_FILTER_MODE_POINT };
    CUDA_TEXTURE_DESC { addressMode: [mode; 3], filterMode: filter, flags, ..CUDA_TEXTURE_DESC::default() }
}

pub(crate) fn create(
    client: &Client,
    resource: &CUDA_RESOURCE_DESC,
    reading: &CUDA_TEXTURE_DESC,
) -> (CUresult, CUtexObject) {
    let mut texture = 0;
    let answer = call!(client, cuTexObjectCreate(&mut texture, resource, reading, null()));
    (answer, texture)
}

pub(crate) fn texture(client: &Client, resource: &CUDA_RESOURCE_DESC, reading: &CUDA_TEXTURE_DESC) -> CUtexObject {
    let (answer, texture) = create(client, resource, reading);
    assert_eq!(answer, CUresult::CUDA_SUCCESS);
    texture
}

pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
