//! A type of which bytemuck says nothing.

#![allow(unused_imports, dead_code)]

use cuda_safe::device_pod;

#[derive(Clone, Copy)]
#[repr(C)]
struct Flag(bool);

device_pod!(Flag via bytemuck);

fn main() {}
