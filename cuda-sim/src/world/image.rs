//! Arrays, and the texture and surface objects that stand for images.

use std::sync::Arc;

use cuda_sys::{CUDA_ARRAY3D_DESCRIPTOR, CUDA_TEXTURE_DESC, CUarray_format};

use crate::exec::sampler::Bound;
use crate::exec::texel::Texels;
use crate::memory::space::Allocation;
use crate::world::context::Context;
use crate::world::handle::Key;
use crate::world::registry;

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

/// What kernels of a context see of a texture or surface object of theirs.
pub(crate) fn bound(handle: u64, context: Key) -> Option<Arc<Bound>> {
    let image = registry::image(usize::try_from(handle).ok()?)?;
    (image.context.key == context).then(|| Arc::clone(&image.bound))
}

/// The objects among the arguments of a launch, wherever in them their handles are.
pub(crate) fn among(arguments: &[u8], context: Key) -> Vec<(u64, Arc<Bound>)> {
    let (words, _) = arguments.as_chunks::<8>();
    let handles = words.iter().map(|word| u64::from_le_bytes(*word));
    handles.filter_map(|handle| Some((handle, bound(handle, context)?))).collect()
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
