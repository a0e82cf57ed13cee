//! The module level: header, variables, kernels and functions.

use super::super::ast::{Alias, Function, Linkage, Source};
use super::super::error::{Position, PtxError, PtxErrorKind};
use super::super::lexer::Token;
use super::super::types::StateSpace;
use super::Parser;

/// The newest PTX that the front end reads.
const NEWEST_VERSION: (u32, u32) = (9, 5);
/// Compute capability of the simulated device, as `sm_` number.
pub(crate) const DEVICE_TARGET: u32 = 80;

impl<'s> Parser<'_, 's> {
    pub(super) fn module(&mut self) -> Result<Source<'s>, PtxError> {
        self.header()?;
        let mut source = Source { variables: Vec::new(), functions: Vec::new(), aliases: Vec::new() };
        loop {
            let at = self.at();
            match self.peek() {
                Token::End => return Ok(source),
                Token::Mark(';') => self.next += 1,
                // `@@DWARF` lines of old compilers.
                Token::Mark('@') => self.skip_line(),
                Token::Dot("file" | "loc") => self.skip_line(),
                Token::Dot("target") => self.target()?,
                Token::Dot("section") => {
                    self.next += 1;
                    while self.peek() != Token::Mark('{') && self.peek() != Token::End {
                        self.next += 1;
                    }
                    self.skip_braces()?;
                }
                Token::Dot("pragma") => self.skip_statement()?,
                Token::Dot("alias") => {
                    self.next += 1;
                    let (name, at) = self.word("a name")?;
                    self.expect(',')?;
                    let (target, _) = self.word("a name")?;
                    self.expect(';')?;
                    source.aliases.push(Alias { name, at, target });
                }
                Token::Dot(_) => self.item(&mut source, at)?,
                _ => return self.unexpected("a directive"),
            }
        }
    }

    fn header(&mut self) -> Result<(), PtxError> {
        while matches!(self.peek(), Token::Dot("file" | "loc")) {
            self.skip_line();
        }
        if !self.accept_dot("version") {
            return self.unexpected("`.version`");
        }
        let at = self.at();
        let Token::Number(text) = self.peek() else { return self.unexpected("a version such as `8.0`") };
        self.next += 1;
        let version = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let Some(version) = version else { return Err(PtxError::syntax(at, format!("`{text}` is not a version"))) };
        if version > NEWEST_VERSION {
            let message = format!("PTX {text} is newer than {}.{}", NEWEST_VERSION.0, NEWEST_VERSION.1);
            return Err(PtxError::new(PtxErrorKind::UnsupportedVersion, at, message));
        }
        if self.peek() != Token::Dot("target") {
            return self.unexpected("`.target`");
        }
        self.target()?;
        if self.accept_dot("address_size") {
            let at = self.at();
            match self.unsigned()? {
                64 => {}
                32 => return Err(PtxError::not_simulated(at, "a 32-bit address size")),
                _ => return Err(PtxError::syntax(at, "the address size is 32 or 64")),
            }
        }
        Ok(())
    }

    fn target(&mut self) -> Result<(), PtxError> {
        self.next += 1;
        loop {
            let (name, at) = self.word("a target")?;
            if let Some(number) = name.strip_prefix("sm_") {
                self.check_target(name, number, at)?;
            } else if name == "map_f64_to_f32" {
                return Err(PtxError::not_simulated(at, "map_f64_to_f32"));
            } else if name != "debug" && !name.starts_with("texmode_") {
                return Err(PtxError::syntax(at, format!("unknown target `{name}`")));
            }
            if !self.accept(',') {
                return Ok(());
            }
        }
    }

    fn check_target(&self, name: &str, number: &str, at: Position) -> Result<(), PtxError> {
        let digits = number.trim_end_matches(['a', 'f']);
        let Ok(target) = digits.parse::<u32>() else {
            return Err(PtxError::syntax(at, format!("unknown target `{name}`")));
        };
        if target > DEVICE_TARGET || digits.len() != number.len() {
            let message = format!("`{name}` does not run on the simulated device, which is sm_{DEVICE_TARGET}");
            return Err(PtxError::new(PtxErrorKind::UnsupportedTarget, at, message));
        }
        Ok(())
    }

    fn item(&mut self, source: &mut Source<'s>, at: Position) -> Result<(), PtxError> {
        let mut linkage = Linkage::Internal;
        loop {
            match self.peek() {
                Token::Dot("visible") => linkage = Linkage::Visible,
                Token::Dot("weak") => linkage = Linkage::Weak,
                Token::Dot("common") => linkage = Linkage::Common,
                Token::Dot("extern") => linkage = Linkage::Extern,
                _ => break,
            }
            self.next += 1;
        }
        match self.peek() {
            Token::Dot("entry") => {
                self.next += 1;
                source.functions.push(self.function(true, linkage)?);
                Ok(())
            }
            Token::Dot("func") => {
                self.next += 1;
                source.functions.push(self.function(false, linkage)?);
                Ok(())
            }
            Token::Dot("tex" | "surf") => Err(PtxError::not_simulated(at, "a texture or surface variable")),
            Token::Dot("reg") => Err(PtxError::not_simulated(at, "a register at module scope")),
            Token::Dot(name) => match StateSpace::parse(name) {
                Some(StateSpace::Param | StateSpace::Local) | None => self.unexpected("a module-scope directive"),
                Some(space) => {
                    self.next += 1;
                    self.variables(space, linkage, &mut source.variables)
                }
            },
            _ => self.unexpected("a directive"),
        }
    }

    fn function(&mut self, is_entry: bool, linkage: Linkage) -> Result<Function<'s>, PtxError> {
        self.skip_attribute()?;
        let returns = if !is_entry && self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        let (name, at) = self.word("a name")?;
        let params = if self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        let mut function = Function { linkage, name, at, is_entry, returns, params, max_threads: None, body: None };
        loop {
            match self.peek() {
                Token::Mark(';') => {
                    self.next += 1;
                    return Ok(function);
                }
                Token::Mark('{') => {
                    function.body = Some(self.block()?);
                    return Ok(function);
                }
                Token::Dot("maxntid" | "reqntid") => {
                    self.next += 1;
                    let mut threads: u32 = 1;
                    for (axis, count) in self.counts()?.into_iter().enumerate() {
                        if axis == 3 || count == 0 {
                            return Err(PtxError::syntax(self.at(), "expected up to three positive sizes"));
                        }
                        threads = threads.saturating_mul(count);
                    }
                    function.max_threads = Some(threads);
                }
                Token::Dot("pragma") => self.skip_statement()?,
                Token::Dot("noreturn" | "unique" | "blocksareclusters" | "explicitcluster") => self.next += 1,
                Token::Dot(
                    "minnctapersm"
                    | "maxnctapersm"
                    | "maxnreg"
                    | "reqnctapercluster"
                    | "maxclusterrank"
                    | "abi_preserve"
                    | "abi_preserve_control"
                    | "local_maxnreg",
                ) => {
                    self.next += 1;
                    self.counts()?;
                }
                Token::Dot("attribute") => self.skip_attribute()?,
                _ => return self.unexpected("`{` or `;`"),
            }
        }
    }

    fn counts(&mut self) -> Result<Vec<u32>, PtxError> {
        let mut counts = vec![self.small("count")?];
        while self.accept(',') {
            counts.push(self.small("count")?);
        }
        Ok(counts)
    }

    /// Skips `.attribute(...)`; none of them changes what the simulator does, except managed memory.
    pub(super) fn skip_attribute(&mut self) -> Result<(), PtxError> {
        while self.peek() == Token::Dot("attribute") {
            let at = self.at();
            self.next += 1;
            self.expect('(')?;
            while !self.accept(')') {
                match self.advance().token {
                    Token::Dot("managed") => return Err(PtxError::not_simulated(at, "a managed variable")),
                    Token::End => return self.unexpected("`)`"),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
