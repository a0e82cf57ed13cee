//! An enum whose values are more than a number.

#![allow(unused_imports, dead_code)]

use cuda_safe::CheckedBitPattern;

#[derive(Clone, Copy, CheckedBitPattern)]
#[repr(u8)]
enum Shape {
    Point,
    Circle(u8),
}

fn main() {}
