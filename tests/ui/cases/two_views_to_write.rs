//! Two views to write, which might share bytes.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, DeviceView, Error, PinnedBuffer, Stream};

fn program(gpu: &mut DeviceBuffer<u32>) -> Result<(), Error> {
    let low = gpu.view_mut(..4)?;
    let high = gpu.view_mut(4..)?;
    let _lengths = (low.len(), high.len());
    Ok(())
}

fn main() {}
