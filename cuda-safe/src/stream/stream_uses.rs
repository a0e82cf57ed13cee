//! [`StreamUses`]: the newest read and write of each stream.

use std::sync::Arc;

use super::inner::StreamInner;
use super::uses::Access;

/// As many streams as usually use one range.
const FEW: usize = 4;

/// The newest read and write of each stream, since the last use that all were joined to.
#[derive(Clone, Debug, Default)]
pub(super) struct StreamUses {
    streams: Vec<StreamUse>,
}

/// What one stream did to the memory.
#[derive(Clone, Debug)]
pub(super) struct StreamUse {
    pub(super) stream: Arc<StreamInner>,
    /// The number of the newest read; 0 for none.
    pub(super) read: u64,
    /// The number of the newest write; 0 for none.
    pub(super) write: u64,
}

/// Uses that no later one need wait for, to be dropped outside the lock: dropping a stream calls the driver.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Ended {
    few: [Option<StreamUse>; FEW],
    more: Vec<StreamUse>,
}

impl Ended {
    pub(super) fn push(&mut self, used: StreamUse) {
        match self.few.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(used),
            None => self.more.push(used),
        }
    }
}

impl StreamUse {
    /// Another thread may have noted a newer number of the stream before.
    #[inline]
    fn note(&mut self, access: Access, seq: u64) {
        match access {
            Access::Read => self.read = self.read.max(seq),
            Access::Write => self.write = self.write.max(seq),
        }
    }

    fn is_done(&self) -> bool {
        self.stream.ledger.is_done(self.newest())
    }

    fn newest(&self) -> u64 {
        self.read.max(self.write)
    }

    /// What `on` must wait for before it accesses the memory: a number of another stream that is not known to be done.
    pub(super) fn join(&self, on: &Arc<StreamInner>, access: Access) -> Option<u64> {
        let seq = match access {
            Access::Read => self.write,
            Access::Write => self.write.max(self.read),
        };
        (seq > 0 && !Arc::ptr_eq(&self.stream, on) && !self.stream.ledger.is_done(seq)).then_some(seq)
    }
}

impl StreamUses {
    /// What `on` must wait for before it accesses the memory: other streams, each with a number. Same-stream use costs
    /// nothing, and neither does work that is known to be done.
    pub(super) fn joins(
        &self,
        on: &Arc<StreamInner>,
        access: Access,
    ) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        self.streams.iter().filter_map(move |used| Some((&used.stream, used.join(on, access)?)))
    }

    /// Notes number `seq` of `on` if it is there already and need wait for no other: it is alone, or they all only read.
    #[inline]
    pub(super) fn note_again(&mut self, on: &Arc<StreamInner>, access: Access, seq: u64) -> bool {
        if let [used] = self.streams.as_mut_slice()
            && Arc::ptr_eq(&used.stream, on)
        {
            used.note(access, seq);
            return true;
        }
        access == Access::Read && self.read_again(on, seq)
    }

    fn read_again(&mut self, on: &Arc<StreamInner>, seq: u64) -> bool {
        let mut own = None;
        for used in &mut self.streams {
            if Arc::ptr_eq(&used.stream, on) {
                own = Some(used);
            } else if used.write != 0 {
                return false;
            }
        }
        own.map(|used| used.note(Access::Read, seq)).is_some()
    }

    /// Makes room, so that the first uses allocate nothing.
    pub(super) fn reserve(&mut self) {
        self.streams.reserve(FEW);
    }

    /// Takes over what one stream did. Nothing is noted yet.
    pub(super) fn put(&mut self, stream: &Arc<StreamInner>, read: u64, write: u64) {
        self.streams.push(StreamUse { stream: Arc::clone(stream), read, write });
    }

    /// Gives away what is noted, if it is of one stream, and keeps the room.
    pub(super) fn take_only(&mut self) -> Option<StreamUse> {
        if self.len() == 1 { self.streams.pop() } else { None }
    }

    /// Notes number `seq` of `on`; the others stay.
    pub(super) fn note(&mut self, on: &Arc<StreamInner>, access: Access, seq: u64) {
        let used = match self.streams.iter_mut().position(|used| Arc::ptr_eq(&used.stream, on)) {
            Some(place) => &mut self.streams[place],
            None => {
                self.streams.push(StreamUse { stream: Arc::clone(on), read: 0, write: 0 });
                let last = self.streams.len() - 1;
                &mut self.streams[last]
            }
        };
        used.note(access, seq);
    }

    /// Moves what is known to be done to `ended`; later uses find it in nobody's way.
    pub(super) fn forget_done(&mut self, ended: &mut Ended) {
        self.streams.extract_if(.., |used| used.is_done()).for_each(|used| ended.push(used));
    }

    /// Moves everything to `ended`, and keeps the room.
    pub(super) fn forget_all(&mut self, ended: &mut Ended) {
        self.streams.drain(..).for_each(|used| ended.push(used));
    }

    /// Takes over all uses of `other`, whose range is now this one's; what is left over goes to `ended`.
    pub(super) fn absorb(&mut self, other: &mut Self, ended: &mut Ended) {
        for used in other.streams.drain(..) {
            match self.streams.iter_mut().find(|own| Arc::ptr_eq(&own.stream, &used.stream)) {
                Some(own) => {
                    (own.read, own.write) = (own.read.max(used.read), own.write.max(used.write));
                    ended.push(used);
                }
                None => self.streams.push(used),
            }
        }
    }

    /// Becomes a copy of `other`, in the room that is there.
    pub(super) fn copy(&mut self, other: &Self) {
        self.streams.clone_from(&other.streams);
    }

    /// The newest use of each stream.
    pub(super) fn newest(&self) -> impl Iterator<Item = (&Arc<StreamInner>, u64)> {
        self.streams.iter().map(|used| (&used.stream, used.newest()))
    }

    pub(super) fn len(&self) -> usize {
        self.streams.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.streams.is_empty()
    }
}
