//! Arithmetic and logic.

use super::super::ast::OperandKind;
use super::super::error::PtxError;
use super::super::modifiers::Part;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::half::xorsign;
use super::instruction::Form;
use crate::exec::code::{FloatOp, FloatUnary, IntOp, IntUnary, MadPart, Op, PredOp};
use crate::exec::float::FloatMode;
use crate::exec::image::Preset32;
use crate::exec::soft::Rounding;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn int2(&mut self, form: &Form<'_, 's>, unsigned: IntOp, signed: IntOp) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let mut op = if ty.is_signed() { signed } else { unsigned };
        if form.modifiers.sat {
            op = match (op, ty) {
                (IntOp::Add, ScalarType::S32) => IntOp::AddSat,
                (IntOp::Sub, ScalarType::S32) => IntOp::SubSat,
                _ => return Err(form.wrong("only `.s32` saturates")),
            };
        }
        self.int_op(form, op, ty)
    }

    fn int_op(&mut self, form: &Form<'_, 's>, op: IntOp, ty: ScalarType) -> Result<(), PtxError> {
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        if ty.byte_len() == 8 {
            let (d, a, b) = (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?);
            self.emit(Op::Int64 { op, d, a, b });
            return Ok(());
        }
        let (d, a, b) = (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?);
        self.emit(if ty.byte_len() == 2 { Op::Int16 { op, d, a, b } } else { Op::Int32 { op, d, a, b } });
        Ok(())
    }

    pub(super) fn shift(&mut self, form: &Form<'_, 's>, unsigned: IntOp, signed: IntOp) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = if ty.is_signed() { signed } else { unsigned };
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        // The amount has 32 bits whatever the type.
        let amount = self.source32(b, ScalarType::U32)?;
        if ty.byte_len() == 8 {
            let (d, a) = (self.destination64(d, ty)?, self.source64(a, ty)?);
            self.emit(Op::Shift64 { op, d, a, b: amount });
            return Ok(());
        }
        let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
        let b = amount;
        self.emit(if ty.byte_len() == 2 { Op::Int16 { op, d, a, b } } else { Op::Int32 { op, d, a, b } });
        Ok(())
    }

    pub(super) fn logic(&mut self, form: &Form<'_, 's>, op: IntOp, predicate: PredOp) -> Result<(), PtxError> {
        let ty = form.ty()?;
        if ty != ScalarType::Pred {
            return self.int_op(form, op, ty);
        }
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        let (d, a, b) = (self.predicate_destination(d)?, self.plain_predicate(a)?, self.plain_predicate(b)?);
        self.emit(Op::Predicate { op: predicate, d, a, b });
        Ok(())
    }

    pub(super) fn not(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        if form.ty()? != ScalarType::Pred {
            return self.int1(form, IntUnary::Not);
        }
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (d, a) = (self.predicate_destination(d)?, self.plain_predicate(a)?);
        self.emit(Op::Predicate { op: PredOp::Not, d, a, b: a });
        Ok(())
    }

    pub(super) fn int1(&mut self, form: &Form<'_, 's>, op: IntUnary) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        if ty.byte_len() == 8 {
            let (d, a) = (self.destination64(d, ty)?, self.source64(a, ty)?);
            self.emit(Op::IntUnary64 { op, d, a });
        } else {
            let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
            self.emit(Op::IntUnary32 { op, half: ty.byte_len() == 2, d, a });
        }
        Ok(())
    }

    pub(super) fn count(&mut self, form: &Form<'_, 's>, op: IntUnary) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ScalarType::U32)?;
        if ty.byte_len() == 8 {
            let a = self.source64(a, ty)?;
            self.emit(Op::Count64 { op, d, a });
        } else {
            let a = self.source32(a, ty)?;
            self.emit(Op::IntUnary32 { op, half: false, d, a });
        }
        Ok(())
    }

    pub(super) fn mul(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let signed = ty.is_signed();
        match form.modifiers.part {
            Some(Part::Lo) => self.int_op(form, IntOp::MulLo, ty),
            Some(Part::Hi) => self.int_op(form, if signed { IntOp::MulHiS } else { IntOp::MulHiU }, ty),
            Some(Part::Wide) => {
                let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
                let double = wide(form, ty)?;
                let (a, b) = (self.source32(a, ty)?, self.source32(b, ty)?);
                if double.byte_len() == 8 {
                    let d = self.destination64(d, double)?;
                    self.emit(Op::MulWide { signed, d, a, b });
                } else {
                    let d = self.destination32(d, double)?;
                    let c = self.builder.preset32(Preset32::Value(0), form.instruction.at)?;
                    self.emit(Op::MadWide16 { signed, d, a, b, c });
                }
                Ok(())
            }
            None => Err(form.wrong("expected `.lo`, `.hi` or `.wide`")),
        }
    }

    pub(super) fn mul24(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = mul24_op(form, ty)?;
        self.int_op(form, op, ty)
    }

    /// `mad24`: a product, then an addition.
    pub(super) fn mad24(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = mul24_op(form, ty)?;
        let add = match (form.modifiers.sat, op) {
            (false, _) => IntOp::Add,
            (true, IntOp::Mul24HiS) => IntOp::AddSat,
            (true, _) => return Err(form.wrong("only `.hi.s32` saturates")),
        };
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let product = self.temporary32(form)?;
        let d = self.destination32(d, ty)?;
        let (a, b, c) = (self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
        self.emit(Op::Int32 { op, d: product, a, b });
        self.emit(Op::Int32 { op: add, d, a: product, b: c });
        Ok(())
    }

    pub(super) fn mad(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let signed = ty.is_signed();
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let part = match form.modifiers.part {
            Some(Part::Hi) if form.modifiers.sat && ty == ScalarType::S32 => MadPart::HiSatS,
            _ if form.modifiers.sat => return Err(form.wrong("only `.hi.s32` saturates")),
            Some(Part::Lo) => MadPart::Lo,
            Some(Part::Hi) if signed => MadPart::HiS,
            Some(Part::Hi) => MadPart::HiU,
            Some(Part::Wide) => {
                let double = wide(form, ty)?;
                let (a, b) = (self.source32(a, ty)?, self.source32(b, ty)?);
                if double.byte_len() == 8 {
                    let (d, c) = (self.destination64(d, double)?, self.source64(c, double)?);
                    self.emit(Op::MadWide { signed, d, a, b, c });
                } else {
                    let (d, c) = (self.destination32(d, double)?, self.source32(c, double)?);
                    self.emit(Op::MadWide16 { signed, d, a, b, c });
                }
                return Ok(());
            }
            None => return Err(form.wrong("expected `.lo`, `.hi` or `.wide`")),
        };
        if ty.byte_len() == 8 {
            let d = self.destination64(d, ty)?;
            let (a, b, c) = (self.source64(a, ty)?, self.source64(b, ty)?, self.source64(c, ty)?);
            self.emit(Op::Mad64 { part, d, a, b, c });
        } else {
            let d = self.destination32(d, ty)?;
            let (a, b, c) = (self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
            self.emit(Op::Mad32 { part, half: ty.byte_len() == 2, d, a, b, c });
        }
        Ok(())
    }

    pub(super) fn float2(&mut self, form: &Form<'_, 's>, op: FloatOp) -> Result<(), PtxError> {
        let mode = float_mode(form)?;
        let ty = form.ty()?;
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        if ty == ScalarType::F64 {
            let (d, a, b) = (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?);
            self.emit(Op::F64 { op, mode, d, a, b });
        } else {
            let (d, a, b) = (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?);
            self.emit(Op::F32 { op, mode, d, a, b });
        }
        Ok(())
    }

    pub(super) fn div32(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let modifiers = &form.modifiers;
        match (modifiers.approx, modifiers.full, modifiers.rounding.is_some()) {
            (true, false, false) => self.float2(form, FloatOp::DivApprox),
            (false, true, false) => self.float2(form, FloatOp::DivFull),
            (false, false, true) => self.float2(form, FloatOp::Div),
            _ => Err(form.wrong("expected one of `.approx`, `.full` and a rounding mode")),
        }
    }

    pub(super) fn float1(&mut self, form: &Form<'_, 's>, op: FloatUnary) -> Result<(), PtxError> {
        let mode = float_mode(form)?;
        let ty = form.ty()?;
        let approximate = form.modifiers.approx;
        let op = match op {
            FloatUnary::Sqrt if approximate => FloatUnary::SqrtApprox,
            FloatUnary::Rcp if approximate => FloatUnary::RcpApprox,
            op => op,
        };
        match op {
            FloatUnary::Neg | FloatUnary::Abs => {}
            FloatUnary::RcpApprox if ty == ScalarType::F64 && !form.modifiers.ftz => {
                return Err(form.wrong("`.approx.f64` needs `.ftz`"));
            }
            FloatUnary::SqrtApprox | FloatUnary::RcpApprox if form.modifiers.rounding.is_none() => {}
            FloatUnary::Sqrt | FloatUnary::Rcp if form.modifiers.rounding.is_some() => {}
            FloatUnary::SqrtApprox | FloatUnary::RcpApprox | FloatUnary::Sqrt | FloatUnary::Rcp => {
                return Err(form.wrong("expected either `.approx` or a rounding mode"));
            }
            _ if !approximate => return Err(form.wrong("expected `.approx`")),
            _ => {}
        }
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        if ty == ScalarType::F64 {
            let (d, a) = (self.destination64(d, ty)?, self.source64(a, ty)?);
            self.emit(Op::FloatUnary64 { op, mode, d, a });
        } else {
            let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
            self.emit(Op::FloatUnary32 { op, mode, d, a });
        }
        Ok(())
    }

    pub(super) fn fma(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        if form.modifiers.rounding.is_none() {
            return Err(form.wrong("a rounding mode is missing"));
        }
        let mode = float_mode(form)?;
        let ty = form.ty()?;
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        if ty == ScalarType::F64 {
            let d = self.destination64(d, ty)?;
            let (a, b, c) = (self.source64(a, ty)?, self.source64(b, ty)?, self.source64(c, ty)?);
            self.emit(Op::Fma64 { mode, d, a, b, c });
        } else {
            let d = self.destination32(d, ty)?;
            let (a, b, c) = (self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
            self.emit(Op::Fma32 { mode, d, a, b, c });
        }
        Ok(())
    }

    /// The operand list of an instruction whose first operand is `p|q` or `p`.
    pub(super) fn pair(&mut self, form: &Form<'_, 's>) -> Result<(super::Pred, super::Pred), PtxError> {
        let operand = &form.instruction.operands[0];
        let OperandKind::Pair(p, q) = operand.kind else {
            return Ok((self.predicate_destination(operand)?, crate::exec::code::SINK_PRED));
        };
        let named = |kind| super::Operand { at: operand.at, kind };
        let q = if q == "_" { named(OperandKind::Nothing) } else { named(OperandKind::Name(q)) };
        let p = if p == "_" { named(OperandKind::Nothing) } else { named(OperandKind::Name(p)) };
        Ok((self.predicate_destination(&p)?, self.predicate_destination(&q)?))
    }
}

fn mul24_op(form: &Form<'_, '_>, ty: ScalarType) -> Result<IntOp, PtxError> {
    Ok(match (form.modifiers.part, ty.is_signed()) {
        (Some(Part::Lo), false) => IntOp::Mul24LoU,
        (Some(Part::Lo), true) => IntOp::Mul24LoS,
        (Some(Part::Hi), false) => IntOp::Mul24HiU,
        (Some(Part::Hi), true) => IntOp::Mul24HiS,
        _ => return Err(form.wrong("expected `.lo` or `.hi`")),
    })
}

/// The type of a whole product.
fn wide(form: &Form<'_, '_>, ty: ScalarType) -> Result<ScalarType, PtxError> {
    match ty {
        ScalarType::U16 => Ok(ScalarType::U32),
        ScalarType::S16 => Ok(ScalarType::S32),
        ScalarType::U32 => Ok(ScalarType::U64),
        ScalarType::S32 => Ok(ScalarType::S64),
        _ => Err(form.wrong("`.wide` takes 16 or 32 bits")),
    }
}

fn float_mode(form: &Form<'_, '_>) -> Result<FloatMode, PtxError> {
    let modifiers = &form.modifiers;
    if form.ty()? == ScalarType::F64 && (modifiers.ftz || modifiers.sat || modifiers.nan || modifiers.has("xorsign")) {
        // Two gross approximations are the only f64 instructions that take `.ftz`.
        if !(modifiers.approx && modifiers.ftz) {
            return Err(form.wrong("`.f64` takes neither `.ftz`, `.sat` nor `.NaN`"));
        }
    }
    let rounding = if modifiers.approx || modifiers.full { Rounding::Nearest } else { modifiers.rounding_or_nearest() };
    Ok(FloatMode { rounding, ftz: modifiers.ftz, sat: modifiers.sat, xorsign: xorsign(form)? })
}
