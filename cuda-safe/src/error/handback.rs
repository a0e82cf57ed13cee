//! [`Rejected`] and [`OpFailed`]: errors that carry the buffers they did not lose.

use std::fmt;

use super::Error;

/// A call was refused before the driver saw anything; everything handed in comes back.
pub struct Rejected<B> {
    /// Why.
    pub error: Error,
    /// What was handed in.
    pub buffers: B,
}

/// An operation failed.
///
/// `buffers` is `Some` when the driver never had them or has proved that it is done with them, and `None` when it
/// proved nothing: they are then quarantined, that is, kept for ever and counted (`Context::quarantined_byte_len`). It is
/// also `None` with `WouldDeadlock`: the transfer was then detached, and its memory is freed when it is done.
pub struct OpFailed<B> {
    /// Why.
    pub error: Error,
    /// What was handed in, if it is safe to hand it back.
    pub buffers: Option<B>,
}

impl<B> From<Rejected<B>> for Error {
    fn from(rejected: Rejected<B>) -> Self {
        rejected.error
    }
}

impl<B> From<OpFailed<B>> for Error {
    fn from(failed: OpFailed<B>) -> Self {
        failed.error
    }
}

impl<B> From<Rejected<B>> for OpFailed<B> {
    fn from(rejected: Rejected<B>) -> Self {
        Self { error: rejected.error, buffers: Some(rejected.buffers) }
    }
}

impl<B> fmt::Debug for Rejected<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejected").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<B> fmt::Display for Rejected<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<B> std::error::Error for Rejected<B> {}

impl<B> fmt::Debug for OpFailed<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpFailed")
            .field("error", &self.error)
            .field("buffers_returned", &self.buffers.is_some())
            .finish()
    }
}

impl<B> fmt::Display for OpFailed<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<B> std::error::Error for OpFailed<B> {}
