//! The driver's handles as plain values: no ownership, no borrow, only a kind.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use std::ffi::{c_int, c_void};

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident => $raw:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) struct $name(pub(super) cuda_sys::$raw);

        // SAFETY: the driver's handles are names; it takes them from any thread, and nothing here dereferences one.
        unsafe impl Send for $name {}
        // SAFETY: as for Send; a shared handle is only copied.
        unsafe impl Sync for $name {}
    )*};
}

handles! {
    /// A context.
    RawContext => CUcontext;
    /// A stream.
    RawStream => CUstream;
    /// An event.
    RawEvent => CUevent;
    /// A loaded module.
    RawModule => CUmodule;
    /// A kernel of a loaded module.
    RawFunction => CUfunction;
    /// A pool of stream-ordered memory.
    RawPool => CUmemoryPool;
}

impl RawContext {
    /// The handle as the driver's C API spells it.
    pub(crate) fn as_ptr(self) -> *mut c_void {
        self.0.cast()
    }
}

impl RawStream {
    /// The handle as the driver's C API spells it.
    pub(crate) fn as_ptr(self) -> *mut c_void {
        self.0.cast()
    }
}

/// A device address; a number on the host, never a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct DeviceAddress(pub(super) u64);

impl DeviceAddress {
    /// The address of no byte, which zero-sized buffers carry.
    pub(crate) const NULL: Self = Self(0);

    /// The address as a number.
    pub(crate) const fn get(self) -> u64 {
        self.0
    }

    /// The address `byte_len` bytes further on.
    pub(crate) const fn offset(self, byte_len: usize) -> Self {
        Self(self.0 + byte_len as u64)
    }
}

/// A device, by the number the driver gave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DeviceOrdinal(pub(super) c_int);
