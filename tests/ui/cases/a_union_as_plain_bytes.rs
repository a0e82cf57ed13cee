//! A union, some of whose bytes may hold nothing.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
union Either {
    small: u8,
    large: u32,
}

fn main() {}
