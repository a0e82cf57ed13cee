//! Views: parts of buffers, whose uses are tracked by the bytes that they touch (R11).

use std::ops::Range;

use cuda_safe::{CopyFrom, DeviceBuffer, Error, PinnedBuffer, Stream};
use futures::executor::block_on;

use crate::rig::{LEN, Rig, seed};

const HALF: usize = LEN / 2;

impl Rig {
    fn streams<const N: usize>(&self) -> [Stream; N] {
        std::array::from_fn(|_| self.context.stream().expect("a stream"))
    }

    fn waits(&self) -> u64 {
        self.simulator.calls("cuStreamWaitEvent")
    }
}

#[test]
fn halves_written_on_two_streams_need_no_wait() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let [left, right] = rig.streams();
    let gates = [rig.gate(&left), rig.gate(&right)];
    let (mut low, mut high) = gpu.split_at_mut(HALF).expect("within");
    left.fill_bytes(&mut low, 1).expect("the fill is queued");
    high.upload_from(&[7; HALF], &right).detach();
    let read = left.download(&low, PinnedBuffer::zeroed(&rig.context, HALF).expect("pinned memory"));
    left.fill_bytes(&mut low, 2).expect("the fill is queued");
    assert_eq!(rig.waits(), 0);
    for gate in gates {
        gate.open();
    }
    assert_eq!(*block_on(read).expect("the download works"), [0x0101_0101; HALF]);
    assert_eq!(rig.read(&gpu, &rig.stream)[HALF - 1..=HALF], [0x0202_0202, 7]);
    rig.assert_clean();
}

#[test]
fn parts_that_share_an_element_wait() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let [left, right] = rig.streams();
    let gate = rig.gate(&left);
    left.fill_bytes(&mut gpu.view_mut(..=HALF).expect("within"), 1).expect("the fill is queued");
    right.fill_bytes(&mut gpu.view_mut(HALF..).expect("within"), 2).expect("the fill is queued");
    assert_eq!(rig.waits(), 1);
    gate.open();
    assert_eq!(rig.read(&gpu, &rig.stream)[HALF - 1..=HALF], [0x0101_0101, 0x0202_0202]);
    rig.assert_clean();
}

#[test]
fn a_free_waits_for_the_uses_of_all_parts() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let [left, right] = rig.streams();
    let gates = [rig.gate(&left), rig.gate(&right)];
    let mut reads = Vec::new();
    for (stream, range) in [(&left, 0..HALF), (&right, HALF..LEN)] {
        let part = gpu.view(range).expect("within");
        reads.push(stream.download(&part, PinnedBuffer::zeroed(&rig.context, HALF).expect("pinned memory")));
    }
    drop(gpu);
    assert_eq!(rig.waits(), 2);
    // The pool may hand the address out again only behind the free.
    let mut next = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    next.upload_from(&[9; LEN], &rig.stream).detach();
    for gate in gates {
        gate.open();
    }
    for (read, first) in reads.into_iter().zip([1, HALF as u32 + 1]) {
        assert_eq!(block_on(read).expect("the download works")[0], first);
    }
    rig.stream.synchronize_blocking().expect("the stream is well");
    rig.assert_clean();
}

#[test]
fn four_ranges_are_told_apart_and_the_fifth_makes_them_one() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let [many, one] = rig.streams();
    let gate = rig.gate(&many);
    let mut fill = |stream: &Stream, range: Range<usize>| {
        stream.fill_bytes(&mut gpu.view_mut(range).expect("within"), 1).expect("the fill is queued");
        rig.waits()
    };
    for start in [0, 3, 6, 9] {
        assert_eq!(fill(&many, start..start + 1), 0);
    }
    assert_eq!(fill(&one, 4..5), 0, "nobody else used these");
    assert_eq!(fill(&many, 7..8), 1, "now all count as one");
    gate.open();
    assert_eq!(rig.read(&gpu, &rig.stream)[3..6], [0x0101_0101, 0x0101_0101, 6]);
    rig.assert_clean();
}

