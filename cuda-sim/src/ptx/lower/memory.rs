//! Loads, stores and atomics.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::{ScalarType, StateSpace};
use super::function::FunctionLowering;
use super::instruction::Form;
use super::names::Item;
use super::operand::Fit;
use super::scope::Entity;
use crate::exec::code::{Access, Address, Atomic, AtomicOp, Op, R32, R64, Reg, SINK32, SINK64, Space};
use crate::exec::image::Preset64;

impl<'s> FunctionLowering<'_, '_, 's> {
    pub(super) fn load(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        self.cache_policy(form, 2)?;
        let [data, from] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (space, address) = self.address(form, from)?;
        let (access, d) = self.data(form, data, space, true)?;
        self.emit(Op::Load { access, address, d });
        Ok(())
    }

    pub(super) fn store(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        self.cache_policy(form, 2)?;
        let [to, data] = [0, 1].map(|index| &form.instruction.operands[index]);
        let is_const = form.modifiers.space == Some(StateSpace::Const);
        let (space, address) = self.address(form, to)?;
        if is_const || space == Space::Param {
            return Err(form.wrong("this memory is read-only"));
        }
        let (access, a) = self.data(form, data, space, false)?;
        self.emit(Op::Store { access, address, a });
        Ok(())
    }

    /// Checks the operand behind the others, `count` of which there are. It goes with `.L2::cache_hint` and changes nothing.
    fn cache_policy(&mut self, form: &Form<'_, 's>, count: usize) -> Result<(), PtxError> {
        match (form.modifiers.has("L2::cache_hint"), form.instruction.operands.get(count..)) {
            (true, Some([policy])) => self.source64(policy, ScalarType::B64).map(drop),
            (false, Some([])) => Ok(()),
            _ => Err(form.wrong("a cache policy goes with `.L2::cache_hint`")),
        }
    }

    /// The registers that are loaded or stored.
    fn data(
        &mut self,
        form: &Form<'_, 's>,
        operand: &Operand<'s>,
        space: Space,
        is_load: bool,
    ) -> Result<(Access, [u16; 4]), PtxError> {
        let ty = form.ty()?;
        let count = form.modifiers.vector;
        let single = std::slice::from_ref(operand);
        let parts = match (&operand.kind, count) {
            (OperandKind::Vector(parts), 1 | 2 | 4) if parts.len() == usize::from(count) => parts.as_slice(),
            (OperandKind::Vector(_), _) => return Err(form.wrong("the vector has another length than the instruction")),
            (_, 1) => single,
            _ => return Err(form.wrong("expected a vector of registers")),
        };
        if u32::from(count) * ty.byte_len() > 16 {
            return Err(form.wrong("more than 16 bytes at once"));
        }
        let mut indices = [0; 4];
        let mut size = None;
        for (part, into) in parts.iter().zip(&mut indices) {
            let (register, declared) =
                if is_load { self.destination(part, ty, Fit::AtLeast)? } else { self.source(part, ty, Fit::AtLeast)? };
            if matches!(part.kind, OperandKind::Nothing) {
                // The sink of whichever plane the other elements use: both have index zero.
                *into = SINK32.0;
                continue;
            }
            *into = match register {
                Reg::R32(R32(index)) | Reg::R64(R64(index)) => index,
                Reg::Pred(_) => return Err(form.wrong("predicates are not in memory")),
            };
            if *size.get_or_insert(declared.bits()) != declared.bits() {
                return Err(form.not_simulated("of registers of different sizes"));
            }
        }
        let bits = size.unwrap_or(ty.bits());
        let access = Access {
            space,
            byte_len: ty.byte_len() as u8,
            count,
            signed: ty.is_signed(),
            register_bits: bits as u8,
            order: form.modifiers.order,
        };
        Ok((access, indices))
    }

    /// Where an instruction goes: its space, by its modifier or else by the variable that it names, and the address.
    pub(super) fn address(&mut self, form: &Form<'_, 's>, operand: &Operand<'s>) -> Result<(Space, Address), PtxError> {
        self.address_in(form, operand, form.modifiers.space)
    }

    /// As [`address`](Self::address), for an instruction that names more than one space.
    pub(super) fn address_in(
        &mut self,
        form: &Form<'_, 's>,
        operand: &Operand<'s>,
        asked: Option<StateSpace>,
    ) -> Result<(Space, Address), PtxError> {
        let OperandKind::Address(base, offset) = operand.kind else { return Err(form.wrong("expected an address")) };
        let Some(name) = base else {
            let register = self.constant64(offset as u64, form)?;
            return Ok((self.space(asked), Address { wide: true, base: register.0, offset: 0 }));
        };
        if let Some(Entity::Register(register, _)) = self.find(name) {
            let offset = i32::try_from(offset).map_err(|_| form.wrong("the offset of an address has 32 bits"))?;
            let address = match register {
                Reg::R64(register) => Address { wide: true, base: register.0, offset },
                Reg::R32(register) => Address { wide: false, base: register.0, offset },
                Reg::Pred(_) => return Err(form.wrong("a predicate is not an address")),
            };
            return Ok((self.space(asked), address));
        }
        let (space, fits) = self.space_of(name, operand, asked)?;
        if !fits {
            return Err(form.wrong("the variable is in another state space"));
        }
        let register = if space == Space::Frame {
            let Some(Entity::Frame { offset: start, .. }) = self.find(name) else {
                return Err(self.unknown(operand, name));
            };
            self.builder.preset64(Preset64::Value(u64::from(start).wrapping_add(offset as u64)), operand.at)?
        } else {
            self.address_of(name, offset, operand)?.ok_or_else(|| self.unknown(operand, name))?
        };
        Ok((space, Address { wide: true, base: register.0, offset: 0 }))
    }

