//! A list, whose bytes are an address and a length.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<Vec<u64>>::zeroed(stream, 8);
}

fn main() {}

// Reported elsewhere as jonhoo/rust-ibverbs#58 (row 73): see `docs/reported-faults.md`.
