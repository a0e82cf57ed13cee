//! Lowers one function body.

use super::super::ast::{Formal, Function, Instruction, Operand, OperandKind, Statement, Variable};
use super::super::error::{Position, PtxError};
use super::super::module::Param;
use super::super::types::{ScalarType, StateSpace};
use super::builder::Builder;
use super::names::Item;
use super::scope::{Entity, Scope, register};
use crate::exec::code::{ALWAYS, Op, Pred, Reg};
use crate::exec::image::{FunctionSlot, Place};

/// The lowering of one function.
#[derive(Debug)]
pub(super) struct FunctionLowering<'b, 'a, 's> {
    pub(super) builder: &'b mut Builder<'a, 's>,
    pub(super) is_entry: bool,
    /// The text that the function stands in.
    pub(super) unit: u32,
    scopes: Vec<Scope<'a, 's>>,
    /// Where each label is, once it was reached.
    labels: Vec<Option<u32>>,
    /// Branches whose target is still the number of a label.
    branches: Vec<usize>,
    /// Tables whose targets are still numbers of labels.
    tables: Vec<u32>,
    pub(super) frame_byte_len: u32,
    /// The guard of the instruction that is being lowered.
    pub(super) guard: (Pred, u32),
    /// The carry flag, once it is used.
    pub(super) carry_flag: Option<Pred>,
    registers: Vec<Reg>,
    returns: Vec<Place>,
    /// Call sites of this function, which need its frame size once it is known.
    pub(super) sites: Vec<u32>,
}

impl<'b, 'a, 's> FunctionLowering<'b, 'a, 's> {
    /// A lowering with nothing done.
    pub(super) fn new(builder: &'b mut Builder<'a, 's>, is_entry: bool) -> Self {
        Self {
            builder,
            is_entry,
            unit: 0,
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            branches: Vec::new(),
            tables: Vec::new(),
            frame_byte_len: 0,
            guard: (ALWAYS, 0),
            carry_flag: None,
            registers: Vec::new(),
            returns: Vec::new(),
            sites: Vec::new(),
        }
    }

    /// Lowers the body; `layout` places the parameters of a kernel.
    pub(super) fn run(mut self, function: &'a Function<'s>, layout: &[Param]) -> Result<FunctionSlot, PtxError> {
        self.unit = function.at.unit;
        let entry = self.builder.here();
        let mut params = Vec::new();
        for (number, formal) in function.params.iter().enumerate() {
            match layout.get(number) {
                Some(param) => self.declare(formal.name, Entity::Param(param.offset), formal.at)?,
                None => params.push(self.formal(formal)?),
            }
        }
        for formal in &function.returns {
            let place = self.formal(formal)?;
            self.returns.push(place);
        }
        if let Some(body) = &function.body {
            self.block(body)?;
        }
        self.builder.push_always(if self.is_entry { Op::Exit } else { Op::Return });
        self.resolve();
        self.frame_byte_len = self.frame_byte_len.next_multiple_of(16);
        for &site in &self.sites {
            self.builder.image.calls[site as usize].frame_byte_len = self.frame_byte_len;
        }
        Ok(FunctionSlot {
            module_index: 0,
            entry,
            frame_byte_len: self.frame_byte_len,
            registers: self.registers,
            params,
            returns: self.returns,
        })
    }

    fn formal(&mut self, formal: &Formal<'s>) -> Result<Place, PtxError> {
        if formal.is_register {
            let register = self.fresh(formal.ty, formal.at)?;
            self.declare(formal.name, Entity::Register(register, formal.ty), formal.at)?;
            return Ok(Place::Register(register));
        }
        let byte_len = (formal.len * u64::from(formal.ty.byte_len())) as u32;
        let offset = self.frame(u64::from(byte_len), formal.align, formal.at)?;
        self.declare(formal.name, Entity::Frame { offset, byte_len }, formal.at)?;
        Ok(Place::Frame { offset, byte_len })
    }

    /// Takes room in the frame.
    fn frame(&mut self, byte_len: u64, align: u32, at: Position) -> Result<u32, PtxError> {
        let offset = u64::from(self.frame_byte_len.next_multiple_of(align));
        let end = offset.saturating_add(byte_len);
        if end > 512 << 10 {
            return Err(PtxError::syntax(at, "more local memory than a thread can have"));
        }
        self.frame_byte_len = end as u32;
        Ok(offset as u32)
    }

    /// A new register of this function.
    pub(super) fn fresh(&mut self, ty: ScalarType, at: Position) -> Result<Reg, PtxError> {
        let first = self.fresh_range(ty, 1, at)?;
        Ok(register(ty, first))
    }

    fn fresh_range(&mut self, ty: ScalarType, count: u32, at: Position) -> Result<u16, PtxError> {
        let first = match ty {
            ScalarType::Pred => self.builder.take_predicates(count, at)?,
            _ if ty.byte_len() == 8 => self.builder.take64(count, at)?,
            _ => self.builder.take32(count, at)?,
        };
        if !self.is_entry {
            self.registers.extend((0..count as u16).map(|number| register(ty, first + number)));
        }
        Ok(first)
    }

    fn declare(&mut self, name: &'s str, entity: Entity, at: Position) -> Result<(), PtxError> {
        if name != "_" && !self.scope().declare(name, entity) {
            return Err(PtxError::syntax(at, format!("`{name}` is declared twice")));
        }
        Ok(())
    }

