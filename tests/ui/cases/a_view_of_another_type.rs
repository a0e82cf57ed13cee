//! A view of numbers taken for one of larger ones, without a look at where it begins.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, DeviceView, Error, PinnedBuffer, Stream};

fn program(gpu: &DeviceBuffer<u32>) -> Result<DeviceView<'_, u64>, Error> {
    gpu.view(1..3)
}

fn main() {}
