//! Memory of one thread each: local variables, and the parameters of functions it calls.

use super::lanes::LANES;

/// Most bytes of local memory that one thread may have; what the hardware allows.
pub(crate) const LOCAL_LIMIT: u64 = 512 << 10;

/// The local memory of a warp's threads.
#[derive(Debug)]
pub(crate) struct LocalMemory {
    bytes: Vec<Vec<u8>>,
    /// Where the frame of each thread's running function starts.
    pub(crate) frame: [u64; LANES],
}

impl LocalMemory {
    /// Memory that holds nothing.
    pub(crate) fn new() -> Self {
        Self { bytes: Vec::new(), frame: [0; LANES] }
    }

    /// Prepares for a kernel whose own frame has `byte_len` bytes. What they hold is left over, as on the hardware.
    pub(crate) fn reset(&mut self, byte_len: u32) {
        self.frame = [0; LANES];
        if byte_len > 0 {
            self.bytes.resize_with(LANES, Vec::new);
            self.bytes.iter_mut().for_each(|bytes| bytes.resize(byte_len as usize, 0));
        }
    }

    /// Makes a thread's memory reach `end`; false if that is more than it may have.
    pub(crate) fn grow(&mut self, lane: usize, end: u64) -> bool {
        if end > LOCAL_LIMIT {
            return false;
        }
        self.bytes.resize_with(LANES, Vec::new);
        let bytes = &mut self.bytes[lane];
        if (bytes.len() as u64) < end {
            bytes.resize(end as usize, 0);
        }
        true
    }

    /// A thread's memory.
    pub(crate) fn lane(&self, lane: usize) -> &[u8] {
        self.bytes.get(lane).map_or(&[], Vec::as_slice)
    }

    /// A thread's memory, to write.
    pub(crate) fn lane_mut(&mut self, lane: usize) -> &mut [u8] {
        self.bytes.get_mut(lane).map_or(&mut [], Vec::as_mut_slice)
    }
}
