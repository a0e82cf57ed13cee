//! Instructions that read and write surfaces.

use super::atomic::on_backing;
use super::code::{Atomic, AtomicOp, Order, R32, R64, Space};
use super::fault::{FaultKind, LaneFault};
use super::lanes::each;
use super::machine::{Ending, Room, Then};
use super::sampler::Bound;
use super::texel::Format;
use super::texture::Geometry;

/// What happens outside of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX modifier of the same name.
pub(crate) enum Outside {
    Trap,
    Clamp,
    Zero,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// `suld.b`
    Load,
    /// `sust.b`
    Store,
    /// `sured.b`, which combines as an atomic does
    Reduce(AtomicOp),
    /// `sust.p`, which makes texels of the surface's format
    StoreTexel,
    /// `sured.p`, of texels of 32 bits; unsigned operations are signed ones where the texels are
    ReduceTexel(AtomicOp),
}

/// An instruction that reads or writes a surface.
#[derive(Clone, Debug)]
pub(crate) struct SurfaceOp {
    /// What it does.
    pub(crate) action: Action,
    /// The shape that it expects.
    pub(crate) geometry: Geometry,
    /// The surface object.
    pub(crate) handle: R64,
    /// The layer.
    pub(crate) layer: Option<R32>,
    /// Where: along a row in bytes, or in texels for those that know texels, then rows and slices.
    pub(crate) coordinates: Vec<R32>,
    /// Size of one element: 1, 2, 4 or 8.
    pub(crate) byte_len: u8,
    /// The registers of the elements, of the 64-bit plane if they have 8 bytes.
    pub(crate) data: Vec<u16>,
    /// What happens outside.
    pub(crate) outside: Outside,
}

/// What a store of texels leaves in channels that it gives no value.
const UNWRITTEN: u8 = 0xCB;

impl SurfaceOp {
    /// The operation, of the sign that the surface has if the instruction leaves that to it.
    fn reduction_of(&self, reduction: AtomicOp, bound: &Bound, lane: usize) -> Result<AtomicOp, Box<LaneFault>> {
        if !matches!(self.action, Action::ReduceTexel(_)) {
            return Ok(reduction);
        }
        match (bound.texels.format, bound.texels.channels) {
            (Format::U32, 1) => Ok(reduction),
            (Format::S32, 1) => Ok(match reduction {
                AtomicOp::MinU => AtomicOp::MinS,
                AtomicOp::MaxU => AtomicOp::MaxS,
                other => other,
            }),
            _ => {
                let message = "a reduction of texels that are no integers of 32 bits";
                Err(LaneFault::other(FaultKind::InvalidSpace, bound.texels.base, lane, message))
            }
        }
    }
}

impl Room<'_, '_> {
    pub(super) fn surface(&mut self, op: &SurfaceOp, mask: u32) -> Ending {
        let handles = *self.warp.registers.get64(op.handle);
        for lane in each(mask) {
            let bound = self.bound(handles[lane], lane, "surface")?;
            op.geometry.check(&bound, lane)?;
            let offset = self.surface_offset(op, &bound, lane)?;
            match op.action {
                Action::Load => self.surface_load(op, &bound, offset, lane)?,
                _ if offset.is_none() => {}
                Action::Store => {
                    let elements = op.data.iter().map(|&register| self.bits(op, register, lane).to_le_bytes());
                    let bytes: Vec<u8> = elements.flat_map(|word| word.into_iter().take(op.byte_len.into())).collect();
                    let (memory, start) = self.image(&bound, lane, "surface")?;
                    memory.write_from(start + offset.unwrap_or(0), &bytes);
                }
                Action::StoreTexel => {
                    let texels = &bound.texels;
                    let registers = op.data.iter().take(texels.channels as usize);
                    let mut bytes = vec![UNWRITTEN; texels.texel_byte_len() as usize];
                    for (&register, channel) in registers.zip(bytes.chunks_exact_mut(texels.format.byte_len() as usize))
                    {
                        let value = texels.format.of_register(self.bits(op, register, lane) as u32);
                        channel.copy_from_slice(&value.to_le_bytes()[..channel.len()]);
                    }
                    let (memory, start) = self.image(&bound, lane, "surface")?;
                    memory.write_from(start + offset.unwrap_or(0), &bytes);
                }
                Action::Reduce(reduction) | Action::ReduceTexel(reduction) => {
                    let reduction = op.reduction_of(reduction, &bound, lane)?;
                    let value = self.bits(op, op.data[0], lane);
                    let (memory, start) = self.image(&bound, lane, "surface")?;
                    let how =
                        Atomic { op: reduction, space: Space::Global, byte_len: op.byte_len, order: Order::Relaxed };
                    on_backing(memory, start + offset.unwrap_or(0), how, value, 0);
                }
            }
        }
        Ok(Then::Next)
    }

