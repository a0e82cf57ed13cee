//! Registered memory stays where it is.

#![allow(unused_imports, dead_code)]

use std::sync::Arc;

use cuda_safe::{Context, DeviceBuffer, HostBuffer, Registered, Stream};

fn program(registered: &mut Registered<Vec<u32>>) {
    registered.push(1);
}

fn main() {}
