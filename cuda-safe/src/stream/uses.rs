//! [`Uses`]: which streams use a piece of device memory, so that the next use waits for what it must and no more (R11).

use std::sync::Arc;

use super::inner::StreamInner;
use super::range::ByteRange;
use crate::sync::Mutex;

/// More streams than this at one piece of memory, and those that are done are looked for.
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
    /// The bytes of the memory that it touches.
    #[expect(dead_code, reason = "uses are tracked by the whole piece so far")]
    pub(crate) range: ByteRange,
    pub(crate) access: Access,
    /// A stream of the memory's context.
    pub(crate) home: &'a Arc<StreamInner>,
}

/// The newest read and write of each stream, since the last use that all were joined to.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    streams: Vec<StreamUse>,
}

/// What one stream did to the memory.
#[derive(Debug)]
pub(crate) struct StreamUse {
    stream: Arc<StreamInner>,
    /// The number of the newest read; 0 for none.
    read: u64,
    /// The number of the newest write; 0 for none.
    write: u64,
}

/// What is left to do after a use was noted, outside the lock: dropping a stream calls the driver.
#[derive(Debug)]
#[must_use]
pub(crate) struct Noted {
    /// Uses that no later one need wait for.
    pub(super) ended: Vec<StreamUse>,
    /// Whether so many streams are left that somebody should find out which are done.
    pub(super) is_crowded: bool,
}

impl Uses {
    /// The uses of memory that was just made by number `seq` of `stream`.
    pub(crate) fn made(stream: &Arc<StreamInner>, seq: u64) -> Self {
        Self { streams: vec![StreamUse { stream: Arc::clone(stream), read: 0, write: seq }] }
    }

    /// What `on` must wait for before it accesses the memory: other streams, each with a number. Same-stream use costs
    /// nothing, and neither does work that is known to be done.
    pub(crate) fn joins(
        &self,
        on: &Arc<StreamInner>,
        access: Access,
    ) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        self.streams.iter().filter(move |used| !Arc::ptr_eq(&used.stream, on)).filter_map(move |used| {
            let seq = match access {
                Access::Read => used.write,
                Access::Write => used.write.max(used.read),
            };
            (seq > 0 && !used.stream.ledger.is_done(seq)).then_some((&used.stream, seq))
        })
    }

    /// Notes that `on` accesses the memory with its number `seq`, joined to what [`Self::joins`] answered.
    pub(crate) fn note(&mut self, on: &Arc<StreamInner>, access: Access, seq: u64) -> Noted {
        let ended = self.streams.extract_if(.., |used| {
            // Everything elsewhere is ordered before a write; before a read only what is done is out of the way.
            let is_over = access == Access::Write || used.stream.ledger.is_done(used.read.max(used.write));
            !Arc::ptr_eq(&used.stream, on) && is_over
        });
        let ended = ended.collect();
        let used = match self.streams.iter_mut().position(|used| Arc::ptr_eq(&used.stream, on)) {
            Some(place) => &mut self.streams[place],
            None => {
                self.streams.push(StreamUse { stream: Arc::clone(on), read: 0, write: 0 });
                let last = self.streams.len() - 1;
                &mut self.streams[last]
            }
        };
        match access {
            Access::Read => used.read = used.read.max(seq),
            Access::Write => (used.read, used.write) = (0, seq),
        }
        Noted { ended, is_crowded: self.streams.len() > CROWD }
    }

    /// The newest use of each stream but `on`.
    pub(crate) fn elsewhere(&self, on: &Arc<StreamInner>) -> Vec<(Arc<StreamInner>, u64)> {
        let elsewhere = self.streams.iter().filter(|used| !Arc::ptr_eq(&used.stream, on));
        elsewhere.map(|used| (Arc::clone(&used.stream), used.read.max(used.write))).collect()
    }

    /// A stream that uses the memory, if one does.
    pub(crate) fn a_stream(&self) -> Option<Arc<StreamInner>> {
        self.streams.first().map(|used| Arc::clone(&used.stream))
    }
}
