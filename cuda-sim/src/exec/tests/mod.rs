//! Kernels written for the purpose, compiled and run.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod asynchronous;
mod atomic;
mod barrier;
mod bits;
mod cell;
mod compare;
mod control;
mod convert;
mod corners;
mod device;
mod evaluate;
mod float;
mod grid;
mod integer;
mod matrix;
mod memory;
mod notice;
#[cfg(not(miri))]
mod oracle;
mod saxpy;
mod small;
mod system;
mod warp;
