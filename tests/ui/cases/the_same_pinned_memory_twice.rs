//! One piece of page-locked memory in two copies.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<u32>, stream: &Stream) {
    let first = stream.download(gpu, pinned);
    let second = stream.download(gpu, pinned);
    drop((first, second));
}

fn main() {}
