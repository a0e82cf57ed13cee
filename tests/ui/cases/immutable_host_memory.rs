//! The destination of a copy must be mutable.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(gpu: DeviceBuffer<u32>, stream: Stream) -> Answer {
    let host = vec![0_u32; 8];
    host.copy_from(&gpu, &stream).await?;
    Ok(())
}

fn main() {}
