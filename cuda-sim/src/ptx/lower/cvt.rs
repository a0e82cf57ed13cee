//! Conversions of numbers.
//!
//! A conversion that packs or unpacks becomes one conversion for each element, and moves of bits.

use super::super::ast::Operand;
use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use super::operand::Fit;
use crate::exec::bits::BitOp;
use crate::exec::code::{IntOp, Op, R32, R64, Reg, SINK32};
use crate::exec::conversion::Conversion;
use crate::exec::image::Preset32;
use crate::exec::soft::Rounding;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn cvt(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        if form.modifiers.has("pack") {
            return self.cvt_pack(form);
        }
        let &[to, from] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        if !form.row.types.contains(&from) {
            return Err(form.not_simulated("from this type"));
        }
        let how = conversion(form, to, from)?;
        let wanted = if to.is_packed() && !from.is_packed() { 3 } else { 2 };
        if form.instruction.operands.len() != wanted {
            return Err(form.wrong("wrong number of operands"));
        }
        match (to.is_packed(), from.is_packed()) {
            (false, false) => self.cvt_one(form, how),
            (true, false) => {
                let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
                let d = self.destination32(d, to)?;
                let (high, low) = (self.source32(a, from)?, self.source32(b, from)?);
                self.cvt_pair(form, how, d, [low, high])
            }
            (true, true) => {
                let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
                let (d, a) = (self.destination32(d, to)?, self.source32(a, from)?);
                let [low, high] = [self.temporary32(form)?, self.temporary32(form)?];
                if from.byte_len() == 4 {
                    self.emit(Op::Unpack32 { low, high, a });
                } else {
                    let eight = self.constant32(form, 8)?;
                    self.emit(Op::Mov32 { d: low, a });
                    self.emit(Op::Int32 { op: IntOp::ShrU, d: high, a, b: eight });
                }
                self.cvt_pair(form, how, d, [low, high])
            }
            (false, true) => Err(form.wrong("packed operands go with a packed result")),
        }
    }

    /// Converts two values and packs what they become.
    fn cvt_pair(&mut self, form: &Form<'_, 's>, how: Conversion, d: R32, values: [R32; 2]) -> Result<(), PtxError> {
        let [low, high] = [self.temporary32(form)?, self.temporary32(form)?];
        for (d, a) in [low, high].into_iter().zip(values) {
            self.emit(Op::Convert { how, wide_d: false, wide_a: false, d: d.0, a: a.0 });
        }
        if how.to.byte_len() == 2 {
            self.emit(Op::Pack32 { d, low, high });
            return Ok(());
        }
        let eight = self.constant32(form, 8)?;
        self.emit(Op::Bits32 { op: BitOp::Insert, d, a: high, b: low, c: eight, e: eight });
        Ok(())
    }

    /// `cvt.pack`: saturates two integers, and puts them below the low bits of a third.
    fn cvt_pack(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        use ScalarType::{B32, S8, S16, S32, U8, U16};
        let mut words = form.modifiers.words.iter().filter(|&&word| word != "pack").copied();
        let (bits, signed, below) = match (words.next(), form.modifiers.types.as_slice()) {
            (None, [to @ (U16 | S16), S32]) => (16, to.is_signed(), false),
            (None, [to @ (U8 | S8), S32, B32]) => (8, to.is_signed(), true),
            (Some("u4"), [S32, B32]) => (4, false, true),
            (Some("s4"), [S32, B32]) => (4, true, true),
            (Some("u2"), [S32, B32]) => (2, false, true),
            (Some("s2"), [S32, B32]) => (2, true, true),
            _ => return Err(form.wrong("these types do not go together")),
        };
        let operands = &form.instruction.operands;
        if !form.modifiers.sat || words.next().is_some() || operands.len() != if below { 4 } else { 3 } {
            return Err(form.wrong("`.pack` takes `.sat`, and a third operand with types below 16 bits"));
        }
        let d = self.destination32(&operands[0], B32)?;
        let (low, high) =
            if signed { (-1i32 << (bits - 1), (1i32 << (bits - 1)) - 1) } else { (0, (1i32 << bits) - 1) };
        let (least, most) = (self.constant32(form, low as u32)?, self.constant32(form, high as u32)?);
        let mut parts = [SINK32; 2];
        for (part, operand) in parts.iter_mut().zip(&operands[1..3]) {
            *part = self.temporary32(form)?;
            let a = self.source32(operand, S32)?;
            self.emit(Op::Int32 { op: IntOp::MaxS, d: *part, a, b: least });
            self.emit(Op::Int32 { op: IntOp::MinS, d: *part, a: *part, b: most });
        }
        let packed = self.temporary32(form)?;
        let (zero, width) = (self.constant32(form, 0)?, self.constant32(form, bits)?);
        if below {
            let (rest, twice) = (self.source32(&operands[3], B32)?, self.constant32(form, 2 * bits)?);
            self.emit(Op::Int32 { op: IntOp::Shl, d: packed, a: rest, b: twice });
        }
        for (a, place) in [(parts[0], width), (parts[1], zero)] {
            self.emit(Op::Bits32 { op: BitOp::Insert, d: packed, a, b: packed, c: place, e: width });
        }
        self.emit(Op::Mov32 { d, a: packed });
        Ok(())
    }

    fn constant32(&mut self, form: &Form<'_, 's>, value: u32) -> Result<R32, PtxError> {
        self.builder.preset32(Preset32::Value(value), form.instruction.at)
    }

    fn cvt_one(&mut self, form: &Form<'_, 's>, how: Conversion) -> Result<(), PtxError> {
        let [d, a]: [&Operand<'s>; 2] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (to, from) = (how.to, how.from);
        let (d, register) = self.destination(d, to, Fit::AtLeast)?;
        let (a, _) = self.source(a, from, Fit::AtLeast)?;
        let how = Conversion { register_bits: register.bits() as u8, ..how };
        let plain = !how.sat && !to.is_float() && !from.is_float();
        self.emit(match (d, a) {
            (Reg::R64(d), Reg::R32(a)) if plain && from.byte_len() == 4 && to.byte_len() == 8 => {
                Op::Widen { signed: from.is_signed(), d, a }
            }
            (Reg::R32(d), Reg::R64(a)) if plain && to.byte_len() == 4 && from.byte_len() >= 4 => Op::Narrow { d, a },
            (Reg::R32(d), Reg::R32(a)) if plain && to.byte_len() == 4 && from.byte_len() == 4 => Op::Mov32 { d, a },
            (Reg::R64(d), Reg::R64(a)) if plain && to.byte_len() == 8 && from.byte_len() == 8 => Op::Mov64 { d, a },
            // A narrow type may sit in a wide register on either side.
            (d, a) => Op::Convert {
                how,
                wide_d: matches!(d, Reg::R64(_)),
                wide_a: matches!(a, Reg::R64(_)),
                d: index(d),
                a: index(a),
            },
        });
        Ok(())
    }
}

