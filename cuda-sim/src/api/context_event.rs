//! Events that stand for all work of a context.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![expect(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::sync::{Arc, OnceLock};

use cuda_sys::{CUcontext, CUevent, CUresult};

use crate::api::call::entry;
use crate::code;
use crate::engine::lane::{Kind, Lane};
use crate::engine::op::Op;
use crate::engine::queue;
use crate::name::Name;
use crate::world::event::Record;
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
        let time = Arc::new(OnceLock::new());
        let recorded = queue::enqueue(&context.world, lane, Op::Record(Arc::clone(&time)), &tails);
        engine.close_lane(lane);
        event.set_record(Record { point: recorded?, time });
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
        let Some(record) = event.record() else { return Ok(()) };
        let tails = context.world.engine.lock().tails_of(context.key);
        for tail in tails {
            queue::enqueue(&context.world, tail.ticket.lane, Op::Join, std::slice::from_ref(&record.point))?;
        }
        Ok(())
    })
}
