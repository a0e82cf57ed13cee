//! Host memory that is uploaded in pieces is read by later polls.

#![allow(unused_imports, dead_code)]

use cuda_safe::{CopyFrom, DeviceBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(gpu: &mut DeviceBuffer<u32>, host: &mut [u32], stream: &Stream) -> Answer {
    let copy = gpu.upload_from_chunked(host, stream);
    host[0] = 1;
    copy.await?;
    Ok(())
}

fn main() {}
