//! [`CopyToHostChunked`]: a copy into borrowed memory of any size, in pieces.

use std::fmt;
use std::future::Future;
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::chunks::Chunks;
use super::staged_read::submit;
use crate::buffer::DevicePod;
use crate::context::PinnedPages;
use crate::error::Result;
use crate::stream::{Op, Region, Stream};

/// A copy into borrowed host memory, in pieces that fit the staging pool.
///
/// # Order
/// The first two pieces are queued by the call, each other one by the poll that finds the one before last done. So later
/// pieces come behind what was queued on the stream meanwhile, and the copy makes progress only while it is polled. The
/// device memory is borrowed until the end, so that it is the same in all pieces.
///
/// # Cancellation
/// Dropping it never waits, and queues nothing more. The host memory then holds the new bytes up to some piece's end, and
/// the old ones behind it. The staging of pieces in flight goes back to its pool when the driver is done with it; forgetting
/// the future leaks that.
///
/// # Errors
/// See [`CopyFrom::copy_from_chunked`](crate::CopyFrom::copy_from_chunked). The host memory is written up to the first piece
/// that failed.
#[must_use = "the bytes arrive in the await"]
#[pin_project]
pub struct CopyToHostChunked<'h, 'd, T: DevicePod> {
    target: &'h mut [T],
    chunks: Chunks<'d>,
}

impl<'h, 'd, T: DevicePod> CopyToHostChunked<'h, 'd, T> {
    pub(super) fn start(target: &'h mut [T], source: Region<'d>, stream: &Stream) -> Self {
        let mut chunks = Chunks::new::<T>(source, target.len(), stream);
        chunks.fill::<T>(queue);
        Self { target, chunks }
    }
}

/// Copies all of `source` into `target` on this thread, in pieces.
pub(super) fn copy_blocking<T: DevicePod>(target: &mut [T], source: Region<'_>, stream: &Stream) -> Result<()> {
    Chunks::new::<T>(source, target.len(), stream).wait::<T>(queue, |pages, elements| land(target, pages, elements))
}

fn queue(_elements: Range<usize>, part: Region<'_>, stream: &Stream) -> Result<Op> {
    submit(part, stream)
}

fn land<T: DevicePod>(target: &mut [T], pages: &PinnedPages, elements: Range<usize>) {
    let len = elements.len();
    target[elements].copy_from_slice(pages.elements(len));
}

impl<T: DevicePod> Future for CopyToHostChunked<'_, '_, T> {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        this.chunks.poll::<T>(task, queue, |pages, elements| land(this.target, pages, elements))
    }
}

impl<T: DevicePod> fmt::Debug for CopyToHostChunked<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CopyToHostChunked").field(&self.chunks).finish()
    }
}
