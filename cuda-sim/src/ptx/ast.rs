//! The syntax tree: what was written, with positions, nothing resolved.

use super::error::Position;
use super::literal::Literal;
use super::types::{ScalarType, StateSpace};

/// A whole source text.
#[derive(Debug)]
pub(crate) struct Source<'s> {
    /// Module-scope variables.
    pub(crate) variables: Vec<Variable<'s>>,
    /// Kernels and functions, declarations included.
    pub(crate) functions: Vec<Function<'s>>,
    /// `.alias NAME, TARGET;`
    pub(crate) aliases: Vec<Alias<'s>>,
}

/// A second name of a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alias<'s> {
    /// The second name.
    pub(crate) name: &'s str,
    /// Where it stands.
    pub(crate) at: Position,
    /// The function's name.
    pub(crate) target: &'s str,
}

/// How a name is seen outside its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linkage {
    /// Only inside.
    Internal,
    /// `.visible`
    Visible,
    /// `.weak`: one of several definitions is taken.
    Weak,
    /// `.common`: one of several definitions is taken, the largest.
    Common,
    /// Defined elsewhere.
    Extern,
}

impl Linkage {
    /// Whether a definition is seen outside of its text.
    pub(crate) fn is_exported(self) -> bool {
        matches!(self, Linkage::Visible | Linkage::Weak | Linkage::Common)
    }
}

/// A variable in memory.
#[derive(Debug)]
pub(crate) struct Variable<'s> {
    /// Its name.
    pub(crate) name: &'s str,
    /// Where the name stands.
    pub(crate) at: Position,
    /// How it is seen outside.
    pub(crate) linkage: Linkage,
    /// Where it lives.
    pub(crate) space: StateSpace,
    /// Its alignment in bytes: written, or natural.
    pub(crate) align: u32,
    /// Type of one scalar.
    pub(crate) ty: ScalarType,
    /// Number of scalars; zero for an array of unknown length.
    pub(crate) len: u64,
    /// Scalars in one element of the outermost dimension; nested initialisers are padded by it.
    pub(crate) strides: Vec<u64>,
    /// The initial value.
    pub(crate) init: Option<Init<'s>>,
}

impl Variable<'_> {
    /// Size in bytes.
    pub(crate) fn byte_len(&self) -> u64 {
        self.len.saturating_mul(u64::from(self.ty.byte_len()))
    }
}

/// An initial value.
#[derive(Debug)]
pub(crate) enum Init<'s> {
    /// `{ ... }`
    List(Vec<Init<'s>>),
    /// A number.
    Value(Literal, Position),
    /// An address, with a byte taken out of it for `0xFF00(name)`.
    Symbol {
        /// Whose address.
        name: &'s str,
        /// Added to it.
        addend: i64,
        /// The byte mask in front of it.
        mask: Option<u64>,
        /// Where it stands.
        at: Position,
    },
}

/// A kernel or a function.
#[derive(Debug)]
pub(crate) struct Function<'s> {
    /// How it is seen outside.
    pub(crate) linkage: Linkage,
    /// Its name.
    pub(crate) name: &'s str,
    /// Where the name stands.
    pub(crate) at: Position,
    /// Whether it is a kernel.
    pub(crate) is_entry: bool,
    /// Return values, of functions only.
    pub(crate) returns: Vec<Formal<'s>>,
    /// Parameters.
    pub(crate) params: Vec<Formal<'s>>,
    /// The limit of `.maxntid` or `.reqntid`: threads in a block.
    pub(crate) max_threads: Option<u32>,
    /// The body; a declaration has none.
    pub(crate) body: Option<Vec<Statement<'s>>>,
}

/// A parameter or a return value.
#[derive(Debug)]
pub(crate) struct Formal<'s> {
    /// Its name; prototypes may write `_`.
    pub(crate) name: &'s str,
    /// Where it stands.
    pub(crate) at: Position,
    /// Whether it is a register rather than `.param` memory.
    pub(crate) is_register: bool,
    /// Scalar type.
    pub(crate) ty: ScalarType,
    /// Alignment in bytes.
    pub(crate) align: u32,
    /// Number of scalars.
    pub(crate) len: u64,
}

/// One statement of a body.
#[derive(Debug)]
pub(crate) enum Statement<'s> {
    /// `.reg .b32 %r<4>;`: type, name, and how many when a range.
    Registers(ScalarType, Vec<(&'s str, Option<u32>, Position)>),
    /// A variable in `.local`, `.shared` or `.param`.
    Variable(Variable<'s>),
    /// `NAME:`
    Label(&'s str, Position),
    /// An instruction.
    Instruction(Instruction<'s>),
    /// `{ ... }`
    Block(Vec<Statement<'s>>),
    /// `NAME: .callprototype ...;`
    Prototype(&'s str, Prototype<'s>),
    /// `NAME: .branchtargets A, B;`
    Targets(&'s str, Vec<(&'s str, Position)>),
}

/// The signature of an indirect call.
#[derive(Debug)]
pub(crate) struct Prototype<'s> {
    /// Return values.
    pub(crate) returns: Vec<Formal<'s>>,
    /// Parameters.
    pub(crate) params: Vec<Formal<'s>>,
}

/// One instruction.
#[derive(Debug)]
pub(crate) struct Instruction<'s> {
    /// Where it starts.
    pub(crate) at: Position,
    /// `@p` or `@!p`.
    pub(crate) guard: Option<Guard<'s>>,
    /// Base opcode.
    pub(crate) opcode: &'s str,
    /// Where the opcode stands, behind the guard.
    pub(crate) opcode_at: Position,
    /// Everything after the dots.
    pub(crate) modifiers: Vec<(&'s str, Position)>,
    /// Operands, as written.
    pub(crate) operands: Vec<Operand<'s>>,
}

/// The predicate in front of an instruction.
#[derive(Debug)]
pub(crate) struct Guard<'s> {
    /// The predicate register.
    pub(crate) name: &'s str,
    /// Whether it is negated.
    pub(crate) negated: bool,
    /// Where it stands.
    pub(crate) at: Position,
}

/// One operand.
#[derive(Debug)]
pub(crate) struct Operand<'s> {
    /// Where it starts.
    pub(crate) at: Position,
    /// What it is.
    pub(crate) kind: OperandKind<'s>,
}

/// What an operand is.
#[derive(Debug)]
pub(crate) enum OperandKind<'s> {
    /// A register, variable, function or label.
    Name(&'s str),
    /// `%tid.x`
    Member(&'s str, &'s str),
    /// `!p`
    Not(&'s str),
    /// A number.
    Number(Literal),
    /// `name+4`
    Offset(&'s str, i64),
    /// `{a, b}`
    Vector(Vec<Operand<'s>>),
    /// `[base+offset]`; no base is an absolute address.
    Address(Option<&'s str>, i64),
    /// `[object, {x, y}]`: an object and what stands behind it.
    Sampled(&'s str, Vec<Operand<'s>>),
    /// `(a, b)` of a call.
    List(Vec<Operand<'s>>),
    /// `p|q`
    Pair(&'s str, &'s str),
    /// `_`
    Nothing,
}
