//! Bit fields and bytes.

use super::super::ast::OperandKind;
use super::super::error::PtxError;
use super::super::modifiers::Part;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::bits::{BitOp, PermuteMode};
use crate::exec::code::{Combine, IntOp, Op, PredOp, R32, Reg, SINK_PRED, SINK32, SINK64};
use crate::exec::image::Preset32;
use crate::exec::scalar::{CompareKind, CompareType, Comparison};

impl<'s> FunctionLowering<'_, '_, 's> {
    /// An operation of three 32-bit operands of the instruction's type.
    pub(super) fn bits3(&mut self, form: &Form<'_, 's>, op: BitOp) -> Result<(), PtxError> {
        let d = self.destination32(&form.instruction.operands[0], form.ty()?)?;
        self.bits3_into(form, op, d)
    }

    fn bits3_into(&mut self, form: &Form<'_, 's>, op: BitOp, d: R32) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [a, b, c] = [1, 2, 3].map(|index| &form.instruction.operands[index]);
        let (a, b, c) = (self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
        self.emit(Op::Bits32 { op, d, a, b, c, e: SINK32 });
        Ok(())
    }

    pub(super) fn bfe(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = if ty.is_signed() { BitOp::ExtractS } else { BitOp::ExtractU };
        let [d, a, position, len] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let (position, len) = (self.source32(position, ScalarType::U32)?, self.source32(len, ScalarType::U32)?);
        if ty.byte_len() == 8 {
            let (d, a) = (self.destination64(d, ty)?, self.source64(a, ty)?);
            self.emit(Op::Bits64 { op, d, a, b: SINK64, c: position, e: len });
        } else {
            let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
            self.emit(Op::Bits32 { op, d, a, b: position, c: len, e: SINK32 });
        }
        Ok(())
    }

    pub(super) fn bfi(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = BitOp::Insert;
        let [d, a, b, position, len] = [0, 1, 2, 3, 4].map(|index| &form.instruction.operands[index]);
        let (c, e) = (self.source32(position, ScalarType::U32)?, self.source32(len, ScalarType::U32)?);
        if ty.byte_len() == 8 {
            let (d, a, b) = (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?);
            self.emit(Op::Bits64 { op, d, a, b, c, e });
        } else {
            let (d, a, b) = (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?);
            self.emit(Op::Bits32 { op, d, a, b, c, e });
        }
        Ok(())
    }

