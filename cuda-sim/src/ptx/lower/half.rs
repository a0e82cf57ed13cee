//! Arithmetic of 16-bit floats.

use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{Op, SINK32};
use crate::exec::half::{HalfMode, HalfOp};
use crate::exec::soft::Rounding;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn half(&mut self, form: &Form<'_, 's>, op: HalfOp) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let mode = mode(form, op, ty)?;
        let operands = &form.instruction.operands;
        let d = self.destination32(&operands[0], ty)?;
        let mut sources = [SINK32; 3];
        for (operand, source) in operands[1..].iter().zip(&mut sources) {
            *source = self.source32(operand, ty)?;
        }
        let [a, b, c] = sources;
        self.emit(Op::Half { op, mode, d, a, b, c });
        Ok(())
    }
}

fn mode(form: &Form<'_, '_>, op: HalfOp, ty: ScalarType) -> Result<HalfMode, PtxError> {
    let modifiers = &form.modifiers;
    let brain = ty.element() == ScalarType::Bf16;
    if modifiers.rounding.is_some_and(|rounding| rounding != Rounding::Nearest) {
        return Err(form.wrong("16-bit floats are rounded with `.rn`"));
    }
    match op {
        HalfOp::Fma if modifiers.rounding.is_none() => return Err(form.wrong("a rounding mode is missing")),
        HalfOp::Ex2 | HalfOp::Tanh if !modifiers.approx => return Err(form.wrong("expected `.approx`")),
        HalfOp::Ex2 if modifiers.ftz != brain => return Err(form.wrong("`.ftz` goes with `.bf16`, and only with it")),
        HalfOp::Ex2 => {}
        _ if brain && (modifiers.ftz || modifiers.sat) => {
            return Err(form.wrong("`.bf16` takes neither `.ftz` nor `.sat`"));
        }
        _ if modifiers.sat && modifiers.relu => return Err(form.wrong("`.sat` does not go with `.relu`")),
        _ => {}
    }
    Ok(HalfMode {
        brain,
        packed: ty.is_packed(),
        ftz: modifiers.ftz,
        sat: modifiers.sat,
        relu: modifiers.relu,
        nan: modifiers.nan,
        xorsign: xorsign(form)?,
    })
}

/// Whether a minimum or maximum is of magnitudes, with the product of the signs.
pub(super) fn xorsign(form: &Form<'_, '_>) -> Result<bool, PtxError> {
    match (form.modifiers.has("xorsign"), form.modifiers.has("abs")) {
        (true, true) => Ok(true),
        (false, false) => Ok(false),
        _ => Err(form.wrong("`.xorsign` goes with `.abs`")),
    }
}