#[test]
fn a_range_outside_is_refused_with_its_bounds() {
    let rig = Rig::manual();
    let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    let error = gpu.view(4..LEN + 1).expect_err("too far");
    assert_eq!(error, Error::OutOfRange { start: 4, end: LEN + 1, len: LEN });
    assert_eq!(error.to_string(), "range 4..17 is out of range for a length of 16 elements");
    let (start, end) = (5, 4);
    assert_eq!(gpu.view_mut(start..end).expect_err("backwards"), Error::OutOfRange { start: 5, end: 4, len: LEN });
    assert!(gpu.split_at_mut(LEN + 1).is_err());
    assert!(gpu.view(..=usize::MAX).is_err());
    let inner = gpu.view(4..8).and_then(|view| view.view(1..3)).expect("within");
    assert_eq!((inner.len(), inner.byte_len(), inner.as_raw()), (2, 8, gpu.as_raw() + 20));
    assert!(inner.view(3..).is_err() && inner.view(2..).is_ok_and(|none| none.is_empty()));
    rig.assert_clean();
}

#[test]
fn a_view_becomes_another_type_only_where_that_may_be() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let pairs = gpu.view(2..6).and_then(|view| view.cast::<u64>()).expect("aligned");
    let read = block_on(rig.stream.read_array(&pairs)).expect("the read works");
    assert_eq!(read, [3 + (4 << 32), 5 + (6 << 32)]);
    let error = gpu.view(1..5).and_then(|view| view.cast::<u64>().map(|_| ())).expect_err("misaligned");
    let address = gpu.as_raw() + 4;
    assert_eq!(error, Error::Misaligned { address, byte_len: 16, element_size: 8, element_align: 8 });
    let bytes = gpu.view(..3).and_then(|view| view.cast::<u64>().map(|_| ()));
    assert!(matches!(bytes, Err(Error::Misaligned { byte_len: 12, .. })));
    let mut bytes = gpu.view_mut(1..2).and_then(|view| view.cast::<u8>()).expect("bytes are always aligned");
    bytes.upload_from(&[1, 2, 3, 4], &rig.stream).detach();
    assert_eq!(rig.read(&gpu, &rig.stream)[..3], [1, 0x0403_0201, 3]);
    rig.assert_clean();
}

#[test]
fn an_empty_view_costs_no_driver_call() {
    let rig = Rig::manual();
    let _bound = rig.context.bind().expect("the context is live");
    let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    let calls = rig.simulator.total_calls();
    let mut none = gpu.view_mut(LEN..).expect("within");
    block_on(none.upload_from(&[], &rig.stream)).expect("nothing to do");
    block_on(<[u32; 0]>::default().copy_from(&none, &rig.stream)).expect("nothing to do");
    rig.stream.fill_bytes(&mut none, 1).expect("nothing to do");
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

/// A generator that gives the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn range(&mut self, len: usize) -> Range<usize> {
        let start = self.below(len);
        start..start + 1 + self.below(len - start)
    }
}

#[test]
fn random_work_on_parts_ends_as_if_it_ran_in_order() {
    let (rounds, steps) = if cfg!(miri) { (1, 8) } else { (20, 24) };
    for round in 0..rounds {
        let rig = Rig::new();
        let mut random = Random(seed() << 16 | round);
        println!("round {round}");
        let streams = rig.streams::<3>();
        let mut gpu = rig.counting();
        let mut model: Vec<u32> = (1..=LEN as u32).collect();
        let mut reads = Vec::new();
        for step in 0..steps {
            let stream = &streams[random.below(streams.len())];
            let range = random.range(LEN);
            match random.below(4) {
                0 => {
                    stream.fill_bytes(&mut gpu.view_mut(range.clone()).expect("within"), step).expect("it is queued");
                    model[range].fill(u32::from_ne_bytes([step; 4]));
                }
                1 => {
                    let values: Vec<_> = range.clone().map(|place| place as u32 + 100).collect();
                    gpu.view_mut(range.clone()).expect("within").upload_from(&values, stream).detach();
                    model[range].copy_from_slice(&values);
                }
                2 => {
                    // To the front from behind, as much as fits.
                    let mid = 1 + random.below(LEN - 1);
                    let len = mid.min(LEN - mid).min(range.len());
                    let (low, high) = gpu.split_at_mut(mid).expect("within");
                    let mut target = low.split_at(len).expect("within").0;
                    let source = high.view(..len).expect("within");
                    stream.copy(&source, &mut target).expect("it is queued");
                    model.copy_within(mid..mid + len, 0);
                }
                _ => {
                    let pinned = PinnedBuffer::zeroed(&rig.context, range.len()).expect("pinned memory");
                    let part = gpu.view(range.clone()).expect("within");
                    reads.push((stream.download(&part, pinned), model[range].to_vec()));
                }
            }
        }
        for (read, expected) in reads {
            assert_eq!(*block_on(read).expect("the download works"), *expected);
        }
        assert_eq!(rig.read(&gpu, &rig.stream), model);
        rig.assert_clean();
    }
}
