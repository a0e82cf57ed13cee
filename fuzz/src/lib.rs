//! What the fuzz targets are made of.
#![deny(unsafe_code)]

pub mod device;
pub mod mutation;
pub mod program;
mod templates;
