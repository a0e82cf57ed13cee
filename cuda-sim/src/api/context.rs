//! Contexts: making, ending and asking them, and the calling thread's stack.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::Arc;

use cuda_sys::{CUcontext, CUctxCreateParams, CUdevice, CUexecAffinityParam, CUfunc_cache, CUlimit, CUresult};

use crate::api::call::{Entry, entry, fault_proof, giving_back};
use crate::api::out::{put, put_if_wanted};
use crate::code::{self, Answer};
use crate::engine::wait;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::registry::{self, Object};
use crate::world::thread::{self, Current};
use crate::world::{handle, slot, teardown};

/// The flags that choose how a thread waits; they exclude each other.
const SCHEDULING: c_uint = 0x07;
const KNOWN_FLAGS: c_uint = 0xFF;

/// Whether context flags make sense.
pub(crate) fn are_valid_flags(flags: c_uint) -> bool {
    flags & !KNOWN_FLAGS == 0 && matches!(flags & SCHEDULING, 0 | 1 | 2 | 4)
}

fn create(entry: Entry, context: *mut CUcontext, flags: c_uint, device: CUdevice) -> CUresult {
    entry.on_device(device, |world, ordinal| {
        if context.is_null() || !are_valid_flags(flags) {
            return Err(code::INVALID_VALUE);
        }
        let made = Context::new(world, ordinal, flags, false);
        registry::insert(made.key, Object::Context(Arc::clone(&made)));
        thread::push(&made);
        // SAFETY: the client passes a place for the context (not null, checked above).
        unsafe { put(context, made.raw()) }
    })
}

pub(crate) unsafe extern "C" fn cuCtxCreate_v2(context: *mut CUcontext, flags: c_uint, device: CUdevice) -> CUresult {
    create(entry(Name::cuCtxCreate_v2), context, flags, device)
}

