//! Pages of a file that lives in memory, which other processes may have mapped as well.
#![expect(unsafe_code, reason = "maps memory")]

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::{NonNull, null_mut};

/// The first bytes of a file, mapped.
///
/// Invariant: `len` bytes from `start` on are mapped for reading and writing, by this value alone, until it is dropped; the file
/// keeps them as long.
#[derive(Debug)]
pub(crate) struct Pages {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: a mapping belongs to the process, not to a thread; the type itself gives no access to the bytes.
unsafe impl Send for Pages {}
// SAFETY: as for Send.
unsafe impl Sync for Pages {}

impl Pages {
    /// Maps the first `len` bytes of a file, and what is left of the last page.
    ///
    /// # Errors
    /// If the operating system has no room for them, or there are none.
    ///
    /// # Safety
    /// The file has so many bytes, and can never have fewer.
    pub(crate) unsafe fn map(file: &File, len: usize) -> io::Result<Self> {
        let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        // SAFETY: the place is the kernel's choice, so nothing that is mapped already changes; the descriptor is an open file's.
        let start = unsafe { libc::mmap(null_mut(), len, access, how, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Pages { start, len })
    }

    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length, and nobody uses it without this value (invariant of the type).
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) };
    }
}
