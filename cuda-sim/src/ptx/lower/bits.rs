//! Bit fields, bytes and carries.

use super::super::ast::OperandKind;
use super::super::error::PtxError;
use super::super::modifiers::Part;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::bits::{BitOp, PermuteMode};
use crate::exec::code::{ALWAYS, IntOp, Op, Pred, PredOp, R32, R64, Reg, SINK_PRED, SINK32, SINK64};

impl<'s> FunctionLowering<'_, '_, 's> {
    /// An operation of three 32-bit operands of the instruction's type.
    pub(super) fn bits3(&mut self, form: &Form<'_, 's>, op: BitOp) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let d = self.destination32(d, ty)?;
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
        self.bits3(form, BitOp::Lop3(table))
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

    /// `add.cc`, `addc`, `sub.cc` and `subc`.
    pub(super) fn carry(&mut self, form: &Form<'_, 's>, subtract: bool, takes: bool) -> Result<(), PtxError> {
        let ty = form.ty()?;
        if ty.byte_len() < 4
            || form.modifiers.sat
            || !matches!(form.instruction.opcode, "add" | "addc" | "sub" | "subc")
        {
            return Err(form.wrong("carries go with 32 and 64 bits, and without saturation"));
        }
        let (carry_in, carry_out) = self.carries(form, takes)?;
        let [d, a, b] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        if ty.byte_len() == 8 {
            let (d, a, b) = (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?);
            self.emit(Op::Carry64 { subtract, d, a, b, carry_in, carry_out });
        } else {
            let (d, a, b) = (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?);
            self.emit(Op::Carry32 { subtract, d, a, b, carry_in, carry_out });
        }
        Ok(())
    }

    /// `mad.cc` and `madc`: a product, then an addition with carry.
    pub(super) fn mad_carry(&mut self, form: &Form<'_, 's>, takes: bool) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = match form.modifiers.part {
            Some(Part::Lo) => IntOp::MulLo,
            Some(Part::Hi) if ty.is_signed() => IntOp::MulHiS,
            Some(Part::Hi) => IntOp::MulHiU,
            _ => return Err(form.wrong("expected `.lo` or `.hi`")),
        };
        if ty.byte_len() < 4 || form.modifiers.sat {
            return Err(form.wrong("carries go with 32 and 64 bits, and without saturation"));
        }
        let (carry_in, carry_out) = self.carries(form, takes)?;
        let [d, a, b, c] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        match self.fresh(ty, form.instruction.at)? {
            Reg::R64(R64(index)) => {
                let product = R64(index);
                let (d, a, b, c) =
                    (self.destination64(d, ty)?, self.source64(a, ty)?, self.source64(b, ty)?, self.source64(c, ty)?);
                self.emit(Op::Int64 { op, d: product, a, b });
                self.emit(Op::Carry64 { subtract: false, d, a: product, b: c, carry_in, carry_out });
            }
            Reg::R32(R32(index)) => {
                let product = R32(index);
                let (d, a, b, c) =
                    (self.destination32(d, ty)?, self.source32(a, ty)?, self.source32(b, ty)?, self.source32(c, ty)?);
                self.emit(Op::Int32 { op, d: product, a, b });
                self.emit(Op::Carry32 { subtract: false, d, a: product, b: c, carry_in, carry_out });
            }
            Reg::Pred(_) => {}
        }
        Ok(())
    }

    /// The carry that is read, and the one that is written.
    fn carries(&mut self, form: &Form<'_, 's>, takes: bool) -> Result<(Pred, Pred), PtxError> {
        let at = form.instruction.at;
        let flag = match self.carry_flag {
            Some(flag) => flag,
            None => {
                let Reg::Pred(flag) = self.fresh(ScalarType::Pred, at)? else {
                    return Err(form.wrong("no flag is left"));
                };
                self.carry_flag = Some(flag);
                flag
            }
        };
        let carry_in = if takes {
            flag
        } else {
            let Reg::Pred(none) = self.fresh(ScalarType::Pred, at)? else { return Err(form.wrong("no flag is left")) };
            self.emit(Op::Predicate { op: PredOp::Not, d: none, a: ALWAYS, b: ALWAYS });
            none
        };
        Ok((carry_in, if form.modifiers.has("cc") { flag } else { SINK_PRED }))
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
