//! [`PinnedPages`]: whole pages of host memory that the driver may read and write directly (R14).
#![expect(unsafe_code, reason = "allocates pages and has the driver lock them")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use crate::buffer::DevicePod;
use crate::driver::{Api, page_byte_len};
use crate::error::{Error, ErrorCode, Result};

/// Page-locked host memory of our own.
///
/// No destructor: dropping it leaks. It is freed only by `ContextInner::unlock_pages`, and only once every operation on
/// it is done.
///
/// Invariant: `start` is the start of a live allocation of `layout(byte_len)`, reached through this value alone; it is
/// registered with the driver. With `byte_len` 0 it dangles and is not registered.
#[derive(Debug)]
pub(crate) struct PinnedPages {
    start: NonNull<u8>,
    byte_len: usize,
}

// SAFETY: the pages are plain memory that this value owns; the driver's lock on them is not bound to a thread.
unsafe impl Send for PinnedPages {}
// SAFETY: a shared `PinnedPages` gives out nothing but its address and length.
unsafe impl Sync for PinnedPages {}

impl PinnedPages {
    /// What the pages are aligned to at least, whatever the system's pages.
    pub(crate) const ALIGN: usize = 4096;

    /// No pages.
    pub(crate) const fn empty() -> Self {
        Self { start: NonNull::<Page>::dangling().cast(), byte_len: 0 }
    }

    /// Allocates zeroed pages for at least `byte_len` bytes and locks them. The context must be current.
    pub(super) fn lock(api: &Api, byte_len: usize) -> Result<Self> {
        if byte_len == 0 {
            return Ok(Self::empty());
        }
        let layout = layout(byte_len).ok_or(Error::HostMemory { byte_len })?;
        // SAFETY: the layout is not zero-sized.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(Error::HostMemory { byte_len })?;
        // SAFETY: the bytes are live, whole pages and ours; on success they are unregistered before they are freed.
        match unsafe { api.host_register(start, layout.size()) } {
            Ok(()) => Ok(Self { start, byte_len: layout.size() }),
            Err(error) => {
                // An error does not prove that the pages are unlocked (R2). They are freed if the driver says now that
                // they are, either by unlocking them or by knowing of no lock; otherwise they leak.
                // SAFETY: no operation was ever given these bytes.
                let undone = unsafe { api.host_unregister(start) };
                if undone.map_or_else(|error| error.code() == Some(ErrorCode::HOST_MEMORY_NOT_REGISTERED), |()| true) {
                    // SAFETY: allocated above with this layout, not locked, and known to nobody else.
                    unsafe { dealloc(start.as_ptr(), layout) };
                }
                Err(error)
            }
        }
    }

    /// The length of the pages that hold `byte_len` bytes; `None` for none, and past the end of the address space.
    pub(super) fn whole(byte_len: usize) -> Option<usize> {
        layout(byte_len).map(|layout| layout.size()).filter(|&byte_len| byte_len > 0)
    }

    /// Sets every byte to zero.
    pub(super) fn zero(&mut self) {
        // SAFETY: `byte_len` live bytes at `start` that only this value reaches (invariant); no operation has them, for it
        // would own the value.
        unsafe { self.start.write_bytes(0, self.byte_len) };
    }

    /// The first byte.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The length in bytes: whole pages.
    pub(crate) fn byte_len(&self) -> usize {
        self.byte_len
    }

    /// The first `len` elements.
    ///
    /// Whoever has a `PinnedPages` outside a ledger's slot has the bytes to himself: no operation that is not done has them
    /// (invariant of `Ledger`).
    ///
    /// # Panics
    /// If the pages hold fewer.
    pub(crate) fn elements<T: DevicePod>(&self, len: usize) -> &[T] {
        self.assert_holds::<T>(len);
        // SAFETY: the pages hold `len` elements (checked), aligned to a page and so for a `T` (checked by the compiler), and
        // initialised: allocated zeroed, and only ever written with whole bytes; any bytes are a `T` (R10). No operation has
        // them (above), and the borrow of `self` keeps writers away.
        unsafe { std::slice::from_raw_parts(self.start.cast().as_ptr(), len) }
    }

    /// As [`Self::elements`], to be written.
    ///
    /// # Panics
    /// If the pages hold fewer.
    pub(crate) fn elements_mut<T: DevicePod>(&mut self, len: usize) -> &mut [T] {
        self.assert_holds::<T>(len);
        // SAFETY: as in `elements`, and the borrow of `self` is exclusive; a `T` has no padding, so the bytes stay initialised.
        unsafe { std::slice::from_raw_parts_mut(self.start.cast().as_ptr(), len) }
    }

    fn assert_holds<T>(&self, len: usize) {
        const { assert!(align_of::<T>() <= Self::ALIGN, "page-locked memory is not aligned for the type") };
        let fits = len.checked_mul(size_of::<T>()).is_some_and(|byte_len| byte_len <= self.byte_len);
        assert!(fits, "a block is at least as long as what it was taken for");
    }

    /// Unlocks and frees the pages. The context must be current.
    ///
    /// # Safety
    /// Every operation on the pages must be done.
    pub(super) unsafe fn unlock(self, api: &Api) -> Result<()> {
        let Some(layout) = layout(self.byte_len).filter(|_| self.byte_len > 0) else { return Ok(()) };
        // SAFETY: forwarded to the caller. On an error the pages stay locked as far as anyone knows, and leak.
        unsafe { api.host_unregister(self.start) }?;
        // SAFETY: allocated in `lock` with this layout; nobody else has the address any more.
        unsafe { dealloc(self.start.as_ptr(), layout) };
        Ok(())
    }
}

/// For the alignment of a dangling pointer.
#[repr(align(4096))]
struct Page;

const _: () = assert!(align_of::<Page>() == PinnedPages::ALIGN);

/// Whole pages of the system for `byte_len` bytes: the driver locks by the page, and no page is to be locked twice (R14).
fn layout(byte_len: usize) -> Option<Layout> {
    let page = page_byte_len().max(PinnedPages::ALIGN);
    Layout::from_size_align(byte_len.checked_next_multiple_of(page)?, page).ok()
}
