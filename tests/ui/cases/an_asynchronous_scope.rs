//! No future holds a scope: it could be forgotten.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

async fn program(gpu: &DeviceBuffer<u32>, stream: &Stream) {
    let mut host = [0_u32; 8];
    let future = stream.scope(|scope| async { scope.read(gpu, &mut host) });
    let _ended = future.unwrap().await;
}

fn main() {}

// Reported elsewhere as DataDog/glommio#335 (row 92), surrealdb/affinitypool#32 (row 108), tokio-rs/tokio#3162 (row 109): see `docs/reported-faults.md`.
