//! While the device has the buffer, not even the transfer gives it out.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn program(gpu: &DeviceBuffer<u32>, pinned: PinnedBuffer<u32>, stream: &Stream) {
    let mut transfer = stream.download(gpu, pinned);
    transfer[0] = 1;
    transfer.detach();
}

fn main() {}
