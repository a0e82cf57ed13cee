//! Operands: every combination of edge values first, then random ones.

use super::{ROWS, seed};

/// Three operands for every row.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) operands: [Vec<u64>; 3],
}

/// The layout of a float.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) exponent_bits: u32,
    pub(super) mantissa_bits: u32,
}

/// A small generator of random bits.
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Layout {
    fn mantissa(self) -> u64 {
        (1 << self.mantissa_bits) - 1
    }

    fn exponents(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.mantissa_bits)
    }

    /// Values at which something changes, of both signs.
    fn edges(self) -> Vec<u64> {
        let (m, ones, top) = (self.mantissa_bits, self.mantissa(), self.exponents());
        let bias = top >> 1;
        let one = bias << m;
        let infinity = top << m;
        let positive = [
            0,
            1,
            ones,
            1 << m,
            one - 1,
            one,
            one + 1,
            one | 1 << (m - 1),
            (bias - 1) << m,
            (bias + 1) << m | ones >> 1,
            (bias + u64::from(m)) << m | 1,
            (top - 1) << m,
            infinity - 1,
            infinity,
            infinity | 1,
            infinity | 1 << (m - 1),
        ];
        positive.into_iter().flat_map(|bits| [bits, bits | self.sign()]).collect()
    }

    /// A random value: anything, one near 1, one with few digits, or one with a long row of equal digits.
    fn random(self, random: &mut Random) -> u64 {
        let bits = random.next();
        let value = bits & (self.sign() << 1).wrapping_sub(1);
        let near = (self.exponents() >> 1) - 4 + (bits >> 60);
        let moderate = value & (self.sign() | self.mantissa()) | near.min(self.exponents() - 1) << self.mantissa_bits;
        match random.next() % 6 {
            0 | 1 => value,
            2 => moderate,
            3 => moderate & !(self.mantissa() >> 3) | random.next() & 1,
            4 => value & !(self.mantissa() >> 4),
            _ => moderate | self.mantissa() >> (1 + random.next() % 8),
        }
    }

    /// Rows of floats.
    pub(super) fn rows(self) -> Rows {
        fill(&self.edges(), |random| self.random(random))
    }

    /// Rows of pairs of floats: the second of a row's pair is another row's.
    pub(super) fn packed_rows(self) -> Rows {
        let width = 1 + self.exponent_bits + self.mantissa_bits;
        let mut rows = self.rows();
        for operands in &mut rows.operands {
            let others = operands.clone();
            for (index, operand) in operands.iter_mut().enumerate() {
                *operand |= others[(index * 7 + 31) % ROWS] << width;
            }
        }
        rows
    }
}

/// Rows of integers of a width.
pub(super) fn integers(bits: u32) -> Rows {
    let mask = u64::MAX >> (64 - bits);
    let small = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0xffff, 0xff_ffff];
    let around =
        [1 << (bits - 1), (1 << (bits - 1)) - 1, 1 << (bits / 2), 0x5555_5555_5555_5555, 0x0102_0408_1020_4080];
    let edges: Vec<u64> =
        small.iter().chain(&around).flat_map(|&value: &u64| [value & mask, value.wrapping_neg() & mask]).collect();
    fill(&edges, |random| {
        let bits = random.next() & mask;
        match random.next() % 4 {
            0 => bits >> (random.next() % 64),
            1 => bits & random.next() & random.next(),
            2 => edges[bits as usize % edges.len()].wrapping_add(random.next() % 5).wrapping_sub(2) & mask,
            _ => bits,
        }
    })
}

fn fill(edges: &[u64], mut make: impl FnMut(&mut Random) -> u64) -> Rows {
    let mut random = Random(seed());
    let mut operands = [const { Vec::new() }; 3];
    for row in 0..ROWS {
        let pairs = edges.len() * edges.len();
        for (place, operand) in operands.iter_mut().enumerate() {
            let index = [row, row / edges.len(), row / pairs][place] % edges.len();
            // Pairs of edges come whole, and triples for a good part.
            operand.push(if row < ROWS / 2 { edges[index] } else { make(&mut random) });
        }
    }
    Rows { operands }
}
