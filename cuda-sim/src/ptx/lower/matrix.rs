//! Products of small matrices that a warp makes together.

use super::super::ast::{Operand, OperandKind};
use super::super::error::PtxError;
use super::super::types::{ScalarType, StateSpace};
use super::function::FunctionLowering;
use super::instruction::Form;
use super::operand::Fit;
use crate::exec::code::{R32, R64, Space};
use crate::exec::fragment::{Element, Fragment, Role};
use crate::exec::image::Preset32;
use crate::exec::machine::Machine;
use crate::exec::matrix::{MatrixOp, Multiply, Product, Transfer};

/// Rows of the left factor, columns of the right one, and what they have in common.
type Shape = (usize, usize, usize);

/// Shapes of `mma`, with the types of the factors.
const MMA: &[(Shape, &[Element])] = {
    use Element::{B1, Bf16, F16, F64, S4, S8, Tf32, U4, U8};
    &[
        ((8, 8, 4), &[F64]),
        ((8, 8, 16), &[S8, U8]),
        ((8, 8, 32), &[S4, U4]),
        ((8, 8, 128), &[B1]),
        ((16, 8, 4), &[Tf32]),
        ((16, 8, 8), &[F16, Bf16, Tf32]),
        ((16, 8, 16), &[F16, Bf16, S8, U8]),
        ((16, 8, 32), &[S8, U8, S4, U4]),
        ((16, 8, 64), &[S4, U4]),
        ((16, 8, 128), &[B1]),
        ((16, 8, 256), &[B1]),
    ]
};

/// The same of `wmma`.
const WMMA: &[(Shape, &[Element])] = {
    use Element::{B1, Bf16, F16, F64, S4, S8, Tf32, U4, U8};
    const USUAL: &[Element] = &[F16, Bf16, S8, U8];
    &[
        ((16, 16, 16), USUAL),
        ((32, 8, 16), USUAL),
        ((8, 32, 16), USUAL),
        ((16, 16, 8), &[Tf32]),
        ((8, 8, 4), &[F64]),
        ((8, 8, 32), &[S4, U4]),
        ((8, 8, 128), &[B1]),
    ]
};

/// Registers of a factor of `wmma` whose elements are `f16`: the same for each shape.
const HALVES: usize = 8;

impl<'s> FunctionLowering<'_, '_, 's> {
    /// `mma`.
    pub(super) fn mma(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let shape = shape(form)?;
        let &[d, a, b, c] = elements(form).as_slice() else { return Err(form.wrong("expected four types")) };
        if layouts(form) != ["row", "col"] {
            return Err(form.not_simulated("of other layouts than `.row.col`"));
        }
        self.product(form, shape, [d, a, b, c], MMA)
    }

    /// `wmma.mma`, `wmma.load` and `wmma.store`.
    pub(super) fn wmma(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let shape = shape(form)?;
        let elements = elements(form);
        if has("load") || has("store") {
            return self.wmma_transfer(form, shape, &elements);
        }
        if !has("mma") || layouts(form).len() != 2 {
            return Err(form.wrong("expected `.load`, `.store`, or `.mma` with two layouts"));
        }
        let elements = match *elements.as_slice() {
            [d, c] => [d, Element::F16, Element::F16, c],
            [d, a, b, c] => [d, a, b, c],
            _ => return Err(form.wrong("expected two or four types")),
        };
        self.product(form, shape, elements, WMMA)
    }

    fn product(
        &mut self,
        form: &Form<'_, 's>,
        (m, n, k): Shape,
        [d, a, b, c]: [Element; 4],
        table: &[(Shape, &[Element])],
    ) -> Result<(), PtxError> {
        let is_opaque = form.instruction.opcode == "wmma";
        check(form, (m, n, k), a, table)?;
        // Factors of `mma` may differ in sign.
        let same_class = a == b || (!is_opaque && a.is_integer() && b.is_integer() && a.bits() == b.bits());
        let sums = match a {
            Element::F16 => matches!(d, Element::F16 | Element::F32) && (c == d || is_opaque && is_f16_or_f32(c)),
            Element::Bf16 | Element::Tf32 => (d, c) == (Element::F32, Element::F32),
            Element::F64 => (d, c) == (Element::F64, Element::F64),
            _ => (d, c) == (Element::S32, Element::S32),
        };
        if !same_class || !sums {
            return Err(form.wrong("these types do not go together"));
        }
        let has = |word: &str| form.modifiers.has(word);
        let product = match (a, has("popc"), has("xor"), has("and")) {
            (Element::B1, true, true, false) => Product::Xor,
            (Element::B1, true, false, true) => Product::And,
            (Element::B1, ..) => return Err(form.wrong("expected `.xor.popc` or `.and.popc`")),
            (_, false, false, false) => Product::Number,
            _ => return Err(form.wrong("bits are counted of `.b1` only")),
        };
        let saturates = has("satfinite");
        if saturates && (!a.is_integer() || a == Element::B1) {
            return Err(form.wrong("only integers saturate"));
        }
        self.check_rounding(form, a)?;
        let [to, left, right, add] = [0, 1, 2, 3].map(|index| &form.instruction.operands[index]);
        let &[of_a, of_b] = layouts(form).as_slice() else { return Err(form.wrong("expected two layouts")) };
        let a = Fragment::new(Role::A, a, m, k, is_opaque).laid_out(of_a);
        let b = Fragment::new(Role::B, b, k, n, is_opaque).laid_out(of_b);
        let (a, b) = (self.fragment(form, left, a, false)?, self.fragment(form, right, b, false)?);
        let c = self.fragment(form, add, Fragment::new(Role::C, c, m, n, is_opaque), false)?;
        let d = self.fragment(form, to, Fragment::new(Role::C, d, m, n, is_opaque), true)?;
        let multiply = Multiply { a, b, c, d, product, saturates };
        self.machine(Machine::Matrix(MatrixOp::Multiply(multiply)));
        Ok(())
    }

