//! One access of guest memory: atomic and relaxed, of 1, 2, 4 or 8 bytes.
//!
//! Rust defines no race between atomic accesses of different sizes, and Miri stops at one, though a kernel and a copy, or
//! two threads of a kernel, may well differ. So under Miri every access is one of the aligned 8-byte cell around its
//! place. A real host defines such races, and there each access has its own size.
//!
//! Memory that the host sees too is another matter: there the client's own accesses have the sizes they have, and the bytes
//! around may not be the device's at all. So under Miri [`Exact`] is what [`Cell`] is elsewhere.
#![expect(unsafe_code, reason = "atomic access of four sizes to raw memory")]

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A value that one access of guest memory moves.
pub(super) trait Cell: Copy {
    /// Reads it.
    ///
    /// # Safety
    /// `at` is aligned to the size, in a live block that is aligned to 8 and whose size is a multiple of 8, and every
    /// access to that block goes through this trait.
    unsafe fn load(at: *mut u8) -> Self;

    /// Writes it.
    ///
    /// # Safety
    /// As for [`load`](Self::load).
    unsafe fn store(at: *mut u8, value: Self);

    /// Replaces it in one step, and answers the old value.
    ///
    /// # Safety
    /// As for [`load`](Self::load).
    unsafe fn update(at: *mut u8, new: impl Fn(Self) -> Self) -> Self;
}

/// The same, always of the value's own size.
#[cfg(miri)]
pub(super) trait Exact: Copy {
    /// Reads it.
    ///
    /// # Safety
    /// `at` is aligned to the size and its bytes are live; whoever else accesses them meanwhile does so atomically, by the same size.
    unsafe fn load(at: *mut u8) -> Self;

    /// Writes it.
    ///
    /// # Safety
    /// As for [`load`](Self::load).
    unsafe fn store(at: *mut u8, value: Self);

    /// Replaces it in one step, and answers the old value.
    ///
    /// # Safety
    /// As for [`load`](Self::load).
    unsafe fn update(at: *mut u8, new: impl Fn(Self) -> Self) -> Self;
}
#[cfg(not(miri))]
pub(super) use Cell as Exact;

// Relaxed, each of them: the guest orders its accesses with fences.
const ORDER: Ordering = Ordering::Relaxed;

macro_rules! native {
    ($how:ident, $value:ty, $atomic:ty) => {
        impl $how for $value {
            #[inline(always)]
            unsafe fn load(at: *mut u8) -> Self {
                // SAFETY: aligned, live and accessed by atomics only (the caller's word).
                unsafe { <$atomic>::from_ptr(at.cast()) }.load(ORDER)
            }

            #[inline(always)]
            unsafe fn store(at: *mut u8, value: Self) {
                // SAFETY: as in `load`.
                unsafe { <$atomic>::from_ptr(at.cast()) }.store(value, ORDER);
            }

            #[inline(always)]
            unsafe fn update(at: *mut u8, new: impl Fn(Self) -> Self) -> Self {
                // SAFETY: as in `load`.
                let cell = unsafe { <$atomic>::from_ptr(at.cast()) };
                cell.try_update(ORDER, ORDER, |old| Some(new(old))).unwrap_or_default()
            }
        }
    };
}

native!(Exact, u8, AtomicU8);
native!(Exact, u16, AtomicU16);
native!(Exact, u32, AtomicU32);
native!(Exact, u64, AtomicU64);
#[cfg(miri)]
native!(Cell, u64, AtomicU64);

#[cfg(miri)]
macro_rules! within {
    ($value:ty) => {
        impl Cell for $value {
            unsafe fn load(at: *mut u8) -> Self {
                let (cell, shift) = around(at);
                // SAFETY: the cell lies in the same block, which consists of whole cells (the caller's word).
                (unsafe { <u64 as Cell>::load(cell) } >> shift) as Self
            }

            unsafe fn store(at: *mut u8, value: Self) {
                // SAFETY: the caller's word.
                unsafe { <Self as Cell>::update(at, |_| value) };
            }

            unsafe fn update(at: *mut u8, new: impl Fn(Self) -> Self) -> Self {
                let (cell, shift) = around(at);
                let others = !(u64::from(Self::MAX) << shift);
                let replace = |old: u64| old & others | u64::from(new((old >> shift) as Self)) << shift;
                // SAFETY: as in `load`.
                (unsafe { <u64 as Cell>::update(cell, replace) } >> shift) as Self
            }
        }
    };
}

#[cfg(miri)]
within!(u8);
#[cfg(miri)]
within!(u16);
#[cfg(miri)]
within!(u32);

/// The cell around a place, and by how many bits the place's value is shifted in it.
#[cfg(miri)]
fn around(at: *mut u8) -> (*mut u8, usize) {
    const { assert!(cfg!(target_endian = "little"), "the first byte is the lowest") };
    (at.map_addr(|address| address & !7), (at.addr() & 7) * 8)
}
