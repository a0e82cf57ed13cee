//! [`StagingPool`]: page-locked blocks between borrowed host memory and the driver.

use super::inner::ContextInner;
use super::pages::PinnedPages;
use crate::driver::page_byte_len;
use crate::error::{Error, Result};
use crate::sync::Mutex;

/// The smallest block, as a power of two.
const SMALLEST: u32 = 12;
/// Sizes of blocks, each twice the one before.
const CLASSES: usize = 24;

/// Page-locked blocks in powers of two, kept for reuse, bounded in bytes.
///
/// A block comes back only when the operation that used it is done (R0).
#[derive(Debug)]
pub(crate) struct StagingPool {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes page-locked now, in blocks handed out and idle.
    locked: usize,
    /// Bytes of them in idle blocks.
    idle: usize,
    classes: [Vec<PinnedPages>; CLASSES],
}

impl StagingPool {
    /// A pool that locks at most `capacity` bytes.
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, state: Mutex::new(State::default()) }
    }

    /// Hands out a block of at least `byte_len` bytes, locking new pages if none is idle. The context must be current.
    pub(crate) fn take(&self, context: &ContextInner, byte_len: usize) -> Result<PinnedPages> {
        let (class, block_len) = class_of(byte_len).ok_or_else(|| self.exhausted(byte_len, 0))?;
        let surplus = {
            let mut state = self.state.lock();
            if let Some(pages) = state.classes[class].pop() {
                state.idle -= pages.byte_len();
                return Ok(pages);
            }
            let in_use = state.locked - state.idle;
            let available = self.capacity.saturating_sub(in_use);
            if block_len > available {
                return Err(self.exhausted(byte_len, available));
            }
            let surplus = state.make_room(self.capacity - block_len);
            state.locked += block_len;
            surplus
        };
        for pages in surplus {
            context.unlock_pages(pages);
        }
        PinnedPages::lock(context.api(), block_len).inspect_err(|_| self.state.lock().locked -= block_len)
    }

    /// A length for the pieces of a large copy: so small that several fit the pool, and no larger than pays.
    pub(crate) fn chunk_byte_len(&self) -> usize {
        const ENOUGH: usize = 4 << 20;
        let quarter = (self.capacity / 4).min(ENOUGH);
        let block_len = quarter.checked_ilog2().map_or(0, |log| 1 << log);
        block_len.max(1 << SMALLEST).max(page_byte_len())
    }

    /// Takes back a block that the driver is done with.
    pub(crate) fn give_back(&self, pages: PinnedPages) {
        let mut state = self.state.lock();
        state.idle += pages.byte_len();
        if let Some((class, _)) = class_of(pages.byte_len()) {
            state.classes[class].push(pages);
        }
    }

    /// Bytes in blocks that are handed out.
    pub(crate) fn in_use(&self) -> usize {
        let state = self.state.lock();
        state.locked - state.idle
    }

    /// Takes every idle block out, for the end of the context.
    pub(super) fn drain(&self) -> Vec<PinnedPages> {
        self.state.lock().make_room(0)
    }

    fn exhausted(&self, wanted: usize, available: usize) -> Error {
        Error::PoolExhausted { wanted, available, capacity: self.capacity }
    }
}

impl State {
    /// Takes idle blocks out, largest first, until at most `limit` bytes are locked.
    fn make_room(&mut self, limit: usize) -> Vec<PinnedPages> {
        let mut out = Vec::new();
        for class in self.classes.iter_mut().rev() {
            while self.locked > limit {
                let Some(pages) = class.pop() else { break };
                self.locked -= pages.byte_len();
                self.idle -= pages.byte_len();
                out.push(pages);
            }
        }
        out
    }
}

/// The class of a block for `byte_len` bytes, and the block's length.
fn class_of(byte_len: usize) -> Option<(usize, usize)> {
    class_with(byte_len, page_byte_len())
}

/// As [`class_of`], for a size of pages, which is a power of two: a block is whole pages, so that its length is its class's.
fn class_with(byte_len: usize, page: usize) -> Option<(usize, usize)> {
    let block_len = byte_len.checked_next_power_of_two()?.max(1 << SMALLEST).max(page);
    let class = (block_len.trailing_zeros() - SMALLEST) as usize;
    (class < CLASSES).then_some((class, block_len))
}

#[cfg(test)]
mod tests {
    use super::{class_of, class_with};

    #[test]
    fn a_class_holds_what_it_is_asked_for() {
        for byte_len in [1, 4095, 4096, 4097, 1 << 20, (1 << 20) + 1] {
            let (class, block_len) = class_of(byte_len).expect("in range");
            assert!(block_len >= byte_len && class_of(block_len) == Some((class, block_len)), "{byte_len}");
        }
        assert_eq!(class_of(usize::MAX), None);
    }

    #[test]
    fn a_block_is_whole_pages_whatever_their_size() {
        for page in [4096, 16 << 10, 64 << 10] {
            let (class, block_len) = class_with(100, page).expect("in range");
            assert_eq!((block_len, class_with(block_len, page)), (page, Some((class, block_len))));
        }
    }
}
