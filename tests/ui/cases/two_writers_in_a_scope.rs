//! One slice is lent once.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let mut host = [0_u32; 8];
    let _ended = stream.scope(|scope| {
        scope.read(gpu, &mut host)?;
        scope.read(gpu, &mut host)
    });
}

fn main() {}
