//! No future holds a scope: it could be forgotten.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

async fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let mut host = [0_u32; 8];
    let future = stream.scope(|scope| async { scope.read(gpu, &mut host) });
    let _ended = future.unwrap().await;
}

fn main() {}
