//! A type that not every bit pattern is a value of.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<bool>::zeroed(stream, 8);
}

fn main() {}
