//! An enum whose size device code cannot know.

#![allow(unused_imports, dead_code)]

use cuda_safe::CheckedBitPattern;

#[derive(Clone, Copy, CheckedBitPattern)]
enum Turn {
    Left,
    Right,
}

fn main() {}
