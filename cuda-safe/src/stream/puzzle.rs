//! [`Puzzle`]: since when the driver's answers say nothing of a stream's work.

use std::time::{Duration, Instant};

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};

/// Since when the driver's answers say nothing of the work. Hardly ever anything, so the usual case takes no lock.
#[derive(Debug, Default)]
pub(super) struct Puzzle {
    is_puzzled: AtomicBool,
    since: Mutex<Option<Instant>>,
}

impl Puzzle {
    /// An answer said something.
    pub(super) fn solve(&self) {
        // Relaxed: a flag that publishes nothing. One that is being set and missed here stays until the
        // next such answer: at worst the patience is counted from an earlier puzzle.
        if self.is_puzzled.load(Ordering::Relaxed) {
            let mut since = self.since.lock();
            *since = None;
            // Relaxed: as above.
            self.is_puzzled.store(false, Ordering::Relaxed);
        }
    }

    /// An answer said nothing: how long that has gone on.
    pub(super) fn puzzled_for(&self) -> Duration {
        let mut since = self.since.lock();
        // Relaxed: as in `solve`.
        self.is_puzzled.store(true, Ordering::Relaxed);
        since.get_or_insert_with(Instant::now).elapsed()
    }
}
