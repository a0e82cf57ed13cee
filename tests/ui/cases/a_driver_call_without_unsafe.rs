//! The calls of the raw layer take addresses on trust, so each is unsafe.

fn program(table: &cuda_sys::DriverTable, address: cuda_sys::CUdeviceptr) {
    let copy = table.cuMemcpyDtoHAsync_v2.expect("a driver has it");
    let mut host = [0_u32; 8];
    copy(host.as_mut_ptr().cast(), address, 32, std::ptr::null_mut());
}

fn main() {}

// Reported elsewhere as slp/io-uring#1 (row 94), phoenix-dataplane/phoenix#83 (row 106): see `docs/reported-faults.md`.
