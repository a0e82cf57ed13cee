//! [`Uses`] beside a model that forgets nothing.

use std::sync::Arc;

use super::inner::StreamInner;
use super::quick::NUMBERS;
use super::range::ByteRange;
use super::uses::{Access, Uses};
use crate::{Driver, Reactor, Stream};

const STREAMS: usize = 3;

fn range(start: usize, end: usize) -> ByteRange {
    ByteRange { start, end }
}

/// Streams on which nothing is ever known to be done.
fn streams() -> Vec<Stream> {
    let device = Driver::simulated().and_then(|driver| driver.device(0)).expect("there is a device");
    let context = device.context_builder().reactor(&Reactor::manual()).build().expect("the context starts");
    (0..STREAMS).map(|_| context.stream().expect("a stream")).collect()
}

/// The numbers that `on` must wait for, one for each stream.
fn joins(uses: &Uses, on: &Arc<StreamInner>, range: ByteRange, access: Access) -> Vec<(u64, u64)> {
    let mut joins = Vec::new();
    uses.joins(on, range, access, |stream, seq| joins.push((stream.key, seq)));
    joins.sort_unstable();
    joins.dedup_by(|later, earlier| {
        later.0 == earlier.0 && {
            earlier.1 = earlier.1.max(later.1);
            true
        }
    });
    joins
}

#[test]
fn disjoint_ranges_need_no_wait_and_overlapping_ones_do() {
    let streams = streams();
    let [a, b, c] = [0, 1, 2].map(|index| &streams[index].inner);
    let uses = Uses::made(a, range(0, 16), 1);
    let _noted = uses.note(b, range(0, 8), Access::Write, 1);
    assert_eq!(joins(&uses, c, range(8, 16), Access::Write), [(a.key, 1)]);
    let _noted = uses.note(c, range(8, 16), Access::Write, 1);
    assert_eq!(joins(&uses, b, range(0, 8), Access::Write), []);
    assert_eq!(joins(&uses, c, range(8, 16), Access::Read), []);
    assert_eq!(joins(&uses, a, range(7, 9), Access::Read), [(b.key, 1), (c.key, 1)]);
    // A free waits for all.
    assert_eq!(joins(&uses, a, range(0, 16), Access::Write), [(b.key, 1), (c.key, 1)]);
}

#[test]
fn the_fifth_range_falls_back_to_all_of_them() {
    let streams = streams();
    let [a, b, c] = [0, 1, 2].map(|index| &streams[index].inner);
    let uses = Uses::default();
    for (seq, start) in (1..).zip([0, 4, 8, 12]) {
        let _noted = uses.note(a, range(start, start + 4), Access::Read, seq);
    }
    assert_eq!(joins(&uses, b, range(0, 4), Access::Write), [(a.key, 1)]);
    let _noted = uses.note(a, range(16, 20), Access::Read, 5);
    assert_eq!(joins(&uses, b, range(0, 4), Access::Write), [(a.key, 5)]);
    assert_eq!(joins(&uses, c, range(0, 20), Access::Write), [(a.key, 5)]);
    // From here on ranges are told apart again.
    let _noted = uses.note(b, range(0, 4), Access::Write, 1);
    assert_eq!(joins(&uses, c, range(0, 4), Access::Write), [(b.key, 1)]);
    assert_eq!(joins(&uses, c, range(8, 12), Access::Write), [(a.key, 5)]);
    let _noted = uses.note(c, range(0, 20), Access::Write, 1);
    assert_eq!(joins(&uses, a, range(0, 20), Access::Write), [(c.key, 1)]);
}

/// One operation of the model, and for each stream the newest number that is ordered before it.
#[derive(Clone, Copy)]
struct Past {
    stream: usize,
    seq: u64,
    range: ByteRange,
    access: Access,
    after: [u64; STREAMS],
}

impl Past {
    fn conflicts(&self, other: &Self) -> bool {
        self.range.overlaps(other.range) && (self.access == Access::Write || other.access == Access::Write)
    }
}

/// A generator that gives the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// An operation on a range between multiples of `16 / cells`.
    fn operation(&mut self, cells: u64) -> Past {
        let stream = self.below(STREAMS as u64) as usize;
        let start = self.below(cells);
        let end = start + 1 + self.below(cells - start);
        let range = range((start * 16 / cells) as usize, (end * 16 / cells) as usize);
        let access = if self.below(2) == 0 { Access::Read } else { Access::Write };
        Past { stream, seq: 0, range, access, after: [0; STREAMS] }
    }
}

/// Runs random operations, whose numbers begin behind `before`, and checks each one's waits against all operations before. Now and
/// then two threads submit at once what does not conflict: both ask before either is noted. Answers how many were noted without
/// asking.
fn run(streams: &[Stream], seed: u64, cells: u64, len: usize, before: u64) -> usize {
    let mut random = Random(seed);
    let mut past: Vec<Past> = Vec::new();
    let (mut newest, mut clocks) = ([before; STREAMS], [[before; STREAMS]; STREAMS]);
    let (uses, mut again) = (Uses::none(range(0, 16)), 0);
    while past.len() < len {
        let mut batch = vec![random.operation(cells), random.operation(cells)];
        if batch[0].conflicts(&batch[1]) {
            batch.pop();
        }
        let mut noted = [false; 2];
        for (op, is_noted) in batch.iter_mut().zip(&mut noted) {
            let Past { stream: on, range, access, .. } = *op;
            // As a submit does: what is noted here waits for nobody.
            *is_noted = uses.note_again(&streams[on].inner, range, access, newest[on] + 1);
            for (key, seq) in if *is_noted { Vec::new() } else { joins(&uses, &streams[on].inner, range, access) } {
                let other = streams.iter().position(|stream| stream.inner.key == key).expect("one of ours");
                let waited = past.iter().find(|op| op.stream == other && op.seq == seq).expect("it was submitted");
                // Up to four ranges are told apart.
                assert!(cells > 4 || waited.conflicts(op), "seed {seed}: {on} waits for {seq} of {other} for nothing");
                for (own, theirs) in clocks[on].iter_mut().zip(waited.after) {
                    *own = theirs.max(*own);
                }
            }
            for before in past.iter().filter(|before| before.conflicts(op)) {
                let is_after = clocks[on][before.stream] >= before.seq;
                assert!(is_after, "seed {seed}: {on} runs beside {} of {}", before.seq, before.stream);
            }
            newest[on] += 1;
            clocks[on][on] = newest[on];
            (op.seq, op.after) = (newest[on], clocks[on]);
        }
        let mut late: Vec<_> = batch.iter().zip(noted).filter(|(_, is_noted)| !is_noted).map(|(op, _)| op).collect();
        if random.below(2) == 0 {
            late.reverse();
        }
        again += batch.len() - late.len();
        for op in late {
            let _noted = uses.note(&streams[op.stream].inner, op.range, op.access, op.seq);
        }
        past.extend(batch);
    }
    again
}

#[test]
fn random_uses_wait_for_every_conflict_and_up_to_four_ranges_for_nothing_else() {
    let streams = streams();
    let (seeds, len) = if cfg!(miri) { (2, 12) } else { (200, 60) };
    // The last of these outgrow the quick words on the way.
    let runs = (0..seeds).flat_map(|seed| [(seed, 4, 0), (seed, 16, 0), (seed, 4, NUMBERS - 8)]);
    let again: usize = runs.map(|(seed, cells, before)| run(&streams, seed, cells, len, before)).sum();
    assert!(again > 0, "no operation was on the range of the one before");
}
