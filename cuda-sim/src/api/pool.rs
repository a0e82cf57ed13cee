//! Stream-ordered memory and its pools.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::{Arc, PoisonError};

use cuda_sys::{
    CUdevice, CUdevice_attribute, CUdeviceptr, CUmemAllocationType, CUmemLocationType, CUmemPoolProps, CUmemoryPool,
    CUresult, CUstream,
};

use crate::api::call::{Entry, entry, giving_back};
use crate::api::location;
use crate::api::out::put;
use crate::api::sharing;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::engine::queue;
use crate::fault::report::Kind;
use crate::memory::pool::{Origin, Pool};
use crate::memory::range::Addresses;
use crate::memory::shared::file::SharedFile;
use crate::memory::shared::ticket::{self, Id};
use crate::memory::space::Owner;
use crate::name::Name;
use crate::world::graph::work::Work;
use crate::world::handle::{self, Key};
use crate::world::registry::{self, Object};
use crate::world::stream::Target;
use crate::world::world::World;

pub(super) fn make(world: &Arc<World>, device: usize, origin: Origin) -> Key {
    let key = handle::next_key();
    registry::insert(key, Object::Pool(Arc::new(Pool::new(key, Arc::clone(world), device, origin))));
    key
}

pub(super) fn default_pool(world: &Arc<World>, device: usize) -> Key {
    let mut pools = world.devices[device].pools.lock().unwrap_or_else(PoisonError::into_inner);
    *pools.0.get_or_insert_with(|| make(world, device, Origin::Default))
}

pub(super) fn current_pool(world: &Arc<World>, device: usize) -> Key {
    let default = default_pool(world, device);
    world.devices[device].pools.lock().unwrap_or_else(PoisonError::into_inner).1.unwrap_or(default)
}

/// Refuses what a device without pools refuses.
pub(super) fn check_support(world: &World, device: usize) -> Answer {
    let has_them =
        world.devices[device].profile.value(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device);
    if has_them.unwrap_or(0) == 0 { Err(code::NOT_SUPPORTED) } else { Ok(()) }
}

pub(crate) unsafe extern "C" fn cuDeviceGetDefaultMemPool(place: *mut CUmemoryPool, device: CUdevice) -> CUresult {
    entry(Name::cuDeviceGetDefaultMemPool).on_device(device, |world, ordinal| {
        check_support(world, ordinal)?;
        // SAFETY: the client passes a place for the pool, or null.
        unsafe { put(place, handle::to_raw(default_pool(world, ordinal))) }
    })
}

pub(crate) unsafe extern "C" fn cuDeviceGetMemPool(place: *mut CUmemoryPool, device: CUdevice) -> CUresult {
    entry(Name::cuDeviceGetMemPool).on_device(device, |world, ordinal| {
        check_support(world, ordinal)?;
        // SAFETY: the client passes a place for the pool, or null.
        unsafe { put(place, handle::to_raw(current_pool(world, ordinal))) }
    })
}

/// Makes a pool of a device its current one.
pub(super) fn set_pool(world: &Arc<World>, ordinal: usize, pool: CUmemoryPool) -> Answer {
    let pool = registry::pool(handle::to_key(pool)).ok_or(code::INVALID_VALUE)?;
    if pool.world.id != world.id || pool.device != ordinal || pool.imported().is_some() {
        return Err(code::INVALID_VALUE);
    }
    world.devices[ordinal].pools.lock().unwrap_or_else(PoisonError::into_inner).1 = Some(pool.key);
    Ok(())
}

pub(crate) unsafe extern "C" fn cuDeviceSetMemPool(device: CUdevice, pool: CUmemoryPool) -> CUresult {
    entry(Name::cuDeviceSetMemPool).on_device(device, |world, ordinal| set_pool(world, ordinal, pool))
}

/// Whether there is such memory and such a place, here or elsewhere.
fn is_known(properties: &CUmemPoolProps) -> bool {
    let kind = properties.allocType;
    let place = properties.location.type_.0;
    (kind == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED
        || kind == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_MANAGED)
        && (1..=CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN.0).contains(&place)
}

pub(crate) unsafe extern "C" fn cuMemPoolCreate(
    place: *mut CUmemoryPool,
    properties: *const CUmemPoolProps,
) -> CUresult {
    if place.is_null() || properties.is_null() {
        return entry(Name::cuMemPoolCreate).refuse(code::INVALID_VALUE);
    }
    // SAFETY: `properties` is not null, so the client passes what the pool shall be like.
    let properties = unsafe { &*properties };
    if !is_known(properties) {
        return entry(Name::cuMemPoolCreate).refuse(code::INVALID_VALUE);
    }
    let is_on_device = properties.location.type_ == CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    let is_pinned = properties.allocType == CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    let Some(is_simulated) = sharing::is_simulated(properties.handleTypes) else {
        return entry(Name::cuMemPoolCreate).refuse(code::INVALID_VALUE);
    };
    if !is_on_device || !is_pinned || !is_simulated {
        eprintln!(
            "cuda-sim: cuMemPoolCreate: only pools of device memory are simulated, shared as file descriptors if at all"
        );
        return entry(Name::cuMemPoolCreate).refuse(code::NOT_SUPPORTED);
    }
    let (device, max_byte_len) = (location::id(&properties.location), properties.maxSize as u64);
    let is_shared = properties.handleTypes.0 != 0;
    entry(Name::cuMemPoolCreate).on_device(device, |world, ordinal| {
        check_support(world, ordinal)?;
        let there = world.devices[ordinal].profile.place(ordinal);
        let file = is_shared.then(|| SharedFile::create(ticket::Kind::Pool, there, 0, Id::default()).map(Arc::new));
        let origin = Origin::Created { max_byte_len, exported: file.transpose()? };
        // SAFETY: the client passes a place for the pool (not null, checked above).
        unsafe { put(place, handle::to_raw(make(world, ordinal, origin))) }
    })
}

