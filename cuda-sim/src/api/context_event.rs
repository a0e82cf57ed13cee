//! Events that stand for all work of a context.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::Arc;

use cuda_sys::{CUcontext, CUevent, CUresult};

use crate::api::call::entry;
use crate::code;
use crate::engine::lane::{Kind, Lane};
use crate::engine::op::Op;
use crate::engine::queue;
use crate::engine::watch::Watch;
use crate::name::Name;
use crate::world::event::Awaited;
use crate::world::{handle, registry};

pub(crate) unsafe extern "C" fn cuCtxRecordEvent(context: CUcontext, event: CUevent) -> CUresult {
    entry(Name::cuCtxRecordEvent).on_named(context, |context| {
        let event = registry::event(handle::to_key(event)).ok_or(code::INVALID_HANDLE)?;
        if event.context.key != context.key {
            return Err(code::INVALID_HANDLE);
        }
        context.world.captures.may_ask_context(context.key)?;
        let engine = &context.world.engine;
        let tails = engine.lock().tails_of(context.key);
        // The record waits for all lanes, so it needs one that none of them waits for.
        let lane = handle::next_key();
        engine.open_lane(lane, Lane::new(context.key, Kind::NonBlocking, Arc::clone(&context.health)));
        let mark = event.mark();
        let record = mark.record();
        let recorded = queue::enqueue(&context.world, lane, Op::Record(mark), &tails);
        engine.close_lane(lane);
        event.set_record(record(recorded?));
        Ok(())
    })
}

pub(crate) unsafe extern "C" fn cuCtxWaitEvent(context: CUcontext, event: CUevent) -> CUresult {
    entry(Name::cuCtxWaitEvent).on_named(context, |context| {
        let event = registry::event(handle::to_key(event)).ok_or(code::INVALID_HANDLE)?;
        context.world.captures.may_ask_context(context.key)?;
        if event.captured().is_some() {
            return Err(code::CAPTURE_ISOLATION);
        }
        let world = &context.world;
        let tails = world.engine.lock().tails_of(context.key);
        let mut lanes = tails.iter().map(|tail| tail.ticket.lane);
        lanes.try_for_each(|lane| match event.awaited() {
            Awaited::Nothing => Ok(()),
            Awaited::Point(point) => queue::enqueue(world, lane, Op::Join, &[point]).map(drop),
            Awaited::Foreign(record) => queue::push(world, lane, Op::Await(Watch::Record(record))),
        })
    })
}
