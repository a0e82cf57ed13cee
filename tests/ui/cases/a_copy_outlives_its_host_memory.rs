//! A copy that leaves the frame of the memory it borrows.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn escape(gpu: &DeviceBuffer<u32>, stream: &Stream) -> impl Future {
    let mut host = vec![0_u32; 8];
    host.copy_from(gpu, stream)
}

fn main() {}
