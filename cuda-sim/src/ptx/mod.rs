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
mod opcode_table;
mod opcodes;
mod parser;
mod signature;
pub(crate) mod types;

#[cfg(test)]
mod assembler_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;

use ast::Source;
pub use error::{PtxError, PtxErrorKind};
use lower::Linking;
pub(crate) use module::Module;
pub(crate) use parser::DEVICE_TARGET;

/// Compiles a module.
pub(crate) fn compile(source: &str) -> Result<Module, PtxError> {
    lower::module(&parser::parse(source, 0)?, Linking::Whole)
}

/// Checks a text that is to be linked with others.
pub(crate) fn check_object(source: &str) -> Result<(), PtxError> {
    lower::module(&parser::parse(source, 0)?, Linking::Object).map(drop)
}

/// Compiles all texts of a link.
pub(crate) fn link(sources: &[&str]) -> Result<Module, PtxError> {
    let mut all = Source { variables: Vec::new(), functions: Vec::new(), aliases: Vec::new() };
    for (unit, source) in (0..).zip(sources) {
        let mut one = parser::parse(source, unit)?;
        all.variables.append(&mut one.variables);
        all.functions.append(&mut one.functions);
        all.aliases.append(&mut one.aliases);
    }
    lower::module(&all, Linking::Linked)
}

/// Checks whether the simulated device would load a piece of PTX, without loading it.
///
/// # Errors
///
/// The first reason to refuse the text: it is not PTX, it is for a newer device or compiler, or it has something that is not simulated.
///
/// # Examples
///
/// ```
/// let error = cuda_sim::check_ptx(".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { frobnicate; }").unwrap_err();
/// assert_eq!((error.line, error.column), (4, 14));
/// assert_eq!(error.to_string(), "ptx line 4, column 14: `frobnicate` is not an instruction");
/// ```
pub fn check_ptx(source: &str) -> Result<(), PtxError> {
    compile(source).map(drop)
}
