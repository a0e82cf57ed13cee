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
mod operand;
mod scope;
mod select;
mod system;
mod texture;
mod warp;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{Function, Operand, Source, Variable};
use super::error::PtxError;
use super::module::Module;
use super::types::StateSpace;
use crate::exec::code::Pred;

/// What a name means at module scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// A variable in device memory: index into the module's globals.
    Global(u32),
    /// A variable in shared memory: index into the source's variables.
    Shared(usize),
    /// A function: index into the source's functions.
    Function(u32),
}

/// Everything at module scope.
#[derive(Debug)]
pub(super) struct Names<'a, 's> {
    items: BTreeMap<&'s str, Item>,
    variables: &'a [Variable<'s>],
    functions: &'a [Function<'s>],
    const_bytes: u32,
}

/// Compiles a whole source.
pub(super) fn module(source: &Source<'_>) -> Result<Module, PtxError> {
    let mut names =
        Names { items: BTreeMap::new(), variables: &source.variables, functions: &source.functions, const_bytes: 0 };
    let mut order = Vec::new();
    for (index, variable) in source.variables.iter().enumerate() {
        let item = if variable.space == StateSpace::Shared {
            Item::Shared(index)
        } else {
            order.push(index);
            Item::Global(order.len() as u32 - 1)
        };
        if variable.space == StateSpace::Const {
            names.const_bytes = names.const_bytes.saturating_add(variable.byte_len().min(u64::from(u32::MAX)) as u32);
        }
        if names.items.insert(variable.name, item).is_some() {
            return Err(PtxError::syntax(variable.at, format!("`{}` is declared twice", variable.name)));
        }
    }
    for (index, function) in source.functions.iter().enumerate() {
        names.declare(function, index as u32)?;
    }
    for &(alias, target) in &source.aliases {
        if let Some(&item) = names.items.get(target) {
            names.items.insert(alias, item);
        }
    }
    let globals =
        order.iter().map(|&index| globals::lower(&names, &source.variables[index])).collect::<Result<_, _>>()?;
    let mut entries = BTreeMap::new();
    for (index, function) in source.functions.iter().enumerate() {
        if function.body.is_none() {
            continue;
        }
        // A function that no kernel calls is lowered too, so that nothing which is not simulated goes unnoticed.
        let kernel = kernel::lower(&names, index as u32)?;
        if function.is_entry {
            entries.insert(function.name.to_owned(), Arc::new(kernel));
        }
    }
    Ok(Module { entries, globals })
}

impl<'s> Names<'_, 's> {
    /// The variables in constant memory, as numbers of globals and sizes.
    fn constants(&self) -> Vec<(u32, u64)> {
        let in_memory = self.variables.iter().filter(|variable| variable.space != StateSpace::Shared);
        let numbered = (0..).zip(in_memory).filter(|(_, variable)| variable.space == StateSpace::Const);
        numbered.map(|(number, variable)| (number, variable.byte_len())).collect()
    }

    fn declare(&mut self, function: &Function<'s>, index: u32) -> Result<(), PtxError> {
        match self.items.get(function.name) {
            None => {
                self.items.insert(function.name, Item::Function(index));
                Ok(())
            }
            // A declaration may come before and after its definition.
            Some(&Item::Function(other)) => {
                let defined = self.functions[other as usize].body.is_some();
                if defined && function.body.is_some() {
                    return Err(PtxError::syntax(function.at, format!("`{}` is defined twice", function.name)));
                }
                if !defined {
                    self.items.insert(function.name, Item::Function(index));
                }
                Ok(())
            }
            Some(_) => Err(PtxError::syntax(function.at, format!("`{}` is declared twice", function.name))),
        }
    }
}
