//! The PTX front end: text to syntax tree to bytecode.
//!
//! Everything that is not simulated is refused here, with line and column, so that a kernel which loads also runs.

mod ast;
pub(crate) mod error;
mod lexer;
mod literal;
mod lower;
mod modifiers;
pub(crate) mod module;
mod opcodes;
mod parser;
pub(crate) mod types;

#[cfg(test)]
mod tests;

pub(crate) use error::PtxError;
pub(crate) use module::Module;

/// Compiles a module.
pub(crate) fn compile(source: &str) -> Result<Module, PtxError> {
    lower::module(&parser::parse(source)?)
}
