//! Reading memory that holds no values yet.

#![allow(unused_imports, dead_code)]

use std::mem::MaybeUninit;

use cuda_safe::{CopyFrom, CopyToHost, DeviceBuffer, Stream};

fn program<'h>(gpu: &DeviceBuffer<MaybeUninit<u32>>, host: &'h mut [u32], stream: &Stream) -> CopyToHost<'h, u32> {
    host.copy_from(gpu, stream)
}

fn main() {}