    fn check_rounding(&self, form: &Form<'_, 's>, a: Element) -> Result<(), PtxError> {
        match form.modifiers.rounding {
            None | Some(crate::exec::soft::Rounding::Nearest) => Ok(()),
            Some(_) if a == Element::F64 => Err(form.not_simulated("with this rounding mode")),
            Some(_) => Err(form.wrong("only `.f64` takes a rounding mode")),
        }
    }

    /// Fills in the registers of a matrix.
    fn fragment(
        &mut self,
        form: &Form<'_, 's>,
        operand: &Operand<'s>,
        mut fragment: Fragment,
        is_written: bool,
    ) -> Result<Fragment, PtxError> {
        let parts = match &operand.kind {
            OperandKind::Vector(parts) => parts.as_slice(),
            _ => std::slice::from_ref(operand),
        };
        let bits = fragment.rows * fragment.columns * fragment.element.bits() as usize;
        let wanted = match (fragment.element, fragment.role) {
            (Element::F16, Role::A | Role::B) if fragment.is_opaque => HALVES,
            (Element::F64, _) => bits / 64 / 32,
            _ => bits / 32 / 32,
        };
        if parts.len() != wanted {
            let message = format!("expected {wanted} registers, found {}", parts.len());
            return Err(PtxError::syntax(operand.at, format!("`{}`: {message}", form.instruction.opcode)));
        }
        for part in parts {
            if let Some((_, declared)) = self.register(part, ScalarType::B32, Fit::AtLeast)?
                && !holds(declared, fragment.element, fragment.is_opaque)
            {
                let element = fragment.element.spelling();
                let message =
                    format!("a register of `.{}` does not hold elements of `.{element}`", declared.spelling());
                return Err(PtxError::syntax(part.at, format!("`{}`: {message}", form.instruction.opcode)));
            }
            let register = if fragment.element == Element::F64 {
                let ty = ScalarType::F64;
                let R64(index) = if is_written { self.destination64(part, ty)? } else { self.source64(part, ty)? };
                index
            } else {
                let ty = ScalarType::B32;
                let R32(index) = if is_written { self.destination32(part, ty)? } else { self.source32(part, ty)? };
                index
            };
            fragment.registers.push(register);
        }
        Ok(fragment)
    }

