//! Device memory that is read in pieces is the same in all of them.

#![allow(unused_imports, dead_code)]

use cuda_safe::{CopyFrom, DeviceBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(gpu: &mut DeviceBuffer<u32>, host: &mut [u32], stream: &Stream) -> Answer {
    let copy = host.copy_from_chunked(gpu, stream);
    stream.fill_bytes(gpu, 1)?;
    copy.await?;
    Ok(())
}

fn main() {}
