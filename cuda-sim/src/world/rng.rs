//! The source of every choice that CUDA leaves open: one seeded sequence a simulator.

use std::sync::{Mutex, PoisonError};

/// A small generator (an xorshift with a multiplied output): the same seed gives the same choices.
#[derive(Debug)]
pub(crate) struct Rng {
    state: Mutex<u64>,
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        // Spread small seeds, and keep away from 0, where the sequence would stay.
        let state = seed.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1;
        Rng { state: Mutex::new(state) }
    }

    pub(crate) fn next(&self) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() >> 11) as usize % bound }
    }

    pub(crate) fn coin(&self) -> bool {
        self.below(2) == 0
    }
}
