//! A structure that nobody vouched for.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

#[derive(Clone, Copy)]
struct Plain {
    _value: f32,
}

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<Plain>::zeroed(stream, 8);
}

fn main() {}
