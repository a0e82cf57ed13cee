//! Streams: making and ending them, and what they are.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint, c_ulonglong};
use std::ptr::null_mut;
use std::sync::Arc;

use cuda_sys::{CUcontext, CUgreenCtx, CUresult, CUstream};

use crate::api::call::{Entry, entry, fault_proof, giving_back};
use crate::api::context::{HIGHEST_PRIORITY, LOWEST_PRIORITY};
use crate::api::out::{put, put_if_wanted};
use crate::code;
use crate::engine::lane::{Kind, Lane};
use crate::name::Name;
use crate::world::registry::{self, Object};
use crate::world::stream::{Stream, Target};
use crate::world::{handle, slot};

/// The one flag that streams have.
const NON_BLOCKING: c_uint = 1;

fn create(entry: Entry, place: *mut CUstream, flags: c_uint, priority: c_int) -> CUresult {
    entry.on_current(|context| {
        if place.is_null() || flags & !NON_BLOCKING != 0 {
            return Err(code::INVALID_VALUE);
        }
        let key = handle::next_key();
        let kind = if flags & NON_BLOCKING == 0 { Kind::Blocking } else { Kind::NonBlocking };
        context.world.engine.open_lane(key, Lane::new(context.key, kind, Arc::clone(&context.health)));
        let stream = Stream {
            key,
            id: handle::next_id(),
            context: Arc::clone(context),
            flags,
            priority: priority.clamp(HIGHEST_PRIORITY, LOWEST_PRIORITY),
        };
        registry::insert(key, Object::Stream(Arc::new(stream)));
        // SAFETY: the client passes a place for the stream (not null, checked above).
        unsafe { put(place, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuStreamCreate(place: *mut CUstream, flags: c_uint) -> CUresult {
    create(entry(Name::cuStreamCreate), place, flags, LOWEST_PRIORITY)
}

pub(crate) unsafe extern "C" fn cuStreamCreateWithPriority(
    place: *mut CUstream,
    flags: c_uint,
    priority: c_int,
) -> CUresult {
    create(entry(Name::cuStreamCreateWithPriority), place, flags, priority)
}

pub(crate) unsafe extern "C" fn cuStreamDestroy_v2(stream: CUstream) -> CUresult {
    let entry = giving_back(Name::cuStreamDestroy_v2);
    match registry::stream(handle::to_key(stream)) {
        Some(stream) => entry.on_context(&Arc::clone(&stream.context), |context| {
            if let Some(code) = context.world.captures.spoil(&Target::made(&stream), code::CAPTURE_UNSUPPORTED) {
                return Err(code);
            }
            // Two threads may destroy the same handle: only one of them finds it.
            let Some(Object::Stream(_)) = registry::remove(stream.key) else { return Err(code::INVALID_HANDLE) };
            context.world.engine.close_lane(stream.key);
            Ok(())
        }),
        None => entry.refuse(code::INVALID_HANDLE),
    }
}

pub(crate) unsafe extern "C" fn cuStreamGetPriority(stream: CUstream, priority: *mut c_int) -> CUresult {
    // SAFETY: the client passes a place for the number, or null.
    entry(Name::cuStreamGetPriority).on_stream(stream, |target| unsafe { put(priority, target.priority) })
}

pub(crate) unsafe extern "C" fn cuStreamGetFlags(stream: CUstream, flags: *mut c_uint) -> CUresult {
    // SAFETY: the client passes a place for the flags, or null.
    entry(Name::cuStreamGetFlags).on_stream(stream, |target| unsafe { put(flags, target.flags) })
}

pub(crate) unsafe extern "C" fn cuStreamGetId(stream: CUstream, id: *mut c_ulonglong) -> CUresult {
    // SAFETY: the client passes a place for the number, or null.
    fault_proof(Name::cuStreamGetId).on_stream(stream, |target| unsafe { put(id, target.id) })
}

pub(crate) unsafe extern "C" fn cuStreamGetCtx(stream: CUstream, context: *mut CUcontext) -> CUresult {
    // SAFETY: the client passes a place for the context, or null.
    entry(Name::cuStreamGetCtx).on_stream(stream, |target| unsafe { put(context, target.context.raw()) })
}

pub(crate) unsafe extern "C" fn cuStreamGetDevice(stream: CUstream, device: *mut c_int) -> CUresult {
    entry(Name::cuStreamGetDevice).on_stream(stream, |target| {
        let number = slot::device_number(target.context.world.slot, target.context.device);
        // SAFETY: the client passes a place for the device, or null.
        unsafe { put(device, number) }
    })
}

pub(crate) unsafe extern "C" fn cuStreamGetCtx_v2(
    stream: CUstream,
    context: *mut CUcontext,
    green: *mut CUgreenCtx,
) -> CUresult {
    entry(Name::cuStreamGetCtx_v2).on_stream(stream, |target| {
        // SAFETY: the client passes a place for the green context, or null; no stream has one here.
        unsafe { put_if_wanted(green, null_mut()) };
        // SAFETY: the client passes a place for the context, or null.
        unsafe { put(context, target.context.raw()) }
    })
}
