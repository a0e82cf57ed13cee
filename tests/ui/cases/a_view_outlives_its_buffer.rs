//! A view of memory that is freed.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, DeviceView, Error, PinnedBuffer, Stream};

fn program(gpu: DeviceBuffer<u32>) -> Result<(), Error> {
    let view = gpu.view(..)?;
    drop(gpu);
    let _length = view.len();
    Ok(())
}

fn main() {}
