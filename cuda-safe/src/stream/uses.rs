//! [`Uses`]: who uses a piece of device memory, so that the next use waits for what it must and no more (R11).

use std::sync::Arc;

use super::inner::StreamInner;
use super::quick::QuickUse;
use super::range::ByteRange;
use super::ranges::RangeUses;
use super::stream_uses::{Ended, StreamUse};
use crate::sync::Mutex;

/// More streams than this at one range, and those that are done are looked for.
const CROWD: usize = 4;

/// What an operation does to a piece of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It reads: it must wait for writes elsewhere.
    Read,
    /// It writes or frees: it must wait for every use elsewhere.
    Write,
}

/// The uses of one piece of memory.
///
/// Whoever submits a write has the range to itself, from before the call that answers its waits until the one that notes it,
/// and whoever submits a read shares it with readers only: the borrows of views see to that. Submissions on other ranges
/// may come in between.
///
/// Mostly one stream uses all of the memory, again and again. Those uses are noted without the lock.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// What the table's `owner` did to all of the memory, if these words are open.
    quick: QuickUse,
    /// All of the memory.
    whole: ByteRange,
    table: Mutex<Table>,
}

/// Invariant: nothing is in `ranges` while the quick words are open. They are opened and closed under this lock.
#[derive(Debug, Default)]
struct Table {
    /// Whose the quick words are, or were last.
    owner: Option<Arc<StreamInner>>,
    ranges: RangeUses,
}

/// What is left to do after a use was noted, outside the lock.
#[derive(Debug)]
#[must_use]
pub(crate) struct Noted {
    /// Uses that no later one need wait for.
    pub(super) ended: Ended,
    /// Whether so many streams are left that somebody should find out which are done.
    pub(super) is_crowded: bool,
}

impl Uses {
    /// No use yet of memory that is `whole`.
    pub(crate) fn none(whole: ByteRange) -> Self {
        Self { whole, ..Self::default() }
    }

    /// The uses of memory that is `whole` and was just made by number `seq` of `stream`.
    pub(crate) fn made(stream: &Arc<StreamInner>, whole: ByteRange, seq: u64) -> Self {
        let (uses, mut table) = (Self::none(whole), Table { owner: None, ranges: RangeUses::with_room() });
        if uses.quick.open(stream.tag, 0, seq) {
            table.owner = Some(Arc::clone(stream));
        } else {
            table.ranges.put(whole, stream, 0, seq);
        }
        Self { table: Mutex::new(table), ..uses }
    }

    /// Notes the access if that is all there is to do: `on` used this very range before, and need wait for nobody. The
    /// usual case. Called under the submit lock of `on`.
    #[inline(always)]
    pub(crate) fn note_again(&self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> bool {
        let is_noted = range == self.whole
            && match access {
                Access::Read => self.quick.note_read(on.tag, seq),
                Access::Write => self.quick.note_write(on.tag, seq),
            };
        is_noted || self.note_again_in_table(on, range, access, seq)
    }

    #[inline(never)]
    fn note_again_in_table(&self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> bool {
        self.table.lock().ranges.note_again(on, range, access, seq)
    }

    /// Answers to `want` what `on` must wait for before it accesses `range`: other streams, each with a number. One stream
    /// may come more than once.
    pub(crate) fn joins(
        &self,
        on: &Arc<StreamInner>,
        range: ByteRange,
        access: Access,
        mut want: impl FnMut(&Arc<StreamInner>, u64),
    ) {
        let table = self.table.lock();
        if let Some(quick) = self.quick_use(&table)
            && let Some(seq) = quick.join(on, access)
        {
            want(&quick.stream, seq);
        }
        table.ranges.joins(on, range, access).for_each(|(stream, seq)| want(stream, seq));
    }

    /// Notes that `on` accesses `range` with its number `seq`, joined to what [`Self::joins`] answered.
    pub(crate) fn note(&self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> Noted {
        let mut ended = Ended::default();
        let mut table = self.table.lock();
        let Table { owner, ranges } = &mut *table;
        let (read, write) = self.quick.close();
        if let Some(owner) = owner.as_ref().filter(|_| read.max(write) > 0) {
            ranges.put(self.whole, owner, read, write);
        }
        ranges.note(on, range, access, seq, &mut ended);
        if let Some(used) = ranges.take_only(self.whole) {
            if self.quick.open(used.stream.tag, used.read, used.write) {
                let before = owner.replace(used.stream);
                if let Some(stream) = before {
                    ended.push(StreamUse { stream, read: 0, write: 0 });
                }
            } else {
                ranges.put(self.whole, &used.stream, used.read, used.write);
                ended.push(used);
            }
        }
        Noted { ended, is_crowded: ranges.crowd() > CROWD }
    }

    /// The newest use of each stream but `on`, perhaps more than once.
    pub(crate) fn elsewhere(&self, on: &Arc<StreamInner>) -> Vec<(Arc<StreamInner>, u64)> {
        let table = self.table.lock();
        let others = table.ranges.newest().filter(|(stream, _)| !Arc::ptr_eq(stream, on));
        others.map(|(stream, seq)| (Arc::clone(stream), seq)).collect()
    }

    /// A stream that uses the memory, if one does.
    pub(crate) fn a_stream(&self) -> Option<Arc<StreamInner>> {
        let table = self.table.lock();
        let quick = self.quick_use(&table).map(|used| used.stream);
        quick.or_else(|| table.ranges.newest().next().map(|(stream, _)| Arc::clone(stream)))
    }

    /// What is noted in the quick words.
    fn quick_use(&self, table: &Table) -> Option<StreamUse> {
        let (read, write) = self.quick.newest();
        let owner = table.owner.as_ref().filter(|_| read.max(write) > 0)?;
        Some(StreamUse { stream: Arc::clone(owner), read, write })
    }
}
