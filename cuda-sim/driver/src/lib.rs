//! `libcuda.so.1`: the simulated driver for programs that look for the real one.
//!
//! Exports every name of the driver's ABI. Each of them goes on to one simulator, which is made when the process first calls
//! the driver, from the environment ([`cuda_sim::Builder::environment`], [`cuda_sim::Builder::cuda_environment`]).
//!
//! This is no crate to depend on: a program that linked it would have a `cuInit` of its own, in the way of the real one.
#![deny(unsafe_code)]

mod driver;
mod exports;
mod outside;
mod own;
mod process;
mod reports;
