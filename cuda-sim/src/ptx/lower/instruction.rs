//! Finds an instruction's row in the opcode table and hands it to its rule.

use super::super::ast::Instruction;
use super::super::error::PtxError;
use super::super::modifiers::Modifiers;
use super::super::opcodes::{self, Row, Rule};
use super::super::signature;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::scope::Entity;
use crate::exec::code::{IntOp, Op, PredOp};

/// One instruction with all that is known about it.
#[derive(Debug)]
pub(super) struct Form<'i, 's> {
    pub(super) instruction: &'i Instruction<'s>,
    pub(super) modifiers: Modifiers<'s>,
    pub(super) row: &'static Row,
}

impl<'s> Form<'_, 's> {
    /// The first type; the table has made sure of it where a row has types.
    pub(super) fn ty(&self) -> Result<ScalarType, PtxError> {
        self.modifiers.types.first().copied().ok_or_else(|| self.wrong("a type is missing"))
    }

    /// The boolean operation that a comparison is combined with.
    pub(super) fn boolean(&self) -> Option<PredOp> {
        self.modifiers.operation.map(|name| match name {
            "and" => PredOp::And,
            "or" => PredOp::Or,
            _ => PredOp::Xor,
        })
    }

    /// An error about the whole instruction.
    pub(super) fn wrong(&self, message: &str) -> PtxError {
        PtxError::syntax(self.instruction.at, format!("`{}`: {message}", self.instruction.opcode))
    }

    /// Refuses a form of the instruction that is valid, but not simulated.
    pub(super) fn not_simulated(&self, what: &str) -> PtxError {
        PtxError::not_simulated(self.instruction.at, format!("`{}` {what}", self.instruction.opcode))
    }
}

impl<'s> FunctionLowering<'_, '_, 's> {
    /// Lowers one instruction under the current guard.
    pub(super) fn instruction(&mut self, instruction: &Instruction<'s>) -> Result<(), PtxError> {
        signature::check(instruction, &|name| match self.find(name) {
            Some(Entity::Register(_, ty)) => Some(ty),
            _ => None,
        })?;
        let first_type = instruction.modifiers.iter().find_map(|&(name, _)| ScalarType::parse(name));
        let row = opcodes::find(instruction.opcode, first_type, instruction.at)?;
        let modifiers = Modifiers::read(instruction, row.accepts, row.words)?;
        let form = Form { instruction, modifiers, row };
        let (fewest, most) = row.operands;
        let count = instruction.operands.len();
        if count < fewest || count > most {
            return Err(form.wrong(&format!("wrong number of operands: {count}")));
        }
        let extra_types = match row.rule {
            Rule::Mma | Rule::Wmma => 4,
            Rule::Cvt if form.modifiers.has("pack") => 3,
            Rule::Cvt | Rule::Set | Rule::Slct | Rule::Dot | Rule::Tex | Rule::Tld4 => 2,
            _ => 1,
        };
        if form.modifiers.types.len() > extra_types {
            return Err(form.wrong("too many types"));
        }
        match row.rule {
            Rule::Int2(op, _) if form.modifiers.has("cc") => self.carry(&form, op == IntOp::Sub, false),
            Rule::Mad if form.modifiers.has("cc") => self.mad_carry(&form, false),
            Rule::Int2(unsigned, signed) => self.int2(&form, unsigned, signed),
            Rule::Shift(unsigned, signed) => self.shift(&form, unsigned, signed),
            Rule::Logic(op, predicate) => self.logic(&form, op, predicate),
            Rule::Not => self.not(&form),
            Rule::Int1(op) => self.int1(&form, op),
            Rule::Count(op) => self.count(&form, op),
            Rule::Mul => self.mul(&form),
            Rule::Mul24 => self.mul24(&form),
            Rule::Mad24 => self.mad24(&form),
            Rule::Mad => self.mad(&form),
            Rule::Float2(op) => self.float2(&form, op),
            Rule::Float1(op) => self.float1(&form, op),
            Rule::Fma => self.fma(&form),
            Rule::Half(op) => self.half(&form, op),
            Rule::Div32 => self.div32(&form),
            Rule::FloatMinMax(plain, nan) => self.float2(&form, if form.modifiers.nan { nan } else { plain }),
            Rule::Setp => self.setp(&form),
            Rule::Set => self.set(&form),
            Rule::Selp => self.selp(&form),
            Rule::Slct => self.slct(&form),
            Rule::Testp => self.testp(&form),
            Rule::Mov => self.mov(&form),
            Rule::Cvt => self.cvt(&form),
            Rule::Cvta => self.cvta(&form),
            Rule::Ld => self.load(&form),
            Rule::St => self.store(&form),
            Rule::Atom => self.atom(&form, true),
            Rule::Red => self.atom(&form, false),
            Rule::Bra => self.bra(&form),
            Rule::BrxIdx => self.brx(&form),
            Rule::Call => self.call(&form),
            Rule::Ret => {
                self.emit(if self.is_entry { Op::Exit } else { Op::Return });
                Ok(())
            }
            Rule::Exit => {
                self.emit(Op::Exit);
                Ok(())
            }
            Rule::Trap => {
                self.emit(Op::Trap);
                Ok(())
            }
            Rule::Bar => self.bar(&form),
            Rule::Fence => {
                self.emit(Op::Fence);
                Ok(())
            }
            Rule::Nanosleep => {
                self.emit(Op::Yield);
                Ok(())
            }
            Rule::Bfe => self.bfe(&form),
            Rule::Bfi => self.bfi(&form),
            Rule::Bfind => self.bfind(&form),
            Rule::Bmsk => self.bmsk(&form),
            Rule::Szext => self.szext(&form),
            Rule::Fns => self.fns(&form),
            Rule::Prmt => self.prmt(&form),
            Rule::Shf => self.shf(&form),
            Rule::Lop3 => self.lop3(&form),
            Rule::Sad => self.sad(&form),
            Rule::Dot => self.dot(&form),
            Rule::Carry(subtract) => self.carry(&form, subtract, true),
            Rule::MadCarry => self.mad_carry(&form, true),
            Rule::Shfl => self.shfl(&form),
            Rule::Vote => self.vote(&form),
            Rule::Match => self.match_lanes(&form),
            Rule::Redux => self.redux(&form),
            Rule::ActiveMask => {
                let d = self.destination32(&instruction.operands[0], ScalarType::B32)?;
                self.emit(Op::ActiveMask { d });
                Ok(())
            }
            Rule::IsSpacep => self.isspacep(&form),
            Rule::Cp => self.cp(&form),
            Rule::Tex => self.tex(&form),
            Rule::Tld4 => self.tld4(&form),
            Rule::ImageQuery => self.image_query(&form),
            Rule::Surface => self.surface(&form),
            Rule::Mma => self.mma(&form),
            Rule::Wmma => self.wmma(&form),
            Rule::Ldmatrix => self.ldmatrix(&form),
            Rule::Movmatrix => self.movmatrix(&form),
            Rule::Mbarrier => self.mbarrier(&form),
            Rule::CreatePolicy => self.create_policy(&form),
            Rule::Discard => self.discard(&form),
            Rule::Nothing => Ok(()),
        }
    }
}
