//! Operands of an instruction.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::lexer::Token;
use super::super::literal::Literal;
use super::Parser;

impl<'s> Parser<'_, 's> {
    pub(super) fn operand(&mut self) -> Result<Operand<'s>, PtxError> {
        let at = self.at();
        let kind = match self.peek() {
            Token::Mark('{') => OperandKind::Vector(self.sequence('}')?),
            Token::Mark('(') => OperandKind::List(self.sequence(')')?),
            Token::Mark('[') => self.address()?,
            Token::Mark('!') => {
                self.next += 1;
                OperandKind::Not(self.word("a predicate")?.0)
            }
            Token::Mark('-') | Token::Number(_) => OperandKind::Number(self.number()?),
            Token::Word("_") => {
                self.next += 1;
                if self.peek() == Token::Mark('|') { self.after_name("_")? } else { OperandKind::Nothing }
            }
            Token::Word("WARP_SZ") => {
                self.next += 1;
                OperandKind::Number(Literal::Integer(32))
            }
            Token::Word(name) => {
                self.next += 1;
                self.after_name(name)?
            }
            _ => return self.unexpected("an operand"),
        };
        Ok(Operand { at, kind })
    }

    fn after_name(&mut self, name: &'s str) -> Result<OperandKind<'s>, PtxError> {
        match self.peek() {
            Token::Dot(member) => {
                self.next += 1;
                Ok(OperandKind::Member(name, member))
            }
            Token::Mark('|') => {
                self.next += 1;
                Ok(OperandKind::Pair(name, self.word("a predicate")?.0))
            }
            Token::Mark('+' | '-') => Ok(OperandKind::Offset(name, self.addend()?)),
            _ => Ok(OperandKind::Name(name)),
        }
    }

    /// Reads operands up to the closing mark.
    fn sequence(&mut self, close: char) -> Result<Vec<Operand<'s>>, PtxError> {
        self.next += 1;
        self.nested(|parser| {
            let mut items = Vec::new();
            while !parser.accept(close) {
                items.push(parser.operand()?);
                if parser.peek() != Token::Mark(close) {
                    parser.expect(',')?;
                }
            }
            Ok(items)
        })
    }

    fn address(&mut self) -> Result<OperandKind<'s>, PtxError> {
        self.next += 1;
        let kind = match self.peek() {
            Token::Word(name) => {
                self.next += 1;
                if self.peek() == Token::Mark(',') {
                    return Ok(OperandKind::Sampled(name, self.sequence(']')?));
                }
                OperandKind::Address(Some(name), self.addend()?)
            }
            _ => OperandKind::Address(None, self.unsigned()? as i64),
        };
        self.expect(']')?;
        Ok(kind)
    }
}
