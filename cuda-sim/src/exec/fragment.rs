//! Matrices spread over a warp: which lane holds which element, in which register and which of its bits.
//!
//! One rule gives every layout of `mma`: a group of four lanes has a row (of B, a column), and every register of a lane holds
//! as many elements of it as fit, side by side. The layouts of `wmma` are nobody's business but the device's, so there they are
//! in order: element after element, lane after lane.

use super::code::{R32, R64};
use super::half::{narrow, widen32};
use super::lanes::LANES;
use super::registers::Registers;

/// The type of a matrix's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX type of the same name.
pub(crate) enum Element {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
    S32,
    S8,
    U8,
    S4,
    U4,
    B1,
}

impl Element {
    /// The type of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        use Element::{B1, Bf16, F16, F32, F64, S4, S8, S32, Tf32, U4, U8};
        [F16, Bf16, Tf32, F32, F64, S32, S8, U8, S4, U4, B1].into_iter().find(|element| element.spelling() == name)
    }

    /// Its name.
    pub(crate) fn spelling(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Tf32 => "tf32",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::S32 => "s32",
            Self::S8 => "s8",
            Self::U8 => "u8",
            Self::S4 => "s4",
            Self::U4 => "u4",
            Self::B1 => "b1",
        }
    }

    /// Its size in bits, in registers and in memory.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::F64 => 64,
            Self::Tf32 | Self::F32 | Self::S32 => 32,
            Self::F16 | Self::Bf16 => 16,
            Self::S8 | Self::U8 => 8,
            Self::S4 | Self::U4 => 4,
            Self::B1 => 1,
        }
    }

    /// Whether sums of it are sums of integers.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Self::F16 | Self::Bf16 | Self::Tf32 | Self::F32 | Self::F64)
    }

    /// Size of the registers that hold it.
    fn register_bits(self) -> u32 {
        self.bits().max(32)
    }

    /// The value of a floating-point element.
    fn float(self, bits: u64) -> f64 {
        match self {
            Self::F64 => f64::from_bits(bits),
            // The low bits of a tf32 are not read.
            Self::Tf32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from(f32::from_bits(widen32(self == Self::Bf16, bits as u32))),
        }
    }

    /// The bits of a floating-point element with the value, rounded to nearest.
    fn float_bits(self, value: f64) -> u64 {
        match self {
            Self::F64 if value.is_nan() => super::float::NAN64,
            Self::F64 => value.to_bits(),
            Self::F32 | Self::Tf32 if value.is_nan() => u64::from(super::float::NAN32),
            Self::F32 | Self::Tf32 => u64::from((value as f32).to_bits()),
            _ => u64::from(narrow(self == Self::Bf16, value)),
        }
    }

    /// The value of an integer element.
    fn integer(self, bits: u64) -> i64 {
        let unused = 64 - self.bits();
        match self {
            Self::S32 | Self::S8 | Self::S4 => (bits << unused) as i64 >> unused,
            _ => (bits << unused >> unused) as i64,
        }
    }
}

/// A value of an element, in the arithmetic that its products are made in.
pub(super) trait Value: Copy + Default {
    /// Reads it.
    fn of(element: Element, bits: u64) -> Self;
    /// Writes it.
    fn bits(self, element: Element) -> u64;
}

impl Value for f64 {
    fn of(element: Element, bits: u64) -> Self {
        element.float(bits)
    }

    fn bits(self, element: Element) -> u64 {
        element.float_bits(self)
    }
}

impl Value for i64 {
    fn of(element: Element, bits: u64) -> Self {
        element.integer(bits)
    }

    fn bits(self, _element: Element) -> u64 {
        self as u64
    }
}

/// Which operand a matrix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The left factor.
    A,
    /// The right one.
    B,
    /// What is added, or the result.
    C,
}

/// A matrix in registers.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// Which operand it is.
    pub(crate) role: Role,
    /// The type of its elements.
    pub(crate) element: Element,
    /// How many rows it has.
    pub(crate) rows: usize,
    /// And columns.
    pub(crate) columns: usize,
    /// The registers of each lane, in order: of the 64-bit plane for `f64`, else of the 32-bit plane.
    pub(crate) registers: Vec<u16>,
    /// Whether the layout is the one of `wmma`.
    pub(crate) is_opaque: bool,
    /// Whether it is a factor of `wmma` that was in memory by columns.
    pub(crate) by_columns: bool,
}

impl Fragment {
    /// A matrix without registers yet.
    pub(crate) fn new(role: Role, element: Element, rows: usize, columns: usize, is_opaque: bool) -> Self {
        Self { role, element, rows, columns, registers: Vec::new(), is_opaque, by_columns: false }
    }

