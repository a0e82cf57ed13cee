//! Products of small matrices that a warp makes together, and the loads and stores of such.

use super::access::{addresses, check_aligned};
use super::code::{Address, R32, Space};
use super::fault::{FaultKind, LaneFault};
use super::fragment::{Element, Fragment};
use super::lanes::LANES;
use super::machine::{Ending, Room, Then};
use super::window;

/// An operation on matrices.
#[derive(Clone, Debug)]
pub(crate) enum MatrixOp {
    /// `mma` and `wmma.mma`: d = a * b + c
    Multiply(Multiply),
    /// `wmma.load` and `wmma.store`
    Transfer(Transfer),
    /// `ldmatrix`: matrices of 8 rows of 16 bytes, the row of each from the address of a lane.
    LoadRows {
        /// Where the rows are.
        from: (Space, Address),
        /// A register for each matrix.
        d: Vec<R32>,
        /// Whether each is transposed.
        transposed: bool,
    },
    /// `movmatrix`: transposes a matrix of 8 by 8 16-bit elements.
    Transpose {
        /// Where it goes.
        d: R32,
        /// Where it is.
        a: R32,
    },
}

/// A product.
#[derive(Clone, Debug)]
pub(crate) struct Multiply {
    /// The left factor.
    pub(crate) a: Fragment,
    /// The right one.
    pub(crate) b: Fragment,
    /// What is added.
    pub(crate) c: Fragment,
    /// The result.
    pub(crate) d: Fragment,
    /// How elements are multiplied.
    pub(crate) product: Product,
    /// Whether sums of integers stop at the ends of their range.
    pub(crate) saturates: bool,
}

/// How elements are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    /// As numbers.
    Number,
    /// As bits that are counted where they differ.
    Xor,
    /// As bits that are counted where both are set.
    And,
}

/// A matrix on its way between registers and memory.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// In registers.
    pub(crate) fragment: Fragment,
    /// In memory: the first element.
    pub(crate) place: (Space, Address),
    /// Elements from one row, or column, to the next.
    pub(crate) stride: R32,
    /// Whether it goes column by column.
    pub(crate) by_columns: bool,
    /// Whether it goes to memory.
    pub(crate) is_store: bool,
}

impl MatrixOp {
    fn name(&self) -> &'static str {
        match self {
            Self::Multiply(multiply) if multiply.a.is_opaque => "wmma.mma",
            Self::Multiply(_) => "mma",
            Self::Transfer(transfer) if transfer.is_store => "wmma.store",
            Self::Transfer(_) => "wmma.load",
            Self::LoadRows { .. } => "ldmatrix",
            Self::Transpose { .. } => "movmatrix",
        }
    }
}

