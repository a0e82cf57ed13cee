//! Managed memory: host and devices see it at one address, and the client may advise where its pages had better be.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::memory::range::Addresses;

/// Where pages are, or had better be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// A device, by the client's number.
    Device(i32),
    Host,
    /// A node of the host's memory.
    Node(i32),
}

/// What the client said of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) is_read_mostly: bool,
    pub(crate) preferred: Option<Location>,
    /// Devices by the client's numbers, and the host as the number that stands for it.
    pub(crate) accessed_by: BTreeSet<i32>,
    pub(crate) prefetched: Option<Location>,
}

/// The pages of one piece of managed memory.
#[derive(Debug)]
pub(crate) struct Pages {
    range: Addresses,
    /// By the address from which on it is true, up to the next one; there is one at the start of the range.
    advice: Mutex<BTreeMap<u64, Advice>>,
}

/// Advice is for whole pages.
const PAGE: u64 = 4096;

impl Pages {
    pub(crate) fn new(range: Addresses) -> Self {
        Pages { range, advice: Mutex::new(BTreeMap::from([(range.base, Advice::default())])) }
    }

    /// Changes what is said of every page that has a byte in `range`.
    pub(crate) fn change(&self, range: Addresses, change: impl Fn(&mut Advice)) {
        let base = (range.base / PAGE * PAGE).max(self.range.base);
        let end = range.end().next_multiple_of(PAGE).min(self.range.end());
        let mut advice = self.advice();
        for edge in [base, end] {
            if let Some((_, before)) = advice.range(..=edge).next_back()
                && edge < self.range.end()
            {
                let same = before.clone();
                advice.entry(edge).or_insert(same);
            }
        }
        advice.range_mut(base..end).for_each(|(_, advice)| change(advice));
    }

    /// What is said of the pages of `range`, in order, once for each piece that has it.
    pub(crate) fn of(&self, range: Addresses) -> Vec<Advice> {
        let advice = self.advice();
        let first = advice.range(..=range.base).next_back();
        let rest = advice.range(range.base.saturating_add(1)..range.end().max(range.base.saturating_add(1)));
        first.into_iter().chain(rest).map(|(_, advice)| advice.clone()).collect()
    }

    fn advice(&self) -> MutexGuard<'_, BTreeMap<u64, Advice>> {
        self.advice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Location, Pages};
    use crate::memory::range::Addresses;

    #[test]
    fn advice_is_for_whole_pages_and_for_no_others() {
        let pages = Pages::new(Addresses::new(0x10000, 3 * 4096));
        pages.change(Addresses::new(0x11001, 1), |advice| advice.preferred = Some(Location::Host));
        let at = |base, len| {
            let said = pages.of(Addresses::new(base, len));
            said.iter().map(|advice| advice.preferred).collect::<Vec<_>>()
        };
        assert_eq!(at(0x10000, 4096), [None]);
        assert_eq!(at(0x11000, 4096), [Some(Location::Host)]);
        assert_eq!(at(0x10fff, 2), [None, Some(Location::Host)]);
        assert_eq!(at(0x10000, 3 * 4096), [None, Some(Location::Host), None]);
        pages.change(Addresses::new(0x10000, 3 * 4096), |advice| advice.preferred = Some(Location::Device(1)));
        assert_eq!(at(0x12fff, 1), [Some(Location::Device(1))]);
    }
}
