//! Textures and surfaces.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::ScalarType;
use super::function::FunctionLowering;
use super::instruction::Form;
use super::operand::Fit;
use crate::exec::code::{AtomicOp, R32, R64, Reg, SINK32};
use crate::exec::machine::Machine;
use crate::exec::surface::{Action, Outside, SurfaceOp};
use crate::exec::texture::{Channels, Geometry, Query, TextureOp, Wanted};

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
        if let [_, _, directions @ ..] = form.instruction.operands.as_slice()
            && form.modifiers.has("grad")
        {
            for direction in directions {
                self.check_gradient(form, geometry, direction)?;
            }
        }
        self.texture_read(form, geometry, wanted, coordinate)
    }

    /// How coordinates change along an axis of the screen; with one level it makes no difference.
    fn check_gradient(
        &mut self,
        form: &Form<'_, 's>,
        geometry: Geometry,
        operand: &Operand<'s>,
    ) -> Result<(), PtxError> {
        let OperandKind::Vector(parts) = &operand.kind else { return Err(form.wrong("expected a vector")) };
        let wanted = if geometry.is_cube { 4 } else { [1, 2, 4][geometry.axes - 1] };
        if parts.len() != wanted {
            return Err(form.wrong("wrong number of differences"));
        }
        parts.iter().try_for_each(|part| self.coordinate(form, part, ScalarType::F32).map(drop))
    }

    /// `tld4`
    pub(super) fn tld4(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let geometry = geometry(form)?;
        let channel = ["r", "g", "b", "a"].iter().position(|channel| form.modifiers.has(channel));
        let channel = channel.ok_or_else(|| form.wrong("expected a channel"))?;
        if geometry.is_cube {
            return Err(form.not_simulated("of this shape"));
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
        let (channels, count) = match ty {
            ScalarType::F16 => (Channels::Halves, 4),
            ScalarType::F16x2 => (Channels::Pairs, 2),
            _ => (Channels::Words, 4),
        };
        if parts.len() != count {
            return Err(form.wrong("the vector has another length than the instruction"));
        }
        let mut d = [SINK32; 4];
        for (part, into) in parts.iter().zip(&mut d) {
            *into = self.destination32(part, ty)?;
        }
        let (handle, layer, coordinates) = self.image_place(form, place, geometry, coordinate)?;
        self.machine(Machine::Texture(TextureOp { wanted, geometry, handle, layer, coordinates, channels, d }));
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
            _ => return Err(form.not_simulated("of this property")),
        };
        let [d, place] = [0, 1].map(|index| &form.instruction.operands[index]);
        let OperandKind::Address(Some(name), 0) = place.kind else { return Err(form.wrong("expected an object")) };
        let handle = self.object(form, name, place)?;
        let d = [self.destination32(d, ScalarType::B32)?, SINK32, SINK32, SINK32];
        let geometry = Geometry { axes: 1, is_layered: false, is_cube: false };
        let wanted = Wanted::Query(query);
        let (layer, coordinates, channels) = (None, Vec::new(), Channels::Words);
        let op = TextureOp { wanted, geometry, handle, layer, coordinates, channels, d };
        self.machine(Machine::Texture(op));
        Ok(())
    }

    /// `suld`, `sust` and `sured`
    pub(super) fn surface(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let geometry = geometry(form)?;
        let ty = form.ty()?;
        let outside = match (has("trap"), has("clamp"), has("zero")) {
            (true, false, false) => Outside::Trap,
            (false, true, false) => Outside::Clamp,
            (false, false, true) => Outside::Zero,
            _ => return Err(form.wrong("expected `.trap`, `.clamp` or `.zero`")),
        };
        let [first, second] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (action, place, data) = match (form.instruction.opcode, has("p")) {
            ("suld", _) => (Action::Load, second, first),
            ("sust", false) => (Action::Store, first, second),
            ("sust", true) => (Action::StoreTexel, first, second),
            (_, false) => (Action::Reduce(reduction(form, ty)?), first, second),
            (_, true) if ty == ScalarType::B64 => return Err(form.not_simulated("of texels of 64 bits")),
            // The texels say whether they have signs.
            (_, true) if has("and") || has("or") => (Action::ReduceTexel(reduction(form, ty)?), first, second),
            (_, true) => (Action::ReduceTexel(reduction(form, ScalarType::U32)?), first, second),
        };
        let parts = match &data.kind {
            OperandKind::Vector(parts) => parts.as_slice(),
            _ => std::slice::from_ref(data),
        };
        if parts.len() != usize::from(form.modifiers.vector) || parts.len() * ty.byte_len() as usize > 16 {
            return Err(form.wrong("the data does not fit the instruction"));
        }
        let is_load = action == Action::Load;
        let mut registers = Vec::new();
        for part in parts {
            registers.push(match (ty.byte_len(), is_load) {
                (8, true) => self.destination64(part, ty)?.0,
                (8, false) => self.source64(part, ty)?.0,
                (_, is_load) => {
                    let fit = Fit::AtLeast;
                    let found = if is_load { self.destination(part, ty, fit)? } else { self.source(part, ty, fit)? };
                    let Reg::R32(R32(register)) = found.0 else {
                        return Err(form.not_simulated("of data in registers of 64 bits"));
                    };
                    register
                }
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
        if parts.len() != if all == 3 { 4 } else { all } {
            return Err(form.wrong("wrong number of coordinates"));
        }
        let (layer, parts) = if geometry.is_layered {
            (Some(self.coordinate(form, &parts[0], ScalarType::U32)?), &parts[1..])
        } else {
            (None, parts)
        };
        let coordinates = parts[..wanted].iter().map(|part| self.coordinate(form, part, coordinate));
        Ok((handle, layer, coordinates.collect::<Result<_, _>>()?))
    }

    /// A coordinate, in a register of bits or of the kind that is asked for.
    fn coordinate(&mut self, form: &Form<'_, 's>, part: &Operand<'s>, ty: ScalarType) -> Result<R32, PtxError> {
        if let Some((_, declared)) = self.register(part, ty, Fit::Exact)?
            && !declared.is_bits()
            && declared.is_float() != ty.is_float()
        {
            let message = format!("expected a coordinate of `.{}`, found `.{}`", ty.spelling(), declared.spelling());
            return Err(PtxError::syntax(part.at, format!("`{}`: {message}", form.instruction.opcode)));
        }
        self.source32(part, ty)
    }

    fn object(&mut self, form: &Form<'_, 's>, name: &'s str, operand: &Operand<'s>) -> Result<R64, PtxError> {
        let named = Operand { at: operand.at, kind: OperandKind::Name(name) };
        match self.register(&named, ScalarType::B64, Fit::Exact)? {
            Some((_, ty)) if ty.is_float() => Err(form.wrong("an object is no floating-point number")),
            Some((Reg::R64(register), _)) => Ok(register),
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
        _ => Err(form.not_simulated("of this shape")),
    }
}

fn reduction(form: &Form<'_, '_>, ty: ScalarType) -> Result<AtomicOp, PtxError> {
    use ScalarType::{B32, S32, S64, U32, U64};
    let known = [
        ("add", AtomicOp::Add, &[U32, S32, U64][..]),
        ("min", AtomicOp::MinU, &[U32, U64]),
        ("min", AtomicOp::MinS, &[S32, S64]),
        ("max", AtomicOp::MaxU, &[U32, U64]),
        ("max", AtomicOp::MaxS, &[S32, S64]),
        ("and", AtomicOp::And, &[B32]),
        ("or", AtomicOp::Or, &[B32]),
    ];
    let found = known.iter().find(|(name, _, types)| form.modifiers.has(name) && types.contains(&ty));
    found.map(|&(_, reduction, _)| reduction).ok_or_else(|| form.wrong("this operation does not go with the type"))
}
