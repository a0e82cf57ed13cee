//! Page-locked memory that the device has.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<u32>, stream: &Stream) {
    let transfer = stream.download(gpu, pinned);
    println!("{}", pinned[0]);
    drop(transfer);
}

fn main() {}

// Reported elsewhere as chelsea0x3b/cudarc#340 (row 7), pytorch/pytorch#126946 (row 19): see `docs/reported-faults.md`.
