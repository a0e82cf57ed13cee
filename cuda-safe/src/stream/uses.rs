//! [`Uses`]: who uses which part of a piece of device memory, so that the next use waits for what it must and no more (R11).

use std::sync::Arc;
use std::{mem, slice};

use super::inner::StreamInner;
use super::range::ByteRange;
use super::stream_uses::{Ended, StreamUses};
use crate::sync::Mutex;

/// As many ranges of one piece are told apart.
const RANGES: usize = 4;

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

/// One operand of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    pub(crate) uses: &'a Mutex<Uses>,
    /// The bytes of the memory that it touches; at least one.
    pub(crate) range: ByteRange,
    pub(crate) access: Access,
    /// A stream of the memory's context.
    pub(crate) home: &'a Arc<StreamInner>,
}

/// The uses of one piece of memory by range and stream.
///
/// Whoever submits a write has the range to itself, from before the call that answers its waits until the one that notes it,
/// and whoever submits a read shares it with readers only: the borrows of views see to that. Submissions on other ranges
/// may come in between.
///
/// Invariant: the ranges in use share no byte. What used a byte, and need be waited for, is noted in the place that has the
/// byte; so is, where ranges were thrown together, what used other bytes only.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The first `len` are in use; the others keep their room.
    places: [Place; RANGES],
    len: usize,
}

/// The uses of one range.
#[derive(Debug)]
struct Place {
    range: ByteRange,
    streams: StreamUses,
}

impl Default for Place {
    fn default() -> Self {
        Self { range: ByteRange::first(0), streams: StreamUses::default() }
    }
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

/// There are more ranges than can be told apart.
struct TooMany;

impl Uses {
    /// The uses of memory, `range`, that was just made by number `seq` of `stream`.
    pub(crate) fn made(stream: &Arc<StreamInner>, range: ByteRange, seq: u64) -> Self {
        let mut uses = Self::default();
        uses.places[0].range = range;
        uses.places[0].streams.note(stream, Access::Write, seq);
        uses.len = 1;
        uses
    }

    /// Notes the access if that is all there is to do: `on` used this very range before, and need wait for nobody. The
    /// usual case.
    #[inline]
    pub(crate) fn note_again(&mut self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> bool {
        let place = self.places[..self.len].iter_mut().find(|place| place.range == range);
        place.is_some_and(|place| place.streams.note_again(on, access, seq))
    }

    /// What `on` must wait for before it accesses `range`: other streams, each with a number. One stream may come more
    /// than once.
    pub(crate) fn joins(
        &self,
        on: &Arc<StreamInner>,
        range: ByteRange,
        access: Access,
    ) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        let touched = self.places().filter(move |place| place.range.overlaps(range));
        touched.flat_map(move |place| place.streams.joins(on, access))
    }

    /// Notes that `on` accesses `range` with its number `seq`, joined to what [`Self::joins`] answered.
    pub(crate) fn note(&mut self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> Noted {
        let mut ended = Ended::default();
        if !self.places().any(|place| place.range == range) {
            // Perhaps a range more than there is room for, and what is done is in nobody's way.
            self.forget_done(&mut ended);
        }
        if self.note_exactly(on, range, access, seq, &mut ended).is_err() {
            self.note_together(on, range, access, seq, &mut ended);
        }
        Noted { ended, is_crowded: self.places().any(|place| place.streams.len() > CROWD) }
    }

    /// The newest use of each stream but `on`, perhaps more than once.
    pub(crate) fn elsewhere(&self, on: &Arc<StreamInner>) -> Vec<(Arc<StreamInner>, u64)> {
        let all = self.places().flat_map(|place| place.streams.newest());
        all.filter(|(stream, _)| !Arc::ptr_eq(stream, on)).map(|(stream, seq)| (Arc::clone(stream), seq)).collect()
    }

    /// A stream that uses the memory, if one does.
    pub(crate) fn a_stream(&self) -> Option<Arc<StreamInner>> {
        self.places().flat_map(|place| place.streams.newest()).next().map(|(stream, _)| Arc::clone(stream))
    }

    fn places(&self) -> slice::Iter<'_, Place> {
        self.places[..self.len].iter()
    }

    /// Notes a use of `range` and of nothing else. If that takes too many ranges, what was noted before still is.
    fn note_exactly(
        &mut self,
        on: &Arc<StreamInner>,
        range: ByteRange,
        access: Access,
        seq: u64,
        ended: &mut Ended,
    ) -> Result<(), TooMany> {
        self.cut(range.start)?;
        self.cut(range.end)?;
        match access {
            Access::Write => {
                // What used these bytes is ordered before the write; what is noted here and did not is noted elsewhere too.
                while let Some(index) = self.places().position(|place| range.contains(place.range)) {
                    self.remove(index, ended);
                }
                self.add(range)?.note(on, access, seq);
            }
            Access::Read => {
                self.fill_gaps(range)?;
                for place in self.places[..self.len].iter_mut().filter(|place| range.contains(place.range)) {
                    place.streams.forget_done(ended);
                    place.streams.note(on, access, seq);
                }
            }
        }
        Ok(())
    }

    /// Notes a use in one range with all others. None of them ends by that: it may have used other bytes than the new one, and
    /// not be ordered before it.
    fn note_together(&mut self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64, ended: &mut Ended) {
        if let [first, others @ ..] = &mut self.places[..self.len] {
            for other in others {
                first.range = first.range.hull(other.range);
                first.streams.absorb(&mut other.streams, ended);
            }
            self.len = 1;
            first.range = first.range.hull(range);
            first.streams.note(on, access, seq);
        }
    }

    /// Lets no range in use lie on both sides of byte `at`.
    fn cut(&mut self, at: usize) -> Result<(), TooMany> {
        let Some(index) = self.places().position(|place| place.range.is_cut_by(at)) else { return Ok(()) };
        if self.len == RANGES {
            return Err(TooMany);
        }
        let end = mem::replace(&mut self.places[index].range.end, at);
        let (used, free) = self.places.split_at_mut(self.len);
        free[0].range = ByteRange { start: at, end };
        free[0].streams.copy(&used[index].streams);
        self.len += 1;
        Ok(())
    }

    /// Has a range in use for every byte of `range`. None in use lies across its ends.
    fn fill_gaps(&mut self, range: ByteRange) -> Result<(), TooMany> {
        let mut start = range.start;
        while start < range.end {
            let here = self.places().find(|place| place.range.start == start);
            start = match here.map(|place| place.range.end) {
                Some(end) => end,
                None => {
                    let later = self.places().map(|place| place.range.start).filter(|&next| next > start);
                    let end = later.fold(range.end, usize::min);
                    self.add(ByteRange { start, end })?;
                    end
                }
            };
        }
        Ok(())
    }

    /// Puts a range in use that nothing in use overlaps.
    fn add(&mut self, range: ByteRange) -> Result<&mut StreamUses, TooMany> {
        let place = self.places.get_mut(self.len).ok_or(TooMany)?;
        self.len += 1;
        place.range = range;
        Ok(&mut place.streams)
    }

    /// Takes a range out of use.
    fn remove(&mut self, index: usize, ended: &mut Ended) {
        self.places[index].streams.forget_all(ended);
        self.len -= 1;
        self.places.swap(index, self.len);
    }

    /// Forgets what is known to be done, and ranges of which nothing is left.
    fn forget_done(&mut self, ended: &mut Ended) {
        for index in (0..self.len).rev() {
            self.places[index].streams.forget_done(ended);
            if self.places[index].streams.is_empty() {
                self.remove(index, ended);
            }
        }
    }
}
