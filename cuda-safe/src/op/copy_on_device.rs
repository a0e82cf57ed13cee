//! Copies on the device.
#![expect(unsafe_code, reason = "queues copies between device buffers")]

use super::completion::Completion;
use crate::buffer::{DevicePod, DeviceSource, DeviceTarget};
use crate::error::{Error, Result};
use crate::stream::{Access, Stream};

impl Stream {
    /// Queues a copy of `source` to `target`, which must have the same length. They never overlap: the target is borrowed exclusively.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemcpyDtoDAsync")]
    pub fn copy<T: DevicePod>(
        &self,
        source: &impl DeviceSource<T>,
        target: &mut impl DeviceTarget<T>,
    ) -> Result<Completion> {
        let (from, to) = (source.region(), target.region());
        if from.byte_len() != to.byte_len() {
            return Err(Error::LengthMismatch { expected: to.len::<T>(), actual: from.len::<T>() });
        }
        if from.byte_len() == 0 {
            return Ok(self.synchronize());
        }
        let operands = [from.operand(Access::Read), to.operand(Access::Write)];
        let (seq, copied) = self.inner.submit_lazy(&operands, |api, raw| {
            // SAFETY: both pieces are `byte_len` long (checked) and freed only behind a join to this use; they share no byte,
            // since one is borrowed exclusively.
            unsafe { api.copy_on_device(to.address(), from.address(), from.byte_len(), raw) }
        })?;
        copied.map(|()| Completion::new(&self.inner, seq))
    }

    /// Queues a fill of `target` with the byte `value`.
    ///
    /// # Errors
    /// [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemsetD8Async")]
    pub fn fill_bytes<T: DevicePod>(&self, target: &mut impl DeviceTarget<T>, value: u8) -> Result<Completion> {
        let region = target.region();
        if region.byte_len() == 0 {
            return Ok(self.synchronize());
        }
        region.fill(&self.inner, value).map(|seq| Completion::new(&self.inner, seq))
    }
}
