//! A simulated CUDA driver.
#![deny(unsafe_code)]
