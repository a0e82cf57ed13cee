//! Comparisons and selections.

use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{Combine, Op, Pred, PredOp, Reg, SINK_PRED};
use crate::exec::image::{Preset32, Preset64};
use crate::exec::scalar::{CompareKind, CompareType, Comparison};

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn setp(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let (d, q) = self.pair(form)?;
        self.comparison(form, form.ty()?, d, q)
    }

    pub(super) fn set(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let &[to, from] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        let at = form.instruction.at;
        let d = self.destination32(&form.instruction.operands[0], to)?;
        let Reg::Pred(p) = self.fresh(ScalarType::Pred, at)? else { return Err(form.wrong("no predicate is left")) };
        self.comparison(form, from, p, SINK_PRED)?;
        let truth = if to == ScalarType::F32 { 1f32.to_bits() } else { u32::MAX };
        let a = self.builder.preset32(Preset32::Value(truth), at)?;
        let b = self.builder.preset32(Preset32::Value(0), at)?;
        self.emit(Op::Select32 { d, a, b, p });
        Ok(())
    }

    /// Compares the second and third operand, and combines with the fourth.
    fn comparison(&mut self, form: &Form<'_, 's>, ty: ScalarType, d: Pred, q: Pred) -> Result<(), PtxError> {
        let operands = &form.instruction.operands;
        let op = match form.modifiers.operation {
            None => None,
            Some("and") => Some(PredOp::And),
            Some("or") => Some(PredOp::Or),
            Some(_) => Some(PredOp::Xor),
        };
        let combine = match (op, operands.get(3)) {
            (None, None) => None,
            (Some(op), Some(operand)) => {
                let (with, flip) = self.predicate(operand)?;
                Some(Combine { op, with, flip })
            }
            _ => return Err(form.wrong("a boolean operation goes with a fourth operand")),
        };
        let kind = CompareKind { comparison: self.checked_comparison(form, ty)?, ty: compare_type(form, ty)? };
        if ty.byte_len() == 8 {
            let (a, b) = (self.source64(&operands[1], ty)?, self.source64(&operands[2], ty)?);
            self.emit(Op::Compare64 { kind, d, q, a, b, combine });
        } else {
            let (a, b) = (self.source32(&operands[1], ty)?, self.source32(&operands[2], ty)?);
            self.emit(Op::Compare32 { kind, d, q, a, b, combine });
        }
        Ok(())
    }

    fn checked_comparison(&self, form: &Form<'_, 's>, ty: ScalarType) -> Result<Comparison, PtxError> {
        let comparison = form.modifiers.comparison()?;
        let spelling = form.modifiers.comparison.unwrap_or_default();
        let unsigned_only = matches!(spelling, "lo" | "ls" | "hi" | "hs");
        let float_only = comparison.unordered() || comparison == Comparison::Num;
        let equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
        let fits = if ty.is_float() {
            !unsigned_only
        } else {
            let bits = matches!(ty, ScalarType::B16 | ScalarType::B32 | ScalarType::B64);
            !float_only && (!bits || equality) && (!unsigned_only || !ty.is_signed())
        };
        if fits { Ok(comparison) } else { Err(form.wrong("this comparison does not go with the type")) }
    }

    pub(super) fn selp(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let p = self.plain_predicate(&form.instruction.operands[3])?;
        self.select(form, ty, p)
    }

    pub(super) fn slct(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let &[ty, by] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        if !matches!(by, ScalarType::S32 | ScalarType::F32) {
            return Err(form.wrong("the second type is `.s32` or `.f32`"));
        }
        let at = form.instruction.at;
        let Reg::Pred(p) = self.fresh(ScalarType::Pred, at)? else { return Err(form.wrong("no predicate is left")) };
        let a = self.source32(&form.instruction.operands[3], by)?;
        let b = self.builder.preset32(Preset32::Value(0), at)?;
        let kind = CompareKind { comparison: Comparison::Ge, ty: compare_type(form, by)? };
        self.emit(Op::Compare32 { kind, d: p, q: SINK_PRED, a, b, combine: None });
        self.select(form, ty, p)
    }

    fn select(&mut self, form: &Form<'_, 's>, ty: ScalarType, p: Pred) -> Result<(), PtxError> {
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        if ty.byte_len() == 8 {
            let (d, a, b) = (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?);
            self.emit(Op::Select64 { d, a, b, p });
        } else {
            let (d, a, b) = (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?);
            self.emit(Op::Select32 { d, a, b, p });
        }
        Ok(())
    }

    /// A 64-bit constant.
    pub(super) fn constant64(&mut self, value: u64, form: &Form<'_, 's>) -> Result<crate::exec::code::R64, PtxError> {
        self.builder.preset64(Preset64::Value(value), form.instruction.at)
    }
}

fn compare_type(form: &Form<'_, '_>, ty: ScalarType) -> Result<CompareType, PtxError> {
    if form.modifiers.ftz && ty != ScalarType::F32 {
        return Err(form.wrong("only `.f32` takes `.ftz`"));
    }
    Ok(match ty {
        ScalarType::F32 if form.modifiers.ftz => CompareType::FloatFtz,
        ScalarType::F32 | ScalarType::F64 => CompareType::Float,
        ScalarType::S16 => CompareType::Signed16,
        _ if ty.is_signed() => CompareType::Signed,
        _ => CompareType::Unsigned,
    })
}
