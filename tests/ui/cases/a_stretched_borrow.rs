//! A borrow that is made longer than it is.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn stretch<'h>(host: &'h mut [u32], gpu: &DeviceBuffer<u32>, stream: &Stream) -> CopyToHost<'static, u32> {
    host.copy_from(gpu, stream)
}

fn main() {}
