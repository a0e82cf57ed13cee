//! What is lent to a scope is not to be seen before it ends.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let mut host = [0_u32; 8];
    let _ended = stream.scope(|scope| {
        let read = scope.read(gpu, &mut host);
        println!("{host:?}");
        read
    });
}

fn main() {}
