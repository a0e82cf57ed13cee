//! `cuInit` and what else needs no handle: compiled once for each slot.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint};

use cuda_sys::{CUdevice, CUresult, CUstreamCaptureMode};

use crate::api::call::{entry, fault_proof};
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::slot;

pub(crate) unsafe extern "C" fn cuInit<const SLOT: usize>(flags: c_uint) -> CUresult {
    entry(Name::cuInit).on_slot(SLOT, |world| {
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        if world.config.no_device {
            return Err(code::NO_DEVICE);
        }
        world.initialize();
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuDriverGetVersion<const SLOT: usize>(version: *mut c_int) -> CUresult {
    fault_proof(Name::cuDriverGetVersion).on_slot(SLOT, |world| {
        // SAFETY: the client passes a place for the version, or null.
        unsafe { put(version, world.config.driver_version) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetCount<const SLOT: usize>(count: *mut c_int) -> CUresult {
    entry(Name::cuDeviceGetCount).on_slot(SLOT, |world| {
        if !world.is_initialized() {
            return Err(code::NOT_INITIALIZED);
        }
        let devices = c_int::try_from(world.devices.len()).unwrap_or(c_int::MAX);
        // SAFETY: the client passes a place for the count, or null.
        unsafe { put(count, devices) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGet<const SLOT: usize>(device: *mut CUdevice, ordinal: c_int) -> CUresult {
    entry(Name::cuDeviceGet).on_slot(SLOT, |world| {
        if !world.is_initialized() {
            return Err(code::NOT_INITIALIZED);
        }
        let known = usize::try_from(ordinal).ok().filter(|ordinal| *ordinal < world.devices.len());
        let ordinal = known.ok_or(code::INVALID_DEVICE)?;
        // SAFETY: the client passes a place for the device, or null.
        unsafe { put(device, slot::device_number(SLOT, ordinal)) }
    })
}

pub(crate) unsafe extern "C" fn cuThreadExchangeStreamCaptureMode<const SLOT: usize>(
    mode: *mut CUstreamCaptureMode,
) -> CUresult {
    fault_proof(Name::cuThreadExchangeStreamCaptureMode).on_slot(SLOT, |_| {
        if mode.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: `mode` is not null, so the client passes its new mode there.
        let new = unsafe { mode.read() };
        if new.0 > CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED.0 {
            return Err(code::INVALID_VALUE);
        }
        let old = crate::world::thread::exchange_capture_mode(new.0);
        // SAFETY: as above; the client gets its old mode back in the same place.
        unsafe { put(mode, CUstreamCaptureMode(old)) }
    })
}
