//! Random operations from many threads on shared streams, against what a program in order would have.

use std::thread;

use cuda_safe::{CopyFrom, DeviceBuffer, PinnedBuffer, Reactor, Stream};
use futures::executor::block_on;

use crate::rig::{Rig, seed};

const THREADS: u64 = 8;
const BUFFERS: usize = 4;
const LEN: usize = 16;

/// A small generator of pseudo-random numbers (splitmix64): the same numbers for the same seed, everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// One thread: device buffers, and what they hold once everything that was queued is done.
struct Worker<'a> {
    rig: &'a Rig,
    streams: &'a [Stream; 4],
    random: Random,
    buffers: Vec<DeviceBuffer<u32>>,
    expected: Vec<[u32; LEN]>,
}

impl<'a> Worker<'a> {
    fn new(rig: &'a Rig, streams: &'a [Stream; 4], seed: u64) -> Self {
        let buffers =
            (0..BUFFERS).map(|place| DeviceBuffer::zeroed(&streams[place % 4], LEN).expect("memory")).collect();
        Self { rig, streams, random: Random(seed), buffers, expected: vec![[0; LEN]; BUFFERS] }
    }

    fn values(&mut self) -> [u32; LEN] {
        std::array::from_fn(|_| self.random.next() as u32)
    }

    fn pinned(&self) -> PinnedBuffer<u32> {
        PinnedBuffer::zeroed(&self.rig.context, LEN).expect("pinned memory")
    }

    /// One operation on a random stream and random buffers.
    fn step(&mut self) {
        let stream = &self.streams[self.random.below(4)];
        let place = self.random.below(BUFFERS);
        match self.random.below(9) {
            0 => {
                let values = self.values();
                let mut source = self.pinned();
                source.copy_from_slice(&values);
                let upload = stream.upload(source, &mut self.buffers[place]);
                self.expected[place] = values;
                match self.random.below(3) {
                    0 => drop(block_on(upload).expect("the upload works")),
                    1 => upload.detach(),
                    _ => drop(upload),
                }
            }
            1 => {
                let values = self.values();
                let upload = self.buffers[place].upload_from(&values, stream);
                self.expected[place] = values;
                if self.random.below(2) == 0 { upload.detach() } else { block_on(upload).expect("the upload works") }
            }
            2 => {
                let byte = self.random.next() as u8;
                drop(stream.fill_bytes(&mut self.buffers[place], byte).expect("the fill is queued"));
                self.expected[place] = [u32::from_ne_bytes([byte; 4]); LEN];
            }
            3 => {
                let to = (place + 1) % BUFFERS;
                let (source, target) = two(&mut self.buffers, place, to);
                drop(stream.copy(source, target).expect("the copy is queued"));
                self.expected[to] = self.expected[place];
            }
            4 => {
                let download = stream.download(&self.buffers[place], self.pinned());
                assert_eq!(*block_on(download).expect("the download works"), self.expected[place]);
            }
            5 => {
                let mut host = [0; LEN];
                block_on(host.copy_from(&self.buffers[place], stream)).expect("the copy works");
                assert_eq!(host, self.expected[place]);
            }
            6 => {
                // Given up in flight, in either way.
                let download = stream.download(&self.buffers[place], self.pinned());
                if self.random.below(2) == 0 { download.detach() } else { drop(download) }
            }
            7 => {
                // Freed with work queued on it.
                let fresh = DeviceBuffer::zeroed(stream, LEN).expect("memory");
                drop(std::mem::replace(&mut self.buffers[place], fresh));
                self.expected[place] = [0; LEN];
            }
            _ => {
                let later = stream.download(&self.buffers[place], self.pinned());
                let expected = self.expected[place];
                let values = self.values();
                self.buffers[place].upload_from(&values, &self.streams[self.random.below(4)]).detach();
                self.expected[place] = values;
                assert_eq!(*later.wait_blocking().expect("the download works"), expected, "it saw a later write");
            }
        }
    }
}

fn two<T>(items: &mut [T], first: usize, second: usize) -> (&T, &mut T) {
    let [first, second] = items.get_disjoint_mut([first, second]).expect("two places");
    (first, second)
}

#[test]
fn random_operations_from_many_threads_equal_the_sequential_result() {
    let seeds: u64 = std::env::var("LOAD_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let operations = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
    for seed in seed()..seed() + seeds {
        let rig = Rig::new(Reactor::spawn().expect("threads start"), seed);
        let streams = rig.streams::<4>();
        thread::scope(|scope| {
            for number in 0..THREADS {
                let (rig, streams) = (&rig, &streams);
                scope.spawn(move || {
                    let mut worker = Worker::new(rig, streams, seed * THREADS + number);
                    (0..operations).for_each(|_| worker.step());
                });
            }
        });
        for stream in &streams {
            stream.synchronize_blocking().expect("the stream is well");
        }
        rig.assert_clean();
    }
}
