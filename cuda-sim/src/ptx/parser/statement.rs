//! Statements of a body.

use super::super::ast::{Guard, Instruction, Linkage, Prototype, Statement};
use super::super::error::PtxError;
use super::super::lexer::Token;
use super::super::opcodes;
use super::super::types::StateSpace;
use super::Parser;

impl<'s> Parser<'_, 's> {
    /// Reads `{ ... }`.
    pub(super) fn block(&mut self) -> Result<Vec<Statement<'s>>, PtxError> {
        self.nested(|parser| {
            parser.expect('{')?;
            let mut statements = Vec::new();
            while !parser.accept('}') {
                parser.statement(&mut statements)?;
            }
            Ok(statements)
        })
    }

    fn statement(&mut self, into: &mut Vec<Statement<'s>>) -> Result<(), PtxError> {
        let at = self.at();
        match self.peek() {
            Token::Mark('{') => {
                let inner = self.block()?;
                into.push(Statement::Block(inner));
            }
            Token::Dot("loc" | "file") => self.skip_line(),
            Token::Dot("pragma") => self.skip_statement()?,
            Token::Dot("reg") => {
                self.next += 1;
                let registers = self.registers()?;
                into.push(registers);
            }
            Token::Dot(name) => {
                let space = match StateSpace::parse(name) {
                    Some(space @ (StateSpace::Local | StateSpace::Shared | StateSpace::Param)) => space,
                    Some(_) => return Err(PtxError::not_simulated(at, format!("a `.{name}` variable in a function"))),
                    None => return self.unexpected("a statement"),
                };
                self.next += 1;
                let mut variables = Vec::new();
                self.variables(space, Linkage::Internal, &mut variables)?;
                into.extend(variables.into_iter().map(Statement::Variable));
            }
            Token::Word(name) if self.spanned(1).token == Token::Mark(':') => {
                self.next += 2;
                match self.peek() {
                    Token::Dot("callprototype") => {
                        let prototype = self.prototype()?;
                        into.push(Statement::Prototype(name, prototype));
                    }
                    Token::Dot("branchtargets") => {
                        let targets = self.names()?;
                        into.push(Statement::Targets(name, targets));
                    }
                    // The list of possible callees is not needed to call one of them.
                    Token::Dot("calltargets") => self.skip_statement()?,
                    _ => into.push(Statement::Label(name, at)),
                }
            }
            Token::Word(_) | Token::Mark('@') => {
                let instruction = self.instruction()?;
                into.push(Statement::Instruction(instruction));
            }
            _ => return self.unexpected("a statement or `}`"),
        }
        Ok(())
    }

    fn names(&mut self) -> Result<Vec<(&'s str, super::Position)>, PtxError> {
        self.next += 1;
        let mut names = vec![self.word("a label")?];
        while self.accept(',') {
            names.push(self.word("a label")?);
        }
        self.expect(';')?;
        Ok(names)
    }

    fn prototype(&mut self) -> Result<Prototype<'s>, PtxError> {
        self.next += 1;
        let returns = if self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        self.word("`_`")?;
        let params = if self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        self.skip_statement()?;
        Ok(Prototype { returns, params })
    }

    fn instruction(&mut self) -> Result<Instruction<'s>, PtxError> {
        let at = self.at();
        let guard = if self.accept('@') {
            let negated = self.accept('!');
            let (name, at) = self.word("a predicate")?;
            Some(Guard { name, negated, at })
        } else {
            None
        };
        let (opcode, opcode_at) = self.word("an instruction")?;
        // Said before the operands are read: those of other opcodes have shapes of their own.
        opcodes::check_known(opcode, opcode_at)?;
        let mut modifiers = Vec::new();
        while let Token::Dot(name) = self.peek() {
            modifiers.push((name, self.at()));
            self.next += 1;
        }
        let mut operands = Vec::new();
        while self.peek() != Token::Mark(';') {
            operands.push(self.operand()?);
            if self.peek() != Token::Mark(';') {
                self.expect(',')?;
            }
        }
        self.next += 1;
        Ok(Instruction { at, guard, opcode, opcode_at, modifiers, operands })
    }
}
