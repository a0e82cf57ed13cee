//! Turns the syntax tree into a module: lays out variables, and lowers each kernel with the functions it calls.

mod arithmetic;
mod asynchronous;
mod bits;
mod builder;
mod carry;
mod control;
mod convert;
mod cvt;
mod function;
mod globals;
mod half;
mod instruction;
mod kernel;
mod matrix;
mod memory;
mod names;
mod operand;
mod scope;
mod select;
mod system;
mod texture;
mod warp;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{Operand, Source};
use super::error::PtxError;
use super::module::Module;
use crate::exec::code::Pred;

pub(crate) use names::Linking;
use names::Names;

/// Compiles a source; one that was linked has the variables and functions of all its texts.
pub(super) fn module(source: &Source<'_>, linking: Linking) -> Result<Module, PtxError> {
    let names = Names::new(source, linking)?;
    let variables = names.order.iter().map(|&index| globals::lower(&names, &source.variables[index]));
    let globals = variables.collect::<Result<_, _>>()?;
    let mut entries = BTreeMap::new();
    for (index, function) in source.functions.iter().enumerate() {
        if function.body.is_none() {
            continue;
        }
        // A function that no kernel calls is lowered too, so that nothing which is not simulated goes unnoticed.
        let kernel = kernel::lower(&names, index as u32)?;
        if function.is_entry && names.is_found(function, index as u32) {
            entries.insert(function.name.to_owned(), Arc::new(kernel));
        }
    }
    Ok(Module { entries, globals })
}
