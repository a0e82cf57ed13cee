//! Initial values of variables.

use super::super::ast::{Init, Linkage, Variable};
use super::super::error::PtxError;
use super::super::module::{Global, Relocation};
use super::names::{Item, Names};
use crate::exec::image::function_address;

/// Lays out one variable.
pub(super) fn lower(names: &Names<'_, '_>, variable: &Variable<'_>) -> Result<Global, PtxError> {
    let mut global = Global {
        name: variable.name.to_owned(),
        space: variable.space,
        align: variable.align,
        byte_len: variable.byte_len(),
        is_visible: variable.linkage != Linkage::Internal,
        init: Vec::new(),
        relocations: Vec::new(),
    };
    if let Some(init) = &variable.init {
        let mut filler = Filler { names, variable, global: &mut global };
        filler.fill(init, 0, 0)?;
    }
    Ok(global)
}

struct Filler<'a, 'n, 's> {
    names: &'a Names<'n, 's>,
    variable: &'a Variable<'s>,
    global: &'a mut Global,
}

impl Filler<'_, '_, '_> {
    /// Fills from scalar number `start`, `depth` dimensions down.
    fn fill(&mut self, init: &Init<'_>, start: u64, depth: usize) -> Result<(), PtxError> {
        match init {
            Init::List(items) => {
                // A flat list fills scalars one by one, whatever the dimensions.
                let nested = items.iter().any(|item| matches!(item, Init::List(_)));
                let stride = if nested { self.variable.strides.get(depth).copied().unwrap_or(1) } else { 1 };
                for (number, item) in items.iter().enumerate() {
                    self.fill(item, start.saturating_add(stride.saturating_mul(number as u64)), depth + 1)?;
                }
                Ok(())
            }
            Init::Value(value, at) => {
                let ty = self.variable.ty;
                let bits = value
                    .bits_as(ty)
                    .ok_or_else(|| PtxError::syntax(*at, "this number does not fit the variable's type"))?;
                self.put(start, *at, bits)
            }
            Init::Symbol { name, addend, mask, at } => {
                let byte_len = self.variable.ty.byte_len() as u8;
                let shift = mask.map_or(0, |mask| mask.trailing_zeros().min(56) as u8);
                if mask.is_none() && byte_len < 4 {
                    return Err(PtxError::syntax(*at, "an address does not fit the variable's type"));
                }
                match self.names.find(self.variable.at.unit, name) {
                    Some(Item::Global(target)) => {
                        self.put(start, *at, 0)?;
                        let offset = start * u64::from(byte_len);
                        let target = target as usize;
                        self.global.relocations.push(Relocation { offset, byte_len, target, addend: *addend, shift });
                        Ok(())
                    }
                    Some(Item::Function(index)) => {
                        self.names.check_defined(index, *at)?;
                        self.put(start, *at, function_address(index).wrapping_add(*addend as u64) >> shift)
                    }
                    Some(Item::Missing(_)) => {
                        self.names.check_resolved("variable", name, *at)?;
                        self.put(start, *at, 0)
                    }
                    Some(Item::Shared(_)) => Err(PtxError::syntax(*at, "the address of shared memory is not constant")),
                    None => Err(PtxError::syntax(*at, format!("`{name}` is not declared"))),
                }
            }
        }
    }

    fn put(&mut self, scalar: u64, at: super::super::error::Position, bits: u64) -> Result<(), PtxError> {
        if scalar >= self.variable.len {
            return Err(PtxError::syntax(at, "more initial values than the variable has"));
        }
        let byte_len = self.variable.ty.byte_len() as usize;
        let start = scalar as usize * byte_len;
        if self.global.init.len() < start + byte_len {
            self.global.init.resize(start + byte_len, 0);
        }
        self.global.init[start..start + byte_len].copy_from_slice(&bits.to_le_bytes()[..byte_len]);
        Ok(())
    }
}
