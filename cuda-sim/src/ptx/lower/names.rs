//! What names mean outside of functions, in one text or in several that are linked.

use std::collections::BTreeMap;

use super::super::ast::{Alias, Function, Linkage, Source, Variable};
use super::super::error::{Position, PtxError, PtxErrorKind};
use super::super::types::StateSpace;

/// What becomes of names that a text does not define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linking {
    /// One text is a whole program: as the driver's compiler does, a variable that is said to be elsewhere is taken to be here.
    Whole,
    /// The text is one of those that will be linked: nothing need be defined yet.
    Object,
    /// All texts are here: everything that is used is defined in one of them.
    Linked,
}

/// What a name means at module scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A variable in device memory: index into the module's globals.
    Global(u32),
    /// A variable in shared memory: index into the source's variables.
    Shared(usize),
    /// A function: index into the source's functions.
    Function(u32),
    /// A variable that no text defines: index into the source's variables.
    Missing(usize),
}

/// What is seen outside of its text: index into the source's variables or functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Export {
    Variable(usize),
    Function(usize),
}

/// Everything at module scope.
#[derive(Debug)]
pub(super) struct Names<'a, 's> {
    /// The names of each text.
    units: Vec<BTreeMap<&'s str, Item>>,
    exports: BTreeMap<&'s str, Export>,
    pub(super) variables: &'a [Variable<'s>],
    pub(super) functions: &'a [Function<'s>],
    /// The variables in device memory, in the order in which they are laid out: indices into the source's variables.
    pub(super) order: Vec<usize>,
    pub(super) const_bytes: u32,
    linking: Linking,
}

impl<'a, 's> Names<'a, 's> {
    /// Finds out what every name of every text means.
    pub(super) fn new(source: &'a Source<'s>, linking: Linking) -> Result<Self, PtxError> {
        let mut names = Names {
            units: Vec::new(),
            exports: BTreeMap::new(),
            variables: &source.variables,
            functions: &source.functions,
            order: Vec::new(),
            const_bytes: 0,
            linking,
        };
        names.export(&source.aliases)?;
        for index in 0..source.variables.len() {
            names.declare_variable(index)?;
        }
        for (index, function) in source.functions.iter().enumerate() {
            names.declare_function(function, index as u32)?;
        }
        for alias in &source.aliases {
            if let Some(item) = names.find(alias.at.unit, alias.target) {
                names.unit(alias.at.unit).insert(alias.name, item);
            }
        }
        names.resolve();
        Ok(names)
    }

    /// What a name means in a text.
    pub(super) fn find(&self, unit: u32, name: &str) -> Option<Item> {
        self.units.get(unit as usize)?.get(name).copied()
    }

    /// The variables in constant memory, as numbers of globals and sizes.
    pub(super) fn constants(&self) -> Vec<(u32, u64)> {
        let variables = self.order.iter().map(|&index| &self.variables[index]);
        let numbered = (0..).zip(variables).filter(|(_, variable)| variable.space == StateSpace::Const);
        numbered.map(|(number, variable)| (number, variable.byte_len())).collect()
    }

    /// Whether the host finds this function by its name: of several with one name, that which is seen outside, or the first.
    pub(super) fn is_found(&self, function: &Function<'s>, index: u32) -> bool {
        match self.exports.get(function.name) {
            Some(export) => *export == Export::Function(index as usize),
            None => {
                let named = |other: &Function<'s>| other.body.is_some() && other.name == function.name;
                self.functions.iter().position(named) == Some(index as usize)
            }
        }
    }

    /// Says that a name which is used is defined nowhere, unless that may come.
    pub(super) fn check_resolved(&self, what: &str, name: &str, at: Position) -> Result<(), PtxError> {
        match self.linking {
            Linking::Object => Ok(()),
            Linking::Whole | Linking::Linked => Err(PtxError::unresolved(at, what, name)),
        }
    }

    /// Checks that a function whose address is taken has a body.
    pub(super) fn check_defined(&self, index: u32, at: Position) -> Result<(), PtxError> {
        let function = &self.functions[index as usize];
        if function.body.is_some() { Ok(()) } else { self.check_resolved("extern function", function.name, at) }
    }

