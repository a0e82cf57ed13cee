//! The bytes of one piece of memory that a simulated device sees: its own, or the host's.
//!
//! Kernels race by right: two threads may write one word, and a copy may run beside a kernel. So no byte here is ever
//! touched except by a relaxed atomic access, and a racy guest program is never a data race of the host (`cell` says how
//! accesses of different sizes race).
#![expect(unsafe_code, reason = "owns a block of raw memory")]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cell::{Cell, Exact};
#[cfg(all(target_os = "linux", not(miri)))]
use super::pages::Pages;

/// Alignment of every backing block; at least that of the widest access.
const ALIGN: usize = 256;

/// Alignment of memory that the host sees too: a page.
const PAGE: usize = 4096;

/// Where the bytes come from.
#[derive(Debug)]
enum Source {
    /// A block of the allocator's, which this value owns.
    Block(Layout),
    /// The client's memory.
    Lent,
    /// Pages that other processes may use as well, as this one does: by atomic accesses.
    #[cfg(all(target_os = "linux", not(miri)))]
    Pages { _kept: Pages },
}

/// The bytes of one allocation.
///
/// Invariant: `start` is the start of `len` live bytes. Every access to them that is made here goes through [`Cell`] or is one of
/// a whole cell, atomic and relaxed; if the host sees them too, through [`Exact`], or by a plain copy under Miri, which knows no
/// atomic accesses of several sizes at one place. They are in a block or in pages of whole cells of 8 that is owned by this value
/// alone; or lent by the client, with any alignment.
#[derive(Debug)]
pub(crate) struct Backing {
    start: NonNull<u8>,
    len: usize,
    source: Source,
    is_hosts_too: bool,
}

// SAFETY: the block is owned memory with no tie to a thread, as pages are, or the client's, which promised the driver that any thread
// may use it.
unsafe impl Send for Backing {}
// SAFETY: shared access is atomic (invariant of the type). Of memory that the host sees too, the client keeps its own accesses in
// order with those of the device, as CUDA asks of it.
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
        Self { start, len, source: Source::Block(layout), is_hosts_too: false }
    }

    /// Whole pages that the host uses as well. `None` if there is no such memory, or none was asked for.
    pub(crate) fn for_host(len: usize, poison: u8) -> Option<Self> {
        let layout = Layout::from_size_align(len.checked_next_multiple_of(8)?, PAGE).ok()?;
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the layout's size is not 0 (checked above).
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        if poison != 0 {
            // SAFETY: the block has `len` bytes, and nobody else knows of it yet.
            unsafe { start.as_ptr().write_bytes(poison, len) };
        }
        Some(Self { start, len, source: Source::Block(layout), is_hosts_too: true })
    }

    /// Memory of the client's.
    ///
    /// # Safety
    /// The `len` bytes from `start` on stay live as long as anything accesses them through this value, and are accessed by others
    /// only in order with that.
    pub(crate) unsafe fn lent(start: NonNull<u8>, len: usize) -> Self {
        Self { start, len, source: Source::Lent, is_hosts_too: true }
    }

    /// The first `len` bytes of pages; at most as many as there are.
    #[cfg(all(target_os = "linux", not(miri)))]
    pub(crate) fn of_pages(pages: Pages, len: usize) -> Self {
        let (start, len) = (pages.start(), len.min(pages.len()));
        Self { start, len, source: Source::Pages { _kept: pages }, is_hosts_too: false }
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len.max(1).next_multiple_of(8), ALIGN)
            .expect("an allocation is far below the address space")
    }

    /// Size in bytes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The first byte: what the client gets of memory that it uses too, and for accesses whose bounds are checked for a whole
    /// warp at once.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Whether accesses must be of their own size, though elsewhere they need not be.
    #[inline(always)]
    pub(super) fn is_exact(&self) -> bool {
        cfg!(miri) && self.is_hosts_too
    }

    /// The place of `byte_len` bytes at `offset`, which lie inside and are aligned to their size.
    #[inline(always)]
    fn place(&self, offset: usize, byte_len: usize) -> *mut u8 {
        let is_inside = offset <= self.len && self.len - offset >= byte_len;
        let at = self.start.as_ptr().wrapping_add(offset);
        assert!(is_inside && at.addr().is_multiple_of(byte_len), "a checked access inside the allocation");
        at
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        if let Source::Block(layout) = self.source {
            // SAFETY: the block came from the allocator with this same layout and is owned (invariant of the type).
            unsafe { dealloc(self.start.as_ptr(), layout) };
        }
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
                if self.is_exact() {
                    // SAFETY: aligned and inside (checked in `place`), and accessed as the invariant of the type says.
                    return unsafe { <$value as Exact>::load(at) };
                }
                // SAFETY: as above, and in a block of whole cells.
                unsafe { <$value as Cell>::load(at) }
            }

            /// Writes one value.
            ///
            /// # Panics
            /// If it does not lie inside, or is not aligned to its size.
            #[inline(always)]
            pub(crate) fn $store(&self, offset: usize, value: $value) {
                let at = self.place(offset, size_of::<$value>());
                if self.is_exact() {
                    // SAFETY: as in the load.
                    return unsafe { <$value as Exact>::store(at, value) };
                }
                // SAFETY: as in the load.
                unsafe { <$value as Cell>::store(at, value) };
            }

            $(/// Replaces one value in one step, and answers the old one.
            ///
            /// # Panics
            /// If it does not lie inside, or is not aligned to its size.
            #[inline(always)]
            pub(crate) fn $update(&self, offset: usize, new: impl Fn($value) -> $value) -> $value {
                let at = self.place(offset, size_of::<$value>());
                if self.is_exact() {
                    // SAFETY: as in the load.
                    return unsafe { <$value as Exact>::update(at, new) };
                }
                // SAFETY: as in the load.
                unsafe { <$value as Cell>::update(at, new) }
            })?
        }
    };
}

