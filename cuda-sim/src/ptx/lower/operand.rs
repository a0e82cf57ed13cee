//! Resolves operands to registers.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::literal::Literal;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::names::Item;
use super::scope::Entity;
use crate::exec::code::{Op, Pred, PredOp, R32, R64, Reg, SINK_PRED, SINK32, SINK64};
use crate::exec::image::{Preset32, Preset64, Special, function_address};

/// How strictly a register's size must match the instruction's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The same size.
    Exact,
    /// At least the size: loads, stores and conversions.
    AtLeast,
}

impl<'s> FunctionLowering<'_, '_, 's> {
    /// A register that an instruction of type `ty` reads or writes, and the register's own type.
    pub(super) fn register(
        &self,
        operand: &Operand<'s>,
        ty: ScalarType,
        fit: Fit,
    ) -> Result<Option<(Reg, ScalarType)>, PtxError> {
        let OperandKind::Name(name) = operand.kind else { return Ok(None) };
        let Some(Entity::Register(register, declared)) = self.find(name) else { return Ok(None) };
        let pred = (ty == ScalarType::Pred) == (declared == ScalarType::Pred);
        let sizes = match fit {
            Fit::Exact => declared.byte_len() == ty.byte_len(),
            Fit::AtLeast => declared.byte_len() >= ty.byte_len(),
        };
        if !pred || !sizes {
            let message = format!("register `{name}` does not fit the type of the instruction");
            return Err(PtxError::syntax(operand.at, message));
        }
        Ok(Some((register, declared)))
    }

    /// A source of the 32-bit plane.
    pub(super) fn source32(&mut self, operand: &Operand<'s>, ty: ScalarType) -> Result<R32, PtxError> {
        match self.source(operand, ty, Fit::Exact)?.0 {
            Reg::R32(register) => Ok(register),
            _ => Err(PtxError::syntax(operand.at, "expected a value of at most 32 bits")),
        }
    }

    /// A source of the 64-bit plane.
    pub(super) fn source64(&mut self, operand: &Operand<'s>, ty: ScalarType) -> Result<R64, PtxError> {
        match self.source(operand, ty, Fit::Exact)?.0 {
            Reg::R64(register) => Ok(register),
            _ => Err(PtxError::syntax(operand.at, "expected a 64-bit value")),
        }
    }

    /// Any source: register, number or special register; with the type of the register.
    pub(super) fn source(
        &mut self,
        operand: &Operand<'s>,
        ty: ScalarType,
        fit: Fit,
    ) -> Result<(Reg, ScalarType), PtxError> {
        if let Some(found) = self.register(operand, ty, fit)? {
            return Ok(found);
        }
        match &operand.kind {
            OperandKind::Number(value) => {
                let bits = value
                    .bits_as(ty)
                    .ok_or_else(|| PtxError::syntax(operand.at, "this number does not fit the instruction's type"))?;
                let register = if ty.byte_len() == 8 {
                    Reg::R64(self.builder.preset64(Preset64::Value(bits), operand.at)?)
                } else {
                    Reg::R32(self.builder.preset32(Preset32::Value(bits as u32), operand.at)?)
                };
                Ok((register, ty))
            }
            OperandKind::Name(name) => match special(name, None) {
                Some(special) => self.special(special, ty, operand),
                None if is_clock(name) => Ok((self.time(name, operand)?, ty)),
                None => Err(self.unknown(operand, name)),
            },
            OperandKind::Member(name, member) => match special(name, Some(member)) {
                Some(special) => self.special(special, ty, operand),
                None => Err(self.unknown(operand, name)),
            },
            _ => Err(PtxError::syntax(operand.at, "expected a register or a number")),
        }
    }

    pub(super) fn unknown(&self, operand: &Operand<'s>, name: &str) -> PtxError {
        if self.find(name).is_some() || self.item(name).is_some() {
            return PtxError::syntax(operand.at, format!("`{name}` cannot be used here"));
        }
        if is_unsimulated_special(name) {
            return PtxError::not_simulated(operand.at, format!("the special register `{name}`"));
        }
        PtxError::syntax(operand.at, format!("`{name}` is not declared"))
    }

    fn special(
        &mut self,
        special: Special,
        ty: ScalarType,
        operand: &Operand<'s>,
    ) -> Result<(Reg, ScalarType), PtxError> {
        match ty.byte_len() {
            8 => Ok((Reg::R64(self.builder.preset64(Preset64::Special(special), operand.at)?), ty)),
            // The low half of %tid and its kin is what 16-bit instructions read.
            1 | 2 | 4 => Ok((Reg::R32(self.builder.preset32(Preset32::Special(special), operand.at)?), ty)),
            _ => Err(PtxError::syntax(operand.at, "a special register does not fit the type of the instruction")),
        }
    }