    fn unit(&mut self, unit: u32) -> &mut BTreeMap<&'s str, Item> {
        let unit = unit as usize;
        if self.units.len() <= unit {
            self.units.resize_with(unit + 1, BTreeMap::new);
        }
        &mut self.units[unit]
    }

    /// Finds the one definition of each name that is seen outside of its text.
    fn export(&mut self, aliases: &[Alias<'s>]) -> Result<(), PtxError> {
        for (index, variable) in self.variables.iter().enumerate() {
            if variable.linkage.is_exported() {
                self.choose(variable.name, Export::Variable(index), variable.at)?;
            }
        }
        for (index, function) in self.functions.iter().enumerate() {
            if function.linkage.is_exported() && function.body.is_some() {
                self.choose(function.name, Export::Function(index), function.at)?;
            }
        }
        for alias in aliases {
            let here = |function: &&Function<'s>| function.at.unit == alias.at.unit;
            let mut named = self.functions.iter().filter(here).filter(|function| function.name == alias.name);
            let target = self.functions.iter().position(|function| {
                function.at.unit == alias.at.unit && function.name == alias.target && function.body.is_some()
            });
            if let Some(target) = target
                && named.any(|function| function.linkage.is_exported())
            {
                self.exports.entry(alias.name).or_insert(Export::Function(target));
            }
        }
        Ok(())
    }

    fn choose(&mut self, name: &'s str, new: Export, at: Position) -> Result<(), PtxError> {
        let Some(&old) = self.exports.get(name) else {
            self.exports.insert(name, new);
            return Ok(());
        };
        let ((old_rank, old_at), (new_rank, _)) = (self.rank(old), self.rank(new));
        let is_strong = new_rank.0 == STRONG && old_rank.0 == STRONG;
        // Within one text it is an error of that text, which is told apart later.
        if is_strong && old_at.unit != at.unit {
            let message = format!("`{name}` is defined in more than one of the linked texts");
            return Err(PtxError::new(PtxErrorKind::Unresolved, at, message));
        }
        if new_rank > old_rank {
            self.exports.insert(name, new);
        }
        Ok(())
    }

    /// Which of two definitions is taken: the greater.
    fn rank(&self, export: Export) -> ((u8, u64), Position) {
        let (linkage, byte_len, at) = match export {
            Export::Variable(index) => {
                let variable = &self.variables[index];
                (variable.linkage, variable.byte_len(), variable.at)
            }
            Export::Function(index) => (self.functions[index].linkage, 0, self.functions[index].at),
        };
        match linkage {
            Linkage::Weak => ((1, 0), at),
            Linkage::Common => ((0, byte_len), at),
            Linkage::Internal | Linkage::Visible | Linkage::Extern => ((STRONG, 0), at),
        }
    }

    fn declare_variable(&mut self, index: usize) -> Result<(), PtxError> {
        let variable = &self.variables[index];
        // A variable that is said to be elsewhere may be here after all.
        let was_elsewhere = |old: Item| match old {
            Item::Missing(old) | Item::Shared(old) => self.variables[old].linkage == Linkage::Extern,
            Item::Global(_) | Item::Function(_) => false,
        };
        match self.find(variable.at.unit, variable.name) {
            Some(Item::Global(_) | Item::Shared(_) | Item::Missing(_)) if variable.linkage == Linkage::Extern => {
                return Ok(());
            }
            Some(old) if !was_elsewhere(old) => {
                return Err(PtxError::syntax(variable.at, format!("`{}` is declared twice", variable.name)));
            }
            Some(_) | None => {}
        }
        let chosen = self.exports.get(variable.name) == Some(&Export::Variable(index));
        let is_elsewhere = match variable.linkage {
            Linkage::Internal => false,
            Linkage::Extern => self.linking != Linking::Whole || self.exports.contains_key(variable.name),
            Linkage::Visible | Linkage::Weak | Linkage::Common => !chosen,
        };
        let item = if variable.space == StateSpace::Shared {
            Item::Shared(index)
        } else if is_elsewhere {
            Item::Missing(index)
        } else {
            self.order.push(index);
            if variable.space == StateSpace::Const {
                let byte_len = u32::try_from(variable.byte_len()).unwrap_or(u32::MAX);
                self.const_bytes = self.const_bytes.saturating_add(byte_len);
            }
            Item::Global(self.order.len() as u32 - 1)
        };
        self.unit(variable.at.unit).insert(variable.name, item);
        Ok(())
    }

    fn declare_function(&mut self, function: &Function<'s>, index: u32) -> Result<(), PtxError> {
        match self.find(function.at.unit, function.name) {
            None => {}
            // A declaration may come before and after its definition.
            Some(Item::Function(other)) => {
                let defined = self.functions[other as usize].body.is_some();
                if defined && function.body.is_some() {
                    return Err(PtxError::syntax(function.at, format!("`{}` is defined twice", function.name)));
                }
                if defined {
                    return Ok(());
                }
            }
            Some(_) => return Err(PtxError::syntax(function.at, format!("`{}` is declared twice", function.name))),
        }
        self.unit(function.at.unit).insert(function.name, Item::Function(index));
        Ok(())
    }

    /// Puts what is defined in one text where others, or that text itself, name it.
    fn resolve(&mut self) {
        let (variables, functions, order, exports) = (self.variables, self.functions, &self.order, &self.exports);
        for (name, item) in self.units.iter_mut().flatten() {
            let is_open = match *item {
                Item::Shared(index) | Item::Missing(index) => variables[index].linkage != Linkage::Internal,
                Item::Function(index) => {
                    let function = &functions[index as usize];
                    function.linkage.is_exported() || function.linkage == Linkage::Extern
                }
                Item::Global(_) => false,
            };
            match exports.get(name) {
                Some(&Export::Function(index)) if is_open => *item = Item::Function(index as u32),
                Some(&Export::Variable(index)) if is_open && variables[index].space == StateSpace::Shared => {
                    *item = Item::Shared(index);
                }
                Some(&Export::Variable(index)) if is_open => {
                    if let Some(number) = order.iter().position(|&other| other == index) {
                        *item = Item::Global(number as u32);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The rank of a definition that there may be only one of.
const STRONG: u8 = 2;
