//! Page-locked memory is made by this crate alone.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn program() -> PinnedBuffer<u32> {
    PinnedBuffer { len: 8 }
}

fn main() {}
