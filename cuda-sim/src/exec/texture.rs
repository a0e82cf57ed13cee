//! Instructions that read textures.

use std::sync::Arc;

use super::backing::Backing;
use super::code::{R32, R64};
use super::fault::{FaultKind, LaneFault};
use super::half::narrow;
use super::lanes::each;
use super::machine::{Ending, Room, Then};
use super::sampler::Bound;
use super::texel::Slices;

/// The shape of what an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Axes of one image: 1 to 3.
    pub(crate) axes: usize,
    /// Whether there are layers.
    pub(crate) is_layered: bool,
    /// Whether there are faces, named by a direction of three coordinates.
    pub(crate) is_cube: bool,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// `tex` at coordinates.
    Sample,
    /// `tex` at indices.
    Index,
    /// `tld4` of a channel.
    Gather(usize),
    /// `txq` and `suq`.
    Query(Query),
}

/// A property of an image. Each variant is the PTX query of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    Width,
    Height,
    Depth,
    ArraySize,
    Levels,
    IsNormalized,
}

/// What the channels are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channels {
    /// A register of 32 bits each.
    Words,
    /// As halves, a register each.
    Halves,
    /// As halves, two in a register.
    Pairs,
}

impl Channels {
    /// The registers' bits, of channels that are numbers where they become halves.
    fn pack(self, channels: [u32; 4]) -> [u32; 4] {
        let half = |bits: u32| narrow(false, f64::from(f32::from_bits(bits)));
        match (self, channels.map(half)) {
            (Self::Words, _) => channels,
            (Self::Halves, halves) => halves,
            (Self::Pairs, [r, g, b, a]) => [r | g << 16, b | a << 16, 0, 0],
        }
    }
}

/// An instruction that reads a texture.
#[derive(Clone, Debug)]
pub(crate) struct TextureOp {
    /// What.
    pub(crate) wanted: Wanted,
    /// Of what shape.
    pub(crate) geometry: Geometry,
    /// The texture object, or for `suq` the surface object.
    pub(crate) handle: R64,
    /// The layer.
    pub(crate) layer: Option<R32>,
    /// The coordinates.
    pub(crate) coordinates: Vec<R32>,
    /// What the channels are written as.
    pub(crate) channels: Channels,
    /// Where they go.
    pub(crate) d: [R32; 4],
}

impl Room<'_, '_> {
    pub(super) fn texture(&mut self, op: &TextureOp, mask: u32) -> Ending {
        let handles = *self.warp.registers.get64(op.handle);
        let mut last: Option<(u64, Arc<Bound>)> = None;
        for lane in each(mask) {
            let bound = match &last {
                Some((handle, bound)) if *handle == handles[lane] => Arc::clone(bound),
                _ => {
                    let bound = self.bound(handles[lane], lane, "texture")?;
                    last = Some((handles[lane], Arc::clone(&bound)));
                    bound
                }
            };
            let channels = match op.wanted {
                Wanted::Query(query) => [bound.query(query); 4],
                _ if bound.sampler.is_none() => {
                    let message = format!("a texture is read through the surface object {:#x}", handles[lane]);
                    return Err(LaneFault::other(FaultKind::InvalidSpace, 0, lane, message));
                }
                wanted => self.fetch_texels(op, wanted, &bound, lane)?,
            };
            for (&d, bits) in op.d.iter().zip(op.channels.pack(channels)) {
                self.warp.registers.r32[usize::from(d.0)][lane] = bits;
            }
        }
        Ok(Then::Next)
    }

