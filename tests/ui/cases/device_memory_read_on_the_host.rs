//! Device memory is not host memory.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(gpu: &DeviceBuffer<u32>) -> u32 {
    gpu[0]
}

fn main() {}
