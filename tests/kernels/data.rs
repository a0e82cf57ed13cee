//! Numbers for the tests, and how close results are to be.

/// A sequence of numbers that a seed makes.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Between -1 and 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

pub(crate) fn floats(seed: u64, len: usize) -> Vec<f32> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.unit() as f32).collect()
}

pub(crate) fn doubles(seed: u64, len: usize) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.unit()).collect()
}

/// Whole numbers from `low` up to and without `high`.
pub(crate) fn whole(seed: u64, len: usize, low: i32, high: i32) -> Vec<i32> {
    let mut random = Random::new(seed);
    (0..len).map(|_| low + random.below((high - low) as u64) as i32).collect()
}

pub(crate) fn words(seed: u64, len: usize) -> Vec<u32> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.next() as u32).collect()
}

pub(crate) fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.next() as u8).collect()
}

/// The bits of a half for a multiple of 1/64 below 8: `value` is how many 64ths.
pub(crate) fn half(value: i32) -> u16 {
    let magnitude = value.unsigned_abs();
    if magnitude == 0 {
        return 0;
    }
    assert!(magnitude < 512, "{value} 64ths are too many");
    let top = magnitude.ilog2();
    let bits = (top + 9) << 10 | (magnitude << (10 - top) & 0x3ff);
    bits as u16 | if value < 0 { 0x8000 } else { 0 }
}

/// Every value is within `tolerance` of what is expected, relative to it where it is more than one.
#[track_caller]
pub(crate) fn assert_close<T: Copy + Into<f64>>(got: &[T], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    for (at, (&got, &expected)) in got.iter().zip(expected).enumerate() {
        let got: f64 = got.into();
        assert!((got - expected).abs() <= tolerance * expected.abs().max(1.0), "at {at}: {got}, not {expected}");
    }
}
