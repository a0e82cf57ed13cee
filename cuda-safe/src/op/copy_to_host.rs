//! [`CopyToHost`]: a copy into borrowed memory, which the driver never sees.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::copy_to_host_chunked::{CopyToHostChunked, copy_blocking};
use super::staged_read::StagedRead;
use crate::buffer::{DevicePod, DeviceSource};
use crate::error::Result;
use crate::stream::Stream;

/// Copies from the device into memory of any kind.
pub trait CopyFrom<T: DevicePod> {
    /// Queues a copy of `source` into `self`, which must have the same length.
    ///
    /// The device writes into page-locked staging of this crate; the bytes reach `self` inside the await, on the thread
    /// that polls. So the borrow ends with the future, however that ends.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`](crate::Error::LengthMismatch), [`Error::ForeignContext`](crate::Error::ForeignContext),
    /// [`Error::PoolExhausted`](crate::Error::PoolExhausted), the driver's own.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    fn copy_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToHost<'h, T>;

    /// Copies `source` into `self`, which must have the same length, in pieces: for what exceeds the staging pool. See
    /// [`CopyToHostChunked`] for the order of the pieces and for what a cancelled copy leaves.
    ///
    /// # Errors
    /// As [`copy_from`](Self::copy_from); the pool is exhausted only if other operations have all of it.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    fn copy_from_chunked<'h, 'd>(
        &'h mut self,
        source: &'d impl DeviceSource<T>,
        stream: &Stream,
    ) -> CopyToHostChunked<'h, 'd, T>;

    /// Copies `source` into `self`, which must have the same length, and waits; in pieces, so that it may be of any size.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As [`copy_from_chunked`](Self::copy_from_chunked), and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the
    /// reactor's thread.
    #[doc(alias = "cuMemcpyDtoH")]
    fn copy_from_blocking(&mut self, source: &impl DeviceSource<T>, stream: &Stream) -> Result<()>;
}

impl<T: DevicePod> CopyFrom<T> for [T] {
    fn copy_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToHost<'h, T> {
        let read = StagedRead::start::<T>(source.region(), self.len(), stream);
        CopyToHost { target: self, read }
    }

    fn copy_from_chunked<'h, 'd>(
        &'h mut self,
        source: &'d impl DeviceSource<T>,
        stream: &Stream,
    ) -> CopyToHostChunked<'h, 'd, T> {
        CopyToHostChunked::start(self, source.region(), stream)
    }

    fn copy_from_blocking(&mut self, source: &impl DeviceSource<T>, stream: &Stream) -> Result<()> {
        copy_blocking(self, source.region(), stream)
    }
}

/// A copy into borrowed host memory in flight.
///
/// # Cancellation
/// Dropping it never waits: the borrow is free at once with its old content, and the staging goes back to its pool when
/// the driver is done with it. Forgetting it leaks the staging block. The borrowed memory is written only inside the poll
/// that answers `Ready(Ok)`.
///
/// # Errors
/// See [`CopyFrom::copy_from`]; the borrowed memory is then as it was.
#[must_use = "the bytes arrive in the await"]
#[pin_project]
pub struct CopyToHost<'h, T: DevicePod> {
    target: &'h mut [T],
    read: StagedRead,
}

impl<T: DevicePod> CopyToHost<'_, T> {
    /// Waits for the copy on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the reactor's thread.
    ///
    /// # Panics
    /// If it was polled to its end.
    pub fn wait_blocking(self) -> Result<()> {
        let Self { target, read } = self;
        read.wait(|pages| target.copy_from_slice(pages.elements(target.len())))
    }
}

impl<T: DevicePod> Future for CopyToHost<'_, T> {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        this.read.poll(task, |pages| this.target.copy_from_slice(pages.elements(this.target.len())))
    }
}

impl<T: DevicePod> fmt::Debug for CopyToHost<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The target is not shown: it is borrowed for writing.
        f.debug_struct("CopyToHost").field("len", &self.target.len()).finish_non_exhaustive()
    }
}
