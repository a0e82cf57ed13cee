//! What names mean inside a function: nested scopes of registers, variables and labels.

use std::collections::BTreeMap;

use super::super::ast::Prototype;
use super::super::types::ScalarType;
use crate::exec::code::Reg;

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    /// A register of a type.
    Register(Reg, ScalarType),
    /// A variable in the function's frame: byte offset.
    Frame {
        /// Byte offset.
        offset: u32,
        /// Size in bytes.
        byte_len: u32,
    },
    /// A variable in shared memory: byte offset.
    Shared(u32),
    /// The kernel's parameter: byte offset in the parameter block.
    Param(u32),
}

/// `%r<12>`
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u16,
    count: u32,
    ty: ScalarType,
}

/// The names of one `{ ... }`.
#[derive(Debug, Default)]
pub(super) struct Scope<'a, 's> {
    names: BTreeMap<&'s str, Entity>,
    ranges: BTreeMap<&'s str, Range>,
    /// Labels, as numbers of the function's label table.
    pub(super) labels: BTreeMap<&'s str, usize>,
    /// Prototypes of indirect calls.
    pub(super) prototypes: BTreeMap<&'s str, &'a Prototype<'s>>,
    /// Lists of branch targets, as numbers of the image's tables.
    pub(super) targets: BTreeMap<&'s str, u32>,
}

impl<'s> Scope<'_, 's> {
    /// Adds a name; false if the scope has it already.
    pub(super) fn declare(&mut self, name: &'s str, entity: Entity) -> bool {
        self.names.insert(name, entity).is_none()
    }

    /// Adds a range of registers, the first of which has index `first` in its plane.
    pub(super) fn declare_range(&mut self, prefix: &'s str, first: u16, count: u32, ty: ScalarType) -> bool {
        self.ranges.insert(prefix, Range { first, count, ty }).is_none()
    }

    /// What a name means here.
    pub(super) fn find(&self, name: &str) -> Option<Entity> {
        if let Some(&entity) = self.names.get(name) {
            return Some(entity);
        }
        // `%r12` may be number 12 of `%r<...>` or number 2 of `%r1<...>`.
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        (name.len() - digits..name.len()).find_map(|split| {
            let (prefix, number) = name.split_at(split);
            if number.len() > 1 && number.starts_with('0') {
                return None;
            }
            let range = self.ranges.get(prefix)?;
            let number: u32 = number.parse().ok()?;
            if number >= range.count {
                return None;
            }
            let index = range.first + number as u16;
            Some(Entity::Register(register(range.ty, index), range.ty))
        })
    }
}

/// The register of a type with that index in its plane.
pub(super) fn register(ty: ScalarType, index: u16) -> Reg {
    use crate::exec::code::{Pred, R32, R64};
    match ty {
        ScalarType::Pred => Reg::Pred(Pred(index)),
        _ if ty.byte_len() == 8 => Reg::R64(R64(index)),
        _ => Reg::R32(R32(index)),
    }
}