    fn scope(&mut self) -> &mut Scope<'a, 's> {
        self.scopes.last_mut().expect("the function's own scope is never closed")
    }

    /// What a name means inside the function.
    pub(super) fn find(&self, name: &str) -> Option<Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.find(name))
    }

    /// What a name means outside of all functions.
    pub(super) fn item(&self, name: &str) -> Option<Item> {
        self.builder.names.find(self.unit, name)
    }

    /// Looks something up in every scope, innermost first.
    pub(super) fn find_with<T>(&self, look: impl Fn(&Scope<'a, 's>) -> Option<T>) -> Option<T> {
        self.scopes.iter().rev().find_map(look)
    }

    fn block(&mut self, statements: &'a [Statement<'s>]) -> Result<(), PtxError> {
        // Labels first: branches go forward too.
        for statement in statements {
            if let Statement::Label(name, at) = statement {
                self.labels.push(None);
                let number = self.labels.len() - 1;
                if self.scope().labels.insert(name, number).is_some() {
                    return Err(PtxError::syntax(*at, format!("label `{name}` is defined twice")));
                }
            }
        }
        for statement in statements {
            match statement {
                Statement::Prototype(name, prototype) => {
                    self.scope().prototypes.insert(name, prototype);
                }
                Statement::Targets(name, targets) => self.targets(name, targets)?,
                _ => {}
            }
        }
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn targets(&mut self, name: &'s str, targets: &[(&'s str, Position)]) -> Result<(), PtxError> {
        let numbers = targets.iter().map(|&(label, at)| self.label(label, at).map(|number| number as u32));
        let table = numbers.collect::<Result<Vec<_>, _>>()?;
        self.builder.image.tables.push(table);
        let index = self.builder.image.tables.len() as u32 - 1;
        self.tables.push(index);
        self.scope().targets.insert(name, index);
        Ok(())
    }

    fn statement(&mut self, statement: &'a Statement<'s>) -> Result<(), PtxError> {
        match statement {
            Statement::Registers(ty, names) => {
                for &(name, count, at) in names {
                    match count {
                        None => {
                            let register = self.fresh(*ty, at)?;
                            self.declare(name, Entity::Register(register, *ty), at)?;
                        }
                        Some(count) => {
                            let first = self.fresh_range(*ty, count, at)?;
                            if !self.scope().declare_range(name, first, count, *ty) {
                                return Err(PtxError::syntax(at, format!("`{name}<...>` is declared twice")));
                            }
                        }
                    }
                }
                Ok(())
            }
            Statement::Variable(variable) => self.variable(variable),
            Statement::Label(name, _) => {
                let number = self.scope().labels[name];
                self.labels[number] = Some(self.builder.here());
                Ok(())
            }
            Statement::Instruction(instruction) => self.guarded(instruction),
            Statement::Block(inner) => {
                self.scopes.push(Scope::default());
                let result = self.block(inner);
                self.scopes.pop();
                result
            }
            Statement::Prototype(..) | Statement::Targets(..) => Ok(()),
        }
    }

    fn variable(&mut self, variable: &Variable<'s>) -> Result<(), PtxError> {
        if variable.init.is_some() {
            return Err(PtxError::syntax(variable.at, "a variable in this space has no initial value"));
        }
        let entity = if variable.space == StateSpace::Shared {
            Entity::Shared(self.builder.share(variable.byte_len(), variable.align, variable.at)?)
        } else {
            let offset = self.frame(variable.byte_len(), variable.align, variable.at)?;
            Entity::Frame { offset, byte_len: variable.byte_len() as u32 }
        };
        self.declare(variable.name, entity, variable.at)
    }

    fn guarded(&mut self, instruction: &Instruction<'s>) -> Result<(), PtxError> {
        self.builder.line = instruction.at.line;
        self.guard = (ALWAYS, 0);
        if let Some(guard) = &instruction.guard {
            let operand = Operand { at: guard.at, kind: OperandKind::Name(guard.name) };
            self.guard = (self.predicate(&operand)?.0, if guard.negated { u32::MAX } else { 0 });
        }
        self.instruction(instruction)
    }

    /// Adds an operation under the instruction's guard.
    pub(super) fn emit(&mut self, op: Op) {
        self.builder.push(self.guard, op);
    }

    /// Adds a branch to a label.
    pub(super) fn branch(&mut self, label: usize) {
        self.branches.push(self.builder.image.code.len());
        self.emit(Op::Branch { target: label as u32 });
    }

    /// The number of a label.
    pub(super) fn label(&self, name: &str, at: Position) -> Result<usize, PtxError> {
        self.find_with(|scope| scope.labels.get(name).copied())
            .ok_or_else(|| PtxError::syntax(at, format!("label `{name}` is not defined")))
    }

    /// Puts places where numbers of labels stand. Every label of a block was reached by now.
    fn resolve(&mut self) {
        let labels = &self.labels;
        let place = |number: u32| labels[number as usize].expect("a label is reached when its block is lowered");
        for &index in &self.branches {
            if let Op::Branch { target } = &mut self.builder.image.code[index].op {
                *target = place(*target);
            }
        }
        for &table in &self.tables {
            self.builder.image.tables[table as usize].iter_mut().for_each(|target| *target = place(*target));
        }
    }
}
