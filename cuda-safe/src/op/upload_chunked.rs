//! [`UploadChunked`]: a copy out of borrowed memory of any size, in pieces.

use std::fmt;
use std::future::Future;
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::chunks::Chunks;
use super::upload::{stage, submit};
use crate::buffer::{DeviceBuffer, DevicePod, DeviceViewMut, HasRegion as _};
use crate::error::Result;
use crate::stream::{Op, Region, Stream};

/// A copy to the device, out of borrowed host memory, in pieces that fit the staging pool.
///
/// # Order
/// The first two pieces are queued by the call, each other one by the poll that finds the one before last done. So later
/// pieces come behind what was queued on the stream meanwhile, and the copy makes progress only while it is polled. Both
/// sides are borrowed until the end: the host memory is read by each poll, and nobody sees the device memory half written.
///
/// # Cancellation
/// Dropping it never waits, and queues nothing more. The device memory then holds the new bytes up to some piece's end, and
/// the old ones behind it. The staging of pieces in flight goes back to its pool when the driver is done with it; forgetting
/// the future leaks that.
///
/// # Errors
/// See [`DeviceBuffer::upload_from_chunked`]. Pieces behind the first that failed may have been written.
#[must_use = "most of the copy happens in the await"]
#[pin_project]
pub struct UploadChunked<'h, 'd, T: DevicePod> {
    source: &'h [T],
    chunks: Chunks<'d>,
}

impl<T: DevicePod> DeviceBuffer<T> {
    /// Copies `source`, which must have the buffer's length, to the buffer, in pieces: for what exceeds the staging pool. See
    /// [`UploadChunked`] for the order of the pieces and for what a cancelled copy leaves.
    ///
    /// # Errors
    /// All at the await: [`Error::LengthMismatch`](crate::Error::LengthMismatch),
    /// [`Error::ForeignContext`](crate::Error::ForeignContext), [`Error::PoolExhausted`](crate::Error::PoolExhausted) if other
    /// operations have all of the staging, the driver's own.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload_from_chunked<'h, 'd>(&'d mut self, source: &'h [T], stream: &Stream) -> UploadChunked<'h, 'd, T> {
        UploadChunked::start(source, self.region(), stream)
    }

    /// Copies `source`, which must have the buffer's length, to the buffer, and waits; in pieces, so that it may be of any
    /// size.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As [`upload_from_chunked`](Self::upload_from_chunked), and [`Error::WouldDeadlock`](crate::Error::WouldDeadlock) on the
    /// reactor's thread.
    #[doc(alias = "cuMemcpyHtoD")]
    pub fn upload_from_blocking(&mut self, source: &[T], stream: &Stream) -> Result<()> {
        upload_blocking(source, self.region(), stream)
    }
}

impl<T: DevicePod> DeviceViewMut<'_, T> {
    /// Copies `source`, which must have the view's length, to the view, in pieces; see [`DeviceBuffer::upload_from_chunked`].
    ///
    /// # Errors
    /// As there.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload_from_chunked<'h, 'd>(&'d mut self, source: &'h [T], stream: &Stream) -> UploadChunked<'h, 'd, T> {
        UploadChunked::start(source, self.region(), stream)
    }

    /// Copies `source`, which must have the view's length, to the view, and waits; see
    /// [`DeviceBuffer::upload_from_blocking`].
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// As there.
    #[doc(alias = "cuMemcpyHtoD")]
    pub fn upload_from_blocking(&mut self, source: &[T], stream: &Stream) -> Result<()> {
        upload_blocking(source, self.region(), stream)
    }
}

impl<'h, 'd, T: DevicePod> UploadChunked<'h, 'd, T> {
    fn start(source: &'h [T], target: Region<'d>, stream: &Stream) -> Self {
        let mut chunks = Chunks::new::<T>(target, source.len(), stream);
        chunks.fill::<T>(|elements, part, stream| queue(source, elements, part, stream));
        Self { source, chunks }
    }
}

fn upload_blocking<T: DevicePod>(source: &[T], target: Region<'_>, stream: &Stream) -> Result<()> {
    let chunks = Chunks::new::<T>(target, source.len(), stream);
    chunks.wait::<T>(|elements, part, stream| queue(source, elements, part, stream), |_, _| ())
}

fn queue<T: DevicePod>(source: &[T], elements: Range<usize>, part: Region<'_>, stream: &Stream) -> Result<Op> {
    let staged = stage(&source[elements], stream)?;
    // What the call answered comes with the operation's end.
    submit(staged, part, stream).map(|(op, _)| op)
}

impl<T: DevicePod> Future for UploadChunked<'_, '_, T> {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let source = *this.source;
        this.chunks.poll::<T>(task, |elements, part, stream| queue(source, elements, part, stream), |_, _| ())
    }
}

impl<T: DevicePod> fmt::Debug for UploadChunked<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UploadChunked").field(&self.chunks).finish()
    }
}
