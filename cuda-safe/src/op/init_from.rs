//! [`CopyToUninit`]: a copy into borrowed memory that holds no values yet.

use std::fmt;
use std::future::Future;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::staged_read::StagedRead;
use crate::buffer::{DevicePod, DeviceSource};
use crate::error::Result;
use crate::stream::Stream;

/// Copies from the device into memory that holds no values yet, such as [`Vec::spare_capacity_mut`].
pub trait InitFrom<T: DevicePod> {
    /// Queues a copy of `source` into `self`, which must have the same length; answers the initialised slice.
    ///
    /// As [`CopyFrom::copy_from`](crate::CopyFrom::copy_from), but for uninitialised memory.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`](crate::Error::LengthMismatch),
    /// [`Error::ForeignContext`](crate::Error::ForeignContext), [`Error::PoolExhausted`](crate::Error::PoolExhausted), the
    /// driver's own.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    fn init_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToUninit<'h, T>;
}

impl<T: DevicePod> InitFrom<T> for [MaybeUninit<T>] {
    fn init_from<'h>(&'h mut self, source: &impl DeviceSource<T>, stream: &Stream) -> CopyToUninit<'h, T> {
        let read = StagedRead::start::<T>(source.region(), self.len(), stream);
        CopyToUninit { target: self, read }
    }
}

/// A copy into borrowed, uninitialised host memory in flight.
///
/// # Cancellation
/// As [`CopyToHost`](crate::CopyToHost): the borrowed memory is written only inside the poll that answers `Ready(Ok)`, and
/// before that it stays as it was, uninitialised.
///
/// # Errors
/// See [`InitFrom::init_from`].
#[must_use = "the bytes arrive in the await"]
#[pin_project]
pub struct CopyToUninit<'h, T: DevicePod> {
    /// Empty once the slice was answered.
    target: &'h mut [MaybeUninit<T>],
    read: StagedRead,
}

impl<'h, T: DevicePod> CopyToUninit<'h, T> {
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
    pub fn wait_blocking(self) -> Result<&'h mut [T]> {
        let Self { target, read } = self;
        let len = target.len();
        read.wait(|pages| target.write_copy_of_slice(pages.elements(len)))
    }
}

impl<'h, T: DevicePod> Future for CopyToUninit<'h, T> {
    type Output = Result<&'h mut [T]>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let len = this.target.len();
        this.read.poll(task, |pages| std::mem::take(this.target).write_copy_of_slice(pages.elements(len)))
    }
}

impl<T: DevicePod> fmt::Debug for CopyToUninit<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopyToUninit")
            .field("len", &self.target.len())
            .field("state", &self.read)
            .finish_non_exhaustive()
    }
}
