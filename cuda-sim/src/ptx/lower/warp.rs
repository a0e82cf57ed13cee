//! Exchanges among the lanes of a warp.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::{ScalarType, StateSpace};
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{ALWAYS, Op, Pred, PredOp, R32, Reg, SINK_PRED, SINK32, Space};
use crate::exec::collective::{Collective, Reduction, ShuffleFrom, Vote};
use crate::exec::machine::Machine;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn shfl(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let from = match self.synchronous(form)? {
            "up" => ShuffleFrom::Up,
            "down" => ShuffleFrom::Down,
            "bfly" => ShuffleFrom::Butterfly,
            _ => ShuffleFrom::Index,
        };
        let (d, p) = self.value_and_predicate(form)?;
        let [a, b, c, mask] = [1, 2, 3, 4].map(|index| &form.instruction.operands[index]);
        let a = self.source32(a, ScalarType::B32)?;
        let (b, c) = (self.source32(b, ScalarType::U32)?, self.source32(c, ScalarType::U32)?);
        let mask = self.source32(mask, ScalarType::B32)?;
        self.emit(Op::Exchange(Collective::Shuffle { from, d, p, a, b, c, mask }));
        Ok(())
    }

    pub(super) fn vote(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let vote = match self.synchronous(form)? {
            "all" => Vote::All,
            "any" => Vote::Any,
            "uni" => Vote::Uniform,
            _ => Vote::Ballot,
        };
        let [d, a, mask] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        if (vote == Vote::Ballot) != (form.ty()? == ScalarType::B32) {
            return Err(form.wrong("`.ballot` goes with `.b32`, the others with `.pred`"));
        }
        let (p, d) = if vote == Vote::Ballot {
            (SINK_PRED, self.destination32(d, ScalarType::B32)?)
        } else {
            (self.predicate_destination(d)?, SINK32)
        };
        let (a, flip) = match a.kind {
            OperandKind::Number(value) => (ALWAYS, if value.integer() == Some(0) { u32::MAX } else { 0 }),
            _ => self.predicate(a)?,
        };
        let mask = self.source32(mask, ScalarType::B32)?;
        self.emit(Op::Exchange(Collective::Vote { vote, p, d, a, flip, mask }));
        Ok(())
    }

    pub(super) fn match_lanes(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let all = self.synchronous(form)? == "all";
        let (d, p) = self.value_and_predicate(form)?;
        let [a, mask] = [1, 2].map(|index| &form.instruction.operands[index]);
        let ty = form.ty()?;
        let (a, wide) =
            if ty == ScalarType::B64 { (SINK32, Some(self.source64(a, ty)?)) } else { (self.source32(a, ty)?, None) };
        let mask = self.source32(mask, ScalarType::B32)?;
        self.emit(Op::Exchange(Collective::Match { all, d, p, a, wide, mask }));
        Ok(())
    }

    pub(super) fn redux(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = match (self.synchronous(form)?, ty) {
            ("add", ScalarType::U32 | ScalarType::S32) => Reduction::Add,
            ("min", ScalarType::U32) => Reduction::MinU,
            ("min", ScalarType::S32) => Reduction::MinS,
            ("max", ScalarType::U32) => Reduction::MaxU,
            ("max", ScalarType::S32) => Reduction::MaxS,
            ("and", ScalarType::B32) => Reduction::And,
            ("or", ScalarType::B32) => Reduction::Or,
            ("xor", ScalarType::B32) => Reduction::Xor,
            _ => return Err(form.wrong("this operation does not go with the type")),
        };
        let [d, a, mask] = [0, 1, 2].map(|index| &form.instruction.operands[index]);
        let (d, a) = (self.destination32(d, ty)?, self.source32(a, ty)?);
        let mask = self.source32(mask, ScalarType::B32)?;
        self.emit(Op::Exchange(Collective::Reduce { op, d, a, mask }));
        Ok(())
    }

    pub(super) fn isspacep(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (d, a) = (self.predicate_destination(d)?, self.source64(a, ScalarType::U64)?);
        let space = match form.modifiers.space {
            Some(StateSpace::Const) => {
                self.machine(Machine::IsConst { d, a });
                return Ok(());
            }
            Some(StateSpace::Global) => Space::Global,
            Some(StateSpace::Shared) => Space::Shared,
            Some(StateSpace::Local) => Space::Local,
            Some(StateSpace::Param) => Space::Param,
            _ => return Err(form.not_simulated("of this state space")),
        };
        self.emit(Op::IsSpace { space, d, a });
        if space == Space::Global && self.builder.names.const_bytes > 0 {
            // Constant memory is device memory here, and none of the global space.
            let Reg::Pred(other) = self.fresh(ScalarType::Pred, form.instruction.at)? else {
                return Err(form.wrong("no predicate is left"));
            };
            self.machine(Machine::IsConst { d: other, a });
            self.emit(Op::Predicate { op: PredOp::Not, d: other, a: other, b: other });
            self.emit(Op::Predicate { op: PredOp::And, d, a: d, b: other });
        }
        Ok(())
    }

    /// The one word besides `.sync`, which must be there.
    fn synchronous(&self, form: &Form<'_, 's>) -> Result<&'s str, PtxError> {
        let mut others = form.modifiers.words.iter().filter(|&&word| word != "sync");
        match (form.modifiers.has("sync"), others.next(), others.next()) {
            (false, ..) => Err(form.not_simulated("without `.sync`")),
            (true, Some(word), None) => Ok(word),
            _ => Err(form.wrong("expected one operation")),
        }
    }

    /// A first operand that is `d` or `d|p`.
    pub(super) fn value_and_predicate(&mut self, form: &Form<'_, 's>) -> Result<(R32, Pred), PtxError> {
        let operand = &form.instruction.operands[0];
        let OperandKind::Pair(d, p) = operand.kind else {
            return Ok((self.destination32(operand, ScalarType::B32)?, SINK_PRED));
        };
        let named = |name| {
            let kind = if name == "_" { OperandKind::Nothing } else { OperandKind::Name(name) };
            Operand { at: operand.at, kind }
        };
        Ok((self.destination32(&named(d), ScalarType::B32)?, self.predicate_destination(&named(p))?))
    }
}
