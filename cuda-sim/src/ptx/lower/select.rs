//! Comparisons and selections.

use super::super::ast::OperandKind;
use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{Class, Combine, Op, Pred, PredOp, Reg, SINK_PRED, SINK32};
use crate::exec::image::{Preset32, Preset64};
use crate::exec::scalar::{CompareKind, CompareType, Comparison};

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn setp(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let (d, q) = self.pair(form)?;
        if !ty.is_packed() {
            return self.comparison(form, ty, d, q);
        }
        if !matches!(form.instruction.operands[0].kind, OperandKind::Pair(..)) {
            return Err(form.wrong("a packed comparison has two results"));
        }
        let [low, high] = self.packed_comparison(form, ty)?;
        self.emit(Op::Predicate { op: PredOp::Mov, d, a: low, b: low });
        self.emit(Op::Predicate { op: PredOp::Mov, d: q, a: high, b: high });
        Ok(())
    }

    /// Compares the halves of two registers, into predicates of their own.
    fn packed_comparison(&mut self, form: &Form<'_, 's>, ty: ScalarType) -> Result<[Pred; 2], PtxError> {
        let operands = &form.instruction.operands;
        let combine = self.combination(form)?;
        let kind =
            CompareKind { comparison: self.checked_comparison(form, ty)?, ty: compare_type(form, ty.element())? };
        let (a, b) = (self.source32(&operands[1], ty)?, self.source32(&operands[2], ty)?);
        let (a_high, b_high) = (self.temporary32(form)?, self.temporary32(form)?);
        self.emit(Op::Unpack32 { low: SINK32, high: a_high, a });
        self.emit(Op::Unpack32 { low: SINK32, high: b_high, a: b });
        let results = [self.temporary_predicate(form)?, self.temporary_predicate(form)?];
        for (d, a, b) in [(results[0], a, b), (results[1], a_high, b_high)] {
            self.emit(Op::Compare32 { kind, d, q: SINK_PRED, a, b, combine });
        }
        Ok(results)
    }

    fn temporary_predicate(&mut self, form: &Form<'_, 's>) -> Result<Pred, PtxError> {
        match self.fresh(ScalarType::Pred, form.instruction.at)? {
            Reg::Pred(p) => Ok(p),
            _ => Err(form.wrong("no predicate is left")),
        }
    }

    pub(super) fn set(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let &[to, from] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        let at = form.instruction.at;
        let d = self.destination32(&form.instruction.operands[0], to)?;
        let b = self.builder.preset32(Preset32::Value(0), at)?;
        if !from.is_packed() {
            if to.is_packed() {
                return Err(form.wrong("a packed result goes with packed operands"));
            }
            let p = self.temporary_predicate(form)?;
            self.comparison(form, from, p, SINK_PRED)?;
            let a = self.builder.preset32(Preset32::Value(truth(to)), at)?;
            self.emit(Op::Select32 { d, a, b, p });
            return Ok(());
        }
        if to != from && !matches!(to, ScalarType::U32 | ScalarType::S32) {
            return Err(form.wrong("packed operands go with a result of the same type, `.u32` or `.s32`"));
        }
        let half = if to == from { truth(to.element()) } else { 0xffff };
        let a = self.builder.preset32(Preset32::Value(half), at)?;
        let (low, high) = (self.temporary32(form)?, self.temporary32(form)?);
        for (d, p) in [low, high].into_iter().zip(self.packed_comparison(form, from)?) {
            self.emit(Op::Select32 { d, a, b, p });
        }
        self.emit(Op::Pack32 { d, low, high });
        Ok(())
    }

    /// `testp`
    pub(super) fn testp(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let what = match form.modifiers.words.as_slice() {
            ["finite"] => Class::Finite,
            ["infinite"] => Class::Infinite,
            ["number"] => Class::Number,
            ["notanumber"] => Class::NotANumber,
            ["normal"] => Class::Normal,
            ["subnormal"] => Class::Subnormal,
            _ => return Err(form.wrong("expected one question")),
        };
        let ty = form.ty()?;
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let d = self.predicate_destination(d)?;
        let (wide, a) =
            if ty == ScalarType::F64 { (true, self.source64(a, ty)?.0) } else { (false, self.source32(a, ty)?.0) };
        self.emit(Op::Classify { what, wide, d, a });
        Ok(())
    }

    /// Compares the second and third operand, and combines with the fourth.
    fn comparison(&mut self, form: &Form<'_, 's>, ty: ScalarType, d: Pred, q: Pred) -> Result<(), PtxError> {
        let operands = &form.instruction.operands;
        let combine = self.combination(form)?;
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

    /// What the comparison is combined with.
    fn combination(&self, form: &Form<'_, 's>) -> Result<Option<Combine>, PtxError> {
        match (form.boolean(), form.instruction.operands.get(3)) {
            (None, None) => Ok(None),
            (Some(op), Some(operand)) => {
                let (with, flip) = self.predicate(operand)?;
                Ok(Some(Combine { op, with, flip }))
            }
            _ => Err(form.wrong("a boolean operation goes with a fourth operand")),
        }
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

/// What `set` writes for a comparison that holds.
fn truth(ty: ScalarType) -> u32 {
    match ty {
        ScalarType::F32 => 1f32.to_bits(),
        ScalarType::F16 => 0x3c00,
        ScalarType::Bf16 => 0x3f80,
        ScalarType::U16 | ScalarType::S16 => 0xffff,
        _ => u32::MAX,
    }
}

fn compare_type(form: &Form<'_, '_>, ty: ScalarType) -> Result<CompareType, PtxError> {
    if form.modifiers.ftz && !matches!(ty, ScalarType::F32 | ScalarType::F16) {
        return Err(form.wrong("only `.f32` and `.f16` take `.ftz`"));
    }
    Ok(match ty {
        ScalarType::F16 => CompareType::Half { brain: false, ftz: form.modifiers.ftz },
        ScalarType::Bf16 => CompareType::Half { brain: true, ftz: false },
        ScalarType::F32 if form.modifiers.ftz => CompareType::FloatFtz,
        ScalarType::F32 | ScalarType::F64 => CompareType::Float,
        ScalarType::S16 => CompareType::Signed16,
        _ if ty.is_signed() => CompareType::Signed,
        _ => CompareType::Unsigned,
    })
}
