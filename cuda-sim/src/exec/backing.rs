//! The bytes of one allocation of simulated device memory.
//!
//! Kernels race by right: two threads may write one word, and a copy may run beside a kernel. So no byte here is ever
//! touched except by a relaxed atomic access, and a racy guest program is never a data race of the host (`cell` says how
//! accesses of different sizes race).
#![expect(unsafe_code, reason = "owns a block of raw memory")]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cell::Cell;

/// Alignment of every backing block; at least that of the widest access.
const ALIGN: usize = 256;

/// The bytes of one allocation.
///
/// Invariant: `start` is the start of a block of at least `len` bytes in whole cells of 8, aligned to `ALIGN`, made by
/// `alloc_zeroed` and owned by this value alone; once it is made, every access to it goes through [`Cell`] or is one of a whole cell,
/// atomic and relaxed.
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
        if poison != 0 {
            // SAFETY: the block has `len` bytes, and nobody else knows of it yet.
            unsafe { start.as_ptr().write_bytes(poison, len) };
        }
        Self { start, len }
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
    /// Whole cells, from the one at `offset` on.
    fn cells(&self, offset: usize, count: usize) -> &[AtomicU64] {
        let inside = offset.checked_add(count * 8).is_some_and(|end| end <= self.len);
        assert!(inside && offset.is_multiple_of(8), "checked cells inside the allocation");
        // SAFETY: the offset is at most `len` (just checked), so it stays inside the block.
        let start = unsafe { self.start.as_ptr().add(offset) };
        // SAFETY: from there the block has that many cells (just checked), aligned and initialised, and it lives as long as `self`;
        // every access to it is atomic and relaxed (invariant of the type).
        unsafe { slice::from_raw_parts(start.cast(), count) }
    }

    /// Copies bytes out.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn read_into(&self, offset: usize, into: &mut [u8]) {
        assert!(offset <= self.len && self.len - offset >= into.len(), "a checked copy inside the allocation");
        let (head, rest) = into.split_at_mut(before_cell(offset).min(into.len()));
        let (words, tail) = rest.as_chunks_mut::<8>();
        let first = offset + head.len();
        let last = first + words.len() * 8;
        head.iter_mut().zip(offset..).for_each(|(byte, at)| *byte = self.load8(at));
        if !words.is_empty() {
            let cells = self.cells(first, words.len());
            words.iter_mut().zip(cells).for_each(|(word, cell)| *word = cell.load(Ordering::Relaxed).to_ne_bytes());
        }
        tail.iter_mut().zip(last..).for_each(|(byte, at)| *byte = self.load8(at));
    }

    /// Copies bytes in.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn write_from(&self, offset: usize, from: &[u8]) {
        assert!(offset <= self.len && self.len - offset >= from.len(), "a checked copy inside the allocation");
        let (head, rest) = from.split_at(before_cell(offset).min(from.len()));
        let (words, tail) = rest.as_chunks::<8>();
        let first = offset + head.len();
        let last = first + words.len() * 8;
        head.iter().zip(offset..).for_each(|(byte, at)| self.store8(at, *byte));
        if !words.is_empty() {
            let cells = self.cells(first, words.len());
            words.iter().zip(cells).for_each(|(word, cell)| cell.store(u64::from_ne_bytes(*word), Ordering::Relaxed));
        }
        tail.iter().zip(last..).for_each(|(byte, at)| self.store8(at, *byte));
    }
}

/// How many bytes lie between an offset and the next cell.
fn before_cell(offset: usize) -> usize {
    offset.next_multiple_of(8) - offset
}
