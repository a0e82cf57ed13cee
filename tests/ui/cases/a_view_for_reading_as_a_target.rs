//! Writing through a view that only reads.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, DeviceView, Error, PinnedBuffer, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) -> Result<(), Error> {
    stream.fill_bytes(&mut gpu.view(..)?, 1)?;
    Ok(())
}

fn main() {}
