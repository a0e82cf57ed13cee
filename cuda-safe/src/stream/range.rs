//! [`ByteRange`]: which bytes of a piece of memory an operation touches.

/// Bytes `start` to `end`, without `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Whether a byte is in both.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.start.max(other.start) < self.end.min(other.end)
    }

    /// Whether all bytes of `other` are in this one.
    pub(super) fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether `place` lies within, with bytes on both sides.
    pub(super) fn is_cut_by(self, place: usize) -> bool {
        self.start < place && place < self.end
    }

    /// The least range that contains both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
