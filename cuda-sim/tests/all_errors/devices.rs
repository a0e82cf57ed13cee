//! The driver and its devices.

use std::ptr::{null, null_mut};

use cuda_sim::Simulator;
use cuda_sys::{CUdevice_attribute as Attribute, CUresult, CUuuid};

use crate::rows;
use crate::scene::{NOTHING, Row, Scene};

/// `cuInit` where there is no device.
fn without_devices(_: &Scene) -> CUresult {
    let simulator = Simulator::builder().no_device().build().expect("there is room for another one");
    let table = simulator.table();
    // SAFETY: it takes no pointers.
    unsafe { table.cuInit.expect("every entry point is there")(0) }
}

pub(crate) const ALONE: &[Row] = &[Row { code: 100, what: "no device", name: "cuInit", act: without_devices }];

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "no flags" cuInit(0);
    1 "a flag" cuInit(1);
    0 "a place" cuDriverGetVersion(&mut 0);
    1 "no place" cuDriverGetVersion(null_mut());
    0 "a name" cuGetProcAddress_v2(c"cuMemAlloc".as_ptr(), &mut null_mut(), 12_000, 0, null_mut());
    0 "a name that is none" cuGetProcAddress_v2(c"cuNothing".as_ptr(), &mut null_mut(), 12_000, 0, null_mut());
    1 "no name" cuGetProcAddress_v2(null(), &mut null_mut(), 12_000, 0, null_mut());
    1 "no place" cuGetProcAddress_v2(c"cuMemAlloc".as_ptr(), null_mut(), 12_000, 0, null_mut());
    1 "a flag that is none" cuGetProcAddress_v2(c"cuMemAlloc".as_ptr(), &mut null_mut(), 12_000, 3, null_mut());
    1 "a version to come" cuGetProcAddress_v2(c"cuMemAlloc".as_ptr(), &mut null_mut(), 99_000, 0, null_mut());
    0 "a name" cuGetProcAddress(c"cuMemAlloc".as_ptr(), &mut null_mut(), 12_000, 0);
    1 "no name" cuGetProcAddress(null(), &mut null_mut(), 12_000, 0);
    500 "a name that is none" cuGetProcAddress(c"cuNothing".as_ptr(), &mut null_mut(), 12_000, 0);
    0 "a code" cuGetErrorString(CUresult::CUDA_ERROR_NOT_FOUND, &mut null());
    1 "a code that is none" cuGetErrorString(CUresult(12_345), &mut null());
    1 "no place" cuGetErrorString(CUresult::CUDA_SUCCESS, null_mut());
    0 "a code" cuGetErrorName(CUresult::CUDA_ERROR_NOT_FOUND, &mut null());
    1 "a code that is none" cuGetErrorName(CUresult(12_345), &mut null());
    1 "no place" cuGetErrorName(CUresult::CUDA_SUCCESS, null_mut());
    0 "a place" cuDeviceGetCount(&mut 0);
    1 "no place" cuDeviceGetCount(null_mut());
    0 "a device" cuDeviceGet(&mut 0, 0);
    1 "no place" cuDeviceGet(null_mut(), 0);
    101 "one too many" cuDeviceGet(&mut 0, 2);
    101 "one too few" cuDeviceGet(&mut 0, -1);
    0 "a place" cuDeviceGetName([0; 8].as_mut_ptr(), 8, s.device);
    1 "no place" cuDeviceGetName(null_mut(), 8, s.device);
    1 "a length below zero" cuDeviceGetName([0; 8].as_mut_ptr(), -1, s.device);
    101 "no device" cuDeviceGetName([0; 8].as_mut_ptr(), 8, NOTHING);
    0 "a place" cuDeviceGetUuid_v2(&mut CUuuid::default(), s.device);
    1 "no place" cuDeviceGetUuid_v2(null_mut(), s.device);
    101 "no device" cuDeviceGetUuid_v2(&mut CUuuid::default(), NOTHING);
    0 "a place" cuDeviceGetUuid(&mut CUuuid::default(), s.device);
    1 "no place" cuDeviceGetUuid(null_mut(), s.device);
    101 "no device" cuDeviceGetUuid(&mut CUuuid::default(), NOTHING);
    0 "a place" cuDeviceTotalMem_v2(&mut 0, s.device);
    1 "no place" cuDeviceTotalMem_v2(null_mut(), s.device);
    101 "no device" cuDeviceTotalMem_v2(&mut 0, NOTHING);
    0 "an attribute" cuDeviceGetAttribute(&mut 0, Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, s.device);
    1 "one that is none" cuDeviceGetAttribute(&mut 0, Attribute::CU_DEVICE_ATTRIBUTE_MAX, s.device);
    1 "no place" cuDeviceGetAttribute(null_mut(), Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, s.device);
    101 "no device" cuDeviceGetAttribute(&mut 0, Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, NOTHING);
    0 "places" cuDeviceComputeCapability(&mut 0, &mut 0, s.device);
    1 "no place for the major number" cuDeviceComputeCapability(null_mut(), &mut 0, s.device);
    1 "no place for the minor number" cuDeviceComputeCapability(&mut 0, null_mut(), s.device);
    101 "no device" cuDeviceComputeCapability(&mut 0, &mut 0, NOTHING);
    0 "a place" cuDeviceGetPCIBusId([0; 16].as_mut_ptr(), 16, s.device);
    1 "no place" cuDeviceGetPCIBusId(null_mut(), 16, s.device);
    1 "a length below zero" cuDeviceGetPCIBusId([0; 16].as_mut_ptr(), -1, s.device);
    101 "no device" cuDeviceGetPCIBusId([0; 16].as_mut_ptr(), 16, NOTHING);
    0 "two devices" cuDeviceCanAccessPeer(&mut 0, s.device, s.poor);
    101 "no device" cuDeviceCanAccessPeer(&mut 0, NOTHING, s.poor);
    101 "no peer" cuDeviceCanAccessPeer(&mut 0, s.device, NOTHING);
    1 "no place" cuDeviceCanAccessPeer(null_mut(), s.device, s.poor);
};
