//! A structure that owns something, as far as anybody can see.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(DevicePod)]
#[repr(C)]
struct Owner {
    number: u32,
}

fn main() {}
