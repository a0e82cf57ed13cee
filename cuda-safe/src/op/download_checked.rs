//! [`DownloadChecked`]: a copy from the device whose bit patterns are checked.

use std::any::type_name;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use pin_project::pin_project;

use super::staged_read::StagedRead;
use crate::buffer::{CheckedBitPattern, DeviceSource};
use crate::error::{Error, Result};
use crate::stream::Stream;

impl Stream {
    /// Queues a copy of `source` into `target`, which must have the same length, and whose values are only some of the bit
    /// patterns that a device can write.
    ///
    /// As [`CopyFrom::copy_from`](crate::CopyFrom::copy_from), and before anything reaches `target` every element is checked.
    ///
    /// # Errors
    /// All at the await: [`Error::InvalidValue`] with the first element that is no value, [`Error::LengthMismatch`],
    /// [`Error::ForeignContext`], [`Error::PoolExhausted`], the driver's own.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "sim")]
    /// # fn main() -> Result<(), cuda_safe::Error> {
    /// use cuda_safe::{DeviceBuffer, Driver};
    ///
    /// let stream = Driver::simulated()?.device(0)?.primary_context()?.stream()?;
    /// let gpu = DeviceBuffer::<u8>::from_slice(&[1, 0, 1], &stream)?;
    /// let mut flags = [false; 3];
    /// futures_executor::block_on(stream.download_checked(&gpu, &mut flags))?;
    /// assert_eq!(flags, [true, false, true]);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "sim"))]
    /// # fn main() {}
    /// ```
    #[doc(alias = "cuMemcpyDtoHAsync")]
    pub fn download_checked<'h, C: CheckedBitPattern>(
        &self,
        source: &impl DeviceSource<C::Bits>,
        target: &'h mut [C],
    ) -> DownloadChecked<'h, C> {
        let read = StagedRead::start::<C::Bits>(source.region(), target.len(), self);
        DownloadChecked { target, read }
    }
}

/// A copy from the device in flight, whose bit patterns are checked when they have arrived.
///
/// # Cancellation
/// As [`CopyToHost`](crate::CopyToHost): dropping it never waits, and the borrow is free at once with its old content.
///
/// # Errors
/// See [`Stream::download_checked`]; the borrowed memory is then as it was.
#[must_use = "the values arrive in the await"]
#[pin_project]
pub struct DownloadChecked<'h, C: CheckedBitPattern> {
    target: &'h mut [C],
    read: StagedRead,
}

impl<C: CheckedBitPattern> Future for DownloadChecked<'_, C> {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let this = self.project();
        // The check is code of the user's; a panic of it must not lose the staging.
        let landed = this.read.poll(task, |pages| {
            let bits = pages.elements(this.target.len());
            catch_unwind(AssertUnwindSafe(|| check_out(bits, this.target)))
        });
        landed.map(|landed| landed?.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

/// Writes the values of `bits` to `target`, if all are values.
fn check_out<C: CheckedBitPattern>(bits: &[C::Bits], target: &mut [C]) -> Result<()> {
    let value = |(index, &bits): (usize, &C::Bits)| {
        let invalid = || Error::InvalidValue { type_name: type_name::<C>(), index, bits: bits.into() };
        C::from_bits(bits).ok_or_else(invalid)
    };
    bits.iter().enumerate().try_for_each(|element| value(element).map(drop))?;
    for (place, element) in target.iter_mut().zip(bits.iter().enumerate()) {
        *place = value(element)?;
    }
    Ok(())
}

impl<C: CheckedBitPattern> fmt::Debug for DownloadChecked<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DownloadChecked")
            .field("len", &self.target.len())
            .field("state", &self.read)
            .finish_non_exhaustive()
    }
}

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<DownloadChecked<'_, bool>>();
};
