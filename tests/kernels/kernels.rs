//! Whole kernels, as NVRTC compiles them from the CUDA C++ in `sources/`, give the answer of a reference for the CPU.
//!
//! Each runs twice: blocks in order, on all processors, and one after the other in an order of a seed's.
#![deny(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod data;
mod groups;
mod hashing;
mod histograms;
mod images;
mod matrices;
mod neural;
mod numbers;
mod products;
mod reductions;
mod rig;
mod scans;
mod sorts;
mod sparse;
mod strings;
mod synchronisation;
mod table;
mod tensors;
mod warps;
