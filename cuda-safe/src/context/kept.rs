//! [`KeptPages`]: page-locked memory of dropped buffers, for the next one of its size.
//!
//! Locking pages costs the driver far more than any copy of them, and programs allocate the same sizes again and again.

use std::collections::BTreeMap;

use super::pages::PinnedPages;
use crate::sync::Mutex;

/// Page-locked memory that nobody uses, bounded in bytes.
#[derive(Debug)]
pub(super) struct KeptPages {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    byte_len: usize,
    /// By their length. An empty list stays, for its room.
    by_len: BTreeMap<usize, Vec<PinnedPages>>,
}

impl KeptPages {
    /// Keeps at most `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, state: Mutex::new(State::default()) }
    }

    /// Takes out what was kept last of exactly this length.
    pub(super) fn take(&self, byte_len: usize) -> Option<PinnedPages> {
        let mut state = self.state.lock();
        let pages = state.by_len.get_mut(&byte_len)?.pop()?;
        state.byte_len -= byte_len;
        Some(pages)
    }

    /// Keeps pages that no operation uses; gives them back if that would be too much.
    pub(super) fn keep(&self, pages: PinnedPages) -> Option<PinnedPages> {
        let mut state = self.state.lock();
        if pages.byte_len() == 0 || pages.byte_len() > self.limit - state.byte_len {
            return Some(pages);
        }
        state.byte_len += pages.byte_len();
        state.by_len.entry(pages.byte_len()).or_default().push(pages);
        None
    }

    /// Takes everything out.
    pub(super) fn drain(&self) -> Vec<PinnedPages> {
        let mut state = self.state.lock();
        state.byte_len = 0;
        std::mem::take(&mut state.by_len).into_values().flatten().collect()
    }
}
