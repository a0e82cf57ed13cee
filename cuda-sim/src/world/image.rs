//! Arrays, and the texture and surface objects that stand for images.

use std::sync::Arc;

use cuda_sys::{CUDA_ARRAY3D_DESCRIPTOR, CUDA_TEXTURE_DESC, CUarray_format};

use crate::exec::sampler::Bound;
use crate::exec::texel::Texels;
use crate::memory::space::Allocation;
use crate::world::context::Context;
use crate::world::handle::Key;

/// An array: what a client holds a `CUarray` of.
#[derive(Debug)]
pub(crate) struct Array {
    pub(crate) context: Arc<Context>,
    /// As the client described it.
    pub(crate) descriptor: CUDA_ARRAY3D_DESCRIPTOR,
    /// Where its texels are.
    pub(crate) texels: Texels,
    pub(crate) allocation: Arc<Allocation>,
}

/// A texture object or a surface object: what a client holds a `CUtexObject` or `CUsurfObject` of.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) context: Arc<Context>,
    /// What kernels see of it.
    pub(crate) bound: Arc<Bound>,
    /// What it was made of.
    pub(crate) resource: Resource,
    /// How the client said that it is read; surfaces have none.
    pub(crate) texture: Option<CUDA_TEXTURE_DESC>,
}

/// What an object was made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Resource {
    /// An array.
    Array(Key),
    /// Plain memory.
    Linear { address: u64, format: CUarray_format, channels: u32, byte_len: usize },
    /// Rows in plain memory.
    Rows { address: u64, format: CUarray_format, channels: u32, width: usize, height: usize, pitch: usize },
}
