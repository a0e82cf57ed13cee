//! A vector that might move its elements while a copy into them is alive.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(gpu: DeviceBuffer<u32>, stream: Stream) -> Answer {
    let mut host = vec![0_u32; 8];
    let fut = host.copy_from(&gpu, &stream);
    host.push(1);
    fut.await?;
    Ok(())
}

fn main() {}