    /// The same with the layout that it has in memory.
    pub(crate) fn laid_out(self, layout: &str) -> Self {
        // Sums are laid out the same, however they are stored.
        let by_columns = self.is_opaque && self.role != Role::C && layout == "col";
        Self { by_columns, ..self }
    }

    /// Size in bytes of what a lane has of it.
    pub(super) fn byte_len(&self) -> u64 {
        self.registers.len() as u64 * u64::from(self.element.register_bits() / 8)
    }

    /// The place of an element: `index` counts along the registers of a lane, and on within each.
    pub(super) fn place(&self, lane: usize, index: usize) -> (usize, usize) {
        let per_register = (self.element.register_bits() / self.element.bits()) as usize;
        if self.is_opaque {
            // A factor that is loaded with one layout and multiplied with another is undefined, so they differ: neighbouring lanes
            // have changed places.
            let lane = lane ^ usize::from(self.by_columns);
            // A matrix with fewer elements than there is room for is there more than once.
            let linear = lane * self.registers.len() * per_register + index;
            let linear = linear % (self.rows * self.columns);
            return match self.role {
                // Neighbours along the dimension that is summed over, as short elements share bytes along it.
                Role::B => (linear % self.rows, linear / self.rows),
                _ => (linear / self.columns, linear % self.columns),
            };
        }
        let (group, member) = (lane / 4, lane % 4);
        let (register, within) = (index / per_register, index % per_register);
        match self.role {
            Role::A => {
                let halves = self.rows / 8;
                let column = (register / halves * 4 + member) * per_register + within;
                (group + 8 * (register % halves), column)
            }
            Role::B => ((register * 4 + member) * per_register + within, group),
            Role::C => {
                // Two columns a lane, whether they share a register or not.
                (group + index / 2 * 8, member * 2 + index % 2)
            }
        }
    }

    /// Elements of each lane.
    pub(super) fn len(&self) -> usize {
        self.registers.len() * (self.element.register_bits() / self.element.bits()) as usize
    }

    /// Reads the whole matrix, row after row.
    pub(super) fn gather<T: Value>(&self, registers: &Registers) -> Vec<T> {
        let mut matrix = vec![T::default(); self.rows * self.columns];
        let bits = self.element.bits();
        let per_register = (self.element.register_bits() / bits) as usize;
        for (number, &register) in self.registers.iter().enumerate() {
            for lane in 0..LANES {
                let word = self.word(registers, register, lane);
                for within in 0..per_register {
                    let (row, column) = self.place(lane, number * per_register + within);
                    matrix[row * self.columns + column] = T::of(self.element, word >> (bits * within as u32));
                }
            }
        }
        matrix
    }

    /// Writes the whole matrix.
    pub(super) fn scatter<T: Value>(&self, registers: &mut Registers, matrix: &[T]) {
        let bits = self.element.bits();
        let per_register = (self.element.register_bits() / bits) as usize;
        for (number, &register) in self.registers.iter().enumerate() {
            for lane in 0..LANES {
                let mut word = 0;
                for within in 0..per_register {
                    let (row, column) = self.place(lane, number * per_register + within);
                    let element = matrix[row * self.columns + column].bits(self.element);
                    word |= (element << (64 - bits) >> (64 - bits)) << (bits * within as u32);
                }
                self.set_word(registers, register, lane, word);
            }
        }
    }

    fn word(&self, registers: &Registers, register: u16, lane: usize) -> u64 {
        if self.element == Element::F64 {
            registers.get64(R64(register))[lane]
        } else {
            u64::from(registers.get32(R32(register))[lane])
        }
    }

    /// Sets a register of a lane.
    fn set_word(&self, registers: &mut Registers, register: u16, lane: usize, word: u64) {
        if self.element == Element::F64 {
            registers.r64[usize::from(register)][lane] = word;
        } else {
            registers.r32[usize::from(register)][lane] = word as u32;
        }
    }

    /// Sets bits of a lane, from an element on.
    pub(super) fn set_bits(&self, registers: &mut Registers, lane: usize, index: usize, count: usize, value: u64) {
        let bits = self.element.bits() as usize;
        let per_register = self.element.register_bits() as usize / bits;
        let register = self.registers[index / per_register];
        let shift = bits * (index % per_register);
        let kept = !(u64::MAX >> (64 - count) << shift);
        let word = self.word(registers, register, lane) & kept | value << shift;
        self.set_word(registers, register, lane, word);
    }

    /// One element of a lane, as bits.
    pub(super) fn element_bits(&self, registers: &Registers, lane: usize, index: usize) -> u64 {
        let bits = self.element.bits();
        let per_register = (self.element.register_bits() / bits) as usize;
        let word = self.word(registers, self.registers[index / per_register], lane);
        word >> (bits * (index % per_register) as u32) << (64 - bits) >> (64 - bits)
    }
}
