//! Events.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;
use std::sync::Arc;

use cuda_sys::{CUevent, CUresult, CUstream};

use crate::api::call::{self, Entry, entry, giving_back};
use crate::api::out::put;
use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::engine::{queue, wait};
use crate::name::Name;
use crate::world::event::{Awaited, Event};
use crate::world::graph::work::Work;
use crate::world::handle;
use crate::world::registry::{self, Object};
use crate::world::shared_event::SharedEvent;

const BLOCKING_SYNC: c_uint = 1;
const DISABLE_TIMING: c_uint = 2;
const INTERPROCESS: c_uint = 4;
/// A record that a graph makes, instead of an edge of it.
const EXTERNAL: c_uint = 1;

pub(crate) unsafe extern "C" fn cuEventCreate(place: *mut CUevent, flags: c_uint) -> CUresult {
    entry(Name::cuEventCreate).on_current(|context| {
        if place.is_null() || flags & !(BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS) != 0 {
            return Err(code::INVALID_VALUE);
        }
        let (has_timing, is_shared) = (flags & DISABLE_TIMING == 0, flags & INTERPROCESS != 0);
        if has_timing && is_shared {
            return Err(code::INVALID_VALUE);
        }
        let shared = if is_shared { Some(SharedEvent::create()?) } else { None };
        let key = handle::next_key();
        let event = Event::new(key, Arc::clone(context), has_timing, shared);
        registry::insert(key, Object::Event(Arc::new(event)));
        // SAFETY: the client passes a place for the event (not null, checked above).
        unsafe { put(place, handle::to_raw(key)) }
    })
}

pub(crate) unsafe extern "C" fn cuEventDestroy_v2(event: CUevent) -> CUresult {
    giving_back(Name::cuEventDestroy_v2).on_event(event, |event| match registry::remove(event.key) {
        Some(_) => Ok(()),
        None => Err(code::INVALID_HANDLE),
    })
}

fn record(entry: Entry, event: CUevent, stream: CUstream, flags: c_uint) -> CUresult {
    entry.on_event(event, |event| {
        let target = call::target(stream)?;
        if flags & !EXTERNAL != 0 {
            return Err(code::INVALID_VALUE);
        }
        if target.context.key != event.context.key {
            return Err(code::INVALID_HANDLE);
        }
        let captures = &target.context.world.captures;
        if captures.takes(&target)? {
            if flags == EXTERNAL {
                return captures.add(&target, Work::Record(Arc::clone(event)));
            }
            captures.record(&target).into_iter().for_each(|captured| event.set_captured(captured));
            return Ok(());
        }
        if flags != 0 {
            return Err(code::INVALID_VALUE);
        }
        let mark = event.mark();
        let record = mark.record();
        let point = queue::enqueue(&target.context.world, target.lane, Op::Record(mark), &[])?;
        event.set_record(record(point));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuEventRecord(event: CUevent, stream: CUstream) -> CUresult {
    record(entry(Name::cuEventRecord), event, stream, 0)
}

pub(crate) unsafe extern "C" fn cuEventRecordWithFlags(event: CUevent, stream: CUstream, flags: c_uint) -> CUresult {
    record(entry(Name::cuEventRecordWithFlags), event, stream, flags)
}

pub(crate) unsafe extern "C" fn cuEventQuery(event: CUevent) -> CUresult {
    entry(Name::cuEventQuery).on_event(event, |event| {
        event.context.world.captures.may_ask_event(event.captured().as_ref())?;
        query(event)
    })
}

fn query(event: &Arc<Event>) -> Answer {
    let (world, health) = (&event.context.world, &event.context.health);
    match event.awaited() {
        Awaited::Point(point) => wait::query(world, health, &point),
        Awaited::Foreign(record) => wait::query_record(world, health, &record),
        Awaited::Nothing => Ok(()),
    }
}

pub(crate) unsafe extern "C" fn cuEventSynchronize(event: CUevent) -> CUresult {
    entry(Name::cuEventSynchronize).on_event(event, |event| {
        event.context.world.captures.may_ask_event(event.captured().as_ref())?;
        let (world, health) = (&event.context.world, &event.context.health);
        match event.awaited() {
            Awaited::Point(point) => wait::wait(world, health, &[point]),
            Awaited::Foreign(record) => wait::wait_for_record(world, health, &record),
            Awaited::Nothing => Ok(()),
        }
    })
}

fn elapsed(entry: Entry, milliseconds: *mut f32, start: CUevent, end: CUevent) -> CUresult {
    entry.on_event(start, |start| {
        let end = registry::event(handle::to_key(end)).ok_or(code::INVALID_HANDLE)?;
        if !start.has_timing || !end.has_timing {
            return Err(code::INVALID_HANDLE);
        }
        if start.captured().is_some() || end.captured().is_some() {
            return Err(code::CAPTURED_EVENT);
        }
        let (Some(from), Some(to)) = (start.record(), end.record()) else { return Err(code::INVALID_HANDLE) };
        query(start)?;
        query(&end)?;
        let (Some(&from), Some(&to)) = (from.time.get(), to.time.get()) else { return Err(code::NOT_READY) };
        #[expect(clippy::cast_precision_loss, reason = "the ABI's answer is a float of milliseconds")]
        let nanoseconds = to.abs_diff(from) as f32;
        let sign = if to < from { -1.0 } else { 1.0 };
        // SAFETY: the client passes a place for the time, or null.
        unsafe { put(milliseconds, sign * nanoseconds / 1.0e6) }
    })
}

pub(crate) unsafe extern "C" fn cuEventElapsedTime(milliseconds: *mut f32, start: CUevent, end: CUevent) -> CUresult {
    elapsed(entry(Name::cuEventElapsedTime), milliseconds, start, end)
}

pub(crate) unsafe extern "C" fn cuEventElapsedTime_v2(
    milliseconds: *mut f32,
    start: CUevent,
    end: CUevent,
) -> CUresult {
    elapsed(entry(Name::cuEventElapsedTime_v2), milliseconds, start, end)
}
