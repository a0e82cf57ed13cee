//! A structure whose layout device code cannot know.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
struct Loose {
    number: u32,
}

fn main() {}
