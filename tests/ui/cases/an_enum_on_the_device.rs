//! A type of which only the numbers of its variants are values.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

#[derive(Clone, Copy)]
#[repr(u8)]
enum Turn {
    Left,
    Right,
}

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<Turn>::zeroed(stream, 1);
}

fn main() {}
