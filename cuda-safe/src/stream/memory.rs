//! [`DeviceMemory`]: device memory that is allocated and freed in stream order.
#![expect(unsafe_code, reason = "frees device memory")]

use std::sync::Arc;

use super::held::Held;
use super::inner::StreamInner;
use super::operand::{NO_OPERANDS, Operand};
use super::range::ByteRange;
use super::region::Region;
use super::retirement::Retirement;
use super::uses::{Access, Uses};
use crate::context::ContextInner;
use crate::driver::{DeviceAddress, span};
use crate::error::Result;
use crate::reactor;

/// One piece of device memory, and who uses it.
///
/// Invariant: every operation that was given the address is noted in `uses`, or ordered before one that is; so a free that
/// is queued on `home` after joining them comes after every use (R0).
#[derive(Debug)]
pub(crate) struct DeviceMemory {
    /// The stream that the memory was allocated on and will be freed on.
    home: Arc<StreamInner>,
    address: DeviceAddress,
    byte_len: usize,
    /// Whether it came from a pool, in stream order.
    is_pooled: bool,
    uses: Uses,
}

impl DeviceMemory {
    /// Allocates `byte_len` zeroed bytes at this point of `home`. No driver call for 0 bytes.
    pub(crate) fn zeroed(home: &Arc<StreamInner>, byte_len: usize) -> Result<Self> {
        span(|| {
            let memory = Self::uninit(home, byte_len)?;
            if byte_len > 0 {
                memory.region().fill(home, 0)?;
            }
            Ok(memory)
        })
    }

    /// Allocates `byte_len` bytes at this point of `home`, with whatever is in them. No driver call for 0 bytes.
    pub(crate) fn uninit(home: &Arc<StreamInner>, byte_len: usize) -> Result<Self> {
        if byte_len == 0 {
            let uses = Uses::default();
            return Ok(Self { home: Arc::clone(home), address: DeviceAddress::NULL, byte_len, is_pooled: true, uses });
        }
        let pool = home.context().pool();
        let (seq, address) = home.submit_lazy(NO_OPERANDS, |api, stream| match pool {
            Some(pool) => api.mem_alloc_async(byte_len, pool, stream),
            None => api.mem_alloc(byte_len),
        })?;
        let uses = Uses::made(home, ByteRange::first(byte_len), seq);
        Ok(Self { home: Arc::clone(home), address: address?, byte_len, is_pooled: pool.is_some(), uses })
    }

    pub(super) fn operand(&self, range: ByteRange, access: Access) -> Operand<'_> {
        Operand { uses: &self.uses, range, access, home: &self.home }
    }

    /// All of it.
    pub(crate) fn region(&self) -> Region<'_> {
        Region::whole(self)
    }

    /// The context that the memory lives in.
    pub(crate) fn context(&self) -> &Arc<ContextInner> {
        self.home.context()
    }

    pub(crate) fn address(&self) -> DeviceAddress {
        self.address
    }

    pub(crate) fn byte_len(&self) -> usize {
        self.byte_len
    }

    /// Queues the free behind every use. If that cannot be done, the memory is left to the end of the process (R0).
    fn free_in_order(&self) -> Result<()> {
        let address = self.address;
        let (_, freed) = self.home.submit_lazy(&[Some(self.region().operand(Access::Write))][..], |api, stream| {
            // SAFETY: the stream was joined to every use (the operand), and nobody can submit a later one: the last owner is
            // being dropped.
            unsafe { api.mem_free_async(address, stream) }
        })?;
        freed
    }

    /// What is left of a piece whose free was moved elsewhere.
    fn take(&mut self) -> Self {
        Self {
            home: Arc::clone(&self.home),
            address: self.address,
            byte_len: std::mem::take(&mut self.byte_len),
            is_pooled: self.is_pooled,
            uses: std::mem::take(&mut self.uses),
        }
    }
}

impl Drop for DeviceMemory {
    /// Never waits for the device. On a dead context the memory is left to the driver (R13).
    fn drop(&mut self) {
        let context = Arc::clone(self.home.context());
        if self.byte_len == 0 || context.usable().is_err() {
            return;
        }
        if !self.is_pooled {
            let uses = std::mem::take(&mut self.uses);
            // Its own stream, though a peer's may be the only one that uses it: the context must stay until it is freed.
            let stream = uses.a_stream().map(|_| Arc::clone(&self.home));
            Retirement { held: Held::Device(self.address), uses, stream, context }.begin();
        } else if reactor::is_current() {
            // Queueing takes the submit lock, which the reactor never waits for (R4).
            context.reactor().free_later(self.take());
        } else if let Err(error) = self.free_in_order() {
            context.report(error);
        }
    }
}
