//! How a texture is read: addresses, filter, and what numbers mean.

use super::backing::Backing;
use super::texel::{Format, Texels};

/// What is outside of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressMode {
    /// The image again.
    Wrap,
    /// Its last texel.
    Clamp,
    /// The image mirrored.
    Mirror,
    /// The border's colour.
    Border,
}

/// How a texture is read.
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    /// What is outside, along each axis.
    pub(crate) address: [AddressMode; 3],
    /// Whether neighbours are mixed.
    pub(crate) is_linear: bool,
    /// Whether coordinates go from 0 to 1.
    pub(crate) is_normalized: bool,
    /// Whether integers stay integers.
    pub(crate) as_integer: bool,
    /// The colour of the border.
    pub(crate) border: [f32; 4],
}

/// What a texture or surface object stands for.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The image.
    pub(crate) texels: Texels,
    /// How it is read; a surface has none.
    pub(crate) sampler: Option<Sampler>,
}

/// Parts into which the way between two texels is divided: weights have nine bits, so that one is among them.
const STEPS: f64 = 256.0;

/// Two neighbours along an axis, and the weight of the second, as part of one.
type Taps = (i64, i64, f64);

impl Sampler {
    /// The place along an axis of `len` texels.
    fn taps(&self, coordinate: f32, len: u32) -> Taps {
        let place = if self.is_normalized { f64::from(coordinate) * f64::from(len) } else { f64::from(coordinate) };
        if !self.is_linear {
            let index = place.floor() as i64;
            return (index, index, 0.0);
        }
        let steps = ((place - 0.5) * STEPS).round();
        let first = (steps / STEPS).floor();
        (first as i64, (first as i64).saturating_add(1), (steps - first * STEPS) / STEPS)
    }

    /// The index inside an axis of `len` texels; `None` on the border.
    fn inside(&self, axis: usize, index: i64, len: u32) -> Option<u32> {
        let len = i64::from(len);
        let mode = match self.address[axis] {
            // These two are for normalised coordinates only.
            AddressMode::Wrap | AddressMode::Mirror if !self.is_normalized => AddressMode::Clamp,
            mode => mode,
        };
        let index = match mode {
            AddressMode::Clamp => index.clamp(0, len - 1),
            AddressMode::Wrap => index.rem_euclid(len),
            AddressMode::Mirror => {
                let turned = index.rem_euclid(2 * len);
                turned.min(2 * len - 1 - turned)
            }
            AddressMode::Border if (0..len).contains(&index) => index,
            AddressMode::Border => return None,
        };
        Some(index as u32)
    }

    /// Whether what is read is a number rather than an integer's bits.
    pub(crate) fn reads_numbers(&self, format: Format) -> bool {
        format.is_float() || format.is_normalizable() && !self.as_integer
    }
}

impl Bound {
    /// One texel, as bits of what an instruction gives; indices may be outside.
    fn texel(
        &self,
        sampler: &Sampler,
        bytes: &Backing,
        start: usize,
        place: [i64; 3],
        axes: usize,
        slice: u32,
    ) -> [u32; 4] {
        let texels = &self.texels;
        let lens = [texels.width, texels.height, texels.slices];
        let mut at = [0, 0, slice];
        let numbers = sampler.reads_numbers(texels.format);
        for axis in 0..axes {
            let inside = if texels.is_linear && !(0..i64::from(lens[axis])).contains(&place[axis]) {
                return [0; 4];
            } else {
                sampler.inside(axis, place[axis], lens[axis])
            };
            let Some(index) = inside else {
                return sampler.border.map(|value| if numbers { value.to_bits() } else { value as i64 as u32 });
            };
            at[axis] = index;
        }
        let channels = texels.read(bytes, start, at);
        if numbers { channels.map(|bits| texels.format.number(bits).to_bits()) } else { channels }
    }

    /// Reads at integer indices.
    pub(super) fn fetch(&self, bytes: &Backing, start: usize, place: [i64; 3], axes: usize, slice: u32) -> [u32; 4] {
        match &self.sampler {
            Some(sampler) => self.texel(sampler, bytes, start, place, axes, slice),
            None => [0; 4],
        }
    }

    /// Reads at coordinates along the first `axes` axes.
    pub(super) fn sample(&self, bytes: &Backing, start: usize, coordinates: &[f32], slice: u32) -> [u32; 4] {
        let Some(sampler) = &self.sampler else { return [0; 4] };
        let lens = [self.texels.width, self.texels.height, self.texels.slices];
        let axes = coordinates.len();
        let mut taps = [(0, 0, 0.0); 3];
        for (axis, &coordinate) in coordinates.iter().enumerate() {
            taps[axis] = sampler.taps(coordinate, lens[axis]);
        }
        let corner = |pick: usize| {
            let place = [0, 1, 2].map(|axis| if pick >> axis & 1 == 0 { taps[axis].0 } else { taps[axis].1 });
            self.texel(sampler, bytes, start, place, axes, slice)
        };
        if !sampler.is_linear || !sampler.reads_numbers(self.texels.format) {
            return corner(0);
        }
        let mut sums = [0.0f64; 4];
        for pick in 0..1 << axes {
            let weight: f64 =
                (0..axes).map(|axis| if pick >> axis & 1 == 0 { 1.0 - taps[axis].2 } else { taps[axis].2 }).product();
            // A weight of nothing hides even what is no number.
            if weight > 0.0 {
                let texel = corner(pick);
                sums.iter_mut().zip(texel).for_each(|(sum, bits)| *sum += weight * f64::from(f32::from_bits(bits)));
            }
        }
        sums.map(|sum| (sum as f32).to_bits())
    }

    /// One channel of the four texels that a linear filter would mix: from the lower left one, against the clock.
    pub(super) fn gather(
        &self,
        bytes: &Backing,
        start: usize,
        [x, y]: [f32; 2],
        slice: u32,
        channel: usize,
    ) -> [u32; 4] {
        let Some(sampler) = &self.sampler else { return [0; 4] };
        let filter = Sampler { is_linear: true, ..sampler.clone() };
        let (left, right, _) = filter.taps(x, self.texels.width);
        let (upper, lower, _) = filter.taps(y, self.texels.height);
        [[left, lower], [right, lower], [right, upper], [left, upper]]
            .map(|[x, y]| self.texel(sampler, bytes, start, [x, y, 0], 2, slice)[channel])
    }
}
