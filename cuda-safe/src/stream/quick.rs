//! [`QuickUse`]: one stream's uses of a piece of memory, noted without a lock.

use crate::sync::atomic::{AtomicU64, Ordering};

/// Bits for an operation's number in a word; the stream's key is above them.
const NUMBER_BITS: u32 = 40;
pub(super) const NUMBERS: u64 = (1 << NUMBER_BITS) - 1;

/// The word of nobody: a key that no stream's tag has, and no number.
const NOBODY: u64 = !NUMBERS;

/// A stream, as the words name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag(u64);

impl Tag {
    /// The tag of a stream whose keys are too many for a word. No word has it: it is no key.
    const NONE: Self = Self(1);

    pub(super) fn new(key: u64) -> Self {
        if key < NOBODY >> NUMBER_BITS { Self(key << NUMBER_BITS) } else { Self::NONE }
    }
}

/// The newest read and the newest write of one stream, or nobody's.
///
/// Each word names its stream, so that a note either finds the stream still there or fails: what is noted is in the word when
/// somebody closes it, or it was not noted. All accesses are Relaxed: the words publish nothing but themselves, and two uses
/// of which one must wait for the other are ordered already, by the borrows of the memory.
#[derive(Debug)]
pub(super) struct QuickUse {
    read: AtomicU64,
    write: AtomicU64,
}

impl Default for QuickUse {
    fn default() -> Self {
        Self { read: AtomicU64::new(NOBODY), write: AtomicU64::new(NOBODY) }
    }
}

impl QuickUse {
    /// Notes number `seq` of the stream `tag`, whether the words are its own. Called under the stream's submit lock.
    #[inline]
    pub(super) fn note_read(&self, tag: Tag, seq: u64) -> bool {
        note(&self.read, tag, seq)
    }

    /// [`note_read`](Self::note_read) of a write.
    #[inline]
    pub(super) fn note_write(&self, tag: Tag, seq: u64) -> bool {
        note(&self.write, tag, seq)
    }

    /// The newest read and write; 0 for none.
    pub(super) fn newest(&self) -> (u64, u64) {
        // Relaxed: see the type.
        (self.read.load(Ordering::Relaxed) & NUMBERS, self.write.load(Ordering::Relaxed) & NUMBERS)
    }

    /// Opens closed words for the stream `tag`, with its newest read and write. False if they have no room for it.
    pub(super) fn open(&self, tag: Tag, read: u64, write: u64) -> bool {
        let fits = tag != Tag::NONE && read.max(write) <= NUMBERS;
        if fits {
            // Relaxed: see the type. Nobody else writes closed words: the caller has the lock of the table beside them.
            self.read.store(tag.0 | read, Ordering::Relaxed);
            // Relaxed: as above.
            self.write.store(tag.0 | write, Ordering::Relaxed);
        }
        fits
    }

    /// Closes the words: from now on every note fails. Answers the newest read and write; 0 for none.
    pub(super) fn close(&self) -> (u64, u64) {
        // Relaxed: see the type.
        (self.read.swap(NOBODY, Ordering::Relaxed) & NUMBERS, self.write.swap(NOBODY, Ordering::Relaxed) & NUMBERS)
    }
}

#[inline]
fn note(word: &AtomicU64, tag: Tag, seq: u64) -> bool {
    // Relaxed: see `QuickUse`.
    let old = word.load(Ordering::Relaxed);
    let new = tag.0 | seq;
    if old & !NUMBERS != tag.0 || seq > NUMBERS {
        return false;
    }
    // Whoever else changes the word closes it; so one try decides.
    old >= new || word.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{NUMBERS, QuickUse, Tag};
    use crate::stream::ledger_tests::{race, thread};

    fn opened(tag: Tag) -> QuickUse {
        let quick = QuickUse::default();
        // Under loom these words exist in a model only.
        assert!(quick.open(tag, 1, 2));
        quick
    }

    #[test]
    fn a_note_that_races_the_close_is_in_the_words_or_was_refused() {
        race(|| {
            let quick = Arc::new(opened(Tag::new(7)));
            let submitter = Arc::clone(&quick);
            let noted = thread::spawn(move || {
                let newest = (3..5).filter(|&seq| submitter.note_read(Tag::new(7), seq)).fold(1, u64::max);
                (newest, submitter.note_write(Tag::new(7), 5))
            });
            let closed = quick.close();
            let (read, is_written) = noted.join().expect("no panic");
            assert_eq!(closed, (read, if is_written { 5 } else { 2 }));
            assert_eq!(quick.close(), (0, 0));
        });
    }

    #[test]
    fn only_the_stream_whose_words_they_are_notes_and_only_what_fits() {
        race(|| {
            let quick = opened(Tag::new(7));
            assert!(!quick.note_read(Tag::new(8), 9) && !quick.note_write(Tag::new(6), 9));
            assert!(!quick.note_read(Tag::new(7), NUMBERS + 1));
            assert!(quick.note_read(Tag::new(7), NUMBERS) && quick.note_read(Tag::new(7), 3));
            assert_eq!(quick.newest(), (NUMBERS, 2));
            assert_eq!(quick.close(), (NUMBERS, 2));
            assert!(!quick.note_read(Tag::new(7), 9) && !quick.open(Tag::new(7), 0, NUMBERS + 1));
        });
    }

    #[test]
    fn a_stream_whose_key_does_not_fit_has_no_words_of_its_own() {
        race(|| {
            let quick = QuickUse::default();
            for key in [(1 << 24) - 1, 1 << 24, u64::MAX] {
                let tag = Tag::new(key);
                assert!(!quick.open(tag, 0, 1) && !quick.note_read(tag, 1) && !quick.note_write(tag, 1));
            }
            assert!(opened(Tag::new((1 << 24) - 2)).note_read(Tag::new((1 << 24) - 2), 3));
        });
    }
}
