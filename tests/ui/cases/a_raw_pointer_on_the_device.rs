//! An address of the host.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<*const u32>::zeroed(stream, 1);
}

fn main() {}
