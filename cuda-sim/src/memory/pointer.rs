//! Pointers to the client's host memory.
#![expect(unsafe_code, reason = "reads and writes the host memory that the client gave to the driver")]

use crate::memory::range::Addresses;

/// A pointer that the client passed to an asynchronous call.
///
/// It is used from the engine's threads with plain reads and writes, exactly so that Miri and ThreadSanitizer see a
/// client that touches the memory too early as what it is: a data race.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostPointer(*mut u8);

// SAFETY: the pointer itself is only a value. Whoever passed it to the driver promised (as CUDA asks) that the bytes
// stay valid and unshared until the operation is done, on whatever thread it runs.
unsafe impl Send for HostPointer {}
// SAFETY: as for Send; the type gives no access by shared reference beyond its unsafe methods.
unsafe impl Sync for HostPointer {}

impl HostPointer {
    pub(crate) fn new(pointer: *mut u8) -> Self {
        HostPointer(pointer)
    }

    pub(crate) fn raw(self) -> *mut u8 {
        self.0
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    pub(crate) fn range(self, len: usize) -> Addresses {
        Addresses::of_host(self.0, len)
    }

    /// Copies `bytes.len()` bytes out of the client's memory, from `offset` on.
    ///
    /// # Safety
    /// `offset + bytes.len()` bytes from the pointer on are readable, and nobody writes them meanwhile.
    pub(crate) unsafe fn read(self, offset: usize, bytes: &mut [u8]) {
        // SAFETY: the caller promises that the whole range is one object's.
        let from = unsafe { self.0.add(offset) };
        // SAFETY: the caller promises that the bytes are readable; `bytes` is ours, so they cannot overlap.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), bytes.len()) };
    }

    /// Copies `bytes` into the client's memory, from `offset` on.
    ///
    /// # Safety
    /// `offset + bytes.len()` bytes from the pointer on are writable, and nobody else touches them meanwhile.
    pub(crate) unsafe fn write(self, offset: usize, bytes: &[u8]) {
        // SAFETY: the caller promises that the whole range is one object's.
        let to = unsafe { self.0.add(offset) };
        // SAFETY: the caller promises that the bytes are writable; `bytes` is ours, so they cannot overlap.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    }
}
