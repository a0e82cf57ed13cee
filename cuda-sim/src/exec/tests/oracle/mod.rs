//! A hundred thousand operands for every instruction, half of them on the edges of its domain, through whole kernels, against
//! references that share no code with the simulator: `rustc_apfloat` for floats, 128-bit integers for integers.
//!
//! `SIM_SEED` picks the random operands. A failure names it.

mod approximate;
mod arithmetic;
mod bits;
mod compare;
mod conversion;
mod extreme;
mod half;
mod integer;
mod reference;
mod rows;
mod wide;

/// Rows of operands that an instruction is tried with.
const ROWS: usize = 392 * 256;

/// The seed of all random operands.
fn seed() -> u64 {
    std::env::var("SIM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}
