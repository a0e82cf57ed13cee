//! Programs made by chance, ordered as they must be, give the same bytes whatever the seed lets the driver do.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use client::{Client, Pinned};
use cuda_sim::{Adversity, Mode, Simulator};
use cuda_sys::{CUdeviceptr, CUevent, CUresult, CUstream};

/// A small generator for the programs; the driver has its own.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const LEN: usize = 32;
const BUFFERS: usize = 4;
const STREAMS: usize = 3;
const STEPS: usize = if cfg!(miri) { 12 } else { 60 };

/// A buffer: its memory, its events since the last write, and what it must hold.
struct Buffer {
    device: CUdeviceptr,
    last_write: Option<(usize, CUevent)>,
    reads: Vec<(usize, CUevent)>,
    expected: Vec<u8>,
}

/// Makes `stream` wait for everything in `events` that another stream did.
fn join(client: &Client, streams: &[CUstream], stream: usize, events: &[(usize, CUevent)]) {
    for (other, event) in events {
        if *other != stream {
            ok!(client, cuStreamWaitEvent(streams[stream], *event, 0));
        }
    }
}

/// Runs one program and checks what is left of it.
fn run(client: &Client, dice: &mut Dice) {
    let streams: Vec<CUstream> = (0..STREAMS).map(|_| client.stream()).collect();
    let hosts: Vec<Pinned<'_>> = (0..STEPS).map(|step| Pinned::new(client, &[step as u8 + 100; LEN])).collect();
    let mut buffers: Vec<Buffer> = (0..BUFFERS)
        .map(|_| {
            let device = client.alloc(LEN);
            ok!(client, cuMemsetD8_v2(device, 0, LEN));
            Buffer { device, last_write: None, reads: Vec::new(), expected: vec![0; LEN] }
        })
        .collect();
    ok!(client, cuCtxSynchronize());
    let mut downloads = Vec::new();
    for (step, host) in hosts.iter().enumerate() {
        let stream = dice.below(STREAMS);
        let (at, from) = (dice.below(BUFFERS), dice.below(BUFFERS));
        let before: Vec<_> = buffers[at].last_write.into_iter().chain(buffers[at].reads.iter().copied()).collect();
        match dice.below(4) {
            0 => {
                join(client, &streams, stream, buffers[at].last_write.as_slice());
                ok!(client, cuMemcpyDtoHAsync_v2(host.pointer(), buffers[at].device, LEN, streams[stream]));
                buffers[at].reads.push((stream, client.record(streams[stream])));
                downloads.push((step, buffers[at].expected.clone()));
                continue;
            }
            1 => {
                join(client, &streams, stream, &before);
                ok!(client, cuMemcpyHtoDAsync_v2(buffers[at].device, host.pointer(), LEN, streams[stream]));
                buffers[at].expected = vec![step as u8 + 100; LEN];
            }
            2 if from != at => {
                join(client, &streams, stream, &before);
                join(client, &streams, stream, buffers[from].last_write.as_slice());
                let (to, source) = (buffers[at].device, buffers[from].device);
                ok!(client, cuMemcpyDtoDAsync_v2(to + 8, source, 16, streams[stream]));
                let copied = buffers[from].expected[..16].to_vec();
                buffers[at].expected[8..24].copy_from_slice(&copied);
                let event = client.record(streams[stream]);
                buffers[from].reads.push((stream, event));
            }
            _ => {
                join(client, &streams, stream, &before);
                ok!(client, cuMemsetD8Async(buffers[at].device + 4, step as u8, 9, streams[stream]));
                buffers[at].expected[4..13].fill(step as u8);
            }
        }
        buffers[at].last_write = Some((stream, client.record(streams[stream])));
        buffers[at].reads.clear();
    }
    ok!(client, cuCtxSynchronize());
    for buffer in &buffers {
        assert_eq!(client.read(buffer.device, LEN), buffer.expected);
    }
    for (step, expected) in downloads {
        assert_eq!(hosts[step].bytes(), expected);
    }
    assert_eq!(client.simulator.reports(), []);
}

#[test]
fn threads_give_the_same_bytes_for_every_seed() {
    for seed in 0..if cfg!(miri) { 2 } else { 40 } {
        let client = Client::of(Simulator::builder().seed(seed).adversity(Adversity::default()));
        run(&client, &mut Dice(seed / 2));
    }
}

#[test]
fn the_stepper_gives_the_same_bytes_for_every_seed() {
    for seed in 0..if cfg!(miri) { 2 } else { 200 } {
        let client = Client::of(Simulator::builder().seed(seed).mode(Mode::Stepper));
        run(&client, &mut Dice(seed / 2));
    }
}
