//! The places of one allocation that a warp accesses at once, checked once for all lanes.
#![expect(unsafe_code, reason = "skips the check of each lane after one check of all of them")]

use super::backing::Backing;
use super::cell::Cell;
use super::lanes::{LANES, Lane, all_at_most, each, fold};

/// One place for each lane of a mask.
///
/// Invariant: `offsets[lane] + byte_len <= backing.len()` and `offsets[lane] % byte_len == 0` for every lane, active or
/// not: an inactive one has the place of the first active one. `byte_len` is a power of two. The backing's start is as aligned.
#[derive(Debug)]
pub(crate) struct Span<'b> {
    backing: &'b Backing,
    offsets: Lane<u64>,
    mask: u32,
    byte_len: u64,
}

impl<'b> Span<'b> {
    /// Checks the places of the lanes of a mask, counted from `base`, which is as aligned as the backing's start is; `None` if one
    /// of them is not good.
    #[inline(always)]
    pub(crate) fn new(
        backing: &'b Backing,
        len: u64,
        addresses: &Lane<u64>,
        base: u64,
        mask: u32,
        byte_len: u64,
    ) -> Option<Self> {
        let room = len.min(backing.len() as u64).checked_sub(byte_len)?;
        let first = addresses.get(mask.trailing_zeros() as usize)?.wrapping_sub(base);
        let mut offsets = [first; LANES];
        if cfg!(miri) {
            each(mask).for_each(|lane| offsets[lane] = addresses[lane].wrapping_sub(base));
        } else {
            for lane in 0..LANES {
                let active = 0u64.wrapping_sub(u64::from(mask >> lane & 1));
                let offset = addresses[lane].wrapping_sub(base);
                offsets[lane] = offset & active | first & !active;
            }
        }
        // The base's own bits too: memory of the host may begin anywhere.
        let low = fold(mask, &offsets, base, |low, offset| low | offset);
        (!backing.is_exact() && all_at_most(mask, &offsets, room) && low & (byte_len - 1) == 0).then_some(Self {
            backing,
            offsets,
            mask,
            byte_len,
        })
    }

    /// The place that all lanes have, if they have one.
    #[inline(always)]
    fn uniform(&self) -> Option<u64> {
        let first = self.offsets[self.mask.trailing_zeros() as usize & 31];
        fold(self.mask, &self.offsets, 0, |differing, offset| differing | offset ^ first).eq(&0).then_some(first)
    }

    /// A place inside one lane's bytes.
    #[inline(always)]
    fn place(&self, offset: u64) -> *mut u8 {
        // Wrapping, so that it is safe to form; whoever uses it says why it lies inside.
        self.backing.start().as_ptr().wrapping_add(offset as usize)
    }
}

/// Writes the transfers of one size.
macro_rules! transfer {
    ($value:ty, $load:ident, $store:ident) => {
        impl Span<'_> {
            /// Reads each lane's value, `skip` bytes into its place; of inactive lanes, any value.
            #[inline(always)]
            pub(crate) fn $load(&self, skip: u64) -> Lane<$value> {
                let size = size_of::<$value>() as u64;
                assert!(skip + size <= self.byte_len && skip % size == 0, "an element of the checked place");
                let load = |offset: u64| {
                    // SAFETY: offset is a lane's, so with the value's bytes it stays within that lane's `byte_len`
                    // (asserted), inside the block and aligned (invariant of the type); the backing lets nothing but
                    // `Cell` access its block, and lives as long as self borrows it.
                    unsafe { <$value>::load(self.place(offset + skip)) }
                };
                if let Some(first) = self.uniform() {
                    return [load(first); LANES];
                }
                let mut values = [0; LANES];
                if cfg!(miri) {
                    each(self.mask).for_each(|lane| values[lane] = load(self.offsets[lane]));
                } else {
                    for lane in 0..LANES {
                        values[lane] = load(self.offsets[lane]);
                    }
                }
                values
            }

            /// Writes each active lane's value, `skip` bytes into its place.
            #[inline(always)]
            pub(crate) fn $store(&self, skip: u64, values: &Lane<$value>) {
                let size = size_of::<$value>() as u64;
                assert!(skip + size <= self.byte_len && skip % size == 0, "an element of the checked place");
                let store = |lane: usize| {
                    // SAFETY: as in the load.
                    unsafe { <$value>::store(self.place(self.offsets[lane] + skip), values[lane]) };
                };
                if self.mask == u32::MAX {
                    (0..LANES).for_each(store);
                } else {
                    each(self.mask).for_each(store);
                }
            }
        }
    };
}

transfer!(u32, load32, store32);
transfer!(u64, load64, store64);
