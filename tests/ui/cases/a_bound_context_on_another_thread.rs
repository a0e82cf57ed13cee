//! A thread's binding stays on its thread.
#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(context: &Context) {
    let bound = context.bind();
    std::thread::scope(|scope| {
        scope.spawn(move || drop(bound));
    });
}

fn main() {}
