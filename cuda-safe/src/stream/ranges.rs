//! [`RangeUses`]: who uses which part of a piece of device memory (R11).

use std::sync::Arc;
use std::{mem, slice};

use super::inner::StreamInner;
use super::range::ByteRange;
use super::stream_uses::{Ended, StreamUse, StreamUses};
use super::uses::Access;

/// As many ranges of one piece are told apart.
const RANGES: usize = 4;

/// The uses of one piece of memory by range and stream.
///
/// Invariant: the ranges in use share no byte. What used a byte, and need be waited for, is noted in the place that has the
/// byte; so is, where ranges were thrown together, what used other bytes only.
#[derive(Debug, Default)]
pub(super) struct RangeUses {
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

/// There are more ranges than can be told apart.
struct TooMany;

impl RangeUses {
    /// No uses, and room for those of a few streams.
    pub(super) fn with_room() -> Self {
        let mut uses = Self::default();
        uses.places[0].streams.reserve();
        uses
    }

    /// Takes over what one stream did to `range`. Nothing is noted yet.
    pub(super) fn put(&mut self, range: ByteRange, stream: &Arc<StreamInner>, read: u64, write: u64) {
        self.places[0].range = range;
        self.places[0].streams.put(stream, read, write);
        self.len = 1;
    }

    /// Gives away what is noted, if that is what one stream did to `range` and nothing else.
    pub(super) fn take_only(&mut self, range: ByteRange) -> Option<StreamUse> {
        let [only] = &mut self.places[..self.len] else { return None };
        let used = if only.range == range { only.streams.take_only() } else { None };
        self.len -= usize::from(used.is_some());
        used
    }

    /// Notes the access if that is all there is to do: `on` used this very range before, and need wait for nobody. The
    /// usual case.
    #[inline]
    pub(super) fn note_again(&mut self, on: &Arc<StreamInner>, range: ByteRange, access: Access, seq: u64) -> bool {
        let place = self.places[..self.len].iter_mut().find(|place| place.range == range);
        place.is_some_and(|place| place.streams.note_again(on, access, seq))
    }

    /// What `on` must wait for before it accesses `range`: other streams, each with a number. One stream may come more
    /// than once.
    pub(super) fn joins(
        &self,
        on: &Arc<StreamInner>,
        range: ByteRange,
        access: Access,
    ) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        let touched = self.places().filter(move |place| place.range.overlaps(range));
        touched.flat_map(move |place| place.streams.joins(on, access))
    }

    /// Notes that `on` accesses `range` with its number `seq`, joined to what [`Self::joins`] answered.
    pub(super) fn note(
        &mut self,
        on: &Arc<StreamInner>,
        range: ByteRange,
        access: Access,
        seq: u64,
        ended: &mut Ended,
    ) {
        if !self.places().any(|place| place.range == range) {
            // Perhaps a range more than there is room for, and what is done is in nobody's way.
            self.forget_done(ended);
        }
        if self.note_exactly(on, range, access, seq, ended).is_err() {
            self.note_together(on, range, access, seq, ended);
        }
    }

    /// The most streams at one range.
    pub(super) fn crowd(&self) -> usize {
        self.places().map(|place| place.streams.len()).max().unwrap_or(0)
    }

    /// The newest use of each stream, perhaps more than once.
    pub(super) fn newest(&self) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        self.places().flat_map(|place| place.streams.newest())
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
