//! That memory stays where it is, and alone, is for somebody to vouch for.

#![allow(unused_imports, dead_code)]

use std::sync::Arc;

use cuda_safe::{Context, DeviceBuffer, HostBuffer, Registered, Stream};

struct Mine(Vec<u32>);

impl HostBuffer for Mine {
    type Element = u32;

    fn as_ptr(&self) -> *const u32 {
        self.0.as_ptr()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

fn main() {}
