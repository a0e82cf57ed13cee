//! [`ByteRange`]: which bytes of a piece of memory an operation touches.

/// Bytes `start` to `end`, without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteRange {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl ByteRange {
    /// All of something that has no bytes to tell apart.
    pub(crate) const ALL: Self = Self { start: 0, end: usize::MAX };

    /// The first `byte_len` bytes.
    pub(crate) const fn first(byte_len: usize) -> Self {
        Self { start: 0, end: byte_len }
    }

    pub(crate) const fn byte_len(self) -> usize {
        self.end - self.start
    }
}
