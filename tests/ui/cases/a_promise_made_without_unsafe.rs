//! Vouching for a type without saying that one does.

#![allow(unused_imports, dead_code)]

use cuda_safe::DevicePod;

#[derive(Clone, Copy)]
struct Flag(bool);

impl DevicePod for Flag {}

fn main() {}
