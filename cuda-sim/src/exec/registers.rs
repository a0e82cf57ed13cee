//! The registers of one warp, split by width.

use super::approximate::Deviation;
use super::code::{Pred, R32, R64, Reg};
use super::image::Image;
use super::lanes::{LANES, Lane};

/// The registers of one warp.
#[derive(Debug)]
pub(crate) struct Registers {
    /// 8-, 16- and 32-bit values.
    pub(crate) r32: Vec<Lane<u32>>,
    /// 64-bit values.
    pub(crate) r64: Vec<Lane<u64>>,
    /// Predicates, one bit a lane.
    pub(crate) predicates: Vec<u32>,
    /// How approximate functions err.
    pub(crate) deviation: Deviation,
}

impl Registers {
    /// Zeroed registers for an image, the constant predicate set.
    pub(crate) fn new(image: &Image, deviation: Deviation) -> Self {
        let mut predicates = vec![0; usize::from(image.predicates).max(2)];
        predicates[0] = u32::MAX;
        Self {
            r32: vec![[0; LANES]; usize::from(image.count32).max(1)],
            r64: vec![[0; LANES]; usize::from(image.count64).max(1)],
            predicates,
            deviation,
        }
    }

    #[inline(always)]
    pub(crate) fn get32(&self, register: R32) -> &Lane<u32> {
        &self.r32[usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn get64(&self, register: R64) -> &Lane<u64> {
        &self.r64[usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn get(&self, register: Pred) -> u32 {
        self.predicates[usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn set32(&mut self, register: R32, mask: u32, values: Lane<u32>) {
        super::lanes::store(&mut self.r32[usize::from(register.0)], mask, values);
    }

    #[inline(always)]
    pub(crate) fn set64(&mut self, register: R64, mask: u32, values: Lane<u64>) {
        super::lanes::store(&mut self.r64[usize::from(register.0)], mask, values);
    }

    /// Sets the lanes of the mask to the given bits.
    #[inline(always)]
    pub(crate) fn set(&mut self, register: Pred, mask: u32, bits: u32) {
        let old = &mut self.predicates[usize::from(register.0)];
        *old = *old & !mask | bits & mask;
    }

    /// One lane of any register, as bits.
    pub(crate) fn lane(&self, register: Reg, lane: usize) -> u64 {
        match register {
            Reg::Pred(register) => u64::from(self.get(register) >> lane & 1),
            Reg::R32(register) => u64::from(self.get32(register)[lane]),
            Reg::R64(register) => self.get64(register)[lane],
        }
    }

    /// Sets one lane of any register.
    pub(crate) fn set_lane(&mut self, register: Reg, lane: usize, bits: u64) {
        match register {
            Reg::Pred(register) => self.set(register, 1 << lane, u32::from(bits & 1 != 0) << lane),
            Reg::R32(register) => self.r32[usize::from(register.0)][lane] = bits as u32,
            Reg::R64(register) => self.r64[usize::from(register.0)][lane] = bits,
        }
    }
}
