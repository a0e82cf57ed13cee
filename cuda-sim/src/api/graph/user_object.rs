//! User objects: what graphs keep alive for the client.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{c_uint, c_void};
use std::sync::{Arc, Mutex};

use cuda_sys::{CUgraph, CUhostFn, CUresult, CUuserObject};

use crate::api::call::{Entry, entry};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::engine::op::Opaque;
use crate::name::Name;
use crate::world::graph::user_object::{Counts, UserObject};
use crate::world::handle;
use crate::world::registry::{self, Object};

/// The destructor may run on any thread, and is waited for by none; the one flag, which must be set.
const NO_DESTRUCTOR_SYNC: c_uint = 1;
/// The references are the caller's own.
const MOVE: c_uint = 1;

pub(crate) unsafe extern "C" fn cuUserObjectCreate<const SLOT: usize>(
    place: *mut CUuserObject,
    pointer: *mut c_void,
    destroy: CUhostFn,
    count: c_uint,
    flags: c_uint,
) -> CUresult {
    entry(Name::cuUserObjectCreate).on_slot(SLOT, |world| {
        if !world.is_initialized() {
            return Err(code::NOT_INITIALIZED);
        }
        if place.is_null() || destroy.is_none() || !is_count(count) || flags != NO_DESTRUCTOR_SYNC {
            return Err(code::INVALID_VALUE);
        }
        let key = handle::next_key();
        let counts = Mutex::new(Counts { all: u64::from(count), of_client: u64::from(count) });
        let object = UserObject { key, world: Arc::clone(world), destroy, argument: Opaque(pointer), counts };
        registry::insert(key, Object::Kept(Arc::new(object)));
        // SAFETY: the client passes a place for the object (not null, checked above).
        unsafe { put(place, handle::to_raw(key)) }
    })
}

/// Counts are not 0, and fit an int.
fn is_count(count: c_uint) -> bool {
    (1..=i32::MAX as c_uint).contains(&count)
}

fn find(raw: CUuserObject, count: c_uint) -> Result<Arc<UserObject>, CUresult> {
    registry::user_object(handle::to_key(raw)).filter(|_| is_count(count)).ok_or(code::INVALID_VALUE)
}

fn on_object(
    entry: Entry,
    raw: CUuserObject,
    count: c_uint,
    body: impl FnOnce(&Arc<UserObject>) -> Answer,
) -> CUresult {
    match find(raw, count) {
        Ok(object) => entry.on_world(&object.world, None, || body(&object)),
        Err(code) => entry.refuse(code),
    }
}

pub(crate) unsafe extern "C" fn cuUserObjectRetain(object: CUuserObject, count: c_uint) -> CUresult {
    on_object(entry(Name::cuUserObjectRetain), object, count, |object| {
        object.retain(u64::from(count));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuUserObjectRelease(object: CUuserObject, count: c_uint) -> CUresult {
    on_object(entry(Name::cuUserObjectRelease), object, count, |object| object.release(u64::from(count)))
}

pub(crate) unsafe extern "C" fn cuGraphRetainUserObject(
    graph: CUgraph,
    object: CUuserObject,
    count: c_uint,
    flags: c_uint,
) -> CUresult {
    entry(Name::cuGraphRetainUserObject).on_graph(graph, |graph| {
        let object = find(object, count)?;
        if flags & !MOVE != 0 || object.world.id != graph.world.id {
            return Err(code::INVALID_VALUE);
        }
        graph.references.take(&object, u64::from(count), flags == MOVE)
    })
}

pub(crate) unsafe extern "C" fn cuGraphReleaseUserObject(
    graph: CUgraph,
    object: CUuserObject,
    count: c_uint,
) -> CUresult {
    entry(Name::cuGraphReleaseUserObject)
        .on_graph(graph, |graph| graph.references.give(&find(object, count)?, u64::from(count)))
}
