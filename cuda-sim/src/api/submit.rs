//! Checks of copies and fills, and their way into a stream.
#![expect(unsafe_code, reason = "reads the client's memory when an upload is staged")]

use std::sync::Arc;

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::engine::op::Op;
use crate::engine::order::Point;
use crate::engine::queue;
use crate::engine::transfer::{Copy, End, Shape};
use crate::engine::wait;
use crate::fault::report::Kind;
use crate::memory::pointer::HostPointer;
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Found};
use crate::world::graph::work::{CopyWork, HostWork, Work};
use crate::world::stream::Target;
use crate::world::world::World;

/// What a copy promises about the time of its return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// Before the work is done, where CUDA allows that.
    Early,
    /// When the client may use its host memory again: an upload may still be on its way.
    HostFree,
    /// When all is done.
    Done,
}

/// Checks that `len` bytes at `base` are live device memory; if several mappings side by side are, answers the first.
pub(crate) fn device(world: &World, base: u64, len: usize, what: &str) -> Result<Arc<Allocation>, CUresult> {
    match world.space.find(base, len as u64) {
        Found::Live(allocation) if !allocation.is_accessible() => {
            let text = format!("{what} of {len} bytes at {base:#x}, which no device may access");
            world.reports.add(Kind::OutOfBounds, text);
            Err(code::INVALID_VALUE)
        }
        Found::Live(allocation) => {
            if allocation.free_is_queued() {
                let text = format!("{what} of {len} bytes at {base:#x} after their free was queued");
                world.reports.add(Kind::UseAfterFree, text);
            }
            Ok(allocation)
        }
        Found::Freed => {
            world.reports.add(Kind::UseAfterFree, format!("{what} of {len} bytes at {base:#x}, which were freed"));
            Err(code::INVALID_VALUE)
        }
        Found::Overrun => {
            let pieces = world.space.snapshot().side_by_side(Addresses::new(base, len as u64));
            if let Some(pieces) = pieces.filter(|pieces| pieces.iter().all(|piece| piece.is_accessible())) {
                return pieces.into_iter().next().ok_or(code::INVALID_VALUE);
            }
            let text = format!("{what} of {len} bytes at {base:#x} runs over the end of its allocation");
            world.reports.add(Kind::OutOfBounds, text);
            Err(code::INVALID_VALUE)
        }
        Found::Nothing => {
            world
                .reports
                .add(Kind::OutOfBounds, format!("{what} of {len} bytes at {base:#x}, which is no device memory"));
            Err(code::INVALID_VALUE)
        }
    }
}

/// Checks that device memory is live when a stream's work reaches it: now, or, where the stream is captured, also once a graph
/// has allocated it.
pub(crate) fn reached(target: &Target, range: Addresses, what: &str) -> Answer {
    let world = &target.context.world;
    if world.captures.takes(target)? && world.graph_memories.find(range).is_some() {
        return Ok(());
    }
    device(world, range.base, usize::try_from(range.len).unwrap_or(usize::MAX), what).map(drop)
}

/// Queues an operation on a stream and answers where, or adds it to the graph that the stream is captured into.
pub(crate) fn queue(target: &Target, op: Op) -> Result<Option<Point>, CUresult> {
    let captures = &target.context.world.captures;
    if !captures.takes(target)? {
        return queue::enqueue(&target.context.world, target.lane, op, &[]).map(Some);
    }
    let work = match op {
        Op::Copy(copy) => Work::Copy(Box::new(CopyWork::captured(copy))),
        Op::Fill(fill) => Work::Fill(fill),
        Op::Launch(launch) => Work::Kernel(launch),
        Op::Host(call) => Work::Host(HostWork { function: Some(call.function), argument: call.argument }),
        Op::Await(_) | Op::Write(_) => {
            eprintln!("cuda-sim: a capture of waits for values and writes of values is not simulated");
            return Err(captures.spoil(target, code::NOT_SUPPORTED).unwrap_or(code::NOT_SUPPORTED));
        }
        // What else there is cannot be part of a graph.
        _ => return Err(captures.spoil(target, code::CAPTURE_UNSUPPORTED).unwrap_or(code::CAPTURE_UNSUPPORTED)),
    };
    captures.add(target, work)?;
    Ok(None)
}

