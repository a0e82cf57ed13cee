//! A small read is not `Unpin`, so a borrow of it pins nothing.

#![allow(unused_imports, dead_code)]

use std::future::Future;
use std::pin::Pin;
use std::task::Context as TaskContext;

use cuda_safe::{DeviceBuffer, ReadArray, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream, task: &mut TaskContext<'_>) {
    let mut read = stream.read_array::<_, 8>(gpu);
    let _polled = Pin::new(&mut read).poll(task);
}

fn main() {}
