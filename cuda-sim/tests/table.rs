//! The table has every name, and says of what is missing that it is.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use client::Client;
use cuda_sim::Simulator;
use cuda_sys::{CUresult, DriverTable};

#[test]
fn every_entry_point_is_there() {
    let simulator = Simulator::new().unwrap();
    assert_eq!(simulator.table().present(), DriverTable::NAMES.len());
}

#[test]
fn what_is_not_simulated_says_so() {
    let client = Client::new();
    assert!(client.simulator.simulates("cuMemAlloc_v2") && !client.simulator.simulates("cuGraphicsUnregisterResource"));
    assert!(!client.simulator.simulates("cuNothing"));
    assert_eq!(call!(client, cuGraphicsUnregisterResource(null_mut())), CUresult::CUDA_ERROR_NOT_SUPPORTED);
}

#[test]
fn there_are_no_undocumented_tables() {
    let client = Client::new();
    let (mut table, id) = (std::ptr::dangling(), cuda_sys::CUuuid::default());
    assert_eq!(call!(client, cuGetExportTable(&mut table, &id)), CUresult::CUDA_ERROR_NOT_FOUND);
    assert!(table.is_null());
    assert_eq!(call!(client, cuGetExportTable(null_mut(), &id)), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn codes_have_their_names_and_unknown_ones_have_none() {
    let client = Client::new();
    let mut text = null();
    ok!(client, cuGetErrorName(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, &mut text));
    assert_eq!(unsafe { CStr::from_ptr(text) }, c"CUDA_ERROR_ILLEGAL_ADDRESS");
    ok!(client, cuGetErrorString(CUresult::CUDA_SUCCESS, &mut text));
    assert!(!text.is_null());
    assert_eq!(call!(client, cuGetErrorName(CUresult(12345), &mut text)), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert!(text.is_null());
}

#[test]
fn an_address_found_by_name_is_the_one_in_the_table() {
    let client = Client::new();
    let mut address = null_mut();
    let mut status = cuda_sys::CUdriverProcAddressQueryResult(9);
    ok!(client, cuGetProcAddress_v2(c"cuInit".as_ptr(), &mut address, 13_000, 0, &mut status));
    assert_eq!(Some(address.cast_const()), client.table.get("cuInit"));
    assert_eq!(status.0, 0);
    ok!(client, cuGetProcAddress_v2(c"cuNothing".as_ptr(), &mut address, 13_000, 0, &mut status));
    assert_eq!((address.is_null(), status.0), (true, 1));
    let old = call!(client, cuGetProcAddress(c"cuNothing".as_ptr(), &mut address, 13_000, 0));
    assert_eq!(old, CUresult::CUDA_ERROR_NOT_FOUND);
}

#[test]
fn nothing_works_before_init() {
    let simulator = Simulator::new().unwrap();
    let table = simulator.table();
    let (mut count, mut version) = (0, 0);
    unsafe {
        assert_eq!(table.cuDeviceGetCount.unwrap()(&mut count), CUresult::CUDA_ERROR_NOT_INITIALIZED);
        assert_eq!(table.cuDriverGetVersion.unwrap()(&mut version), CUresult::CUDA_SUCCESS);
        assert_eq!(table.cuInit.unwrap()(1), CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    assert_eq!(version, 13_050);
}

#[test]
fn an_unknown_attribute_is_an_error_and_not_zero() {
    let client = Client::new();
    let device = client.device();
    let mut value = -1;
    let unknown = cuda_sys::CUdevice_attribute(9999);
    assert_eq!(call!(client, cuDeviceGetAttribute(&mut value, unknown, device)), CUresult::CUDA_ERROR_INVALID_VALUE);
    let major = cuda_sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
    ok!(client, cuDeviceGetAttribute(&mut value, major, device));
    assert_eq!(value, 8);
}
