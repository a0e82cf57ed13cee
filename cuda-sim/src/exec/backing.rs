//! The bytes of one allocation of simulated device memory.
//!
//! Kernels race by right: two threads may write one word, and a copy may run beside a kernel. So no byte here is ever
//! touched except by a relaxed atomic access, and a racy guest program is never a data race of the host (`cell` says how
//! accesses of different sizes race).
#![expect(unsafe_code, reason = "owns a block of raw memory")]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use super::cell::Cell;

/// Alignment of every backing block; at least that of the widest access.
const ALIGN: usize = 256;

/// The bytes of one allocation.
///
/// Invariant: `start` is the start of a block of at least `len` bytes in whole cells of 8, aligned to `ALIGN`, made by
/// `alloc_zeroed` and owned by this value alone; every access to it goes through [`Cell`].
#[derive(Debug)]
pub(crate) struct Backing {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the block is owned memory with no tie to a thread.
unsafe impl Send for Backing {}
// SAFETY: shared access goes through `Cell` only, which is atomic (invariant of the type).
unsafe impl Sync for Backing {}

impl Backing {
    /// A block of `len` bytes, each `poison`.
    pub(crate) fn new_poisoned(len: usize, poison: u8) -> Self {
        let layout = Self::layout(len);
        // SAFETY: the layout has at least one byte.
        let start = unsafe { alloc_zeroed(layout) };
        let Some(start) = NonNull::new(start) else { handle_alloc_error(layout) };
        let backing = Self { start, len };
        if poison != 0 {
            backing.fill(0, len, poison);
        }
        backing
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len.max(1).next_multiple_of(8), ALIGN)
            .expect("an allocation is far below the address space")
    }

    /// Size in bytes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The first byte, for accesses whose bounds are checked for a whole warp at once.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The place of `byte_len` bytes at `offset`, which lie inside and are aligned to their size.
    #[inline(always)]
    fn place(&self, offset: usize, byte_len: usize) -> *mut u8 {
        let holds = offset <= self.len && self.len - offset >= byte_len && offset.is_multiple_of(byte_len);
        assert!(holds, "a checked access inside the allocation");
        // SAFETY: offset + byte_len <= len (just checked), so it stays inside the block.
        unsafe { self.start.as_ptr().add(offset) }
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        // SAFETY: the block came from the allocator with this same layout and is owned (invariant of the type).
        unsafe { dealloc(self.start.as_ptr(), Self::layout(self.len)) };
    }
}

/// Writes the accessors of one size.
macro_rules! access {
    ($value:ty, $load:ident, $store:ident $(, $update:ident)?) => {
        impl Backing {
            /// Reads one value.
            ///
            /// # Panics
            /// If it does not lie inside, or is not aligned to its size.
            #[inline(always)]
            pub(crate) fn $load(&self, offset: usize) -> $value {
                let at = self.place(offset, size_of::<$value>());
                // SAFETY: aligned and inside a block of whole cells that only `Cell` accesses (invariant of the type).
                unsafe { <$value>::load(at) }
            }

            /// Writes one value.
            ///
            /// # Panics
            /// If it does not lie inside, or is not aligned to its size.
            #[inline(always)]
            pub(crate) fn $store(&self, offset: usize, value: $value) {
                let at = self.place(offset, size_of::<$value>());
                // SAFETY: as in the load.
                unsafe { <$value>::store(at, value) };
            }

            $(/// Replaces one value in one step, and answers the old one.
            ///
            /// # Panics
            /// If it does not lie inside, or is not aligned to its size.
            #[inline(always)]
            pub(crate) fn $update(&self, offset: usize, new: impl Fn($value) -> $value) -> $value {
                let at = self.place(offset, size_of::<$value>());
                // SAFETY: as in the load.
                unsafe { <$value>::update(at, new) }
            })?
        }
    };
}

access!(u8, load8, store8);
access!(u16, load16, store16, update16);
access!(u32, load32, store32, update32);
access!(u64, load64, store64, update64);

impl Backing {
    /// Copies bytes out.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn read_into(&self, offset: usize, into: &mut [u8]) {
        assert!(offset <= self.len && self.len - offset >= into.len(), "a checked copy inside the allocation");
        let mut at = offset;
        let mut rest = into;
        while !rest.is_empty() {
            let len = if at.is_multiple_of(8) && rest.len() >= 8 { 8 } else { 1 };
            let (piece, after) = rest.split_at_mut(len);
            if len == 8 {
                piece.copy_from_slice(&self.load64(at).to_ne_bytes());
            } else {
                piece[0] = self.load8(at);
            }
            rest = after;
            at += len;
        }
    }

    /// Copies bytes in.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn write_from(&self, offset: usize, from: &[u8]) {
        assert!(offset <= self.len && self.len - offset >= from.len(), "a checked copy inside the allocation");
        let mut at = offset;
        let mut rest = from;
        while let Some((byte, after)) = rest.split_first() {
            if at.is_multiple_of(8)
                && let Some((word, after)) = rest.split_first_chunk::<8>()
            {
                self.store64(at, u64::from_ne_bytes(*word));
                rest = after;
                at += 8;
            } else {
                self.store8(at, *byte);
                rest = after;
                at += 1;
            }
        }
    }

    /// Sets bytes.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn fill(&self, offset: usize, len: usize, value: u8) {
        assert!(offset <= self.len && self.len - offset >= len, "a checked fill inside the allocation");
        let end = offset + len;
        let mut at = offset;
        while at < end {
            if at.is_multiple_of(8) && end - at >= 8 {
                self.store64(at, u64::from_ne_bytes([value; 8]));
                at += 8;
            } else {
                self.store8(at, value);
                at += 1;
            }
        }
    }
}
