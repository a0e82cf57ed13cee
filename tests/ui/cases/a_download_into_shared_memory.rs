//! Memory that others read is no target.

#![allow(unused_imports, dead_code)]

use std::sync::Arc;

use cuda_safe::{Context, DeviceBuffer, HostBuffer, Registered, Stream};

fn program(gpu: &DeviceBuffer<u32>, shared: Arc<[u32]>, stream: &Stream) {
    stream.download(gpu, shared).detach();
}

fn main() {}
