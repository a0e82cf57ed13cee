//! A transfer whose buffer and errors nobody takes.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

#[deny(unused_must_use)]
fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<u32>, stream: &Stream) {
    stream.download(gpu, pinned);
}

fn main() {}
