//! The program this project began from: the host memory is read between the start of the copy and its await.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(gpu: DeviceBuffer<u32>, stream: Stream) -> Answer {
    let mut host = vec![0_u32; 8];
    let fut = host.copy_from(&gpu, &stream);
    println!("{:?}", host);
    fut.await?;
    Ok(())
}

fn main() {}

// Reported elsewhere as bheisler/RustaCUDA#8 (row 9), pytorch/pytorch#127612 (row 18), pytorch/pytorch#86264 (row 20): see `docs/reported-faults.md`.