/// Checks the ends of a copy.
fn check(target: &Target, copy: &Copy) -> Answer {
    let world = &target.context.world;
    for (end, span, what) in
        [(&copy.from, copy.shape.source_span(), "a read"), (&copy.to, copy.shape.target_span(), "a write")]
    {
        match end {
            End::Device(base) => reached(target, Addresses::new(*base, span as u64), what)?,
            End::Host(pointer) if pointer.is_null() => return Err(code::INVALID_VALUE),
            End::Host(_) | End::Staged(_) => {}
        }
    }
    if let (End::Device(from), End::Device(to)) = (&copy.from, &copy.to) {
        let from = Addresses::new(*from, copy.shape.source_span() as u64);
        let to = Addresses::new(*to, copy.shape.target_span() as u64);
        if from.overlaps(to) {
            world
                .reports
                .add(Kind::Overlap, format!("a copy from {:#x} to {:#x}, {} bytes", from.base, to.base, from.len));
        }
    }
    Ok(())
}

/// Queues a copy, and returns as late as `returns` and the memory involved demand.
pub(crate) fn copy(target: &Target, from: End, to: End, shape: Shape, returns: Return) -> Answer {
    if shape.is_empty() {
        return Ok(());
    }
    let mut copy = Copy { from, to, shape, sum: None };
    let world = &target.context.world;
    check(target, &copy)?;
    if world.captures.takes(target)? {
        if returns != Return::Early {
            // It would wait for the stream.
            return Err(world.captures.spoil(target, code::CAPTURE_UNSUPPORTED).unwrap_or(code::CAPTURE_UNSUPPORTED));
        }
        return queue(target, Op::Copy(copy)).map(drop);
    }
    let uploads = matches!((&copy.from, &copy.to), (End::Host(_), End::Device(_)));
    let is_pageable =
        [(&copy.from, shape.source_span()), (&copy.to, shape.target_span())].iter().any(|(end, span)| match end {
            End::Host(pointer) => !world.host.is_locked(pointer.range(*span)),
            End::Device(_) | End::Staged(_) => false,
        });
    let is_host_only = matches!((&copy.from, &copy.to), (End::Host(_), End::Host(_)));
    let waits = is_host_only
        || match returns {
            Return::Done => true,
            Return::HostFree if uploads && is_pageable => world.config.adversity.pageable_waits.decide(&world.rng),
            Return::HostFree => !matches!((&copy.from, &copy.to), (End::Device(_), End::Device(_))),
            Return::Early if is_pageable => world.config.adversity.pageable_waits.decide(&world.rng),
            Return::Early => false,
        };
    if !waits && uploads && is_pageable {
        if returns == Return::HostFree {
            synchronize(target)?;
        }
        return push(target, stage(copy)).map(drop);
    }
    if !waits {
        copy.sum_up(world);
    }
    let ticket = push(target, copy)?;
    if waits { wait::wait(world, &target.context.health, &[ticket]) } else { Ok(()) }
}

/// Waits for what is on the stream already.
fn synchronize(target: &Target) -> Answer {
    let world = &target.context.world;
    let tickets = world.engine.lock().awaited_by(target.lane).ok_or(code::INVALID_HANDLE)?;
    wait::wait(world, &target.context.health, &tickets)
}

fn push(target: &Target, copy: Copy) -> Result<Point, CUresult> {
    queue::enqueue(&target.context.world, target.lane, Op::Copy(copy), &[])
}

/// Takes the bytes of an upload from the client now.
fn stage(copy: Copy) -> Copy {
    let End::Host(pointer) = copy.from else { return copy };
    let mut bytes = vec![0; copy.shape.source_span()];
    // SAFETY: the client passed this memory as the source of a copy of this span, so it is readable during the call.
    unsafe { pointer.read(0, &mut bytes) };
    Copy { from: End::Staged(bytes), ..copy }
}

/// The client's memory as a source.
pub(crate) fn source(pointer: *const std::ffi::c_void) -> End {
    End::Host(HostPointer::new(pointer.cast::<u8>().cast_mut()))
}

/// The client's memory as a destination.
pub(crate) fn destination(pointer: *mut std::ffi::c_void) -> End {
    End::Host(HostPointer::new(pointer.cast()))
}
