//! [`PinnedPages`]: whole pages of host memory that the driver may read and write directly (R14).
#![expect(unsafe_code, reason = "allocates pages and has the driver lock them")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

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

    /// Allocates zeroed pages for at least `byte_len` bytes and locks them. The context must be current.
    pub(super) fn lock(api: &Api, byte_len: usize) -> Result<Self> {
        if byte_len == 0 {
            return Ok(Self { start: NonNull::<Page>::dangling().cast(), byte_len: 0 });
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

    /// The first byte.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The length in bytes: whole pages.
    pub(crate) fn byte_len(&self) -> usize {
        self.byte_len
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