/// Runs a call on a pool.
pub(super) fn on_pool(entry: Entry, raw: CUmemoryPool, body: impl FnOnce(&Arc<Pool>) -> Answer) -> CUresult {
    match registry::pool(handle::to_key(raw)) {
        Some(pool) => entry.on_world(&pool.world, None, || body(&pool)),
        None => entry.refuse(code::INVALID_VALUE),
    }
}

pub(crate) unsafe extern "C" fn cuMemPoolDestroy(pool: CUmemoryPool) -> CUresult {
    on_pool(giving_back(Name::cuMemPoolDestroy), pool, |pool| {
        if matches!(pool.origin, Origin::Default) {
            return Err(code::INVALID_VALUE);
        }
        let mut pools = pool.world.devices[pool.device].pools.lock().unwrap_or_else(PoisonError::into_inner);
        if pools.1 == Some(pool.key) {
            pools.1 = None;
        }
        drop(pools);
        registry::remove(pool.key).map(drop).ok_or(code::INVALID_VALUE)
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolTrimTo(pool: CUmemoryPool, keep: usize) -> CUresult {
    on_pool(entry(Name::cuMemPoolTrimTo), pool, |pool| {
        pool.trim_to(keep as u64);
        Ok(())
    })
}

fn allocate(target: &Target, place: *mut CUdeviceptr, len: usize, pool: Key) -> Answer {
    let world = &target.context.world;
    check_support(world, target.context.device)?;
    let pool = registry::pool(pool).filter(|pool| pool.world.id == world.id).ok_or(code::INVALID_VALUE)?;
    if place.is_null() || pool.imported().is_some() {
        return Err(code::INVALID_VALUE);
    }
    if world.captures.takes(target)? {
        if len == 0 {
            return Err(code::INVALID_VALUE);
        }
        let memory = world.graph_memories.reserve(pool.device, len as u64);
        let base = memory.range.base;
        world.captures.add(target, Work::Allocate(memory))?;
        // SAFETY: the client passes a place for the address (not null, checked above).
        return unsafe { put(place, base) };
    }
    if !pool.has_room(len as u64) {
        return Err(code::OUT_OF_MEMORY);
    }
    let is_reused = len != 0 && pool.reuse().take(target.lane, len as u64);
    let fresh = if is_reused { 0 } else { len as u64 };
    let allocation = world.allocate_again(pool.device, len, fresh, Owner::Pool(pool.key)).inspect_err(|_| {
        if is_reused {
            pool.reuse().give_up(target.lane, len as u64);
        }
    })?;
    pool.restrict(&allocation);
    pool.handed_out(fresh);
    queue::push(world, target.lane, Op::Allocate(allocation.range))?;
    // SAFETY: the client passes a place for the address (not null, checked above).
    unsafe { put(place, allocation.range.base) }
}

pub(crate) unsafe extern "C" fn cuMemAllocAsync(place: *mut CUdeviceptr, len: usize, stream: CUstream) -> CUresult {
    entry(Name::cuMemAllocAsync).on_stream(stream, |target| {
        let pool = current_pool(&target.context.world, target.context.device);
        allocate(target, place, len, pool)
    })
}

pub(crate) unsafe extern "C" fn cuMemAllocFromPoolAsync(
    place: *mut CUdeviceptr,
    len: usize,
    pool: CUmemoryPool,
    stream: CUstream,
) -> CUresult {
    entry(Name::cuMemAllocFromPoolAsync).on_stream(stream, |target| allocate(target, place, len, handle::to_key(pool)))
}

/// Adds the free of what a graph allocates to a capture. Other memory cannot be freed by a graph.
fn capture_free(target: &Target, address: CUdeviceptr) -> Answer {
    let world = &target.context.world;
    let memory = world.graph_memories.find(Addresses::new(address, 1)).ok_or(code::INVALID_VALUE)?;
    if memory.range.base != address || world.captures.frees(target, address) {
        return Err(code::INVALID_VALUE);
    }
    world.captures.add(target, Work::Free(address))
}

pub(crate) unsafe extern "C" fn cuMemFreeAsync(address: CUdeviceptr, stream: CUstream) -> CUresult {
    entry(Name::cuMemFreeAsync).on_stream(stream, |target| {
        let world = &target.context.world;
        check_support(world, target.context.device)?;
        if world.captures.takes(target)? {
            return capture_free(target, address);
        }
        let allocation = submit::device(world, address, 1, "a free")?;
        let pool = match allocation.owner {
            Owner::Pool(pool) => Some(pool),
            Owner::Graph => None,
            _ => return Err(code::INVALID_VALUE),
        };
        if allocation.range.base != address {
            return Err(code::INVALID_VALUE);
        }
        if !allocation.claim_free() {
            world.reports.add(Kind::DoubleFree, format!("the free of {address:#x} was queued before"));
            return Err(code::INVALID_VALUE);
        }
        if let Some(memory) = world.graph_memories.find(allocation.range) {
            memory.give();
        }
        let pool = pool.and_then(registry::pool);
        let mut reuse = pool.as_ref().map(|pool| pool.reuse());
        queue::push(world, target.lane, Op::Free(allocation.range, target.lane))?;
        if let Some(reuse) = &mut reuse {
            reuse.queued(target.lane, allocation.range.len);
        }
        Ok(())
    })
}
