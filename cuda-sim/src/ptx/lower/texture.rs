//! Textures and surfaces.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::{AtomicOp, R32, R64, SINK32};
use crate::exec::machine::Machine;
use crate::exec::surface::{Action, Outside, SurfaceOp};
use crate::exec::texture::{Geometry, Query, TextureOp, Wanted};

/// An object, a layer, and coordinates.
type Place = (R64, Option<R32>, Vec<R32>);

impl<'s> FunctionLowering<'_, '_, 's> {
    /// `tex`
    pub(super) fn tex(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let geometry = geometry(form)?;
        let &[_, coordinate] = form.modifiers.types.as_slice() else { return Err(form.wrong("expected two types")) };
        let wanted = match coordinate {
            ScalarType::F32 => Wanted::Sample,
            ScalarType::S32 if !geometry.is_cube => Wanted::Index,
            _ => return Err(form.wrong("coordinates are `.f32` or `.s32`")),
        };
        let extra = match (form.modifiers.has("level"), form.modifiers.has("grad")) {
            (false, false) => 2,
            // Images have one level, so the level that is asked for makes no difference.
            (true, false) => 3,
            (false, true) => 4,
            (true, true) => return Err(form.wrong("either `.level` or `.grad`")),
        };
        if form.instruction.operands.len() != extra {
            return Err(form.wrong("wrong number of operands"));
        }
        self.texture_read(form, geometry, wanted, coordinate)
    }

    /// `tld4`
    pub(super) fn tld4(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let geometry = geometry(form)?;
        let channel = ["r", "g", "b", "a"].iter().position(|channel| form.modifiers.has(channel));
        let channel = channel.ok_or_else(|| form.wrong("expected a channel"))?;
        if geometry.axes != 2 || geometry.is_cube || form.modifiers.types.get(1) != Some(&ScalarType::F32) {
            return Err(form.not_simulated("of this shape or with these coordinates"));
        }
        self.texture_read(form, geometry, Wanted::Gather(channel), ScalarType::F32)
    }

    fn texture_read(
        &mut self,
        form: &Form<'_, 's>,
        geometry: Geometry,
        wanted: Wanted,
        coordinate: ScalarType,
    ) -> Result<(), PtxError> {
        let ty = form.ty()?;
        let [data, place] = [0, 1].map(|index| &form.instruction.operands[index]);
        let OperandKind::Vector(parts) = &data.kind else { return Err(form.wrong("expected a vector of four")) };
        if form.modifiers.vector != 4 || parts.len() != 4 {
            return Err(form.wrong("expected `.v4` and a vector of four"));
        }
        let mut d = [SINK32; 4];
        for (part, into) in parts.iter().zip(&mut d) {
            *into = self.destination32(part, ty)?;
        }
        let (handle, layer, coordinates) = self.image_place(form, place, geometry, coordinate)?;
        self.machine(Machine::Texture(TextureOp { wanted, geometry, handle, layer, coordinates, d }));
        Ok(())
    }

    /// `txq` and `suq`
    pub(super) fn image_query(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let query = match form.modifiers.words.as_slice() {
            ["width"] => Query::Width,
            ["height"] => Query::Height,
            ["depth"] => Query::Depth,
            ["array_size"] => Query::ArraySize,
            ["num_mipmap_levels"] => Query::Levels,
            ["normalized_coords"] => Query::IsNormalized,
            _ => return Err(form.wrong("expected one query")),
        };
        let [d, place] = [0, 1].map(|index| &form.instruction.operands[index]);
        let OperandKind::Address(Some(name), 0) = place.kind else { return Err(form.wrong("expected an object")) };
        let handle = self.object(form, name, place)?;
        let d = [self.destination32(d, ScalarType::B32)?, SINK32, SINK32, SINK32];
        let geometry = Geometry { axes: 1, is_layered: false, is_cube: false };
        let wanted = Wanted::Query(query);
        let op = TextureOp { wanted, geometry, handle, layer: None, coordinates: Vec::new(), d };
        self.machine(Machine::Texture(op));
        Ok(())
    }

