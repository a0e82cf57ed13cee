//! Branches, calls and barriers.

use super::super::ast::{Formal, Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use super::names::Item;
use super::operand::Fit;
use super::scope::Entity;
use crate::exec::barrier::{BarrierKind, BarrierSite};
use crate::exec::code::{ALWAYS, Op, Reg, SINK32};
use crate::exec::image::{CallSite, Callee, Place};

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn bra(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let target = &form.instruction.operands[0];
        let OperandKind::Name(name) = target.kind else { return Err(form.wrong("expected a label")) };
        let label = self.label(name, target.at)?;
        self.branch(label);
        Ok(())
    }

    pub(super) fn brx(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let [index, list] = [0, 1].map(|index| &form.instruction.operands[index]);
        let OperandKind::Name(name) = list.kind else { return Err(form.wrong("expected a list of targets")) };
        let table = self
            .find_with(|scope| scope.targets.get(name).copied())
            .ok_or_else(|| PtxError::syntax(list.at, format!("list of targets `{name}` is not defined")))?;
        let index = self.source32(index, ScalarType::U32)?;
        self.emit(Op::BranchIndexed { table, index });
        Ok(())
    }

    pub(super) fn call(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let mut operands = form.instruction.operands.iter().peekable();
        let mut list = || match operands.peek().map(|operand| &operand.kind) {
            Some(OperandKind::List(items)) => {
                operands.next();
                Some(items.as_slice())
            }
            _ => None,
        };
        let returns = list().unwrap_or(&[]);
        let callee = operands.next().ok_or_else(|| form.wrong("expected a function"))?;
        let args = match operands.peek().map(|operand| &operand.kind) {
            Some(OperandKind::List(items)) => {
                operands.next();
                items.as_slice()
            }
            _ => &[],
        };
        let OperandKind::Name(name) = callee.kind else { return Err(form.wrong("expected a function")) };
        // Linked code is found by its name alone: it looks at none of the arguments that it does not know of, and a result that it
        // does not give leaves the caller's place as it was.
        let mut is_linked = false;
        let (target, params, results) = if let Some(Entity::Register(Reg::R64(register), _)) = self.find(name) {
            let Some(OperandKind::Name(prototype)) = operands.next().map(|operand| &operand.kind) else {
                return Err(form.wrong("an indirect call needs a prototype"));
            };
            let prototype = self
                .find_with(|scope| scope.prototypes.get(prototype).copied())
                .ok_or_else(|| form.wrong("the prototype is not defined"))?;
            (Callee::Address(register), &prototype.params, &prototype.returns)
        } else {
            let Some(Item::Function(index)) = self.item(name) else {
                return Err(self.unknown(callee, name));
            };
            let function = &self.builder.names.functions[index as usize];
            if function.is_entry {
                return Err(form.not_simulated("of a kernel"));
            }
            if function.body.is_none() {
                if self.system_call(form, function, args, returns)? {
                    return Ok(());
                }
                self.builder.names.check_resolved("extern function", name, callee.at)?;
            }
            is_linked = function.at.unit != self.unit;
            (Callee::Slot(self.builder.slot(index)), &function.params, &function.returns)
        };
        let (args, returns) = if is_linked {
            (&args[..args.len().min(params.len())], &returns[..returns.len().min(results.len())])
        } else {
            (args, returns)
        };
        if params.len() != args.len() || results.len() != returns.len() {
            return Err(form.wrong("the call has another number of parameters than the function"));
        }
        let args = args.iter().zip(params).map(|(operand, formal)| self.place(operand, formal, false));
        let args = args.collect::<Result<_, _>>()?;
        let returns = returns.iter().zip(results).map(|(operand, formal)| self.place(operand, formal, true));
        let returns = returns.collect::<Result<_, _>>()?;
        self.builder.image.calls.push(CallSite { callee: target, args, returns, frame_byte_len: 0 });
        let site = self.builder.image.calls.len() as u32 - 1;
        self.sites.push(site);
        self.emit(Op::Call { site });
        Ok(())
    }

    /// Where the caller has an argument or wants a result.
    pub(super) fn place(
        &mut self,
        operand: &Operand<'s>,
        formal: &Formal<'s>,
        is_result: bool,
    ) -> Result<Place, PtxError> {
        if let OperandKind::Name(name) = operand.kind
            && let Some(Entity::Frame { offset, byte_len }) = self.find(name)
        {
            let wanted = formal.len * u64::from(formal.ty.byte_len());
            if u64::from(byte_len) < wanted {
                return Err(PtxError::syntax(operand.at, format!("`{name}` is smaller than the parameter")));
            }
            return Ok(Place::Frame { offset, byte_len: wanted as u32 });
        }
        let register = if is_result {
            self.destination(operand, formal.ty, Fit::Exact)?.0
        } else if formal.ty == ScalarType::Pred {
            Reg::Pred(self.plain_predicate(operand)?)
        } else {
            self.source(operand, formal.ty, Fit::Exact)?.0
        };
        Ok(Place::Register(register))
    }

    pub(super) fn bar(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let operands = &form.instruction.operands;
        if has("warp") {
            let [mask] = operands.as_slice() else { return Err(form.wrong("expected one operand")) };
            let mask = self.source32(mask, ScalarType::B32)?;
            self.emit(Op::WarpBarrier { mask });
            return Ok(());
        }
        let ty = form.modifiers.types.first().copied();
        let kind = match (has("sync"), has("arrive"), has("red")) {
            (true, false, false) => BarrierKind::Sync,
            (false, true, false) => BarrierKind::Arrive,
            (false, false, true) if has("popc") && ty == Some(ScalarType::U32) => BarrierKind::RedPopc,
            (false, false, true) if has("and") && ty == Some(ScalarType::Pred) => BarrierKind::RedAnd,
            (false, false, true) if has("or") && ty == Some(ScalarType::Pred) => BarrierKind::RedOr,
            _ => return Err(form.wrong("expected `.sync`, `.arrive` or `.red` with an operation and its type")),
        };
        let mut rest = operands.as_slice();
        let mut site =
            BarrierSite { kind, id: SINK32, threads: None, source: ALWAYS, flip: 0, result: Reg::R32(SINK32) };
        if !matches!(kind, BarrierKind::Sync | BarrierKind::Arrive) {
            let [result, inner @ .., source] = rest else { return Err(form.wrong("wrong number of operands")) };
            (site.source, site.flip) = self.predicate(source)?;
            site.result = match kind {
                BarrierKind::RedPopc => Reg::R32(self.destination32(result, ScalarType::U32)?),
                _ => Reg::Pred(self.predicate_destination(result)?),
            };
            rest = inner;
        }
        let (id, threads) = match rest {
            [id] if kind != BarrierKind::Arrive => (id, None),
            [id, threads] => (id, Some(threads)),
            _ => return Err(form.wrong("wrong number of operands")),
        };
        site.id = self.source32(id, ScalarType::U32)?;
        site.threads = threads.map(|threads| self.source32(threads, ScalarType::U32)).transpose()?;
        self.builder.image.barriers.push(site);
        let site = self.builder.image.barriers.len() as u32 - 1;
        self.emit(Op::Barrier { site });
        Ok(())
    }
}
