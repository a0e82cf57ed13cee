//! A structure with bytes that hold nothing.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
struct Padded {
    small: u8,
    large: u32,
}

fn main() {}
