//! Declarations: variables with their initial values, parameters and registers.

use super::super::ast::{Formal, Init, Linkage, Statement, Variable};
use super::super::error::PtxError;
use super::super::lexer::Token;
use super::super::types::{ScalarType, StateSpace};
use super::Parser;

/// What stands between the state space and the name.
struct Shape {
    align: u32,
    ty: ScalarType,
    vector: u64,
}

impl<'s> Parser<'_, 's> {
    /// Reads `.align 4 .b8 a[3] = {...}, b;` after the state space.
    pub(super) fn variables(
        &mut self,
        space: StateSpace,
        linkage: Linkage,
        into: &mut Vec<Variable<'s>>,
    ) -> Result<(), PtxError> {
        let shape = self.shape()?;
        loop {
            into.push(self.variable(space, linkage, &shape)?);
            if !self.accept(',') {
                return self.expect(';');
            }
        }
    }

    fn shape(&mut self) -> Result<Shape, PtxError> {
        self.skip_attribute()?;
        let mut align = None;
        let mut vector = 1;
        loop {
            let at = self.at();
            let Token::Dot(name) = self.peek() else { return self.unexpected("a type") };
            self.next += 1;
            match name {
                "align" => {
                    let value = self.small("alignment")?;
                    if !value.is_power_of_two() || value > 4096 {
                        return Err(PtxError::syntax(at, format!("{value} is not an alignment")));
                    }
                    align = Some(value);
                }
                "v2" => vector = 2,
                "v4" => vector = 4,
                "texref" | "samplerref" | "surfref" => {
                    return Err(PtxError::not_simulated(at, "a texture, sampler or surface"));
                }
                "b128" => return Err(PtxError::not_simulated(at, "a 128-bit type")),
                _ => {
                    let Some(ty) = ScalarType::parse(name) else {
                        return Err(PtxError::syntax(at, format!("`.{name}` is not a type")));
                    };
                    let natural = ty.byte_len() * if vector == 1 { 1 } else { vector as u32 };
                    return Ok(Shape { align: align.unwrap_or(natural), ty, vector });
                }
            }
        }
    }

    fn variable(&mut self, space: StateSpace, linkage: Linkage, shape: &Shape) -> Result<Variable<'s>, PtxError> {
        let (name, at) = self.word("a name")?;
        let (dimensions, open) = self.dimensions()?;
        let mut strides = Vec::new();
        let mut stride = shape.vector;
        for (axis, &count) in dimensions.iter().enumerate().rev() {
            strides.insert(0, stride);
            if axis > 0 || !open {
                stride = stride.saturating_mul(count);
            }
        }
        if shape.ty == ScalarType::Pred {
            return Err(PtxError::syntax(at, "a predicate has no place in memory"));
        }
        let init = if self.accept('=') { Some(self.init()?) } else { None };
        let len = match (&init, open) {
            (_, false) => stride,
            (Some(Init::List(items)), true) => stride.saturating_mul(items.len() as u64),
            (_, true) => 0,
        };
        // A bound on what one variable may ask for: the address window of the simulated device.
        if len.saturating_mul(u64::from(shape.ty.byte_len())) > 1 << 40 {
            return Err(PtxError::syntax(at, format!("`{name}` is too large")));
        }
        Ok(Variable { name, at, linkage, space, align: shape.align, ty: shape.ty, len, strides, init })
    }

    /// Reads `[4][]`: the sizes, and whether the first is open.
    fn dimensions(&mut self) -> Result<(Vec<u64>, bool), PtxError> {
        let mut sizes = Vec::new();
        let mut open = false;
        while self.accept('[') {
            if self.accept(']') {
                if !sizes.is_empty() {
                    return self.unexpected("a size");
                }
                open = true;
                sizes.push(0);
                continue;
            }
            sizes.push(self.unsigned()?);
            self.expect(']')?;
        }
        Ok((sizes, open))
    }

    fn init(&mut self) -> Result<Init<'s>, PtxError> {
        let at = self.at();
        match self.peek() {
            Token::Mark('{') => {
                self.next += 1;
                let mut items = Vec::new();
                while !self.accept('}') {
                    items.push(self.nested(Self::init)?);
                    if self.peek() != Token::Mark('}') {
                        self.expect(',')?;
                    }
                }
                Ok(Init::List(items))
            }
            Token::Word(name) => {
                self.next += 1;
                if name == "generic" && self.accept('(') {
                    let (name, _) = self.word("a name")?;
                    let inside = self.addend()?;
                    self.expect(')')?;
                    let addend = inside.wrapping_add(self.addend()?);
                    return Ok(Init::Symbol { name, addend, mask: None, at });
                }
                Ok(Init::Symbol { name, addend: self.addend()?, mask: None, at })
            }
            _ => {
                let value = self.number()?;
                if !self.accept('(') {
                    return Ok(Init::Value(value, at));
                }
                let Some(mask) = value.integer() else { return Err(PtxError::syntax(at, "expected an integer mask")) };
                let symbol = self.nested(Self::init)?;
                self.expect(')')?;
                match symbol {
                    Init::Symbol { name, addend, mask: None, .. } => {
                        Ok(Init::Symbol { name, addend, mask: Some(mask), at })
                    }
                    _ => Err(PtxError::syntax(at, "a byte mask takes a name")),
                }
            }
        }
    }

    /// Reads `+4`, `-4`, `+-4` or nothing.
    pub(super) fn addend(&mut self) -> Result<i64, PtxError> {
        let sign = match self.peek() {
            Token::Mark('+') => 1,
            Token::Mark('-') => -1,
            _ => return Ok(0),
        };
        self.next += 1;
        let at = self.at();
        let value = self.number()?.integer().ok_or_else(|| PtxError::syntax(at, "expected an integer"))?;
        Ok((value as i64).wrapping_mul(sign))
    }

    /// Reads a parenthesised list of parameters.
    pub(super) fn formals(&mut self) -> Result<Vec<Formal<'s>>, PtxError> {
        self.expect('(')?;
        let mut formals = Vec::new();
        while !self.accept(')') {
            formals.push(self.formal()?);
            if self.peek() != Token::Mark(')') {
                self.expect(',')?;
            }
        }
        Ok(formals)
    }

    fn formal(&mut self) -> Result<Formal<'s>, PtxError> {
        let is_register = match self.peek() {
            Token::Dot("param") => false,
            Token::Dot("reg") => true,
            _ => return self.unexpected("`.param` or `.reg`"),
        };
        self.next += 1;
        let shape = self.shape()?;
        // `.ptr .global .align 8` says what a pointer points to; running does not need it.
        if self.accept_dot("ptr") {
            if let Token::Dot(space) = self.peek()
                && StateSpace::parse(space).is_some()
            {
                self.next += 1;
            }
            if self.accept_dot("align") {
                self.small("alignment")?;
            }
        }
        let (name, at) = self.word("a name")?;
        let (dimensions, open) = self.dimensions()?;
        if open || (is_register && (shape.vector != 1 || !dimensions.is_empty())) {
            return Err(PtxError::not_simulated(at, "a parameter of this shape"));
        }
        let len = dimensions.iter().fold(shape.vector, |len, &size| len.saturating_mul(size));
        if len.saturating_mul(u64::from(shape.ty.byte_len())) > 1 << 16 {
            return Err(PtxError::syntax(at, format!("parameter `{name}` is too large")));
        }
        Ok(Formal { name, at, is_register, ty: shape.ty, align: shape.align, len })
    }

    /// Reads `.b32 %r<4>, %x;` after `.reg`.
    pub(super) fn registers(&mut self) -> Result<Statement<'s>, PtxError> {
        let at = self.at();
        let shape = self.shape()?;
        if shape.vector != 1 {
            return Err(PtxError::not_simulated(at, "a vector register"));
        }
        let mut names = Vec::new();
        loop {
            let (name, at) = self.word("a register")?;
            let mut count = None;
            if self.accept('<') {
                count = Some(self.small("register count")?);
                self.expect('>')?;
            }
            names.push((name, count, at));
            if !self.accept(',') {
                self.expect(';')?;
                return Ok(Statement::Registers(shape.ty, names));
            }
        }
    }
}
