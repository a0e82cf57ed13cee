//! Addition and subtraction with carry.
//!
//! The carry flag is a predicate of its own for each function. It is a carry also where it comes of a subtraction: set, it
//! says that nothing was borrowed.

use super::super::error::PtxError;
use super::super::modifiers::Part;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{ALWAYS, IntOp, Op, Pred, PredOp, R32, R64, Reg, SINK_PRED};

impl<'s> FunctionLowering<'_, '_, 's> {
    /// `add.cc`, `addc`, `sub.cc` and `subc`.
    pub(super) fn carry(&mut self, form: &Form<'_, 's>, subtract: bool, takes: bool) -> Result<(), PtxError> {
        let ty = form.ty()?;
        if ty.byte_len() < 4
            || form.modifiers.sat
            || !matches!(form.instruction.opcode, "add" | "addc" | "sub" | "subc")
        {
            return Err(form.wrong("carries go with 32 and 64 bits, and without saturation"));
        }
        let (carry_in, carry_out) = self.carries(form, takes, subtract)?;
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
        let (carry_in, carry_out) = self.carries(form, takes, false)?;
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
    fn carries(&mut self, form: &Form<'_, 's>, takes: bool, subtract: bool) -> Result<(Pred, Pred), PtxError> {
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
        } else if subtract {
            ALWAYS
        } else {
            let Reg::Pred(none) = self.fresh(ScalarType::Pred, at)? else { return Err(form.wrong("no flag is left")) };
            self.emit(Op::Predicate { op: PredOp::Not, d: none, a: ALWAYS, b: ALWAYS });
            none
        };
        Ok((carry_in, if form.modifiers.has("cc") { flag } else { SINK_PRED }))
    }
}
