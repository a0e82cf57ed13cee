//! Moves, and conversions of addresses.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::{ScalarType, StateSpace};
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{Op, PredOp, R32, Reg, SINK32, Space};
use crate::exec::machine::Machine;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn mov(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        if ty == ScalarType::Pred {
            let (d, a) = (self.predicate_destination(d)?, self.plain_predicate(a)?);
            self.emit(Op::Predicate { op: PredOp::Mov, d, a, b: a });
            return Ok(());
        }
        match (&d.kind, &a.kind) {
            (OperandKind::Vector(parts), _) => self.unpack(form, parts, a, ty),
            (_, OperandKind::Vector(parts)) => self.pack(form, d, parts, ty),
            (_, &OperandKind::Name(name)) => self.mov_name(form, d, a, name, 0, ty),
            (_, &OperandKind::Offset(name, addend)) => self.mov_name(form, d, a, name, addend, ty),
            _ => self.mov_value(d, a, ty),
        }
    }

    fn mov_value(&mut self, d: &Operand<'s>, a: &Operand<'s>, ty: ScalarType) -> Result<(), PtxError> {
        if ty.byte_len() == 8 {
            let (d, a) = (self.destination64(d, ty)?, self.source64(a, ty)?);
            self.emit(Op::Mov64 { d, a });
        } else {
            let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
            self.emit(Op::Mov32 { d, a });
        }
        Ok(())
    }

    fn mov_name(
        &mut self,
        form: &Form<'_, 's>,
        d: &Operand<'s>,
        a: &Operand<'s>,
        name: &str,
        addend: i64,
        ty: ScalarType,
    ) -> Result<(), PtxError> {
        let Some(address) = self.address_of(name, addend, a)? else {
            return self.mov_value(d, a, ty);
        };
        match ty.byte_len() {
            8 => {
                let d = self.destination64(d, ty)?;
                self.emit(Op::Mov64 { d, a: address });
            }
            // Addresses in shared and local memory fit 32 bits.
            4 => {
                let d = self.destination32(d, ty)?;
                self.emit(Op::Narrow { d, a: address });
            }
            _ => return Err(form.wrong("an address does not fit the type")),
        }
        Ok(())
    }

    /// Reads a clock into a register of its own.
    pub(super) fn time(&mut self, name: &str, operand: &Operand<'s>) -> Result<Reg, PtxError> {
        let now = self.fresh(ScalarType::U64, operand.at)?;
        let Reg::R64(wide) = now else { return Err(PtxError::syntax(operand.at, "no register is left")) };
        if name.starts_with("%clock") {
            self.emit(Op::Clock { d: wide });
        } else {
            self.machine(Machine::Timer { d: wide });
        }
        if matches!(name, "%clock64" | "%globaltimer") {
            return Ok(now);
        }
        let part = self.fresh(ScalarType::U32, operand.at)?;
        let Reg::R32(half) = part else { return Err(PtxError::syntax(operand.at, "no register is left")) };
        let (low, high) = if name.ends_with("_hi") { (SINK32, half) } else { (half, SINK32) };
        self.emit(Op::Unpack64 { low, high, a: wide });
        Ok(part)
    }

    fn pack(
        &mut self,
        form: &Form<'_, 's>,
        d: &Operand<'s>,
        parts: &[Operand<'s>],
        ty: ScalarType,
    ) -> Result<(), PtxError> {
        match (ty.byte_len(), parts) {
            (8, [low, high]) => {
                let d = self.destination64(d, ty)?;
                let (low, high) = (self.source32(low, ScalarType::B32)?, self.source32(high, ScalarType::B32)?);
                self.emit(Op::Pack64 { d, low, high });
            }
            (4, [low, high]) => {
                let d = self.destination32(d, ty)?;
                let (low, high) = (self.source32(low, ScalarType::B16)?, self.source32(high, ScalarType::B16)?);
                self.emit(Op::Pack32 { d, low, high });
            }
            (8, [a, b, c, e]) => {
                let d = self.destination64(d, ty)?;
                let (low, high) = (self.temporary32(form)?, self.temporary32(form)?);
                for (into, a, b) in [(low, a, b), (high, c, e)] {
                    let (a, b) = (self.source32(a, ScalarType::B16)?, self.source32(b, ScalarType::B16)?);
                    self.emit(Op::Pack32 { d: into, low: a, high: b });
                }
                self.emit(Op::Pack64 { d, low, high });
            }
            _ => return Err(form.not_simulated("of this vector")),
        }
        Ok(())
    }

    fn unpack(
        &mut self,
        form: &Form<'_, 's>,
        parts: &[Operand<'s>],
        a: &Operand<'s>,
        ty: ScalarType,
    ) -> Result<(), PtxError> {
        match (ty.byte_len(), parts) {
            (8, [low, high]) => {
                let a = self.source64(a, ty)?;
                let (low, high) =
                    (self.destination32(low, ScalarType::B32)?, self.destination32(high, ScalarType::B32)?);
                self.emit(Op::Unpack64 { low, high, a });
            }
            (4, [low, high]) => {
                let a = self.source32(a, ty)?;
                let (low, high) =
                    (self.destination32(low, ScalarType::B16)?, self.destination32(high, ScalarType::B16)?);
                self.emit(Op::Unpack32 { low, high, a });
            }
            (8, [w, x, y, z]) => {
                let a = self.source64(a, ty)?;
                let (low, high) = (self.temporary32(form)?, self.temporary32(form)?);
                self.emit(Op::Unpack64 { low, high, a });
                for (from, a, b) in [(low, w, x), (high, y, z)] {
                    let (a, b) = (self.destination32(a, ScalarType::B16)?, self.destination32(b, ScalarType::B16)?);
                    self.emit(Op::Unpack32 { low: a, high: b, a: from });
                }
            }
            _ => return Err(form.not_simulated("of this vector")),
        }
        Ok(())
    }

    pub(super) fn temporary32(&mut self, form: &Form<'_, 's>) -> Result<R32, PtxError> {
        match self.fresh(ScalarType::B32, form.instruction.at)? {
            Reg::R32(register) => Ok(register),
            _ => Err(form.wrong("expected a register of 32 bits")),
        }
    }

    pub(super) fn cvta(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let space = match form.modifiers.space {
            Some(StateSpace::Shared) => Space::Shared,
            Some(StateSpace::Local) => Space::Local,
            Some(StateSpace::Param) if self.is_entry => Space::Param,
            Some(StateSpace::Param) => Space::Local,
            Some(StateSpace::Global | StateSpace::Const) => Space::Global,
            None => return Err(form.wrong("a state space is missing")),
        };
        let d = self.destination64(d, ty)?;
        let named = match a.kind {
            OperandKind::Name(name) => self.address_of(name, 0, a)?,
            OperandKind::Offset(name, addend) => self.address_of(name, addend, a)?,
            _ => None,
        };
        let a = match named {
            Some(address) => address,
            None => self.source64(a, ty)?,
        };
        self.emit(match (space, form.modifiers.to) {
            (Space::Global, _) => Op::Mov64 { d, a },
            (_, false) => Op::ToGeneric { space, d, a },
            (_, true) => Op::FromGeneric { space, d, a },
        });
        Ok(())
    }
}
