//! Asynchronous copies, barriers in shared memory, and hints to caches.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::{ScalarType, StateSpace};
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::asynchronous::AsyncOp;
use crate::exec::code::{Address, Op, Reg, SINK64, Space};
use crate::exec::machine::Machine;
use crate::exec::mbarrier::MbarrierOp;

impl<'s> FunctionLowering<'_, '_, 's> {
    /// `cp.async` and the waits for it.
    pub(super) fn cp(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let operands = form.instruction.operands.as_slice();
        if !has("async") {
            return Err(form.wrong("expected `.async`"));
        }
        let op = match (has("commit_group"), has("wait_group"), has("wait_all"), has("mbarrier"), operands) {
            (true, false, false, false, []) => AsyncOp::Commit,
            (false, true, false, false, [count]) => AsyncOp::WaitGroup(number(form, count)?),
            (false, false, true, false, []) => AsyncOp::WaitAll,
            (false, false, false, true, [barrier]) if has("arrive") => {
                let is_shared = has("shared") || has("shared::cta");
                let barrier = self.address_in(form, barrier, is_shared.then_some(StateSpace::Shared))?;
                AsyncOp::Arrive { barrier, is_expected: has("noinc") }
            }
            (false, false, false, false, [to, from, len, rest @ ..]) => self.async_copy(form, to, from, len, rest)?,
            _ => return Err(form.wrong("wrong operands or modifiers")),
        };
        self.machine(Machine::Async(op));
        Ok(())
    }

    fn async_copy(
        &mut self,
        form: &Form<'_, 's>,
        to: &Operand<'s>,
        from: &Operand<'s>,
        len: &Operand<'s>,
        rest: &[Operand<'s>],
    ) -> Result<AsyncOp, PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let hints = form.instruction.modifiers.iter().map(|&(name, _)| name);
        let all_levels = hints.clone().any(|name| name == "ca");
        if !has("global") || has("shared") == has("shared::cta") || all_levels == hints.clone().any(|name| name == "cg")
        {
            return Err(form.wrong("expected `.ca` or `.cg`, `.shared` and `.global`"));
        }
        let byte_len = match number(form, len)? {
            16 => 16,
            len @ (4 | 8) if all_levels => len as u8,
            _ => return Err(form.wrong("copies of 16 bytes; with `.ca`, of 4 and 8 too")),
        };
        let rest = match (has("L2::cache_hint"), rest) {
            (true, [rest @ .., policy]) => {
                self.source64(policy, ScalarType::B64)?;
                rest
            }
            (true, []) => return Err(form.wrong("the cache policy is missing")),
            (false, rest) => rest,
        };
        let (mut read, mut ignore) = (None, None);
        match rest {
            [] => {}
            [operand] if self.is_predicate(operand) => ignore = Some(self.predicate(operand)?),
            [operand] => read = Some(self.source32(operand, ScalarType::U32)?),
            _ => return Err(form.wrong("wrong number of operands")),
        }
        let to = self.address_in(form, to, Some(StateSpace::Shared))?;
        let from = self.address_in(form, from, Some(StateSpace::Global))?;
        Ok(AsyncOp::Copy { to, from, byte_len, read, ignore })
    }

    fn is_predicate(&self, operand: &Operand<'s>) -> bool {
        match operand.kind {
            OperandKind::Not(_) => true,
            OperandKind::Name(name) => {
                matches!(self.find(name), Some(super::scope::Entity::Register(Reg::Pred(_), _)))
            }
            _ => false,
        }
    }

    pub(super) fn mbarrier(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let words = form.modifiers.words.as_slice();
        let operands = form.instruction.operands.as_slice();
        let op = match (words, operands) {
            (["init"], [at, count]) => {
                let count = self.source32(count, ScalarType::U32)?;
                MbarrierOp::Init { at: self.barrier(form, at)?, count }
            }
            (["inval"], [at]) => MbarrierOp::Inval { at: self.barrier(form, at)? },
            ([name @ ("arrive" | "arrive_drop"), rest @ ..], [d, at, count @ ..]) => {
                let may_complete = match (rest, count) {
                    ([], []) => true,
                    (["noComplete"], [_]) => false,
                    ([], [_]) => return Err(form.not_simulated("with a count and without `.noComplete`")),
                    _ => return Err(form.wrong("wrong operands or modifiers")),
                };
                let d = match d.kind {
                    OperandKind::Nothing => SINK64,
                    _ => self.destination64(d, ScalarType::B64)?,
                };
                let count = count.first().map(|count| self.source32(count, ScalarType::U32)).transpose()?;
                let drops = *name == "arrive_drop";
                MbarrierOp::Arrive { at: self.barrier(form, at)?, d, count, drops, may_complete }
            }
            (["test_wait"], [d, at, state]) => {
                let (d, state) = (self.predicate_destination(d)?, self.source64(state, ScalarType::B64)?);
                MbarrierOp::TestWait { at: self.barrier(form, at)?, d, state }
            }
            (["test_wait", "parity"], [d, at, parity]) => {
                let (d, parity) = (self.predicate_destination(d)?, self.source32(parity, ScalarType::U32)?);
                MbarrierOp::TestParity { at: self.barrier(form, at)?, d, parity }
            }
            (["pending_count"], [d, state]) => {
                let (d, state) = (self.destination32(d, ScalarType::U32)?, self.source64(state, ScalarType::B64)?);
                MbarrierOp::PendingCount { d, state }
            }
            _ => return Err(form.wrong("wrong operands or modifiers")),
        };
        self.machine(Machine::Mbarrier(op));
        Ok(())
    }

    fn barrier(&mut self, form: &Form<'_, 's>, operand: &Operand<'s>) -> Result<(Space, Address), PtxError> {
        match self.address(form, operand)? {
            found @ (Space::Shared | Space::Generic, _) => Ok(found),
            _ => Err(form.wrong("the barrier is in shared memory")),
        }
    }

    /// A policy is a hint; any number serves as one.
    pub(super) fn create_policy(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let d = self.destination64(&form.instruction.operands[0], ScalarType::B64)?;
        let a = self.constant64(0, form)?;
        self.emit(Op::Mov64 { d, a });
        Ok(())
    }

    pub(super) fn discard(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let [at, len] = [0, 1].map(|index| &form.instruction.operands[index]);
        if number(form, len)? != 128 || !form.modifiers.has("L2") {
            return Err(form.wrong("expected `.L2` and 128 bytes"));
        }
        let (space, address) = self.address(form, at)?;
        if !matches!(space, Space::Global | Space::Generic) {
            return Err(form.wrong("expected global memory"));
        }
        self.machine(Machine::Discard { space, address });
        Ok(())
    }
}

/// An operand that is a number.
fn number(form: &Form<'_, '_>, operand: &Operand<'_>) -> Result<u32, PtxError> {
    let value = match operand.kind {
        OperandKind::Number(value) => value.integer().and_then(|value| u32::try_from(value).ok()),
        _ => None,
    };
    value.ok_or_else(|| form.wrong("expected a number"))
}
