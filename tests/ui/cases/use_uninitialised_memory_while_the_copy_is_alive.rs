//! Uninitialised memory is borrowed until the copy that initialises it has ended.

#![allow(unused_imports, dead_code)]

use std::mem::MaybeUninit;

use cuda_safe::{DeviceBuffer, InitFrom, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

async fn program(host: &mut [MaybeUninit<u32>], gpu: &DeviceBuffer<u32>, stream: &Stream) -> Answer {
    let copy = host.init_from(gpu, stream);
    host[0].write(1);
    copy.await?;
    Ok(())
}

fn main() {}
