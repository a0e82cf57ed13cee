//! A structure whose padding depends on its parameters.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
struct Pair<A, B>(A, B);

fn main() {}