/// What an instruction does to each element, after checking that its modifiers go together.
fn conversion(form: &Form<'_, '_>, to: ScalarType, from: ScalarType) -> Result<Conversion, PtxError> {
    use ScalarType::{Bf16, E4m3, E5m2, F16, F32, Tf32};
    let modifiers = &form.modifiers;
    let (rounding, (to, from)) = (rounding(form, to, from)?, (to.element(), from.element()));
    let packed = form.modifiers.types.iter().any(|ty| ty.is_packed());
    let small = |ty: ScalarType| matches!(ty, E4m3 | E5m2);
    let satfinite = modifiers.has("satfinite");
    if modifiers.ftz && to != F32 && from != F32 {
        return Err(form.wrong("`.ftz` goes with `.f32`"));
    }
    let fits = match (to, from) {
        (Tf32 | E4m3 | E5m2, F32) => true,
        (E4m3 | E5m2, F16) | (F16, E4m3 | E5m2) => true,
        (F16 | Bf16, F32) => true,
        _ => !packed && !small(to) && !small(from) && to != Tf32 && from != Tf32,
    };
    if !fits {
        return Err(form.not_simulated("between these types"));
    }
    if small(to) != satfinite && !(satfinite && from == F32 && matches!(to, F16 | Bf16 | Tf32)) {
        return Err(form.wrong("`.satfinite` goes with 8-bit results, and with 16-bit and `.tf32` results from `.f32`"));
    }
    if modifiers.relu && !(matches!(to, F16 | Bf16 | Tf32) || small(to)) {
        return Err(form.wrong("`.relu` goes with results of 19 bits at most"));
    }
    if modifiers.sat && (packed || satfinite || modifiers.relu || to == Tf32) {
        return Err(form.wrong("`.sat` does not go with this conversion"));
    }
    Ok(Conversion {
        from,
        to,
        register_bits: 32,
        rounding,
        to_integral: modifiers.to_integral && to.is_float(),
        ftz: modifiers.ftz,
        sat: modifiers.sat,
        relu: modifiers.relu,
        satfinite,
    })
}

fn rounding(form: &Form<'_, '_>, to: ScalarType, from: ScalarType) -> Result<Rounding, PtxError> {
    let modifiers = &form.modifiers;
    let rounding = modifiers.rounding;
    if modifiers.has("rna") {
        return if to == ScalarType::Tf32 && rounding.is_none() {
            Ok(Rounding::Away)
        } else {
            Err(form.wrong("`.rna` goes with `.tf32`"))
        };
    }
    match (from.is_float(), to.is_float()) {
        (false, false) if rounding.is_some() => Err(form.wrong("integers are not rounded")),
        (false, false) => Ok(Rounding::Nearest),
        (true, false) if !modifiers.to_integral => Err(form.wrong("expected `.rni`, `.rzi`, `.rmi` or `.rpi`")),
        (false, true) if rounding.is_none() || modifiers.to_integral => Err(form.wrong("a rounding mode is missing")),
        (true, true) if is_narrower(to, from) && (rounding.is_none() || modifiers.to_integral) => {
            Err(form.wrong("a rounding mode is missing"))
        }
        _ => Ok(modifiers.rounding_or_nearest()),
    }
}

/// Whether a conversion between floats has to round.
fn is_narrower(to: ScalarType, from: ScalarType) -> bool {
    to == ScalarType::Tf32 || to.element().byte_len() < from.element().byte_len()
}

fn index(register: Reg) -> u16 {
    match register {
        Reg::R32(R32(index)) | Reg::R64(R64(index)) => index,
        Reg::Pred(predicate) => predicate.0,
    }
}
