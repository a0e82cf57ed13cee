//! Copies on the device.
#![expect(unsafe_code, reason = "queues copies between device buffers")]

use super::completion::Completion;
use crate::buffer::{DeviceBuffer, DevicePod};
use crate::error::{Error, Result};
use crate::stream::{Access, Stream};

impl Stream {
    /// Queues a copy of `source` to `target`, which must have the same length. Two buffers never overlap.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemcpyDtoDAsync")]
    pub fn copy<T: DevicePod>(&self, source: &DeviceBuffer<T>, target: &mut DeviceBuffer<T>) -> Result<Completion> {
        if source.len() != target.len() {
            return Err(Error::LengthMismatch { expected: target.len(), actual: source.len() });
        }
        let (from, to) = (source.memory(), target.memory());
        if from.byte_len() == 0 {
            return Ok(self.synchronize());
        }
        let operands = [from.operand(Access::Read), to.operand(Access::Write)];
        let (seq, copied) = self.inner.submit_lazy(&operands, |api, raw| {
            // SAFETY: both pieces are `byte_len` long (checked) and freed only behind a join to this use; they are different
            // allocations, since one is borrowed exclusively.
            unsafe { api.copy_on_device(to.address(), from.address(), from.byte_len(), raw) }
        })?;
        copied.map(|()| Completion::new(&self.inner, seq))
    }

    /// Queues a fill of `target` with the byte `value`.
    ///
    /// # Errors
    /// [`Error::ForeignContext`], the driver's own.
    #[doc(alias = "cuMemsetD8Async")]
    pub fn fill_bytes<T: DevicePod>(&self, target: &mut DeviceBuffer<T>, value: u8) -> Result<Completion> {
        let memory = target.memory();
        if memory.byte_len() == 0 {
            return Ok(self.synchronize());
        }
        memory.fill(&self.inner, value).map(|seq| Completion::new(&self.inner, seq))
    }
}
