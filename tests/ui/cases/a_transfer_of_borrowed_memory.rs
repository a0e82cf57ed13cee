//! A transfer may be forgotten, and then outlives any borrow.

#![allow(unused_imports, dead_code)]

use std::sync::Arc;

use cuda_safe::{Context, DeviceBuffer, HostBuffer, Registered, Stream};

fn program(gpu: &DeviceBuffer<u32>, host: &mut [u32], stream: &Stream) {
    stream.download(gpu, host).detach();
}

fn main() {}

// Reported elsewhere as stm32-rs/stm32f1xx-hal#277 (row 100): see `docs/reported-faults.md`.