    fn wmma_transfer(&mut self, form: &Form<'_, 's>, (m, n, k): Shape, elements: &[Element]) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let is_store = has("store");
        let &[element] = elements else { return Err(form.wrong("expected one type")) };
        let (role, rows, columns) = match (has("a"), has("b"), has("c"), has("d")) {
            (true, false, false, false) if !is_store => (Role::A, m, k),
            (false, true, false, false) if !is_store => (Role::B, k, n),
            (false, false, true, false) if !is_store => (Role::C, m, n),
            (false, false, false, true) if is_store => (Role::C, m, n),
            _ => return Err(form.wrong("expected one matrix: `.a`, `.b` or `.c` to load, `.d` to store")),
        };
        if role == Role::C {
            let known = WMMA.iter().any(|&(shape, types)| {
                let sums: &[Element] = match types[0] {
                    Element::F16 => &[Element::F16, Element::F32, Element::S32],
                    Element::Tf32 => &[Element::F32],
                    Element::F64 => &[Element::F64],
                    _ => &[Element::S32],
                };
                shape == (m, n, k) && sums.contains(&element)
            });
            if !known {
                return Err(form.wrong("this shape and this type do not go together"));
            }
        } else {
            check(form, (m, n, k), element, WMMA)?;
        }
        let &[layout] = layouts(form).as_slice() else { return Err(form.wrong("expected one layout")) };
        let by_columns = layout == "col";
        let (place, data, stride) = match (is_store, form.instruction.operands.as_slice()) {
            (true, [place, data, stride @ ..]) | (false, [data, place, stride @ ..]) => (place, data, stride.first()),
            _ => return Err(form.wrong("wrong number of operands")),
        };
        let place = self.address(form, place)?;
        if matches!(form.modifiers.space, Some(StateSpace::Local | StateSpace::Param | StateSpace::Const))
            || !matches!(place.0, Space::Generic | Space::Global | Space::Shared)
        {
            return Err(form.wrong("the matrix is in global or shared memory"));
        }
        let stride = match stride {
            Some(stride) => self.source32(stride, ScalarType::U32)?,
            None => {
                let usual = if by_columns { rows } else { columns };
                self.builder.preset32(Preset32::Value(usual as u32), form.instruction.at)?
            }
        };
        let fragment = Fragment::new(role, element, rows, columns, true).laid_out(layout);
        let fragment = self.fragment(form, data, fragment, !is_store)?;
        let transfer = Transfer { fragment, place, stride, by_columns, is_store };
        self.machine(Machine::Matrix(MatrixOp::Transfer(transfer)));
        Ok(())
    }

    pub(super) fn ldmatrix(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        let has = |word: &str| form.modifiers.has(word);
        let [data, place] = [0, 1].map(|index| &form.instruction.operands[index]);
        let count = match (has("x1"), has("x2"), has("x4")) {
            (true, false, false) => 1,
            (false, true, false) => 2,
            (false, false, true) => 4,
            _ => return Err(form.wrong("expected `.x1`, `.x2` or `.x4`")),
        };
        check_warp(form)?;
        if !has("m8n8") {
            return Err(form.wrong("expected `.m8n8`"));
        }
        let parts = match &data.kind {
            OperandKind::Vector(parts) => parts.as_slice(),
            _ => std::slice::from_ref(data),
        };
        if parts.len() != count {
            return Err(form.wrong("expected a register for each matrix"));
        }
        let d = parts.iter().map(|part| self.destination32(part, ScalarType::B32)).collect::<Result<_, _>>()?;
        let from = self.address(form, place)?;
        if !matches!(from.0, Space::Shared | Space::Generic) {
            return Err(form.wrong("the matrices are in shared memory"));
        }
        self.machine(Machine::Matrix(MatrixOp::LoadRows { from, d, transposed: has("trans") }));
        Ok(())
    }

    pub(super) fn movmatrix(&mut self, form: &Form<'_, 's>) -> Result<(), PtxError> {
        check_warp(form)?;
        if !form.modifiers.has("m8n8") || !form.modifiers.has("trans") {
            return Err(form.wrong("expected `.m8n8.trans`"));
        }
        let [d, a] = [0, 1].map(|index| &form.instruction.operands[index]);
        let (d, a) = (self.destination32(d, ScalarType::B32)?, self.source32(a, ScalarType::B32)?);
        self.machine(Machine::Matrix(MatrixOp::Transpose { d, a }));
        Ok(())
    }
}

/// Whether a register of a type may hold elements of a matrix, of `wmma` or of `mma`.
fn holds(declared: ScalarType, element: Element, is_opaque: bool) -> bool {
    use ScalarType::{B32, B64, F16x2, F32, F64};
    match element {
        Element::F16 => matches!(declared, B32 | F16x2),
        Element::Bf16 | Element::Tf32 => declared == B32,
        Element::F32 => matches!(declared, B32 | F32),
        Element::F64 if is_opaque => matches!(declared, B64 | F64),
        Element::F64 => declared.byte_len() == 8,
        _ => !declared.is_float(),
    }
}

fn is_f16_or_f32(element: Element) -> bool {
    matches!(element, Element::F16 | Element::F32)
}

fn check_warp(form: &Form<'_, '_>) -> Result<(), PtxError> {
    if form.modifiers.has("sync") && form.modifiers.has("aligned") {
        Ok(())
    } else {
        Err(form.wrong("expected `.sync.aligned`"))
    }
}

/// The shape, from a modifier such as `.m16n8k16`.
fn shape(form: &Form<'_, '_>) -> Result<Shape, PtxError> {
    check_warp(form)?;
    let parse = |name: &str| -> Option<Shape> {
        let (m, rest) = name.strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        Some((m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
    };
    let mut found = form.modifiers.words.iter().filter_map(|&name| parse(name));
    found.next().ok_or_else(|| form.wrong("a shape is missing"))
}

/// The types, in order.
fn elements(form: &Form<'_, '_>) -> Vec<Element> {
    form.instruction.modifiers.iter().filter_map(|&(name, _)| Element::parse(name)).collect()
}

/// The layouts, in order.
fn layouts<'s>(form: &Form<'_, 's>) -> Vec<&'s str> {
    form.modifiers.words.iter().copied().filter(|&word| matches!(word, "row" | "col")).collect()
}

fn check(form: &Form<'_, '_>, shape: Shape, a: Element, table: &[(Shape, &[Element])]) -> Result<(), PtxError> {
    if table.iter().any(|&(known, types)| known == shape && types.contains(&a)) {
        return Ok(());
    }
    Err(form.not_simulated("of this shape with this type"))
}
