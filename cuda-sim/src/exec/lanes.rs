//! Loops over the lanes of a warp.
//!
//! Pure operations run on all 32 lanes, which compilers turn into vector code, and only the active ones are stored. Under
//! Miri, where each step is dear, only active lanes are computed.

/// Threads in a warp.
pub(crate) const LANES: usize = 32;
/// Every lane.
pub(crate) const FULL: u32 = u32::MAX;

/// The bit of each lane.
const BIT: Lane<u32> = {
    let mut bits = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// Whether every value is at most `most`. Adds up sign bits, as there is no unsigned 64-bit maximum in vector code.
#[inline(always)]
pub(crate) fn all_at_most(mask: u32, values: &Lane<u64>, most: u64) -> bool {
    let above = fold(mask, values, most, |above, value| above | value | most.wrapping_sub(value));
    above >> 63 == 0
}

/// A register: one value a lane.
pub(crate) type Lane<T> = [T; LANES];

/// The lanes of a mask, lowest first.
pub(crate) fn each(mask: u32) -> Each {
    Each { rest: mask }
}

/// Iterator over the lanes of a mask.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    rest: u32,
}

impl Iterator for Each {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.rest == 0 {
            return None;
        }
        let lane = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(lane)
    }
}

/// The lanes of a mask where `f` holds.
#[inline(always)]
pub(crate) fn select(mask: u32, f: impl Fn(usize) -> bool) -> u32 {
    let mut chosen = 0;
    for lane in each(mask) {
        chosen |= u32::from(f(lane)) << lane;
    }
    chosen
}

/// Folds the bits of all lanes; under Miri, of the active ones only.
#[inline(always)]
pub(crate) fn fold(mask: u32, values: &Lane<u64>, start: u64, f: impl Fn(u64, u64) -> u64) -> u64 {
    if cfg!(miri) {
        let mut folded = start;
        for lane in each(mask) {
            folded = f(folded, values[lane]);
        }
        return folded;
    }
    values.iter().fold(start, |folded, &value| f(folded, value))
}

/// Applies `f` to every lane.
#[inline(always)]
pub(crate) fn map1<A: Copy, T: Copy + Default>(mask: u32, a: &Lane<A>, f: impl Fn(A) -> T) -> Lane<T> {
    let mut out = [T::default(); LANES];
    if cfg!(miri) {
        each(mask).for_each(|lane| out[lane] = f(a[lane]));
    } else {
        for lane in 0..LANES {
            out[lane] = f(a[lane]);
        }
    }
    out
}

/// Applies `f` to every pair.
#[inline(always)]
pub(crate) fn map2<A: Copy, B: Copy, T: Copy + Default>(
    mask: u32,
    a: &Lane<A>,
    b: &Lane<B>,
    f: impl Fn(A, B) -> T,
) -> Lane<T> {
    let mut out = [T::default(); LANES];
    if cfg!(miri) {
        each(mask).for_each(|lane| out[lane] = f(a[lane], b[lane]));
    } else {
        for lane in 0..LANES {
            out[lane] = f(a[lane], b[lane]);
        }
    }
    out
}

/// Applies `f` to every triple.
#[inline(always)]
pub(crate) fn map3<A: Copy, B: Copy, C: Copy, T: Copy + Default>(
    mask: u32,
    a: &Lane<A>,
    b: &Lane<B>,
    c: &Lane<C>,
    f: impl Fn(A, B, C) -> T,
) -> Lane<T> {
    let mut out = [T::default(); LANES];
    if cfg!(miri) {
        each(mask).for_each(|lane| out[lane] = f(a[lane], b[lane], c[lane]));
    } else {
        for lane in 0..LANES {
            out[lane] = f(a[lane], b[lane], c[lane]);
        }
    }
    out
}

/// The lanes where `f` holds, as bits.
#[inline(always)]
pub(crate) fn test2<A: Copy>(mask: u32, a: &Lane<A>, b: &Lane<A>, f: impl Fn(A, A) -> bool) -> u32 {
    let mut bits = 0;
    if cfg!(miri) {
        each(mask).for_each(|lane| bits |= u32::from(f(a[lane], b[lane])) << lane);
    } else {
        // An or over constant bits is what compilers make vector code of.
        for lane in 0..LANES {
            bits |= 0u32.wrapping_sub(u32::from(f(a[lane], b[lane]))) & BIT[lane];
        }
    }
    bits
}

/// Writes the lanes of the mask.
#[inline(always)]
pub(crate) fn store<T: Copy>(into: &mut Lane<T>, mask: u32, values: Lane<T>) {
    if mask == FULL {
        *into = values;
    } else {
        store_some(into, mask, &values);
    }
}

/// Kept apart: inlined, its masks would be prepared where every lane is written too.
#[inline(never)]
fn store_some<T: Copy>(into: &mut Lane<T>, mask: u32, values: &Lane<T>) {
    if cfg!(miri) {
        each(mask).for_each(|lane| into[lane] = values[lane]);
    } else {
        for lane in 0..LANES {
            into[lane] = if mask & BIT[lane] != 0 { values[lane] } else { into[lane] };
        }
    }
}