access!(u8, load8, store8);
access!(u16, load16, store16, update16);
access!(u32, load32, store32, update32);
access!(u64, load64, store64, update64);

impl Backing {
    /// How many bytes lie between an offset and the next cell.
    fn before_cell(&self, offset: usize) -> usize {
        self.start.as_ptr().addr().wrapping_add(offset).wrapping_neg() & 7
    }

    /// Whole cells, from the one at `offset` on.
    fn cells(&self, offset: usize, count: usize) -> &[AtomicU64] {
        let is_inside = offset.checked_add(count * 8).is_some_and(|end| end <= self.len);
        let start = self.start.as_ptr().wrapping_add(offset);
        assert!(is_inside && start.addr().is_multiple_of(8), "checked cells inside the allocation");
        // SAFETY: from there the block has that many cells (just checked), aligned and initialised, and it lives as long as `self`;
        // every access to it is atomic and relaxed, or in order with this one (invariant of the type).
        unsafe { slice::from_raw_parts(start.cast(), count) }
    }

    /// Copies bytes out.
    ///
    /// # Panics
    /// If they do not lie inside.
    pub(crate) fn read_into(&self, offset: usize, into: &mut [u8]) {
        assert!(offset <= self.len && self.len - offset >= into.len(), "a checked copy inside the allocation");
        if self.is_exact() {
            let from = self.start.as_ptr().wrapping_add(offset);
            // SAFETY: the bytes lie inside (checked above), `into` is ours, and the client orders this with its own accesses.
            unsafe { std::ptr::copy_nonoverlapping(from, into.as_mut_ptr(), into.len()) };
            return;
        }
        let (head, rest) = into.split_at_mut(self.before_cell(offset).min(into.len()));
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
        if self.is_exact() {
            let to = self.start.as_ptr().wrapping_add(offset);
            // SAFETY: the bytes lie inside (checked above), `from` is not among them, and the client orders this with its own accesses.
            unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
            return;
        }
        let (head, rest) = from.split_at(self.before_cell(offset).min(from.len()));
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
