//! A launch that nobody checked is the caller's to vouch for.
#![allow(unused_imports, dead_code)]

use cuda_safe::{Context, CopyFrom, CopyToHost, DeviceBuffer, PinnedBuffer, Stream};

type Answer = Result<(), Box<dyn std::error::Error>>;

fn program(stream: &Stream, kernel: &cuda_safe::Kernel<()>) {
    let _launch = stream.launch_unchecked(kernel, cuda_safe::Geometry::linear(1, 1), ());
}

fn main() {}
