//! A type of which zero is no value.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<std::num::NonZeroU32>::zeroed(stream, 1);
}

fn main() {}
