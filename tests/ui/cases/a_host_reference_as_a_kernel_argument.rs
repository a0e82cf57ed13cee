//! A kernel that would be given an address of the host.

#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

fn program(module: &cuda_safe::Module) {
    let _kernel = module.unvalidated_kernel::<(&u32,)>("kernel");
}

fn main() {}