    fn fetch_texels(
        &mut self,
        op: &TextureOp,
        wanted: Wanted,
        bound: &Bound,
        lane: usize,
    ) -> Result<[u32; 4], Box<LaneFault>> {
        op.geometry.check(bound, lane)?;
        let registers = &self.warp.registers;
        let layer = op.layer.map_or(0, |layer| registers.get32(layer)[lane]);
        let mut slice = if op.geometry.is_layered { layer.min(bound.texels.layers() - 1) } else { 0 };
        let words: Vec<u32> = op.coordinates.iter().map(|&register| registers.get32(register)[lane]).collect();
        // What is no number reads at zero.
        let floats: Vec<f32> = words
            .iter()
            .map(|&word| Some(f32::from_bits(word)).filter(|value| value.is_finite()).unwrap_or(0.0))
            .collect();
        let (bytes, start) = self.image(bound, lane, "texture")?;
        Ok(match wanted {
            Wanted::Index => {
                let place = [0, 1, 2].map(|axis| words.get(axis).map_or(0, |&word| i64::from(word as i32)));
                bound.fetch(bytes, start, place, op.geometry.axes, slice)
            }
            Wanted::Gather(channel) => bound.gather(bytes, start, [floats[0], floats[1]], slice, channel),
            _ if op.geometry.is_cube => {
                let (face, place) = face([floats[0], floats[1], floats[2]]);
                slice = 6 * slice + face;
                let texels = [bound.texels.width, bound.texels.height];
                let is_normalized = bound.sampler.as_ref().is_some_and(|sampler| sampler.is_normalized);
                let place =
                    [0, 1].map(|axis| if is_normalized { place[axis] } else { place[axis] * texels[axis] as f32 });
                bound.sample(bytes, start, &place, slice)
            }
            _ => bound.sample(bytes, start, &floats[..op.geometry.axes], slice),
        })
    }

    /// What an object stands for.
    pub(super) fn bound(&self, handle: u64, lane: usize, what: &str) -> Result<Arc<Bound>, Box<LaneFault>> {
        self.launch.services.bound(handle).ok_or_else(|| {
            let message = format!("{what} access through {handle:#x}, which is no live object of this context");
            LaneFault::other(FaultKind::IllegalAddress, handle, lane, message)
        })
    }

    /// The memory of an image, and where in it the image begins.
    pub(super) fn image(
        &mut self,
        bound: &Bound,
        lane: usize,
        what: &str,
    ) -> Result<(&Backing, usize), Box<LaneFault>> {
        let (base, byte_len) = (bound.texels.base, bound.texels.byte_len());
        match self.regions.find(base) {
            Some(region) if region.len - (base - region.base) >= byte_len => {
                Ok((&region.bytes, (base - region.base) as usize))
            }
            _ => {
                let what = format!("{what} access");
                Err(LaneFault::access(FaultKind::IllegalAddress, base, lane, byte_len, &what))
            }
        }
    }
}

impl Geometry {
    /// Refuses an image of another shape.
    pub(super) fn check(self, bound: &Bound, lane: usize) -> Result<(), Box<LaneFault>> {
        let texels = &bound.texels;
        let fits = match texels.kind {
            Slices::Depth => !self.is_layered && !self.is_cube && (texels.slices == 1 || self.axes == 3),
            Slices::Layers => self.is_layered && !self.is_cube,
            Slices::Faces => self.is_cube || self.is_layered,
        };
        if fits {
            return Ok(());
        }
        let message = "an image is accessed as one of another shape";
        Err(LaneFault::other(FaultKind::InvalidSpace, texels.base, lane, message))
    }
}

impl Bound {
    fn query(&self, query: Query) -> u32 {
        let texels = &self.texels;
        let depth = if texels.kind == Slices::Depth { texels.slices } else { 1 };
        match query {
            Query::Width => texels.width,
            Query::Height => texels.height,
            Query::Depth => depth,
            Query::ArraySize => texels.layers(),
            Query::Levels => 1,
            Query::IsNormalized => u32::from(self.sampler.as_ref().is_some_and(|sampler| sampler.is_normalized)),
        }
    }
}

impl super::texel::Texels {
    /// Images that are stacked here.
    pub(super) fn layers(&self) -> u32 {
        match self.kind {
            Slices::Depth => 1,
            Slices::Layers => self.slices,
            Slices::Faces => self.slices / 6,
        }
    }
}

/// The face that a direction points at, and where on it, from 0 to 1.
fn face([x, y, z]: [f32; 3]) -> (u32, [f32; 2]) {
    let [across, up, along] = [x, y, z].map(f32::abs);
    let (face, major, s, t) = if across >= up && across >= along {
        if x >= 0.0 { (0, across, -z, -y) } else { (1, across, z, -y) }
    } else if up >= along {
        if y >= 0.0 { (2, up, x, z) } else { (3, up, x, -z) }
    } else if z >= 0.0 {
        (4, along, x, -y)
    } else {
        (5, along, -x, -y)
    };
    let part = |value: f32| if major == 0.0 { 0.5 } else { (value / major + 1.0) / 2.0 };
    (face, [part(s), part(t)])
}
