//! Streams: waiting for them, asking them, ordering them.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::c_uint;

use cuda_sys::{CUevent, CUresult, CUstream};

use crate::api::call::entry;
use crate::code;
use crate::engine::op::Op;
use crate::engine::queue;
use crate::engine::wait;
use crate::engine::watch::Watch;
use crate::name::Name;
use crate::world::event::Awaited;
use crate::world::graph::work::Work;
use crate::world::{handle, registry};

/// A wait that a graph makes, instead of an edge of it.
const EXTERNAL: c_uint = 1;

pub(crate) unsafe extern "C" fn cuStreamQuery(stream: CUstream) -> CUresult {
    entry(Name::cuStreamQuery).on_stream(stream, |target| {
        let world = &target.context.world;
        world.captures.may_ask(target)?;
        wait::query_lane(world, &target.context.health, target.lane)
    })
}

pub(crate) unsafe extern "C" fn cuStreamSynchronize(stream: CUstream) -> CUresult {
    entry(Name::cuStreamSynchronize).on_stream(stream, |target| {
        let world = &target.context.world;
        world.captures.may_ask(target)?;
        let points = world.engine.lock().awaited_by(target.lane);
        wait::wait(world, &target.context.health, &points.ok_or(code::INVALID_HANDLE)?)
    })
}

pub(crate) unsafe extern "C" fn cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint) -> CUresult {
    entry(Name::cuStreamWaitEvent).on_stream(stream, |target| {
        if flags & !EXTERNAL != 0 {
            return Err(code::INVALID_VALUE);
        }
        let event = registry::event(handle::to_key(event)).ok_or(code::INVALID_HANDLE)?;
        if event.context.world.id != target.context.world.id {
            return Err(code::INVALID_HANDLE);
        }
        let captures = &target.context.world.captures;
        let is_captured = match event.captured() {
            // An event of a capture is a matter of that capture, whatever this stream does.
            Some(captured) if flags == 0 => return captures.join(target, &captured),
            captured => captured.is_some(),
        };
        if captures.takes(target)? {
            return match event.awaited() {
                _ if flags == EXTERNAL => captures.add(target, Work::Wait(event)),
                Awaited::Nothing => Ok(()),
                _ => Err(captures.spoil(target, code::CAPTURE_ISOLATION).unwrap_or(code::CAPTURE_ISOLATION)),
            };
        }
        if flags != 0 || is_captured {
            return Err(code::INVALID_VALUE);
        }
        let (world, lane) = (&target.context.world, target.lane);
        match event.awaited() {
            Awaited::Nothing => Ok(()),
            Awaited::Point(point) => queue::enqueue(world, lane, Op::Join, &[point]).map(drop),
            Awaited::Foreign(record) => queue::push(world, lane, Op::Await(Watch::Record(record))),
        }
    })
}