    /// A destination; `_` is the sink.
    pub(super) fn destination(
        &self,
        operand: &Operand<'s>,
        ty: ScalarType,
        fit: Fit,
    ) -> Result<(Reg, ScalarType), PtxError> {
        if matches!(operand.kind, OperandKind::Nothing) {
            let sink = match ty {
                ScalarType::Pred => Reg::Pred(SINK_PRED),
                _ if ty.byte_len() == 8 => Reg::R64(SINK64),
                _ => Reg::R32(SINK32),
            };
            return Ok((sink, ty));
        }
        self.register(operand, ty, fit)?.ok_or_else(|| match operand.kind {
            OperandKind::Name(name) if self.find(name).is_none() => self.unknown(operand, name),
            _ => PtxError::syntax(operand.at, "expected a register to write"),
        })
    }

    /// A destination of the 32-bit plane.
    pub(super) fn destination32(&self, operand: &Operand<'s>, ty: ScalarType) -> Result<R32, PtxError> {
        match self.destination(operand, ty, Fit::Exact)?.0 {
            Reg::R32(register) => Ok(register),
            _ => Err(PtxError::syntax(operand.at, "expected a register of at most 32 bits")),
        }
    }

    /// A destination of the 64-bit plane.
    pub(super) fn destination64(&self, operand: &Operand<'s>, ty: ScalarType) -> Result<R64, PtxError> {
        match self.destination(operand, ty, Fit::Exact)?.0 {
            Reg::R64(register) => Ok(register),
            _ => Err(PtxError::syntax(operand.at, "expected a 64-bit register")),
        }
    }

    /// A predicate source and whether it is negated (all ones).
    pub(super) fn predicate(&self, operand: &Operand<'s>) -> Result<(Pred, u32), PtxError> {
        let (name, flip) = match operand.kind {
            OperandKind::Name(name) => (name, 0),
            OperandKind::Not(name) => (name, u32::MAX),
            _ => return Err(PtxError::syntax(operand.at, "expected a predicate")),
        };
        match self.find(name) {
            Some(Entity::Register(Reg::Pred(register), _)) => Ok((register, flip)),
            Some(_) => Err(PtxError::syntax(operand.at, format!("`{name}` is not a predicate"))),
            None => Err(self.unknown(operand, name)),
        }
    }

    /// A predicate source, in a register of its own if it is negated.
    pub(super) fn plain_predicate(&mut self, operand: &Operand<'s>) -> Result<Pred, PtxError> {
        if let OperandKind::Number(value) = operand.kind {
            let truth = value.integer() != Some(0);
            let register = Pred(self.builder.take_predicates(1, operand.at)?);
            let always = crate::exec::code::ALWAYS;
            let op = if truth { PredOp::Mov } else { PredOp::Not };
            self.emit(Op::Predicate { op, d: register, a: always, b: always });
            return Ok(register);
        }
        if let OperandKind::Name("%is_explicit_cluster") = operand.kind {
            return self.plain_predicate(&Operand { at: operand.at, kind: OperandKind::Number(Literal::Integer(0)) });
        }
        let (register, flip) = self.predicate(operand)?;
        if flip == 0 {
            return Ok(register);
        }
        let Reg::Pred(negated) = self.fresh(ScalarType::Pred, operand.at)? else { return Ok(register) };
        self.emit(Op::Predicate { op: PredOp::Not, d: negated, a: register, b: register });
        Ok(negated)
    }

    /// A predicate destination.
    pub(super) fn predicate_destination(&self, operand: &Operand<'s>) -> Result<Pred, PtxError> {
        match self.destination(operand, ScalarType::Pred, Fit::Exact)?.0 {
            Reg::Pred(register) => Ok(register),
            _ => Err(PtxError::syntax(operand.at, "expected a predicate to write")),
        }
    }

