//! A buffer made of a slice.
#![expect(unsafe_code, reason = "vouches for memory that a queued copy initialises")]

use super::upload;
use crate::buffer::{DeviceBuffer, DevicePod, HasRegion as _};
use crate::driver::span;
use crate::error::Result;
use crate::stream::{Held, Stream};

impl<T: DevicePod> DeviceBuffer<T> {
    /// Allocates a buffer that holds the elements of `source` from this point of `stream` on. No driver call for 0.
    ///
    /// The bytes are in page-locked staging when the call returns, so `source` may be changed or freed at once. It never
    /// waits for the device.
    ///
    /// # Errors
    /// [`Error::PoolExhausted`](crate::Error::PoolExhausted) before any driver call, out of memory, the driver's own.
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn from_slice(source: &[T], stream: &Stream) -> Result<Self> {
        if source.is_empty() {
            return Self::zeroed(stream, 0);
        }
        span(|| {
            let pages = upload::stage(source, stream)?;
            let buffer = match Self::alloc_uninit(stream, source.len()) {
                Ok(buffer) => buffer,
                Err(error) => {
                    Held::Staging(pages).release(stream.inner.context());
                    return Err(error);
                }
            };
            let (_detached, answer) = upload::submit(pages, buffer.region(), stream)?;
            answer.map_err(|error| stream.inner.context().judge(error))?;
            // SAFETY: a copy to all of it was queued just now, before any other use, and the driver took it.
            Ok(unsafe { buffer.assume_init() })
        })
    }
}
