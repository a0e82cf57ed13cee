//! Memory that was made to be shared: pieces behind handles, and pools, as descriptors of files.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_int, c_ulonglong, c_void};
use std::sync::Arc;

use cuda_sys::{CUdeviceptr, CUmemAllocationHandleType as HandleType, CUmemPoolPtrExportData, CUmemoryPool, CUresult};

use crate::api::call::entry;
use crate::api::ipc::{device_at, share};
use crate::api::memory_handle::on_handle;
use crate::api::out::put;
use crate::api::pool::{make, on_pool};
use crate::api::virtual_memory::on_addresses;
use crate::code::{self, Answer};
use crate::memory::bytes::Bytes;
use crate::memory::physical::Physical;
use crate::memory::pool::Origin;
use crate::memory::shared::file::SharedFile;
use crate::memory::shared::ticket::Kind;
use crate::memory::space::{Found, Owner};
use crate::name::Name;
use crate::world::handle;
use crate::world::health::Health;
use crate::world::registry::{self, Object};

/// Whether memory that can be shared so is simulated: as descriptors only. `None` if there is no such way.
pub(super) fn is_simulated(kind: HandleType) -> Option<bool> {
    // Descriptors, two handles of another system's, and fabric handles.
    let is_known = kind.0 & !0xF == 0;
    is_known.then_some(matches!(
        kind,
        HandleType::CU_MEM_HANDLE_TYPE_NONE | HandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
    ))
}

/// Refuses all but descriptors.
fn check(kind: HandleType, flags: c_ulonglong) -> Answer {
    if kind == HandleType::CU_MEM_HANDLE_TYPE_NONE || flags != 0 {
        return Err(code::INVALID_VALUE);
    }
    match is_simulated(kind).ok_or(code::INVALID_VALUE)? {
        true => Ok(()),
        false => {
            eprintln!("cuda-sim: memory is shared as file descriptors, and in no other way");
            Err(code::NOT_SUPPORTED)
        }
    }
}

/// Gives the client a descriptor of a file.
///
/// # Safety
/// `place` is null or a place for a descriptor.
unsafe fn give(place: *mut c_void, file: Option<&SharedFile>) -> Answer {
    let file = file.ok_or(code::INVALID_VALUE)?;
    if place.is_null() {
        return Err(code::INVALID_VALUE);
    }
    // SAFETY: the caller promises a place (not null, checked above).
    unsafe { put(place.cast::<c_int>(), file.descriptor()?) }
}

/// The descriptor that the client passed as a pointer.
fn descriptor(raw: *mut c_void) -> Result<c_int, CUresult> {
    c_int::try_from(raw.addr()).map_err(|_| code::INVALID_VALUE)
}

pub(crate) unsafe extern "C" fn cuMemExportToShareableHandle(
    place: *mut c_void,
    handle: c_ulonglong,
    kind: HandleType,
    flags: c_ulonglong,
) -> CUresult {
    on_handle(entry(Name::cuMemExportToShareableHandle), handle, |physical| {
        check(kind, flags)?;
        // SAFETY: the client passes a place for a descriptor, or null.
        unsafe { give(place, physical.file().as_deref()) }
    })
}

pub(crate) unsafe extern "C" fn cuMemImportFromShareableHandle<const SLOT: usize>(
    place: *mut c_ulonglong,
    raw: *mut c_void,
    kind: HandleType,
) -> CUresult {
    on_addresses(entry(Name::cuMemImportFromShareableHandle), SLOT, |world| {
        check(kind, 0)?;
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let file = SharedFile::adopt(descriptor(raw)?, Kind::Physical)?;
        let id = file.label.id;
        // What is here already is not there twice.
        let is_it = |there: &Physical| there.world_id == world.id && there.file().is_some_and(|it| it.label.id == id);
        let known = registry::list(|object| matches!(object, Object::Physical(there) if is_it(there)));
        let key = match known.first() {
            Some(Object::Physical(there)) => {
                there.retain();
                there.key
            }
            _ => {
                let device = device_at(world, file.label.device, 0);
                let len = file.label.byte_len;
                Physical::adopt(world, device, len, Bytes::of_file(file)?)?
            }
        };
        // SAFETY: the client passes a place for the handle (not null, checked above).
        unsafe { put(place, key as c_ulonglong) }
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolExportToShareableHandle(
    place: *mut c_void,
    pool: CUmemoryPool,
    kind: HandleType,
    flags: c_ulonglong,
) -> CUresult {
    on_pool(entry(Name::cuMemPoolExportToShareableHandle), pool, |pool| {
        check(kind, flags)?;
        // SAFETY: the client passes a place for a descriptor, or null.
        unsafe { give(place, pool.exported().map(Arc::as_ref)) }
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolImportFromShareableHandle<const SLOT: usize>(
    place: *mut CUmemoryPool,
    raw: *mut c_void,
    kind: HandleType,
    flags: c_ulonglong,
) -> CUresult {
    on_addresses(entry(Name::cuMemPoolImportFromShareableHandle), SLOT, |world| {
        check(kind, flags)?;
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let file = SharedFile::adopt(descriptor(raw)?, Kind::Pool)?;
        let device = device_at(world, file.label.device, 0);
        let key = make(world, device, Origin::Imported(Arc::new(file)));
        // SAFETY: the client passes a place for the pool (not null, checked above).
        unsafe { put(place, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolExportPointer<const SLOT: usize>(
    place: *mut CUmemPoolPtrExportData,
    address: CUdeviceptr,
) -> CUresult {
    on_addresses(entry(Name::cuMemPoolExportPointer), SLOT, |world| {
        let Found::Live(allocation) = world.space.find(address, 1) else { return Err(code::INVALID_VALUE) };
        let Owner::Pool(key) = allocation.owner else { return Err(code::INVALID_VALUE) };
        let pool = registry::pool(key).ok_or(code::INVALID_VALUE)?;
        let exported = pool.exported().ok_or(code::INVALID_VALUE)?;
        if place.is_null() {
            return Err(code::INVALID_VALUE);
        }
        let file = share(world, &Health::default(), &allocation, Kind::PoolAllocation, exported.label.id)?;
        // SAFETY: the client passes a place for the data (not null, checked above).
        unsafe { put(place, CUmemPoolPtrExportData { reserved: file.ticket() }) }
    })
}

pub(crate) unsafe extern "C" fn cuMemPoolImportPointer(
    place: *mut CUdeviceptr,
    pool: CUmemoryPool,
    data: *mut CUmemPoolPtrExportData,
) -> CUresult {
    on_pool(entry(Name::cuMemPoolImportPointer), pool, |pool| {
        let imported = pool.imported().ok_or(code::INVALID_VALUE)?;
        if place.is_null() || data.is_null() {
            return Err(code::INVALID_VALUE);
        }
        // SAFETY: the client passes the data of an export (not null, checked above).
        let data = unsafe { data.read() };
        let file = SharedFile::redeem(&data.reserved, Kind::PoolAllocation)?;
        if file.label.pool != imported.label.id {
            return Err(code::INVALID_VALUE);
        }
        let len = file.label.byte_len;
        let allocation = pool.world.import(pool.device, len, Bytes::of_file(file)?, Owner::Pool(pool.key))?;
        pool.restrict(&allocation);
        pool.handed_out(len);
        // SAFETY: the client passes a place for the address (not null, checked above).
        unsafe { put(place, allocation.range.base) }
    })
}
