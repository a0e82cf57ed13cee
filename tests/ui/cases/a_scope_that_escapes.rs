//! A scope is not to be had outside its closure.

#![allow(unused_imports, dead_code, unused_mut)]

use cuda_safe::{DeviceBuffer, PinnedBuffer, Scope, Stream};

fn program(stream: &Stream) {
    let mut escaped: Option<&Scope<'_, '_>> = None;
    let _ended = stream.scope(|scope| escaped = Some(scope));
}

fn main() {}
