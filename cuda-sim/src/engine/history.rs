//! Who used which device memory, as long as it matters: the search for work that races.
//!
//! Two uses of the same bytes, one of them a write, that no stream order, event or wait puts one before the other, are a
//! mistake, whichever happened to come first. Copies, fills, allocations and frees in stream order are known exactly. Of
//! a launch only its arguments are known, so it counts as a possible reader of the allocations they point to.

use crate::engine::lane::Ticket;
use crate::engine::order::Order;
use crate::fault::report::{Kind, Reports};
use crate::memory::range::Addresses;
use crate::sorted::Sorted;

/// How an operation uses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Reads,
    Writes,
    /// It was given the address; what it does with it is not known.
    MayTouch,
}

/// One use of an allocation by a queued operation.
#[derive(Clone, Copy, Debug)]
struct Past {
    ticket: Ticket,
    range: Addresses,
    how: Use,
    name: &'static str,
}

/// The uses of each allocation, by its base.
#[derive(Debug, Default)]
pub(crate) struct History {
    uses: Sorted<u64, Vec<Past>>,
}

/// Older uses of an allocation than this many are forgotten.
const LIMIT: usize = 64;

/// The operation that is being queued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newcomer<'a> {
    pub(crate) ticket: Ticket,
    pub(crate) name: &'static str,
    /// What comes before it.
    pub(crate) order: &'a Order,
    /// What the client knows to be done, so that everything from now on comes after it.
    pub(crate) told: &'a Order,
}

impl History {
    /// Notes a use of the allocation at `base`, and reports it if it races with an earlier one. `is_live` says whether a lane
    /// still exists; work of those that do not is over.
    pub(crate) fn note(
        &mut self,
        base: u64,
        (range, how): (Addresses, Use),
        newcomer: Newcomer<'_>,
        is_live: impl Fn(Ticket) -> bool,
        reports: &Reports,
    ) {
        let uses = self.uses.get_or_default(base);
        uses.retain(|past| is_live(past.ticket) && !newcomer.told.knows(past.ticket));
        for past in uses.iter().filter(|past| !newcomer.order.knows(past.ticket) && past.range.overlaps(range)) {
            let kind = match (past.how, how) {
                (Use::Reads | Use::MayTouch, Use::Reads | Use::MayTouch) => continue,
                (Use::MayTouch, _) | (_, Use::MayTouch) => Kind::UnorderedLaunch,
                _ => Kind::Race,
            };
            let text = format!(
                "{} of {} bytes at {:#x} and {} of {} bytes at {:#x} on another stream are in no order",
                newcomer.name, range.len, range.base, past.name, past.range.len, past.range.base
            );
            reports.add(kind, text);
        }
        let is_covered = |past: &Past| newcomer.order.knows(past.ticket) && range.contains(past.range);
        uses.retain(|past| !(is_covered(past) && (how == Use::Writes || past.how == how)));
        uses.push(Past { ticket: newcomer.ticket, range, how, name: newcomer.name });
        if uses.len() > LIMIT {
            uses.remove(0);
        }
    }

    /// Forgets an allocation that is gone.
    pub(crate) fn forget(&mut self, base: u64) {
        self.uses.remove(&base);
    }
}
