//! A structure with a field that not every bit pattern is a value of.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
struct Flagged {
    number: u8,
    flag: bool,
}

fn main() {}
