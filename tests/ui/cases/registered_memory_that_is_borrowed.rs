//! Nothing borrowed is ever registered: the borrow may end before the lock.

#![allow(unused_imports, dead_code)]

use std::sync::Arc;

use cuda_safe::{Context, DeviceBuffer, HostBuffer, Registered, Stream};

fn program(context: &Context) {
    let mut host = [0_u32; 8];
    let _registered = Registered::new(context, &mut host[..]);
}

fn main() {}
