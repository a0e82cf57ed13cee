//! A type that others may write while the driver reads it.

#![allow(unused_imports, dead_code)]

use std::sync::atomic::AtomicU32;

use cuda_safe::{Context, PinnedBuffer};

fn program(context: &Context) {
    let _buffer = PinnedBuffer::<AtomicU32>::zeroed(context, 1);
}

fn main() {}
