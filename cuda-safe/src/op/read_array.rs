//! [`ReadArray`]: a small read, whose result the future itself answers.

use std::fmt;
use std::future::Future;
use std::marker::{PhantomData, PhantomPinned};
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::staged_read::StagedRead;
use crate::buffer::{DevicePod, DeviceSource};
use crate::context::PinnedPages;
use crate::error::Result;
use crate::stream::Stream;

/// A read of a few elements in flight; it answers them as an array. It borrows nothing and allocates nothing.
///
/// The device writes into a page-locked cell of this crate; the poll that finds it done copies the array out. It is
/// `!Unpin`, so that the cell may move into it one day.
///
/// # Cancellation
/// Dropping it never waits; the cell goes back to its pool when the driver is done with it. Forgetting it leaks the cell.
///
/// # Errors
/// See [`Stream::read_array`].
#[must_use = "the elements arrive in the await"]
#[pin_project]
pub struct ReadArray<T: DevicePod, const N: usize> {
    read: StagedRead,
    _elements: PhantomData<fn() -> [T; N]>,
    #[pin]
    _pinned: PhantomPinned,
}

impl Stream {
    /// Queues a read of the whole of `source`, which must have `N` elements. For small results: a sum, a flag, a count.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`](crate::Error::LengthMismatch), [`Error::ForeignContext`](crate::Error::ForeignContext),
    /// [`Error::PoolExhausted`](crate::Error::PoolExhausted), the driver's own.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "sim")]
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use cuda_safe::{DeviceBuffer, Driver};
    /// # let stream = Driver::simulated()?.device(0)?.primary_context()?.stream()?;
    /// let sum = DeviceBuffer::<f32>::zeroed(&stream, 1)?;
    /// let [sum] = futures_executor::block_on(stream.read_array(&sum))?;
    /// assert_eq!(sum, 0.0);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "sim"))]
    /// # fn main() {}
    /// ```
    #[doc(alias = "cuMemcpyDtoHAsync")]
    pub fn read_array<T: DevicePod, const N: usize>(&self, source: &impl DeviceSource<T>) -> ReadArray<T, N> {
        let read = StagedRead::start::<T>(source.region(), N, self);
        ReadArray { read, _elements: PhantomData, _pinned: PhantomPinned }
    }
}

impl<T: DevicePod, const N: usize> ReadArray<T, N> {
    /// Waits for the read on this thread.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As the await, and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the reactor's thread.
    ///
    /// # Panics
    /// If it was polled to its end.
    pub fn wait_blocking(self) -> Result<[T; N]> {
        self.read.wait(array)
    }
}

/// The elements of a finished read.
fn array<T: DevicePod, const N: usize>(pages: &PinnedPages) -> [T; N] {
    let elements = pages.elements(N);
    std::array::from_fn(|index| elements[index])
}

impl<T: DevicePod, const N: usize> Future for ReadArray<T, N> {
    type Output = Result<[T; N]>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.project().read.poll(task, array)
    }
}

impl<T: DevicePod, const N: usize> fmt::Debug for ReadArray<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadArray").field("len", &N).field("state", &self.read).finish_non_exhaustive()
    }
}
