//! Memory that another process has allocated.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_char, c_uint};
use std::sync::Arc;

use cuda_sys::{CUdeviceptr, CUipcMem_flags, CUipcMemHandle, CUresult};

use crate::api::call::{Entry, entry};
use crate::api::memory::{maybe_synchronize, report_in_flight};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::engine::wait;
use crate::fault::report::Kind as Mistake;
use crate::memory::bytes::Bytes;
use crate::memory::shared::file::{self, SharedFile};
use crate::memory::shared::ticket::{Id, Kind, TICKET_LEN, Ticket};
use crate::memory::space::{Allocation, Found, Owner};
use crate::name::Name;
use crate::world::context::Context;
use crate::world::health::Health;
use crate::world::world::World;

/// Moves an allocation to where other processes see it, and answers the file. Waits for work that uses the memory now.
pub(super) fn share(
    world: &Arc<World>,
    health: &Health,
    allocation: &Allocation,
    kind: Kind,
    pool: Id,
) -> Result<Arc<SharedFile>, CUresult> {
    let place = world.devices[allocation.device].profile.place(allocation.device);
    loop {
        if allocation.share(|| SharedFile::create(kind, place, allocation.range.len, pool))? {
            return allocation.file().ok_or(code::INVALID_VALUE);
        }
        wait::wait_until(world, health, |_| allocation.is_unused())?;
    }
}

/// The number here of the device at a place of the machine; of one that is hidden here, the asking context's.
pub(super) fn device_at(world: &World, place: u32, otherwise: usize) -> usize {
    let there = |index: &usize| world.devices[*index].profile.place(*index) == place as usize;
    (0..world.devices.len()).find(there).unwrap_or(otherwise)
}

pub(super) fn to_chars(bytes: [u8; TICKET_LEN]) -> [c_char; TICKET_LEN] {
    bytes.map(|byte| c_char::from_ne_bytes([byte]))
}

pub(super) fn from_chars(chars: [c_char; TICKET_LEN]) -> [u8; TICKET_LEN] {
    chars.map(|char| char.to_ne_bytes()[0])
}

/// Only what `cuMemAlloc` gave can be shared so.
pub(crate) unsafe extern "C" fn cuIpcGetMemHandle(place: *mut CUipcMemHandle, address: CUdeviceptr) -> CUresult {
    entry(Name::cuIpcGetMemHandle).on_current(|context| {
        let Found::Live(allocation) = context.world.space.find(address, 1) else { return Err(code::INVALID_VALUE) };
        if place.is_null() || !matches!(allocation.owner, Owner::Context(_)) {
            return Err(code::INVALID_VALUE);
        }
        let file = share(&context.world, &context.health, &allocation, Kind::Allocation, Id::default())?;
        // SAFETY: the client passes a place for the handle (not null, checked above).
        unsafe { put(place, CUipcMemHandle { reserved: to_chars(file.ticket()) }) }
    })
}

/// Takes the memory of a file into the address space.
fn import(context: &Context, ticket: &[u8; TICKET_LEN]) -> Result<u64, CUresult> {
    let file = SharedFile::redeem(ticket, Kind::Allocation)?;
    let world = &context.world;
    let device = device_at(world, file.label.device, context.device);
    let len = file.label.byte_len;
    let bytes = Bytes::of_file(file)?;
    let allocation = world.import(device, len, bytes, Owner::Foreign(context.key))?;
    // Peer access comes with it.
    (0..world.devices.len()).for_each(|index| allocation.set_access(index, index == device || index == context.device));
    Ok(allocation.range.base)
}

fn open(entry: Entry, place: *mut CUdeviceptr, handle: CUipcMemHandle, flags: c_uint) -> CUresult {
    entry.on_current(|context| {
        if place.is_null() || flags != CUipcMem_flags::CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0 {
            return Err(code::INVALID_VALUE);
        }
        let bytes = from_chars(handle.reserved);
        let ticket = Ticket::from_bytes(&bytes).filter(|ticket| ticket.kind == Kind::Allocation);
        let id = ticket.ok_or(code::INVALID_VALUE)?.id;
        if file::is_own(&bytes) {
            return Err(code::INVALID_CONTEXT);
        }
        let base = context.world.imports.open(id, context.key, || import(context, &bytes))?;
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, base) }
    })
}

pub(crate) unsafe extern "C" fn cuIpcOpenMemHandle(
    place: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    flags: c_uint,
) -> CUresult {
    open(entry(Name::cuIpcOpenMemHandle), place, handle, flags)
}

pub(crate) unsafe extern "C" fn cuIpcOpenMemHandle_v2(
    place: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    flags: c_uint,
) -> CUresult {
    open(entry(Name::cuIpcOpenMemHandle_v2), place, handle, flags)
}

fn close(context: &Context, address: CUdeviceptr) -> Answer {
    let world = &context.world;
    if !world.imports.close(address)? {
        return Ok(());
    }
    maybe_synchronize(context);
    let allocation = world.space.remove(address).ok_or(code::INVALID_VALUE)?;
    report_in_flight(context, allocation.range, Mistake::UseAfterFree, "closed another process's memory at");
    world.give_back(&allocation);
    Ok(())
}

pub(crate) unsafe extern "C" fn cuIpcCloseMemHandle(address: CUdeviceptr) -> CUresult {
    entry(Name::cuIpcCloseMemHandle).on_current(|context| close(context, address))
}