    /// The address of a variable or function, as a value of 64 bits. `None` if the name is neither.
    pub(super) fn address_of(
        &mut self,
        name: &str,
        addend: i64,
        operand: &Operand<'s>,
    ) -> Result<Option<R64>, PtxError> {
        let at = operand.at;
        let preset = match self.find(name) {
            Some(Entity::Frame { offset, .. }) if self.is_entry => {
                Preset64::Value(u64::from(offset).wrapping_add(addend as u64))
            }
            Some(Entity::Frame { offset, .. }) => {
                let Reg::R64(register) = self.fresh(ScalarType::U64, at)? else { return Ok(None) };
                self.emit(Op::FrameAddress { d: register, offset: offset.wrapping_add(addend as u32) });
                return Ok(Some(register));
            }
            Some(Entity::Shared(offset) | Entity::Param(offset)) => {
                Preset64::Value(u64::from(offset).wrapping_add(addend as u64))
            }
            Some(Entity::Register(..)) => return Ok(None),
            None => match self.item(name) {
                Some(Item::Global(index)) => Preset64::Global(index, addend),
                Some(Item::Function(index)) => {
                    self.builder.names.check_defined(index, at)?;
                    Preset64::Value(function_address(index).wrapping_add(addend as u64))
                }
                Some(Item::Shared(index)) => self.shared_address(index, addend)?,
                Some(Item::Missing(_)) => {
                    self.builder.names.check_resolved("variable", name, at)?;
                    Preset64::Value(0)
                }
                None => return Ok(None),
            },
        };
        Ok(Some(self.builder.preset64(preset, at)?))
    }

    fn shared_address(&mut self, index: usize, addend: i64) -> Result<Preset64, PtxError> {
        let variable = &self.builder.names.variables[index];
        if variable.len == 0 {
            self.builder.dynamic_align = self.builder.dynamic_align.max(variable.align);
            return Ok(Preset64::DynamicShared(addend));
        }
        let offset = match self.builder.shared.get(&index) {
            Some(&offset) => offset,
            None => {
                let offset = self.builder.share(variable.byte_len(), variable.align, variable.at)?;
                self.builder.shared.insert(index, offset);
                offset
            }
        };
        Ok(Preset64::Value(u64::from(offset).wrapping_add(addend as u64)))
    }
}

/// Whether a special register tells the time.
pub(super) fn is_clock(name: &str) -> bool {
    matches!(name, "%clock" | "%clock64" | "%clock_hi" | "%globaltimer" | "%globaltimer_lo" | "%globaltimer_hi")
}

/// The special register of that name.
fn special(name: &str, member: Option<&str>) -> Option<Special> {
    let axis = match member {
        Some("x") => 0,
        Some("y") => 1,
        Some("z") => 2,
        // The fourth is there for the sake of vectors.
        Some("w") if matches!(name, "%tid" | "%ntid" | "%ctaid" | "%nctaid") => return Some(Special::Fixed(0)),
        Some(_) => return None,
        None => {
            return Some(match name {
                "%laneid" => Special::LaneId,
                "%warpid" => Special::WarpId,
                "%nwarpid" => Special::WarpCount,
                "%smid" => Special::SmId,
                "%nsmid" => Special::SmCount,
                "%gridid" => Special::GridId,
                "%lanemask_eq" => Special::LaneMaskEq,
                "%lanemask_le" => Special::LaneMaskLe,
                "%lanemask_lt" => Special::LaneMaskLt,
                "%lanemask_ge" => Special::LaneMaskGe,
                "%lanemask_gt" => Special::LaneMaskGt,
                "%dynamic_smem_size" => Special::DynamicSharedLen,
                "%total_smem_size" | "%aggr_smem_size" => Special::TotalSharedLen,
                // Without clusters, each block is one of its own.
                "%cluster_ctarank" => Special::Fixed(0),
                "%cluster_nctarank" => Special::Fixed(1),
                _ if name.starts_with("%envreg") => return environment(name),
                _ => return None,
            });
        }
    };
    Some(match name {
        "%tid" => Special::Tid(axis),
        "%ntid" => Special::Ntid(axis),
        "%ctaid" | "%clusterid" => Special::Ctaid(axis),
        "%nctaid" | "%nclusterid" => Special::Nctaid(axis),
        "%cluster_ctaid" => Special::Fixed(0),
        "%cluster_nctaid" => Special::Fixed(1),
        _ => return None,
    })
}

fn is_unsimulated_special(name: &str) -> bool {
    ["%pm", "%reserved_smem"].iter().any(|prefix| name.starts_with(prefix))
}

/// `%envreg0` to `%envreg31`.
fn environment(name: &str) -> Option<Special> {
    let number: u8 = name.strip_prefix("%envreg")?.parse().ok()?;
    (number < 32).then_some(Special::Environment(number))
}
