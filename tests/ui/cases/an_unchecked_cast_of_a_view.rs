//! Length and alignment are checked when the elements of a view become longer ones.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn program(gpu: &DeviceBuffer<u32>) -> cuda_safe::Result<()> {
    let bytes = gpu.view(..)?;
    let words: cuda_safe::DeviceView<'_, u64> = bytes.cast::<u64>();
    drop(words);
    Ok(())
}

fn main() {}
