//! The primary context of each device.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint};

use cuda_sys::{CUcontext, CUdevice, CUresult};

use crate::api::call::{entry, giving_back};
use crate::api::context::are_valid_flags;
use crate::api::out::put;
use crate::code;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::registry::{self, Object};
use crate::world::{handle, teardown};

pub(crate) unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice) -> CUresult {
    entry(Name::cuDevicePrimaryCtxRetain).on_device(device, |world, ordinal| {
        if context.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let mut primary = world.devices[ordinal].primary();
        let flags = primary.flags;
        let key = *primary.context.get_or_insert_with(|| {
            let made = Context::new(world, ordinal, flags, true);
            let key = made.key;
            registry::insert(key, Object::Context(made));
            key
        });
        primary.retained += 1;
        // SAFETY: the client passes a place for the context (not null, checked above).
        unsafe { put(context, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuDevicePrimaryCtxRelease_v2(device: CUdevice) -> CUresult {
    giving_back(Name::cuDevicePrimaryCtxRelease_v2).on_device(device, |world, ordinal| {
        let ended = {
            let mut primary = world.devices[ordinal].primary();
            if primary.retained == 0 {
                return Err(code::INVALID_CONTEXT);
            }
            primary.retained -= 1;
            if primary.retained == 0 { primary.context.take() } else { None }
        };
        if let Some(context) = ended.and_then(registry::context) {
            teardown::end(&context);
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuDevicePrimaryCtxReset_v2(device: CUdevice) -> CUresult {
    giving_back(Name::cuDevicePrimaryCtxReset_v2).on_device(device, |world, ordinal| {
        let ended = world.devices[ordinal].primary().context.take();
        if let Some(context) = ended.and_then(registry::context) {
            teardown::end(&context);
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuDevicePrimaryCtxGetState(
    device: CUdevice,
    flags: *mut c_uint,
    active: *mut c_int,
) -> CUresult {
    entry(Name::cuDevicePrimaryCtxGetState).on_device(device, |world, ordinal| {
        let (set, is_active) = {
            let primary = world.devices[ordinal].primary();
            (primary.flags, primary.context.is_some())
        };
        // SAFETY: the client passes a place for the flags, or null.
        unsafe { put(flags, set)? };
        // SAFETY: the client passes a place for the state, or null.
        unsafe { put(active, c_int::from(is_active)) }
    })
}

pub(crate) unsafe extern "C" fn cuDevicePrimaryCtxSetFlags_v2(device: CUdevice, flags: c_uint) -> CUresult {
    entry(Name::cuDevicePrimaryCtxSetFlags_v2).on_device(device, |world, ordinal| {
        if !are_valid_flags(flags) {
            return Err(code::INVALID_VALUE);
        }
        world.devices[ordinal].primary().flags = flags;
        Ok(())
    })
}
