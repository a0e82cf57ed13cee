//! A transfer is the one owner of what it will give back.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<u32>, stream: &Stream) {
    let transfer = stream.download(gpu, pinned);
    drop(transfer.clone());
}

fn main() {}