    fn bits(&self, op: &SurfaceOp, register: u16, lane: usize) -> u64 {
        if op.byte_len == 8 {
            self.warp.registers.get64(R64(register))[lane]
        } else {
            u64::from(self.warp.registers.get32(R32(register))[lane])
        }
    }

    fn surface_load(
        &mut self,
        op: &SurfaceOp,
        bound: &Bound,
        offset: Option<usize>,
        lane: usize,
    ) -> Result<(), Box<LaneFault>> {
        let byte_len = usize::from(op.byte_len);
        let mut bytes = vec![0; byte_len * op.data.len()];
        if let Some(offset) = offset {
            let (memory, start) = self.image(bound, lane, "surface")?;
            memory.read_into(start + offset, &mut bytes);
        }
        for (&register, element) in op.data.iter().zip(bytes.chunks_exact(byte_len)) {
            let mut word = [0; 8];
            word[..byte_len].copy_from_slice(element);
            let bits = u64::from_le_bytes(word);
            if byte_len == 8 {
                self.warp.registers.r64[usize::from(register)][lane] = bits;
            } else {
                self.warp.registers.r32[usize::from(register)][lane] = bits as u32;
            }
        }
        Ok(())
    }

    /// Where in the image an access goes; `None` outside, where nothing happens.
    fn surface_offset(&self, op: &SurfaceOp, bound: &Bound, lane: usize) -> Result<Option<usize>, Box<LaneFault>> {
        let registers = &self.warp.registers;
        let texels = &bound.texels;
        let counts_texels = matches!(op.action, Action::StoreTexel | Action::ReduceTexel(_));
        let size = if counts_texels {
            i64::from(texels.texel_byte_len())
        } else {
            i64::from(op.byte_len) * op.data.len() as i64
        };
        let mut at = [0i64; 3];
        for (axis, &register) in op.coordinates.iter().enumerate() {
            at[axis] = i64::from(registers.get32(register)[lane] as i32);
        }
        if let Some(layer) = op.layer {
            at[2] = i64::from(registers.get32(layer)[lane] as i32);
        }
        if counts_texels {
            at[0] *= size;
        }
        if at[0] % size != 0 {
            return Err(LaneFault::access(FaultKind::Misaligned, at[0] as u64, lane, size as u64, "surface access"));
        }
        let row = i64::from(texels.width) * i64::from(texels.texel_byte_len());
        let most = [row - size, i64::from(texels.height) - 1, i64::from(texels.slices) - 1];
        if (0..3).any(|axis| !(0..=most[axis]).contains(&at[axis])) {
            match op.outside {
                Outside::Zero => return Ok(None),
                Outside::Clamp => (0..3).for_each(|axis| at[axis] = at[axis].clamp(0, most[axis].max(0))),
                Outside::Trap => {
                    let message = format!("surface access at {},{},{}, which is outside", at[0], at[1], at[2]);
                    return Err(LaneFault::other(FaultKind::Trap, 0, lane, message));
                }
            }
        }
        let [x, y, z] = at;
        Ok(Some((texels.offset(0, y as u32, z as u32) + x as u64) as usize))
    }
}
