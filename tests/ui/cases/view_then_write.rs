//! Writing to what is being viewed.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, DeviceView, Error, PinnedBuffer, Stream};

fn program(gpu: &mut DeviceBuffer<u32>, stream: &Stream) -> Result<(), Error> {
    let view = gpu.view(..4)?;
    stream.fill_bytes(&mut gpu.view_mut(4..)?, 1)?;
    let _length = view.len();
    Ok(())
}

fn main() {}
