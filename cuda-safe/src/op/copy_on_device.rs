//! Copies on the device.
#![expect(unsafe_code, reason = "queues copies between device buffers")]

use super::completion::Completion;
use crate::buffer::{DevicePod, DeviceSource, DeviceTarget};
use crate::error::{Error, Result};
use crate::stream::{Access, Homes, Stream};

impl Stream {
    /// Queues a copy of `source` to `target`, which must have the same length. They never overlap: the target is borrowed exclusively.
    ///
    /// Each may live in another context of the same driver than this stream, on another device for example: then the copy is
    /// one between peers, and waits for what is queued on the buffers there. It needs no peer access.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`] for a buffer of another driver, the driver's own.
    #[doc(alias = "cuMemcpyDtoDAsync")]
    #[doc(alias = "cuMemcpyPeerAsync")]
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
        let operands = [Some(from.operand(Access::Read)), Some(to.operand(Access::Write))];
        let (there, here) = (from.context(), to.context());
        let (seq, copied) = self.inner.submit_lazy_among(Homes::Anywhere, &operands[..], |api, raw| {
            if !(there.is_same(self.inner.context()) && here.is_same(self.inner.context())) {
                let (target, source) = ((to.address(), here.raw()), (from.address(), there.raw()));
                // SAFETY: as below, and each context is the one that its piece was allocated in.
                return unsafe { api.copy_between_contexts(target, source, from.byte_len(), raw) };
            }
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
