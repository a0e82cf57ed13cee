//! A host reference as device bytes.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(context: &Context) {
    let _buffer = PinnedBuffer::<&u32>::zeroed(context, 8);
}

fn main() {}
