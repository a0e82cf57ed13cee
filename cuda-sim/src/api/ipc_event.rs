//! Events that another process has made.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUevent, CUipcEventHandle, CUresult};

use crate::api::call::entry;
use crate::api::ipc::{from_chars, to_chars};
use crate::api::out::put;
use crate::code;
use crate::memory::shared::file;
use crate::memory::shared::ticket::{Kind, Ticket};
use crate::name::Name;
use crate::world::event::Event;
use crate::world::handle;
use crate::world::registry::{self, Object};
use crate::world::shared_event::SharedEvent;

/// Only an event that was made for it, and made here, can be opened elsewhere.
pub(crate) unsafe extern "C" fn cuIpcGetEventHandle(place: *mut CUipcEventHandle, event: CUevent) -> CUresult {
    entry(Name::cuIpcGetEventHandle).on_event(event, |event| {
        let shared = event.shared.as_ref().filter(|shared| !shared.is_foreign).ok_or(code::INVALID_HANDLE)?;
        // SAFETY: the client passes a place for the handle, or null.
        unsafe { put(place, CUipcEventHandle { reserved: to_chars(shared.ticket()) }) }
    })
}

pub(crate) unsafe extern "C" fn cuIpcOpenEventHandle(place: *mut CUevent, handle: CUipcEventHandle) -> CUresult {
    entry(Name::cuIpcOpenEventHandle).on_current(|context| {
        let bytes = from_chars(handle.reserved);
        let is_ticket = Ticket::from_bytes(&bytes).is_some_and(|ticket| ticket.kind == Kind::Event);
        if place.is_null() || !is_ticket {
            return Err(code::INVALID_VALUE);
        }
        if file::is_own(&bytes) {
            return Err(code::INVALID_CONTEXT);
        }
        let shared = SharedEvent::redeem(&bytes)?;
        let key = handle::next_key();
        let event = Event::new(key, Arc::clone(context), false, Some(shared));
        registry::insert(key, Object::Event(Arc::new(event)));
        // SAFETY: the client passes a place for the event (not null, checked above).
        unsafe { put(place, handle::to_raw(key)) }
    })
}
