//! Transfers that own buffers of the crate `bytes`.
#![expect(unsafe_code, reason = "vouches for the owners of memory in the crate `bytes`")]

use bytes::{Bytes, BytesMut};

use super::host::{HostBuffer, HostBufferMut};

// SAFETY: the bytes are shared, live as long as any handle of them, and never written meanwhile: `try_into_mut` needs the only
// handle. Moving a handle moves only the pointer to them.
unsafe impl HostBuffer for Bytes {
    type Element = u8;

    fn as_ptr(&self) -> *const u8 {
        self.as_ref().as_ptr()
    }

    fn len(&self) -> usize {
        self.as_ref().len()
    }
}

// SAFETY: handles that share an allocation own parts of it that do not overlap, each alone. Moving a handle moves only the
// pointer to them.
unsafe impl HostBuffer for BytesMut {
    type Element = u8;

    fn as_ptr(&self) -> *const u8 {
        self.as_ref().as_ptr()
    }

    fn len(&self) -> usize {
        self.as_ref().len()
    }
}

// SAFETY: as above.
unsafe impl HostBufferMut for BytesMut {
    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.as_mut().as_mut_ptr()
    }
}