    pub(super) fn bfind(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let shift = form.modifiers.has("shiftamt");
        let op = if ty.is_signed() { BitOp::FindS(shift) } else { BitOp::FindU(shift) };
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ScalarType::U32)?;
        if ty.byte_len() == 8 {
            let a = self.source64(a, ty)?;
            let Reg::R64(found) = self.fresh(ScalarType::U64, form.instruction.at)? else { return Ok(()) };
            self.emit(Op::Bits64 { op, d: found, a, b: SINK64, c: SINK32, e: SINK32 });
            self.emit(Op::Narrow { d, a: found });
        } else {
            let a = self.source32(a, ty)?;
            self.emit(Op::Bits32 { op, d, a, b: SINK32, c: SINK32, e: SINK32 });
        }
        Ok(())
    }

    pub(super) fn bmsk(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let clamp = one_of(form, "clamp", "wrap")?;
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ScalarType::B32)?;
        let (a, b) = (self.source32(a, ScalarType::U32)?, self.source32(b, ScalarType::U32)?);
        self.emit(Op::Bits32 { op: BitOp::Mask(clamp), d, a, b, c: SINK32, e: SINK32 });
        Ok(())
    }

    pub(super) fn prmt(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let mode = match form.modifiers.words.as_slice() {
            [] => PermuteMode::General,
            ["f4e"] => PermuteMode::Forward4,
            ["b4e"] => PermuteMode::Backward4,
            ["rc8"] => PermuteMode::Replicate8,
            ["ecl"] => PermuteMode::EdgeLeft,
            ["ecr"] => PermuteMode::EdgeRight,
            ["rc16"] => PermuteMode::Replicate16,
            _ => return Err(form.wrong("more than one mode")),
        };
        self.bits3(form, BitOp::Permute(mode))
    }

    pub(super) fn shf(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let clamp = one_of(form, "clamp", "wrap")?;
        let left = one_of(form, "l", "r")?;
        self.bits3(form, if left { BitOp::FunnelLeft(clamp) } else { BitOp::FunnelRight(clamp) })
    }

    pub(super) fn lop3(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let table = match form.instruction.operands[4].kind {
            OperandKind::Number(value) => value.integer().and_then(|value| u8::try_from(value).ok()),
            _ => None,
        };
        let Some(table) = table else { return Err(form.wrong("the table is a number below 256")) };
        let op = BitOp::Lop3(table);
        match (form.boolean(), form.instruction.operands.get(5)) {
            (None, None) => self.bits3(form, op),
            (Some(PredOp::Xor), _) => Err(form.wrong("only `.and` and `.or` go with it")),
            (Some(combine), Some(with)) => {
                let (d, p) = self.value_and_predicate(form)?;
                let (with, flip) = self.predicate(with)?;
                let at = form.instruction.at;
                // The result may be discarded, and is compared all the same.
                let result = self.temporary32(form)?;
                self.bits3_into(form, op, result)?;
                let zero = self.builder.preset32(Preset32::Value(0), at)?;
                let kind = CompareKind { comparison: Comparison::Ne, ty: CompareType::Unsigned };
                let combine = Some(Combine { op: combine, with, flip });
                self.emit(Op::Compare32 { kind, d: p, q: SINK_PRED, a: result, b: zero, combine });
                self.emit(Op::Mov32 { d, a: result });
                Ok(())
            }
            _ => Err(form.wrong("a boolean operation goes with a sixth operand")),
        }
    }

    /// `sad`: the distance of a and b, plus c.
    pub(super) fn sad(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let signed = ty.is_signed();
        if ty.byte_len() == 4 {
            return self.bits3(form, if signed { BitOp::SadS } else { BitOp::SadU });
        }
        let (most, least) = if signed { (IntOp::MaxS, IntOp::MinS) } else { (IntOp::MaxU, IntOp::MinU) };
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let at = form.instruction.at;
        match (self.fresh(ty, at)?, self.fresh(ty, at)?) {
            (Reg::R64(high), Reg::R64(low)) => {
                let d = self.destination64(d, ty)?;
                let (a, b, c) = (self.source64(a, ty)?, self.source64(b, ty)?, self.source64(c, ty)?);
                self.emit(Op::Int64 { op: most, d: high, a, b });
                self.emit(Op::Int64 { op: least, d: low, a, b });
                self.emit(Op::Int64 { op: IntOp::Sub, d: high, a: high, b: low });
                self.emit(Op::Int64 { op: IntOp::Add, d, a: high, b: c });
            }
            (Reg::R32(high), Reg::R32(low)) => {
                let d = self.destination32(d, ty)?;
                let (a, b, c) = (self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
                self.emit(Op::Int16 { op: most, d: high, a, b });
                self.emit(Op::Int16 { op: least, d: low, a, b });
                self.emit(Op::Int16 { op: IntOp::Sub, d: high, a: high, b: low });
                self.emit(Op::Int16 { op: IntOp::Add, d, a: high, b: c });
            }
            _ => return Err(form.wrong("no register is left")),
        }
        Ok(())
    }

    pub(super) fn szext(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = BitOp::Extend { signed: ty.is_signed(), clamp: one_of(form, "clamp", "wrap")? };
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ty)?;
        let (a, b) = (self.source32(a, ty)?, self.source32(b, ScalarType::U32)?);
        self.emit(Op::Bits32 { op, d, a, b, c: SINK32, e: SINK32 });
        Ok(())
    }

    pub(super) fn fns(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let [d, mask, base, offset] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ScalarType::B32)?;
        let a = self.source32(mask, ScalarType::B32)?;
        let (b, c) = (self.source32(base, ScalarType::B32)?, self.source32(offset, ScalarType::S32)?);
        self.emit(Op::Bits32 { op: BitOp::NthSet, d, a, b, c, e: SINK32 });
        Ok(())
    }

    pub(super) fn dot(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let &[a_type, b_type] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        let (a, b) = (a_type.is_signed(), b_type.is_signed());
        let op = match (form.instruction.opcode, form.modifiers.part) {
            ("dp4a", None) => BitOp::Dot4(a, b),
            ("dp2a", Some(Part::Lo)) => BitOp::Dot2(a, b, false),
            ("dp2a", Some(Part::Hi)) => BitOp::Dot2(a, b, true),
            _ => return Err(form.wrong("`dp2a` takes `.lo` or `.hi`, and only it")),
        };
        self.bits3(form, op)
    }
}

/// Whether the first of two words was given; one of them must be.
fn one_of(form: &Form<'_, '_>, first: &str, second: &str) -> Result<bool, PtxError> {
    match (form.modifiers.has(first), form.modifiers.has(second)) {
        (true, false) => Ok(true),
        (false, true) => Ok(false),
        _ => Err(form.wrong(&format!("expected `.{first}` or `.{second}`"))),
    }
}
