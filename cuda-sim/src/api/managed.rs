//! Managed memory: allocating it, moving it, advice about it.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;
use std::sync::Arc;

use cuda_sys::{
    CU_DEVICE_CPU, CUdevice, CUdevice_attribute, CUdeviceptr, CUmem_advise, CUmemLocation, CUresult, CUstream,
};

use crate::api::call::entry;
use crate::api::location;
use crate::api::out::put;
use crate::api::submit;
use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::exec::backing::Backing;
use crate::memory::managed::Location;
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Found, Owner};
use crate::name::Name;
use crate::world::context::Context;
use crate::world::stream::Target;
use crate::world::world::{World, fresh_fill};

const ATTACH_GLOBAL: c_uint = 1;
const ATTACH_HOST: c_uint = 2;
const ATTACH_SINGLE: c_uint = 4;

/// Refuses what a device without managed memory refuses.
fn check_support(context: &Context) -> Answer {
    let device = &context.world.devices[context.device];
    let has_it = device.profile.value(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, context.device);
    if has_it.unwrap_or(0) == 0 { Err(code::NOT_SUPPORTED) } else { Ok(()) }
}

pub(crate) unsafe extern "C" fn cuMemAllocManaged(place: *mut CUdeviceptr, len: usize, flags: c_uint) -> CUresult {
    entry(Name::cuMemAllocManaged).on_current(|context| {
        check_support(context)?;
        if place.is_null() || len == 0 || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
            return Err(code::INVALID_VALUE);
        }
        let address = allocate(context, len)?.range.base;
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, address) }
    })
}

/// Allocates memory that host and devices have at one address.
fn allocate(context: &Context, len: usize) -> Result<Arc<Allocation>, CUresult> {
    if context.world.faults.allocation_fails() {
        return Err(code::OUT_OF_MEMORY);
    }
    let bytes = Backing::for_host(len, fresh_fill(len)).ok_or(code::OUT_OF_MEMORY)?;
    // The client only ever gets the address, so whoever uses it as a pointer makes one of a number.
    let range = Addresses::new(bytes.start().as_ptr().expose_provenance() as u64, len as u64);
    let owner = Owner::Managed(context.key);
    Ok(context.world.space.put(Allocation::for_host(range, Arc::new(bytes), context.device, owner)))
}

/// The managed memory that a range lies in.
pub(super) fn find(world: &World, address: CUdeviceptr, len: usize) -> Result<Arc<Allocation>, CUresult> {
    match world.space.find(address, len as u64) {
        Found::Live(memory) if memory.pages.is_some() && len > 0 => Ok(memory),
        _ => Err(code::INVALID_VALUE),
    }
}

fn prefetch(target: &Target, address: CUdeviceptr, len: usize, to: Result<Location, CUresult>) -> Answer {
    let world = &target.context.world;
    let memory = find(world, address, len)?;
    let to = to?;
    if let Some(pages) = &memory.pages {
        pages.change(Addresses::new(address, len as u64), |advice| advice.prefetched = Some(to));
    }
    // The bytes are where they are; what is left of it is its place on the stream.
    submit::queue(target, Op::Join).map(drop)
}

pub(crate) unsafe extern "C" fn cuMemPrefetchAsync(
    address: CUdeviceptr,
    len: usize,
    to: CUdevice,
    stream: CUstream,
) -> CUresult {
    entry(Name::cuMemPrefetchAsync)
        .on_stream(stream, |target| prefetch(target, address, len, location::of_number(&target.context.world, to)))
}

pub(crate) unsafe extern "C" fn cuMemPrefetchAsync_v2(
    address: CUdeviceptr,
    len: usize,
    to: CUmemLocation,
    flags: c_uint,
    stream: CUstream,
) -> CUresult {
    entry(Name::cuMemPrefetchAsync_v2).on_stream(stream, |target| {
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        prefetch(target, address, len, location::of(&target.context.world, &to))
    })
}

/// `place` is looked at only by the advice that needs it.
fn advise(
    world: &World,
    address: CUdeviceptr,
    len: usize,
    advice: CUmem_advise,
    place: Result<Location, CUresult>,
) -> Answer {
    use CUmem_advise as A;
    let memory = find(world, address, len)?;
    let Some(pages) = &memory.pages else { return Err(code::INVALID_VALUE) };
    let range = Addresses::new(address, len as u64);
    match advice {
        A::CU_MEM_ADVISE_SET_READ_MOSTLY => pages.change(range, |said| said.is_read_mostly = true),
        A::CU_MEM_ADVISE_UNSET_READ_MOSTLY => pages.change(range, |said| said.is_read_mostly = false),
        A::CU_MEM_ADVISE_SET_PREFERRED_LOCATION => {
            let place = place?;
            pages.change(range, |said| said.preferred = Some(place));
        }
        A::CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => pages.change(range, |said| said.preferred = None),
        A::CU_MEM_ADVISE_SET_ACCESSED_BY | A::CU_MEM_ADVISE_UNSET_ACCESSED_BY => {
            let number = match place? {
                Location::Device(number) => number,
                Location::Host | Location::Node(_) => CU_DEVICE_CPU,
            };
            let is_set = advice == A::CU_MEM_ADVISE_SET_ACCESSED_BY;
            pages.change(range, |said| {
                let _ = if is_set { said.accessed_by.insert(number) } else { said.accessed_by.remove(&number) };
            });
        }
        _ => return Err(code::INVALID_VALUE),
    }
    Ok(())
}

pub(crate) unsafe extern "C" fn cuMemAdvise(
    address: CUdeviceptr,
    len: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> CUresult {
    entry(Name::cuMemAdvise).on_current(|context| {
        let world = &context.world;
        advise(world, address, len, advice, location::of_number(world, device))
    })
}

pub(crate) unsafe extern "C" fn cuMemAdvise_v2(
    address: CUdeviceptr,
    len: usize,
    advice: CUmem_advise,
    place: CUmemLocation,
) -> CUresult {
    entry(Name::cuMemAdvise_v2).on_current(|context| {
        let world = &context.world;
        advise(world, address, len, advice, location::of(world, &place))
    })
}

pub(crate) unsafe extern "C" fn cuStreamAttachMemAsync(
    stream: CUstream,
    address: CUdeviceptr,
    len: usize,
    flags: c_uint,
) -> CUresult {
    entry(Name::cuStreamAttachMemAsync).on_stream(stream, |target| {
        check_support(&target.context)?;
        let memory = find(&target.context.world, address, 1)?;
        let is_whole = memory.range.base == address && (len == 0 || len as u64 == memory.range.len);
        if !is_whole || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST | ATTACH_SINGLE) {
            return Err(code::INVALID_VALUE);
        }
        // The legacy stream is all of them, not one.
        if flags == ATTACH_SINGLE && target.lane == target.context.legacy {
            return Err(code::INVALID_VALUE);
        }
        // Devices here access all memory beside the host, so who may access it when is the client's own business.
        submit::queue(target, Op::Join).map(drop)
    })
}
