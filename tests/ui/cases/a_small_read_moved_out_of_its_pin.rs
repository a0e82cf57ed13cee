//! A small read stays where it was pinned.

#![allow(unused_imports, dead_code)]

use std::future::Future;
use std::pin::Pin;
use std::task::Context as TaskContext;

use cuda_safe::{DeviceBuffer, ReadArray, Stream};

fn program(gpu: &DeviceBuffer<u32>, stream: &Stream, task: &mut TaskContext<'_>) {
    let mut read = Box::pin(stream.read_array::<_, 8>(gpu));
    let _polled = read.as_mut().poll(task);
    let _moved: ReadArray<u32, 8> = *read;
}

fn main() {}
