//! [`Chunks`]: a large copy in pieces that fit the staging pool, two of them in flight at a time.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;
use std::task::{Context as TaskContext, Poll};

use super::staged_read::conclude;
use crate::buffer::DevicePod;
use crate::context::PinnedPages;
use crate::error::{Error, Result};
use crate::reactor;
use crate::stream::{Held, Op, Outcome, Region, Stream};

/// Pieces in flight: one is copied by the device while the other is copied on the host.
const IN_FLIGHT: usize = 2;

/// How far a copy in pieces is. They are submitted, and end, from the front.
pub(super) struct Chunks<'d> {
    region: Region<'d>,
    stream: Stream,
    /// In elements, as all places here.
    len: usize,
    chunk_len: usize,
    /// Everything before was submitted.
    next: usize,
    flights: VecDeque<(Op, Range<usize>)>,
    /// The first; nothing is submitted or taken after it.
    error: Option<Error>,
    is_over: bool,
}

impl<'d> Chunks<'d> {
    /// A copy between `region` and `len` values of `T` on the host, of which nothing is submitted yet.
    pub(super) fn new<T: DevicePod>(region: Region<'d>, len: usize, stream: &Stream) -> Self {
        let expected = region.len::<T>();
        let error = (len != expected).then_some(Error::LengthMismatch { expected, actual: len });
        let chunk_len = (stream.inner.context().staging().chunk_byte_len() / size_of::<T>()).max(1);
        let (stream, flights) = (stream.clone(), VecDeque::with_capacity(IN_FLIGHT));
        Self { region, stream, len, chunk_len, next: 0, flights, error, is_over: false }
    }

    /// Submits pieces until enough are in flight. That the staging pool has no room is an error only if it is not this copy
    /// that has it.
    pub(super) fn fill<T: DevicePod>(
        &mut self,
        mut submit: impl FnMut(Range<usize>, Region<'_>, &Stream) -> Result<Op>,
    ) {
        while self.error.is_none() && self.next < self.len && self.flights.len() < IN_FLIGHT {
            let elements = self.next..self.len.min(self.next + self.chunk_len);
            let part = self.region.part::<T>(elements.clone());
            match part.and_then(|part| submit(elements.clone(), part, &self.stream)) {
                Ok(op) => {
                    self.next = elements.end;
                    self.flights.push_back((op, elements));
                }
                Err(Error::PoolExhausted { .. }) if !self.flights.is_empty() => return,
                Err(error) => self.error = Some(error),
            }
        }
    }

    /// Polls; `land` gets the staging of each piece in turn, and `submit` makes the next ones.
    pub(super) fn poll<T: DevicePod>(
        &mut self,
        task: &TaskContext<'_>,
        mut submit: impl FnMut(Range<usize>, Region<'_>, &Stream) -> Result<Op>,
        mut land: impl FnMut(&PinnedPages, Range<usize>),
    ) -> Poll<Result<()>> {
        assert!(!self.is_over, "polled after completion");
        loop {
            self.fill::<T>(&mut submit);
            let Some((op, elements)) = self.flights.front_mut() else { return Poll::Ready(self.finish()) };
            let Poll::Ready(outcome) = op.poll(task) else { return Poll::Pending };
            let elements = elements.clone();
            self.flights.pop_front();
            self.settle(outcome, elements, &mut land);
        }
    }

    /// Does all of it on this thread.
    pub(super) fn wait<T: DevicePod>(
        mut self,
        mut submit: impl FnMut(Range<usize>, Region<'_>, &Stream) -> Result<Op>,
        mut land: impl FnMut(&PinnedPages, Range<usize>),
    ) -> Result<()> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        loop {
            self.fill::<T>(&mut submit);
            let Some((op, elements)) = self.flights.pop_front() else { return self.finish() };
            match op.wait_for_outcome() {
                Ok(outcome) => self.settle(outcome, elements, &mut land),
                Err(error) => self.error = self.error.take().or(Some(error)),
            }
        }
    }

    /// Takes the bytes of a piece that ended, unless one before it failed, and gives its staging back.
    fn settle(
        &mut self,
        outcome: Outcome<Held>,
        elements: Range<usize>,
        land: &mut impl FnMut(&PinnedPages, Range<usize>),
    ) {
        let has_failed = self.error.is_some();
        let landed = conclude(outcome, self.stream.inner.context(), |pages| {
            if !has_failed {
                land(pages, elements);
            }
        });
        if let (Err(error), false) = (landed, has_failed) {
            self.error = Some(error);
        }
    }

    fn finish(&mut self) -> Result<()> {
        self.is_over = true;
        self.error.take().map_or(Ok(()), Err)
    }
}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks")
            .field("len", &self.len)
            .field("submitted", &self.next)
            .field("in_flight", &self.flights.len())
            .finish_non_exhaustive()
    }
}
