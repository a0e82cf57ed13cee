//! Splits PTX text into tokens with their positions.

use super::error::{Position, PtxError};

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'s> {
    /// An identifier: name, register, opcode or label.
    Word(&'s str),
    /// A directive or modifier, without its leading dot.
    Dot(&'s str),
    /// A number as it is spelt.
    Number(&'s str),
    /// A string, without its quotes.
    Text(&'s str),
    /// A punctuation character.
    Mark(char),
    /// The end of the text.
    End,
}

/// A token and where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spanned<'s> {
    /// The token.
    pub(crate) token: Token<'s>,
    /// Where it starts.
    pub(crate) at: Position,
}

/// Splits the text; the last token is always [`Token::End`].
pub(crate) fn tokens(source: &str, unit: u32) -> Result<Vec<Spanned<'_>>, PtxError> {
    let mut lexer = Lexer { source, bytes: source.as_bytes(), unit, next: 0, line: 1, line_start: 0 };
    // About one token for every five bytes of what compilers emit.
    let mut all = Vec::with_capacity(source.len() / 5 + 1);
    loop {
        lexer.skip_blanks()?;
        let at = lexer.position();
        let token = lexer.token(at)?;
        all.push(Spanned { token, at });
        if token == Token::End {
            return Ok(all);
        }
    }
}

struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    unit: u32,
    next: usize,
    line: u32,
    line_start: usize,
}

impl<'s> Lexer<'s> {
    fn position(&self) -> Position {
        let column = u32::try_from(self.next - self.line_start + 1).unwrap_or(u32::MAX);
        Position { unit: self.unit, line: self.line, column }
    }

    fn peek(&self, ahead: usize) -> u8 {
        let index = self.next + ahead;
        // Indexing rather than `get`: this is the innermost step, and under Miri every call counts.
        if index < self.bytes.len() { self.bytes[index] } else { 0 }
    }

    fn advance(&mut self) {
        if self.peek(0) == b'\n' {
            self.line += 1;
            self.line_start = self.next + 1;
        }
        self.next += 1;
    }

    /// Skips white space, both kinds of comment and preprocessor line markers.
    fn skip_blanks(&mut self) -> Result<(), PtxError> {
        loop {
            match (self.peek(0), self.peek(1)) {
                // A NUL ends the text when it is the last byte, as the driver API passes a C string.
                (b' ' | b'\t' | b'\r' | 0x0c | 0x0b, _) => self.next += 1,
                (b'\n', _) => self.advance(),
                (b'#', _) if !self.bytes[self.line_start..self.next].iter().all(u8::is_ascii_whitespace) => {
                    return Ok(());
                }
                (b'/', b'/') | (b'#', _) => {
                    while self.next < self.bytes.len() && self.peek(0) != b'\n' {
                        self.advance();
                    }
                }
                (b'/', b'*') => {
                    let start = self.position();
                    self.next += 2;
                    while (self.peek(0), self.peek(1)) != (b'*', b'/') {
                        if self.next >= self.bytes.len() {
                            return Err(PtxError::syntax(start, "this comment is never closed"));
                        }
                        self.advance();
                    }
                    self.next += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    fn token(&mut self, at: Position) -> Result<Token<'s>, PtxError> {
        let start = self.next;
        let first = self.peek(0);
        if self.next >= self.bytes.len() || first == 0 {
            return Ok(Token::End);
        }
        if first.is_ascii_digit() {
            self.number();
            return Ok(Token::Number(&self.source[start..self.next]));
        }
        if starts_word(first) {
            self.next += 1;
            self.word_rest();
            return Ok(Token::Word(&self.source[start..self.next]));
        }
        if first == b'.' && (self.peek(1).is_ascii_alphanumeric() || self.peek(1) == b'_') {
            self.next += 1;
            self.word_rest();
            // `.L2::128B`, `.shared::cta`: one modifier.
            while self.peek(0) == b':' && self.peek(1) == b':' && continues_word(self.peek(2)) {
                self.next += 2;
                self.word_rest();
            }
            return Ok(Token::Dot(&self.source[start + 1..self.next]));
        }
        if first == b'"' {
            return self.text(at);
        }
        if b"{}()[]<>,;:=@!|+-*/%&^~?.\\".contains(&first) {
            self.next += 1;
            return Ok(Token::Mark(char::from(first)));
        }
        let shown = self.source[start..].chars().next().unwrap_or('?');
        Err(PtxError::syntax(at, format!("unexpected character {shown:?}")))
    }

    fn word_rest(&mut self) {
        let (bytes, mut next) = (self.bytes, self.next);
        while next < bytes.len() && WORD[bytes[next] as usize] {
            next += 1;
        }
        self.next = next;
    }

    /// Takes a number in any spelling: `12`, `0x1F`, `0b1U`, `0f3F800000`, `1.5e-3`.
    fn number(&mut self) {
        let start = self.next;
        while self.peek(0).is_ascii_alphanumeric() {
            self.next += 1;
        }
        let whole = &self.bytes[start..self.next];
        if whole.iter().all(u8::is_ascii_digit) && self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.next += 1;
            while self.peek(0).is_ascii_alphanumeric() {
                self.next += 1;
            }
        }
        let taken = &self.bytes[start..self.next];
        let decimal = taken.len() < 2 || !matches!(taken[1], b'x' | b'X' | b'f' | b'F' | b'd' | b'D');
        let exponent_open = matches!(taken.last(), Some(b'e' | b'E'));
        if decimal && exponent_open && matches!(self.peek(0), b'+' | b'-') {
            self.next += 1;
            while self.peek(0).is_ascii_digit() {
                self.next += 1;
            }
        }
    }

    fn text(&mut self, at: Position) -> Result<Token<'s>, PtxError> {
        self.next += 1;
        let start = self.next;
        loop {
            match self.peek(0) {
                b'"' => {
                    self.next += 1;
                    return Ok(Token::Text(&self.source[start..self.next - 1]));
                }
                0 | b'\n' => return Err(PtxError::syntax(at, "this string is never closed")),
                b'\\' if self.peek(1) != b'\n' && self.next + 1 < self.bytes.len() => self.next += 2,
                _ => self.next += 1,
            }
        }
    }
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'%')
}

fn continues_word(byte: u8) -> bool {
    WORD[byte as usize]
}

/// The bytes that a word goes on with.
const WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        word[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize || byte == b'$' as usize;
        byte += 1;
    }
    word
};
