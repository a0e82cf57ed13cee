//! Values of which only some bit patterns are, and no way to tell.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

#[derive(Clone, Copy)]
#[repr(u8)]
enum Turn {
    Left,
    Right,
}

fn program(gpu: &DeviceBuffer<u8>, host: &mut [Turn], stream: &Stream) {
    drop(stream.download_checked(gpu, host));
}

fn main() {}
