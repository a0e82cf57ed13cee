//! An enum, taken for a type of which every bit pattern is a value.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(u8)]
enum Turn {
    Left,
    Right,
}

fn main() {}
