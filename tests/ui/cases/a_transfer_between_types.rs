//! Bytes of one type as another.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<f32>, stream: &Stream) {
    stream.download(gpu, pinned).detach();
}

fn main() {}
