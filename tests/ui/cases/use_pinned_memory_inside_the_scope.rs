//! Pages that are lent to a scope are not to be seen before it ends.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

fn program(gpu: &DeviceBuffer<u32>, mut pinned: PinnedBuffer<u32>, stream: &Stream) {
    let _ended = stream.scope(|scope| {
        let read = scope.download(gpu, &mut pinned);
        println!("{:?}", &pinned[..]);
        read
    });
}

fn main() {}
