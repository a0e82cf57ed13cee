//! A random kernel ends, well or with a fault, and touches no memory that is not its own.
#![no_main]

use cuda_sim_fuzz::device::Device;
use cuda_sim_fuzz::program;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(kernel) = program::generate(data) {
        Device::with(|device| device.run(&kernel));
    }
});
