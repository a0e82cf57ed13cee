//! A type that owns memory of the host.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, Stream};

fn program(stream: &Stream) {
    let _buffer = DeviceBuffer::<String>::zeroed(stream, 1);
}

fn main() {}

// Reported elsewhere as NVlabs/cuda-oxide#19 (row 72): see `docs/reported-faults.md`.
