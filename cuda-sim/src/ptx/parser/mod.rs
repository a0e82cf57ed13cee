//! Reads a token stream into the syntax tree.

mod declaration;
mod module;
mod operand;
mod statement;

pub(crate) use module::DEVICE_TARGET;

use super::ast::Source;
use super::error::{Position, PtxError};
use super::lexer::{Spanned, Token, tokens};
use super::literal::Literal;

/// Deepest nesting of scopes and initialisers; keeps hostile text from exhausting the stack.
const MAX_DEPTH: u32 = 64;

/// Reads a whole text, number `unit` of those that are linked.
pub(crate) fn parse(source: &str, unit: u32) -> Result<Source<'_>, PtxError> {
    let tokens = tokens(source, unit)?;
    Parser { tokens: &tokens, next: 0, depth: 0 }.module()
}

struct Parser<'t, 's> {
    tokens: &'t [Spanned<'s>],
    next: usize,
    depth: u32,
}

impl<'s> Parser<'_, 's> {
    fn spanned(&self, ahead: usize) -> Spanned<'s> {
        // The last token is End and is never passed, so any index past it means End too.
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> Token<'s> {
        self.spanned(0).token
    }

    fn at(&self) -> Position {
        self.spanned(0).at
    }

    fn advance(&mut self) -> Spanned<'s> {
        let spanned = self.spanned(0);
        self.next += 1;
        spanned
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, PtxError> {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Dot(name) => format!("`.{name}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end of the text".to_owned(),
        };
        Err(PtxError::syntax(self.at(), format!("expected {wanted}, found {found}")))
    }

    fn accept(&mut self, mark: char) -> bool {
        let found = self.peek() == Token::Mark(mark);
        if found {
            self.next += 1;
        }
        found
    }

    fn accept_dot(&mut self, name: &str) -> bool {
        let found = self.peek() == Token::Dot(name);
        if found {
            self.next += 1;
        }
        found
    }

    fn expect(&mut self, mark: char) -> Result<(), PtxError> {
        if self.accept(mark) { Ok(()) } else { self.unexpected(&format!("`{mark}`")) }
    }

    fn word(&mut self, what: &str) -> Result<(&'s str, Position), PtxError> {
        match self.spanned(0) {
            Spanned { token: Token::Word(word), at } => {
                self.next += 1;
                Ok((word, at))
            }
            _ => self.unexpected(what),
        }
    }

    fn number(&mut self) -> Result<Literal, PtxError> {
        let negative = self.accept('-');
        let at = self.at();
        let Token::Number(text) = self.peek() else { return self.unexpected("a number") };
        self.next += 1;
        let value =
            Literal::parse(text).ok_or_else(|| PtxError::syntax(at, format!("`{text}` is not a number of 64 bits")))?;
        Ok(if negative { value.negated() } else { value })
    }

    fn unsigned(&mut self) -> Result<u64, PtxError> {
        let at = self.at();
        self.number()?.integer().ok_or_else(|| PtxError::syntax(at, "expected an integer"))
    }

    fn small(&mut self, what: &str) -> Result<u32, PtxError> {
        let at = self.at();
        let value = self.unsigned()?;
        u32::try_from(value).map_err(|_| PtxError::syntax(at, format!("{what} {value} is too large")))
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, PtxError>) -> Result<T, PtxError> {
        if self.depth == MAX_DEPTH {
            return Err(PtxError::syntax(self.at(), "nested too deeply"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Skips a directive that ends with its line, such as `.loc`.
    fn skip_line(&mut self) {
        let line = self.at().line;
        while self.at().line == line && self.peek() != Token::End {
            self.next += 1;
        }
    }

    /// Skips to just past the next `;`.
    fn skip_statement(&mut self) -> Result<(), PtxError> {
        while self.peek() != Token::Mark(';') {
            if self.peek() == Token::End {
                return self.unexpected("`;`");
            }
            self.next += 1;
        }
        self.next += 1;
        Ok(())
    }

    /// Skips a `{ ... }` with everything inside it.
    fn skip_braces(&mut self) -> Result<(), PtxError> {
        self.expect('{')?;
        let mut open = 1;
        while open > 0 {
            match self.advance().token {
                Token::Mark('{') => open += 1,
                Token::Mark('}') => open -= 1,
                Token::End => return self.unexpected("`}`"),
                _ => {}
            }
        }
        Ok(())
    }
}
