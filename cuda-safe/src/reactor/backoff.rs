//! [`Backoff`]: how long the reactor sleeps when nothing tells it to look.

use std::time::Duration;

/// The first and shortest sleep.
const SHORTEST: Duration = Duration::from_micros(50);
/// The longest sleep while anything is pending.
const LONGEST: Duration = Duration::from_millis(2);

/// The fallback period: at most an eighth of the time already waited, so that asking costs little and being late is at
/// most that much longer than the wait itself. Hints make it moot in the usual case.
///
/// The clock is the caller's, so that tests step it.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    waiting_since: Option<Duration>,
}

impl Backoff {
    /// Something was done at `now`.
    pub(super) fn progress(&mut self, now: Duration) {
        self.waiting_since = Some(now);
    }

    /// Nothing is pending.
    pub(super) fn idle(&mut self) {
        self.waiting_since = None;
    }

    /// How long to sleep, nothing having been done at `now`.
    pub(super) fn period(&mut self, now: Duration) -> Duration {
        let since = *self.waiting_since.get_or_insert(now);
        (now.saturating_sub(since) / 8).clamp(SHORTEST, LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::{Backoff, Duration, LONGEST, SHORTEST};

    #[test]
    fn the_period_is_an_eighth_of_the_wait_within_its_bounds() {
        let mut backoff = Backoff::default();
        let at = Duration::from_millis;
        assert_eq!(backoff.period(at(100)), SHORTEST);
        assert_eq!(backoff.period(at(108)), at(1));
        assert_eq!(backoff.period(at(10_000)), LONGEST);
        backoff.progress(at(10_000));
        assert_eq!(backoff.period(at(10_000)), SHORTEST);
        backoff.idle();
        assert_eq!(backoff.period(at(99_999)), SHORTEST);
    }
}