impl Room<'_, '_> {
    pub(super) fn matrix(&mut self, op: &MatrixOp, mask: u32) -> Ending {
        if !self.is_whole(mask, op.name())? {
            return Ok(Then::Wait);
        }
        match op {
            MatrixOp::Multiply(multiply) => multiply.run(&mut self.warp.registers),
            MatrixOp::Transfer(transfer) => self.transfer(transfer)?,
            MatrixOp::LoadRows { from, d, transposed } => self.load_rows(*from, d, *transposed)?,
            MatrixOp::Transpose { d, a } => {
                let pairs = *self.warp.registers.get32(*a);
                let element = |row: usize, column: usize| pairs[row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff;
                self.warp.registers.set32(*d, u32::MAX, transposed_pairs(element));
            }
        }
        Ok(Then::Next)
    }

    fn load_rows(&mut self, from: (Space, Address), d: &[R32], transposed: bool) -> Result<(), Box<LaneFault>> {
        let (space, address) = from;
        let at = addresses(&self.warp.registers, address, u32::MAX);
        // Only as many lanes as there are rows name one.
        let rows = 8 * d.len();
        let lanes = u32::MAX >> (LANES - rows);
        check_aligned(&at, lanes, 16, "ldmatrix")?;
        let mut loaded = [[0u8; 16]; LANES];
        for lane in 0..rows {
            let is_shared = space == Space::Shared || window::space(at[lane]) == Space::Shared;
            if !is_shared {
                return Err(LaneFault::access(FaultKind::InvalidSpace, at[lane], lane, 16, "ldmatrix"));
            }
            self.spaces().read(space, at[lane], lane, &mut loaded[lane], "ldmatrix")?;
        }
        for (matrix, &d) in loaded.chunks_exact(8).zip(d) {
            let element = |row: usize, column: usize| {
                u32::from(u16::from_le_bytes([matrix[row][2 * column], matrix[row][2 * column + 1]]))
            };
            let values = if transposed { transposed_pairs(element) } else { pairs(element) };
            self.warp.registers.set32(d, u32::MAX, values);
        }
        Ok(())
    }

    fn transfer(&mut self, transfer: &Transfer) -> Result<(), Box<LaneFault>> {
        let what = if transfer.is_store { "wmma.store" } else { "wmma.load" };
        let (space, address) = transfer.place;
        let at = addresses(&self.warp.registers, address, u32::MAX);
        let strides = *self.warp.registers.get32(transfer.stride);
        let fragment = &transfer.fragment;
        let bits = u64::from(fragment.element.bits());
        check_aligned(&at, u32::MAX, bits.div_ceil(8), what)?;
        if let Some(lane) = (1..LANES).find(|&lane| at[lane] != at[0] || strides[lane] != strides[0]) {
            let message = format!("`{what}` whose lanes name different matrices");
            return Err(LaneFault::other(FaultKind::Trap, at[lane], lane, message));
        }
        let stride = u64::from(strides[0]);
        // What both the language and its instructions ask for at least.
        let (whole, part) = (fragment.byte_len().min(32), fragment.byte_len().min(16));
        if !at[0].is_multiple_of(whole) || !(stride * bits).is_multiple_of(8 * part) {
            let message = format!(
                "`{what}` of a matrix at {:#x} whose rows are {} bytes apart, which is undefined but for multiples of {whole} and {part}",
                at[0],
                stride * bits / 8
            );
            self.undefined = Some((0, message));
        }
        // Elements of less than a byte are moved a register at a time, as their rows are whole words.
        let step = 8usize.div_ceil(bits as usize);
        for lane in 0..LANES {
            for index in (0..fragment.len()).step_by(step) {
                let (row, column) = fragment.place(lane, index);
                let (major, minor) = if transfer.by_columns { (column, row) } else { (row, column) };
                let place = at[0] + (major as u64 * stride + minor as u64) * bits / 8;
                let mut bytes = [0; 8];
                let len = bits.div_ceil(8) as usize;
                if transfer.is_store {
                    let element = fragment.element_bits(&self.warp.registers, lane, index);
                    bytes = element.to_le_bytes();
                    self.spaces().write(space, place, lane, &bytes[..len], what)?;
                } else {
                    self.spaces().read(space, place, lane, &mut bytes[..len], what)?;
                    let moved = bits as usize * step;
                    fragment.set_bits(&mut self.warp.registers, lane, index, moved, u64::from_le_bytes(bytes));
                }
            }
        }
        Ok(())
    }
}

/// The register of each lane that holds two neighbours of a row of 8 by 8 elements.
fn pairs(element: impl Fn(usize, usize) -> u32) -> [u32; LANES] {
    std::array::from_fn(|lane| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        element(row, column) | element(row, column + 1) << 16
    })
}

/// The same of the transposed matrix.
fn transposed_pairs(element: impl Fn(usize, usize) -> u32) -> [u32; LANES] {
    pairs(|row, column| element(column, row))
}

impl Multiply {
    fn run(&self, registers: &mut super::registers::Registers) {
        let (m, n, k) = (self.a.rows, self.b.columns, self.a.columns);
        if self.a.element.is_integer() {
            let (a, b) = (self.a.gather::<i64>(registers), self.b.gather::<i64>(registers));
            let mut sums = self.c.gather::<i64>(registers);
            for row in 0..m {
                for column in 0..n {
                    let sum = (0..k).map(|step| {
                        let (x, y) = (a[row * k + step], b[step * n + column]);
                        match self.product {
                            Product::Number => x * y,
                            Product::Xor => x ^ y,
                            Product::And => x & y,
                        }
                    });
                    let total = &mut sums[row * n + column];
                    *total += sum.sum::<i64>();
                    if self.saturates {
                        *total = (*total).clamp(i64::from(i32::MIN), i64::from(i32::MAX));
                    }
                }
            }
            self.d.scatter(registers, &sums);
            return;
        }
        let (a, b) = (self.a.gather::<f64>(registers), self.b.gather::<f64>(registers));
        let mut sums = self.c.gather::<f64>(registers);
        let fused = self.a.element == Element::F64;
        for row in 0..m {
            for step in 0..k {
                let x = a[row * k + step];
                let factors = &b[step * n..(step + 1) * n];
                for (sum, &y) in sums[row * n..(row + 1) * n].iter_mut().zip(factors) {
                    // Products of the shorter types are exact, so nothing is gained by fusing them.
                    *sum = if fused { x.mul_add(y, *sum) } else { *sum + x * y };
                }
            }
        }
        self.d.scatter(registers, &sums);
    }
}
