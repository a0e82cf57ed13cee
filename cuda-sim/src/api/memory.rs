//! Device memory.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;

use cuda_sys::{CUdeviceptr, CUresult};

use crate::api::call::entry;
use crate::api::out::{put, put_if_wanted};
use crate::code;
use crate::engine::wait;
use crate::fault::report::Kind;
use crate::memory::range::Addresses;
use crate::memory::space::{Found, Owner};
use crate::name::Name;
use crate::world::context::Context;

pub(crate) unsafe extern "C" fn cuMemAlloc_v2(place: *mut CUdeviceptr, len: usize) -> CUresult {
    entry(Name::cuMemAlloc_v2).on_current(|context| {
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let allocation = context.world.allocate(context.device, len, Owner::Context(context.key))?;
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, allocation.range.base) }
    })
}

/// Rows of pitched memory begin at multiples of this.
const PITCH: usize = 512;

pub(crate) unsafe extern "C" fn cuMemAllocPitch_v2(
    place: *mut CUdeviceptr,
    pitch: *mut usize,
    width: usize,
    rows: usize,
    element: c_uint,
) -> CUresult {
    entry(Name::cuMemAllocPitch_v2).on_current(|context| {
        if place.is_null() || pitch.is_null() || !matches!(element, 4 | 8 | 16) {
            return Err(code::INVALID_VALUE);
        }
        let padded = width.checked_next_multiple_of(PITCH).ok_or(code::INVALID_VALUE)?;
        let len = padded.checked_mul(rows).ok_or(code::INVALID_VALUE)?;
        let allocation = context.world.allocate(context.device, len, Owner::Context(context.key))?;
        // SAFETY: the client passes a place for the pitch (not null, checked above).
        unsafe { put(pitch, padded)? };
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, allocation.range.base) }
    })
}

/// Does what the driver may do before it frees something: wait for the device, or not.
pub(crate) fn maybe_synchronize(context: &Context) {
    let world = &context.world;
    if world.config.adversity.free_waits.decide(&world.rng) {
        let tails = world.engine.lock().tails_of(context.key);
        // An error of earlier work does not keep the memory from being freed: it is answered by the next call.
        let _ = wait::wait(world, &context.health, &tails);
    }
}

/// Reports memory that is freed while queued work still touches it; says whether it is.
pub(crate) fn report_in_flight(context: &Context, range: Addresses, kind: Kind, what: &str) -> bool {
    let world = &context.world;
    let toucher = world.engine.lock().toucher(range).map(|op| op.name());
    if let Some(name) = toucher {
        let text = format!("{what} {:#x} ({} bytes) while {name} that touches it is not done", range.base, range.len);
        world.reports.add(kind, text);
    }
    toucher.is_some()
}

pub(crate) unsafe extern "C" fn cuMemFree_v2(address: CUdeviceptr) -> CUresult {
    entry(Name::cuMemFree_v2).on_current(|context| {
        if address == 0 {
            return Ok(());
        }
        let world = &context.world;
        let allocation = match world.space.find(address, 1) {
            Found::Live(allocation) if allocation.range.base == address => allocation,
            Found::Freed => {
                world.reports.add(Kind::DoubleFree, format!("{address:#x} was freed before"));
                return Err(code::INVALID_VALUE);
            }
            _ => return Err(code::INVALID_VALUE),
        };
        match allocation.owner {
            Owner::Module { .. } | Owner::Array(_) | Owner::Host(_) | Owner::Mapping | Owner::Foreign(_) => {
                return Err(code::INVALID_VALUE);
            }
            Owner::Context(owner) | Owner::Managed(owner) => {
                if owner != context.key {
                    let text = format!("device memory at {address:#x} was freed with another context current");
                    world.reports.add(Kind::WrongContext, text);
                }
                maybe_synchronize(context);
            }
            Owner::Pool(_) | Owner::Graph if !allocation.claim_free() => {
                world.reports.add(Kind::DoubleFree, format!("the free of {address:#x} was queued before"));
                return Err(code::INVALID_VALUE);
            }
            Owner::Pool(_) => {}
            Owner::Graph => {
                // A launch that is queued has no memory yet that could be freed, so this ends what is there.
                if let Some(memory) = world.graph_memories.find(allocation.range) {
                    memory.give();
                    memory.ran();
                }
            }
        }
        report_in_flight(context, allocation.range, Kind::UseAfterFree, "freed device memory at");
        let removed = world.space.remove(address).ok_or(code::INVALID_VALUE)?;
        world.give_back(&removed);
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> CUresult {
    entry(Name::cuMemGetInfo_v2).on_current(|context| {
        let device = &context.world.devices[context.device];
        let all = device.profile.memory_byte_len();
        let left = all.saturating_sub(device.used());
        // SAFETY: the client passes a place for the size, or null.
        unsafe { put(free, usize::try_from(left).unwrap_or(usize::MAX))? };
        // SAFETY: as above.
        unsafe { put(total, usize::try_from(all).unwrap_or(usize::MAX)) }
    })
}

pub(crate) unsafe extern "C" fn cuMemGetAddressRange_v2(
    base: *mut CUdeviceptr,
    len: *mut usize,
    address: CUdeviceptr,
) -> CUresult {
    entry(Name::cuMemGetAddressRange_v2).on_current(|context| {
        let Found::Live(allocation) = context.world.space.find(address, 1) else { return Err(code::NOT_FOUND) };
        // SAFETY: the client passes a place for the address, or null if it does not want it.
        unsafe { put_if_wanted(base, allocation.range.base) };
        // SAFETY: as above, for the size.
        unsafe { put_if_wanted(len, usize::try_from(allocation.range.len).unwrap_or(usize::MAX)) };
        Ok(())
    })
}
