//! A safe async layer over the CUDA driver API.
#![deny(unsafe_code)]
