//! A `libcuda.so.1` of which every function does nothing and answers success: the control of the tests on the simulator. What a
//! client's tests say on this one, they would say of any driver.
//!
//! Only what clients do before they begin works: asking for the version, and finding functions by name.
#![deny(unsafe_code)]

mod exports;
mod lookup;
