//! What is lent to a scope outlives it.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let _ended = stream.scope(|scope| {
        let mut host = [0_u32; 8];
        scope.read(gpu, &mut host)
    });
}

fn main() {}
