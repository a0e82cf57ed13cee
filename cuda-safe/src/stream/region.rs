//! [`Region`]: a part of a piece of device memory, as an operation is given it.
#![expect(unsafe_code, reason = "fills device memory")]

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use super::inner::StreamInner;
use super::memory::DeviceMemory;
use super::operand::Operand;
use super::range::ByteRange;
use super::uses::Access;
use crate::context::ContextInner;
use crate::driver::DeviceAddress;
use crate::error::{Error, Result};

/// Some bytes of a piece of device memory.
///
/// Invariant: the range is within the piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region<'a> {
    memory: &'a DeviceMemory,
    range: ByteRange,
}

impl<'a> Region<'a> {
    /// All of `memory`.
    pub(super) fn whole(memory: &'a DeviceMemory) -> Self {
        Self { memory, range: ByteRange::first(memory.byte_len()) }
    }

    /// The context that the memory lives in.
    pub(crate) fn context(self) -> &'a Arc<ContextInner> {
        self.memory.context()
    }

    pub(crate) fn address(self) -> DeviceAddress {
        self.memory.address().offset(self.range.start)
    }

    pub(crate) fn byte_len(self) -> usize {
        self.range.byte_len()
    }

    /// The length in values of `T`.
    pub(crate) fn len<T>(self) -> usize {
        const { assert!(size_of::<T>() != 0, "zero-sized types have no bytes to move") };
        self.byte_len() / size_of::<T>()
    }

    /// The elements in `range`, where all of it is elements of `T`.
    pub(crate) fn part<T>(self, range: impl RangeBounds<usize>) -> Result<Self> {
        let len = self.len::<T>();
        let start = match range.start_bound() {
            Bound::Unbounded => 0,
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
        };
        let end = match range.end_bound() {
            Bound::Unbounded => len,
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
        };
        if start > end || end > len {
            return Err(Error::OutOfRange { start, end, len });
        }
        let [start, end] = [start, end].map(|place| self.range.start + place * size_of::<T>());
        Ok(Self { memory: self.memory, range: ByteRange { start, end } })
    }

    /// Refuses what is not whole elements of `T` in places where they may be.
    pub(crate) fn check_cast<T>(self) -> Result<Self> {
        let (address, byte_len) = (self.address().get(), self.byte_len());
        let (element_size, element_align) = (size_of::<T>(), align_of::<T>());
        if self.len::<T>() * element_size == byte_len && address.is_multiple_of(element_align as u64) {
            Ok(self)
        } else {
            Err(Error::Misaligned { address, byte_len, element_size, element_align })
        }
    }

    /// The operand of an operation that touches all of the region and nothing else of the memory.
    pub(crate) fn operand(self, access: Access) -> Operand<'a> {
        self.memory.operand(self.range, access)
    }

    /// Queues a fill of all of it on `stream`; answers its number.
    pub(crate) fn fill(self, stream: &Arc<StreamInner>, value: u8) -> Result<u64> {
        let (address, byte_len) = (self.address(), self.byte_len());
        let (seq, filled) = stream.submit_lazy(&[Some(self.operand(Access::Write))][..], |api, raw| {
            // SAFETY: the memory is live at this point of the stream: it is freed only behind a join to this use.
            unsafe { api.fill_bytes(address, value, byte_len, raw) }
        })?;
        filled.map(|()| seq)
    }
}
