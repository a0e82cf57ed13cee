//! Values checked as numbers that they are not.

#![allow(unused_imports, dead_code)]

use cuda_safe::{DeviceBuffer, DownloadChecked, Stream};

fn program<'h>(gpu: &DeviceBuffer<u8>, host: &'h mut [char], stream: &Stream) -> DownloadChecked<'h, char> {
    stream.download_checked(gpu, host)
}

fn main() {}
