//! A structure with nothing to move.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
struct Nothing {
    none: [u32; 0],
}

fn main() {}
