//! A type of which not every number is a value.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<char>::zeroed(stream, 1);
}

fn main() {}
