//! Ranges of addresses, device or host.

/// `len` bytes from `base` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Addresses {
    pub(crate) base: u64,
    pub(crate) len: u64,
}

impl Addresses {
    pub(crate) fn new(base: u64, len: u64) -> Self {
        Addresses { base, len }
    }

    /// Addresses of host memory.
    pub(crate) fn of_host(pointer: *const u8, len: usize) -> Self {
        Addresses { base: pointer.addr() as u64, len: len as u64 }
    }

    /// The first address after the range.
    pub(crate) fn end(self) -> u64 {
        self.base.saturating_add(self.len)
    }

    pub(crate) fn contains(self, other: Addresses) -> bool {
        self.base <= other.base && other.end() <= self.end()
    }

    pub(crate) fn overlaps(self, other: Addresses) -> bool {
        self.len > 0 && other.len > 0 && self.base < other.end() && other.base < self.end()
    }
}
