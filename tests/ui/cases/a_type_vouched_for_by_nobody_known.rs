//! The word of a crate that does not give it.

#![allow(unused_imports, dead_code)]

use cuda_safe::device_pod;

#[derive(Clone, Copy)]
#[repr(C)]
struct Number(u32);

device_pod!(Number via hearsay);

fn main() {}