    /// The space that a modifier names, for an address in a register.
    fn space(&self, asked: Option<StateSpace>) -> Space {
        match asked {
            None => Space::Generic,
            Some(StateSpace::Global | StateSpace::Const) => Space::Global,
            Some(StateSpace::Shared) => Space::Shared,
            Some(StateSpace::Local) => Space::Local,
            Some(StateSpace::Param) if self.is_entry => Space::Param,
            // The parameters of a function are in its frame.
            Some(StateSpace::Param) => Space::Local,
        }
    }

    /// The space of a variable, and whether an instruction that asked for `asked` may name it.
    fn space_of(
        &self,
        name: &str,
        operand: &Operand<'s>,
        asked: Option<StateSpace>,
    ) -> Result<(Space, bool), PtxError> {
        let fits = |spaces: &[StateSpace]| asked.is_none_or(|asked| spaces.contains(&asked));
        Ok(match self.find(name) {
            Some(Entity::Frame { .. }) => {
                let space = if self.is_entry { Space::Local } else { Space::Frame };
                (space, fits(&[StateSpace::Local, StateSpace::Param]))
            }
            Some(Entity::Shared(_)) => (Space::Shared, fits(&[StateSpace::Shared])),
            Some(Entity::Param(_)) => (Space::Param, fits(&[StateSpace::Param])),
            Some(Entity::Register(..)) => (Space::Generic, true),
            None => match self.item(name) {
                Some(Item::Global(_)) => (Space::Global, fits(&[StateSpace::Global, StateSpace::Const])),
                Some(Item::Shared(_)) => (Space::Shared, fits(&[StateSpace::Shared])),
                Some(Item::Missing(_)) => (Space::Global, fits(&[StateSpace::Global, StateSpace::Const])),
                Some(Item::Function(_)) | None => return Err(self.unknown(operand, name)),
            },
        })
    }

    pub(super) fn atom(&mut self, form: &Form<'_, 's>, has_result: bool) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let op = atomic_op(form, ty)?;
        let operands = &form.instruction.operands;
        let first = usize::from(has_result);
        let wanted = first + if op == AtomicOp::Cas { 3 } else { 2 };
        if operands.len() < wanted || (!has_result && matches!(op, AtomicOp::Cas | AtomicOp::Exch)) {
            return Err(form.wrong("wrong number of operands"));
        }
        self.cache_policy(form, wanted)?;
        let (space, address) = self.address(form, &operands[first])?;
        if matches!(space, Space::Param | Space::Local | Space::Frame)
            || form.modifiers.space == Some(StateSpace::Const)
        {
            return Err(form.wrong("atomics work on global and shared memory"));
        }
        let how = Atomic { op, space, byte_len: ty.byte_len() as u8, order: form.modifiers.order };
        let (b, c) = (&operands[first + 1], &operands[wanted - 1]);
        if ty.byte_len() == 8 {
            let d = if has_result { self.destination64(&operands[0], ty)? } else { SINK64 };
            let (b, c) = (self.source64(b, ty)?, self.source64(c, ty)?);
            self.emit(Op::Atomic64 { how, address, d, b, c });
        } else {
            let d = if has_result { self.destination32(&operands[0], ty)? } else { SINK32 };
            let (b, c) = (self.source32(b, ty)?, self.source32(c, ty)?);
            self.emit(Op::Atomic32 { how, address, d, b, c });
        }
        Ok(())
    }
}

fn atomic_op(form: &Form<'_, '_>, ty: ScalarType) -> Result<AtomicOp, PtxError> {
    use ScalarType::{B16, B32, B64, Bf16, Bf16x2, F16, F16x2, F32, F64, S32, S64, U32, U64};
    Ok(match (form.modifiers.operation, ty) {
        (Some("add"), U32 | S32 | U64 | S64) => AtomicOp::Add,
        (Some("add"), F32) => AtomicOp::AddF32,
        (Some("add"), F64) => AtomicOp::AddF64,
        (Some("add"), F16 | F16x2 | Bf16 | Bf16x2) if !form.modifiers.noftz => {
            return Err(form.wrong("16-bit floats are added with `.noftz`"));
        }
        (Some("add"), F16 | F16x2) => AtomicOp::AddF16,
        (Some("add"), Bf16 | Bf16x2) => AtomicOp::AddBf16,
        (Some("min"), U32 | U64) => AtomicOp::MinU,
        (Some("min"), S32 | S64) => AtomicOp::MinS,
        (Some("max"), U32 | U64) => AtomicOp::MaxU,
        (Some("max"), S32 | S64) => AtomicOp::MaxS,
        (Some("and"), B32 | B64) => AtomicOp::And,
        (Some("or"), B32 | B64) => AtomicOp::Or,
        (Some("xor"), B32 | B64) => AtomicOp::Xor,
        (Some("exch"), B32 | B64) => AtomicOp::Exch,
        (Some("cas"), B16 | B32 | B64) => AtomicOp::Cas,
        (Some("inc"), U32) => AtomicOp::Inc,
        (Some("dec"), U32) => AtomicOp::Dec,
        (None, _) => return Err(form.wrong("an operation is missing")),
        _ => return Err(form.wrong("this operation does not go with the type")),
    })
}