pub(crate) unsafe extern "C" fn cuCtxCreate_v3(
    context: *mut CUcontext,
    parameters: *mut CUexecAffinityParam,
    count: c_int,
    flags: c_uint,
    device: CUdevice,
) -> CUresult {
    let entry = entry(Name::cuCtxCreate_v3);
    if count < 0 || count > 0 && parameters.is_null() {
        return entry.refuse(code::INVALID_VALUE);
    }
    if count > 0 {
        // Only clients of the service that shares a device between processes have a part of it.
        return entry.refuse(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    }
    create(entry, context, flags, device)
}

pub(crate) unsafe extern "C" fn cuCtxCreate_v4(
    context: *mut CUcontext,
    parameters: *mut CUctxCreateParams,
    flags: c_uint,
    device: CUdevice,
) -> CUresult {
    if !parameters.is_null() {
        eprintln!("cuda-sim: cuCtxCreate_v4 with parameters (affinity, graphics) is not simulated");
        return entry(Name::cuCtxCreate_v4).refuse(code::NOT_SUPPORTED);
    }
    create(entry(Name::cuCtxCreate_v4), context, flags, device)
}

pub(crate) unsafe extern "C" fn cuCtxDestroy_v2(context: CUcontext) -> CUresult {
    let entry = giving_back(Name::cuCtxDestroy_v2);
    if context.is_null() {
        return entry.refuse(code::INVALID_VALUE);
    }
    entry.on_named(context, |context| {
        if context.is_primary {
            return Err(code::INVALID_CONTEXT);
        }
        teardown::end(context);
        if thread::current_key() == Some(context.key) {
            thread::pop();
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuCtxSetCurrent(context: CUcontext) -> CUresult {
    if context.is_null() {
        thread::pop();
        return code::SUCCESS;
    }
    fault_proof(Name::cuCtxSetCurrent).on_named(context, |context| {
        if thread::current_key() != Some(context.key) {
            thread::pop();
            thread::push(context);
        }
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuCtxGetCurrent(context: *mut CUcontext) -> CUresult {
    let (key, effect) = thread::note_call(Name::cuCtxGetCurrent);
    // SAFETY: the client passes a place for the context, or null.
    let give = || unsafe { put(context, handle::to_raw(key.unwrap_or(0))) };
    if effect.is_some()
        && let Current::Live(current) = thread::current()
    {
        return fault_proof(Name::cuCtxGetCurrent).with(&current.world, None, effect, give);
    }
    give().map_or_else(|code| code, |()| code::SUCCESS)
}

pub(crate) unsafe extern "C" fn cuCtxPushCurrent_v2(context: CUcontext) -> CUresult {
    if context.is_null() {
        return code::INVALID_VALUE;
    }
    fault_proof(Name::cuCtxPushCurrent_v2).on_named(context, |context| {
        thread::push(context);
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuCtxPopCurrent_v2(context: *mut CUcontext) -> CUresult {
    let Some(key) = thread::current_key() else { return code::INVALID_CONTEXT };
    let pop = || -> Answer {
        thread::pop();
        // SAFETY: the client passes a place for the context, or null if it does not want it.
        unsafe { put_if_wanted(context, handle::to_raw(key)) };
        Ok(())
    };
    match thread::current() {
        Current::Live(current) => fault_proof(Name::cuCtxPopCurrent_v2).on_context(&current, |_| pop()),
        _ => pop().map_or_else(|code| code, |()| code::SUCCESS),
    }
}

fn device(context: &Context) -> CUdevice {
    slot::device_number(context.world.slot, context.device)
}

pub(crate) unsafe extern "C" fn cuCtxGetDevice(number: *mut CUdevice) -> CUresult {
    // SAFETY: the client passes a place for the device, or null.
    fault_proof(Name::cuCtxGetDevice).on_current(|context| unsafe { put(number, device(context)) })
}

pub(crate) unsafe extern "C" fn cuCtxGetDevice_v2(number: *mut CUdevice, context: CUcontext) -> CUresult {
    // SAFETY: the client passes a place for the device, or null.
    let body = |context: &Arc<Context>| unsafe { put(number, device(context)) };
    named_or_current(fault_proof(Name::cuCtxGetDevice_v2), context, body)
}

/// Runs a call on the context that the client names, or on its current one if it names none.
fn named_or_current(entry: Entry, raw: CUcontext, body: impl FnOnce(&Arc<Context>) -> Answer) -> CUresult {
    if raw.is_null() { entry.on_current(body) } else { entry.on_named(raw, body) }
}

pub(crate) unsafe extern "C" fn cuCtxGetId(context: CUcontext, id: *mut c_ulonglong) -> CUresult {
    // SAFETY: the client passes a place for the number, or null.
    named_or_current(fault_proof(Name::cuCtxGetId), context, |context| unsafe { put(id, context.id) })
}

pub(crate) unsafe extern "C" fn cuCtxGetFlags(flags: *mut c_uint) -> CUresult {
    // SAFETY: the client passes a place for the flags, or null.
    entry(Name::cuCtxGetFlags).on_current(|context| unsafe { put(flags, context.flags) })
}

/// What every driver answers here, whatever its version.
const API_VERSION: c_uint = 3020;

pub(crate) unsafe extern "C" fn cuCtxGetApiVersion(context: CUcontext, version: *mut c_uint) -> CUresult {
    // SAFETY: the client passes a place for the version, or null.
    named_or_current(entry(Name::cuCtxGetApiVersion), context, |_| unsafe { put(version, API_VERSION) })
}

fn synchronize(context: &Arc<Context>) -> Answer {
    context.world.captures.may_ask_context(context.key)?;
    let tails = context.world.engine.lock().tails_of(context.key);
    wait::wait(&context.world, &context.health, &tails)
}

pub(crate) unsafe extern "C" fn cuCtxSynchronize() -> CUresult {
    entry(Name::cuCtxSynchronize).on_current(synchronize)
}

pub(crate) unsafe extern "C" fn cuCtxSynchronize_v2(context: CUcontext) -> CUresult {
    named_or_current(entry(Name::cuCtxSynchronize_v2), context, synchronize)
}

/// Higher priorities are smaller numbers.
pub(crate) const LOWEST_PRIORITY: c_int = 0;
pub(crate) const HIGHEST_PRIORITY: c_int = -5;

pub(crate) unsafe extern "C" fn cuCtxGetStreamPriorityRange(lowest: *mut c_int, highest: *mut c_int) -> CUresult {
    entry(Name::cuCtxGetStreamPriorityRange).on_current(|_| {
        // SAFETY: the client passes a place for the number, or null if it does not want it.
        unsafe { put_if_wanted(lowest, LOWEST_PRIORITY) };
        // SAFETY: as above.
        unsafe { put_if_wanted(highest, HIGHEST_PRIORITY) };
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuCtxSetCacheConfig(config: CUfunc_cache) -> CUresult {
    entry(Name::cuCtxSetCacheConfig).on_current(|_| {
        let known = config.0 <= CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL.0;
        if known { Ok(()) } else { Err(code::INVALID_VALUE) }
    })
}

pub(crate) unsafe extern "C" fn cuCtxGetLimit(value: *mut usize, which: CUlimit) -> CUresult {
    entry(Name::cuCtxGetLimit).on_current(|context| {
        let found = context.limits.get(which)?;
        // SAFETY: the client passes a place for the value, or null.
        unsafe { put(value, usize::try_from(found).unwrap_or(usize::MAX)) }
    })
}

pub(crate) unsafe extern "C" fn cuCtxSetLimit(which: CUlimit, value: usize) -> CUresult {
    entry(Name::cuCtxSetLimit).on_current(|context| context.limits.set(which, value as u64))
}

pub(crate) unsafe extern "C" fn cuCtxEnablePeerAccess(peer: CUcontext, flags: c_uint) -> CUresult {
    entry(Name::cuCtxEnablePeerAccess).on_current(|context| {
        let peer = registry::context(handle::to_key(peer)).ok_or(code::INVALID_CONTEXT)?;
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        if peer.world.id != context.world.id || peer.device == context.device {
            return Err(code::PEER_ACCESS_UNSUPPORTED);
        }
        if context.add_peer(peer.key) { Ok(()) } else { Err(code::PEER_ACCESS_ALREADY_ENABLED) }
    })
}

pub(crate) unsafe extern "C" fn cuCtxDisablePeerAccess(peer: CUcontext) -> CUresult {
    entry(Name::cuCtxDisablePeerAccess).on_current(|context| {
        let peer = registry::context(handle::to_key(peer)).ok_or(code::INVALID_CONTEXT)?;
        if context.remove_peer(peer.key) { Ok(()) } else { Err(CUresult::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED) }
    })
}

pub(crate) unsafe extern "C" fn cuCtxGetCacheConfig(config: *mut CUfunc_cache) -> CUresult {
    entry(Name::cuCtxGetCacheConfig).on_current(|_| {
        // SAFETY: the client passes a place for the configuration, or null.
        unsafe { put(config, CUfunc_cache::CU_FUNC_CACHE_PREFER_NONE) }
    })
}
