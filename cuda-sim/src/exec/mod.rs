//! The interpreter: runs kernels, 32 lanes an instruction.

mod access;
mod alu;
pub(crate) mod approximate;
pub(crate) mod asynchronous;
mod atomic;
pub(crate) mod backing;
pub(crate) mod barrier;
pub(crate) mod bits;
mod block;
mod bytes;
mod call;
mod cell;
pub(crate) mod code;
pub(crate) mod collective;
mod compare;
pub(crate) mod conversion;
mod cooperative;
pub(crate) mod division;
pub(crate) mod fault;
pub(crate) mod float;
pub(crate) mod fragment;
mod global;
pub(crate) mod half;
pub(crate) mod image;
mod integer;
mod interpreter;
mod lanes;
pub(crate) mod launch;
pub(crate) mod local;
pub(crate) mod machine;
pub(crate) mod matrix;
pub(crate) mod mbarrier;
pub(crate) mod memory;
mod notice;
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) mod pages;
mod print;
mod reach;
mod registers;
mod rendezvous;
mod round;
pub(crate) mod sampler;
pub(crate) mod scalar;
pub(crate) mod services;
mod shared;
pub(crate) mod soft;
mod span;
pub(crate) mod surface;
pub(crate) mod system;
pub(crate) mod texel;
pub(crate) mod texture;
mod warp;
mod window;

#[cfg(test)]
mod tests;
