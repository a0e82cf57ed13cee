//! The counts.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::entries::NAMES;

static COUNTS: [AtomicU64; NAMES.len()] = [const { AtomicU64::new(0) }; NAMES.len()];

/// Counts one call of the entry point at `index` of the names.
#[inline]
pub(crate) fn count(index: usize) {
    // Relaxed: a counter; it publishes nothing.
    COUNTS[index].fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn total() -> u64 {
    COUNTS.iter().map(|count| count.load(Ordering::Relaxed)).sum()
}

pub(crate) fn of(name: &str) -> u64 {
    let place = NAMES.iter().position(|known| *known == name);
    place.map_or(0, |index| COUNTS[index].load(Ordering::Relaxed))
}
