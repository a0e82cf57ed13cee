//! A task that outlives the memory its copy borrows.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn spawn(_task: impl Future + Send + 'static) {}

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let mut host = vec![0_u32; 8];
    spawn(host.copy_from(gpu, stream));
}

fn main() {}
