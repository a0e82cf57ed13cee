//! Collects the image of one kernel: code, registers, constants, shared memory and the functions it reaches.

use std::collections::HashMap;

use super::super::error::{Position, PtxError};
use super::names::Names;
use crate::exec::code::{ALWAYS, Instr, Op, Pred, R32, R64};
use crate::exec::image::{FunctionSlot, Image, Preset32, Preset64};

/// An image under construction.
#[derive(Debug)]
pub(super) struct Builder<'a, 's> {
    pub(super) names: &'a Names<'a, 's>,
    pub(super) image: Image,
    constants32: HashMap<Preset32, R32>,
    constants64: HashMap<Preset64, R64>,
    /// Offset of each module-scope shared variable that is used, by index into the source's variables.
    pub(super) shared: HashMap<usize, u32>,
    /// Shared memory laid out so far.
    pub(super) shared_byte_len: u32,
    /// Alignment that dynamic shared memory needs.
    pub(super) dynamic_align: u32,
    /// Functions still to be lowered: slots.
    pub(super) pending: Vec<u32>,
    /// Where code without a line of its own is said to come from.
    pub(super) line: u32,
}

impl<'a, 's> Builder<'a, 's> {
    /// An image with the reserved registers and nothing else.
    pub(super) fn new(names: &'a Names<'a, 's>) -> Self {
        let image = Image { count32: 1, count64: 1, predicates: 2, ..Image::default() };
        Self {
            names,
            image,
            constants32: HashMap::new(),
            constants64: HashMap::new(),
            shared: HashMap::new(),
            shared_byte_len: 0,
            dynamic_align: 16,
            pending: Vec::new(),
            line: 0,
        }
    }

    /// Takes registers of the 32-bit plane, and returns the first.
    pub(super) fn take32(&mut self, count: u32, at: Position) -> Result<u16, PtxError> {
        take(&mut self.image.count32, count, at)
    }

    /// Takes registers of the 64-bit plane.
    pub(super) fn take64(&mut self, count: u32, at: Position) -> Result<u16, PtxError> {
        take(&mut self.image.count64, count, at)
    }

    /// Takes predicates.
    pub(super) fn take_predicates(&mut self, count: u32, at: Position) -> Result<u16, PtxError> {
        take(&mut self.image.predicates, count, at)
    }

    /// The register that holds a constant or special value.
    pub(super) fn preset32(&mut self, preset: Preset32, at: Position) -> Result<R32, PtxError> {
        if let Some(&register) = self.constants32.get(&preset) {
            return Ok(register);
        }
        let register = R32(self.take32(1, at)?);
        self.constants32.insert(preset, register);
        self.image.presets32.push((register, preset));
        Ok(register)
    }

    /// The register that holds a constant or special value.
    pub(super) fn preset64(&mut self, preset: Preset64, at: Position) -> Result<R64, PtxError> {
        if let Some(&register) = self.constants64.get(&preset) {
            return Ok(register);
        }
        let register = R64(self.take64(1, at)?);
        self.constants64.insert(preset, register);
        self.image.presets64.push((register, preset));
        Ok(register)
    }

    /// Adds an instruction.
    pub(super) fn push(&mut self, guard: (Pred, u32), op: Op) {
        self.image.code.push(Instr { guard: guard.0, flip: guard.1, op });
        self.image.lines.push(self.line);
    }

    /// Adds an instruction without a guard.
    pub(super) fn push_always(&mut self, op: Op) {
        self.push((ALWAYS, 0), op);
    }

    /// The next instruction's index.
    pub(super) fn here(&self) -> u32 {
        self.image.code.len() as u32
    }

    /// Lays out shared memory.
    pub(super) fn share(&mut self, byte_len: u64, align: u32, at: Position) -> Result<u32, PtxError> {
        let start = u64::from(self.shared_byte_len).next_multiple_of(u64::from(align));
        let end = start.saturating_add(byte_len);
        // Far above what a block may have; the launch checks the device's own limit.
        if end > 1 << 24 {
            return Err(PtxError::syntax(at, "too much shared memory"));
        }
        self.shared_byte_len = end as u32;
        Ok(start as u32)
    }

    /// The slot of a function of the module, which is lowered later if it is new.
    pub(super) fn slot(&mut self, module_index: u32) -> u32 {
        let known = self.image.functions.iter().position(|slot| slot.module_index == module_index);
        let slot = known.unwrap_or_else(|| {
            self.image.functions.push(FunctionSlot { module_index, ..FunctionSlot::default() });
            self.pending.push(self.image.functions.len() as u32 - 1);
            self.image.functions.len() - 1
        });
        slot as u32
    }
}

fn take(next: &mut u16, count: u32, at: Position) -> Result<u16, PtxError> {
    let first = *next;
    *next = u32::from(first)
        .checked_add(count)
        .and_then(|end| u16::try_from(end).ok())
        .ok_or_else(|| PtxError::not_simulated(at, "a kernel with more than 65535 registers of one width"))?;
    Ok(first)
}