    /// `suld`, `sust` and `sured`
    pub(super) fn surface(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        if !has("b") {
            return Err(form.not_simulated("without `.b`"));
        }
        let geometry = geometry(form)?;
        if geometry.is_cube {
            return Err(form.wrong("surfaces have no faces"));
        }
        let ty = form.ty()?;
        let outside = match (has("trap"), has("clamp"), has("zero")) {
            (true, false, false) => Outside::Trap,
            (false, true, false) => Outside::Clamp,
            (false, false, true) => Outside::Zero,
            _ => return Err(form.wrong("expected `.trap`, `.clamp` or `.zero`")),
        };
        let [first, second] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (action, place, data) = match form.instruction.opcode {
            "suld" => (Action::Load, second, first),
            "sust" => (Action::Store, first, second),
            _ => (Action::Reduce(reduction(form, ty)?), first, second),
        };
        let parts = match &data.kind {
            OperandKind::Vector(parts) => parts.as_slice(),
            _ => std::slice::from_ref(data),
        };
        if parts.len() != usize::from(form.modifiers.vector) || parts.len() * ty.byte_len() as usize > 16 {
            return Err(form.wrong("the data does not fit the instruction"));
        }
        // A byte has no register of its own size.
        let held = if ty == ScalarType::B8 { ScalarType::B16 } else { ty };
        let is_load = action == Action::Load;
        let mut registers = Vec::new();
        for part in parts {
            registers.push(match (ty.byte_len(), is_load) {
                (8, true) => self.destination64(part, ty)?.0,
                (8, false) => self.source64(part, ty)?.0,
                (_, true) => self.destination32(part, held)?.0,
                (_, false) => self.source32(part, held)?.0,
            });
        }
        let (handle, layer, coordinates) = self.image_place(form, place, geometry, ScalarType::S32)?;
        let byte_len = ty.byte_len() as u8;
        let op = SurfaceOp { action, geometry, handle, layer, coordinates, byte_len, data: registers, outside };
        self.machine(Machine::Surface(op));
        Ok(())
    }

    /// Reads `[object, {layer, x, y}]`.
    fn image_place(
        &mut self,
        form: &Form<'_, 's>,
        operand: &Operand<'s>,
        geometry: Geometry,
        coordinate: ScalarType,
    ) -> Result<Place, PtxError> {
        let OperandKind::Sampled(name, list) = &operand.kind else {
            return Err(form.wrong("expected an object and coordinates"));
        };
        let [given] = list.as_slice() else { return Err(form.not_simulated("with a sampler of its own")) };
        let handle = self.object(form, name, operand)?;
        let parts = match &given.kind {
            OperandKind::Vector(parts) => parts.as_slice(),
            _ => std::slice::from_ref(given),
        };
        let wanted = if geometry.is_cube { 3 } else { geometry.axes };
        let all = usize::from(geometry.is_layered) + wanted;
        // Vectors of three are written with a fourth that nobody reads.
        if parts.len() != all && !(all == 3 && parts.len() == 4) {
            return Err(form.wrong("wrong number of coordinates"));
        }
        let (layer, parts) = if geometry.is_layered {
            (Some(self.source32(&parts[0], ScalarType::B32)?), &parts[1..])
        } else {
            (None, parts)
        };
        let coordinates = parts[..wanted].iter().map(|part| self.source32(part, coordinate));
        Ok((handle, layer, coordinates.collect::<Result<_, _>>()?))
    }

    fn object(&mut self, form: &Form<'_, 's>, name: &'s str, operand: &Operand<'s>) -> Result<R64, PtxError> {
        let named = Operand { at: operand.at, kind: OperandKind::Name(name) };
        match self.register(&named, ScalarType::B64, super::operand::Fit::Exact)? {
            Some((crate::exec::code::Reg::R64(register), _)) => Ok(register),
            _ => Err(form.not_simulated("of anything but an object in a register")),
        }
    }
}

fn geometry(form: &Form<'_, '_>) -> Result<Geometry, PtxError> {
    let known = [
        ("1d", 1, false, false),
        ("2d", 2, false, false),
        ("3d", 3, false, false),
        ("a1d", 1, true, false),
        ("a2d", 2, true, false),
        ("cube", 2, false, true),
        ("acube", 2, true, true),
    ];
    let mut found = known.iter().filter(|(name, ..)| form.modifiers.has(name));
    match (found.next(), found.next()) {
        (Some(&(_, axes, is_layered, is_cube)), None) => Ok(Geometry { axes, is_layered, is_cube }),
        _ => Err(form.wrong("expected one shape")),
    }
}

fn reduction(form: &Form<'_, '_>, ty: ScalarType) -> Result<AtomicOp, PtxError> {
    use ScalarType::{B32, B64, S32, S64, U32, U64};
    let known = [
        ("add", AtomicOp::Add, &[U32, S32, U64][..]),
        ("min", AtomicOp::MinU, &[U32, U64]),
        ("min", AtomicOp::MinS, &[S32, S64]),
        ("max", AtomicOp::MaxU, &[U32, U64]),
        ("max", AtomicOp::MaxS, &[S32, S64]),
        ("and", AtomicOp::And, &[B32, B64]),
        ("or", AtomicOp::Or, &[B32, B64]),
    ];
    let found = known.iter().find(|(name, _, types)| form.modifiers.has(name) && types.contains(&ty));
    found.map(|&(_, reduction, _)| reduction).ok_or_else(|| form.wrong("this operation does not go with the type"))
}
