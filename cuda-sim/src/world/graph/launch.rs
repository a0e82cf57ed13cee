//! A launch of a graph: one place in its stream, and behind that place as many lanes as the edges let run at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::code::{self, Answer};
use crate::engine::lane::{Kind, Lane};
use crate::engine::op::{HostCall, Op};
use crate::engine::order::Point;
use crate::engine::queue::State;
use crate::engine::space;
use crate::engine::watch::Watch;
use crate::fault::report::Kind as Mistake;
use crate::fault::script::HostFunctions;
use crate::memory::range::Addresses;
use crate::world::event::Awaited;
use crate::world::graph::exec::{AUTO_FREE, Exec, Plan, Step};
use crate::world::graph::memory::GraphMemory;
use crate::world::graph::work::{HostWork, Work};
use crate::world::handle::{self, Key};
use crate::world::registry;
use crate::world::stream::Target;
use crate::world::world::World;

/// Queues all steps of an exec.
pub(crate) fn launch(exec: &Exec, target: &Target) -> Answer {
    let world = &target.context.world;
    let mut plan = exec.plan();
    let steps = plan.steps.iter().filter(|step| step.is_enabled);
    steps.clone().try_for_each(|step| check(world, step))?;
    let leftovers = take_memory(world, exec, steps)?;
    let mut guard = space::wait(world, world.engine.lock(), target.lane);
    let end = queue(world, exec, &mut plan, target, &mut guard, &leftovers);
    drop(guard);
    world.engine.host.ring();
    plan.last = Some(end?);
    Ok(())
}

/// Checks that what a step needs still exists.
fn check(world: &World, step: &Step) -> Answer {
    let what = match &step.work {
        Work::Kernel(launch) => {
            let module = &launch.function.module;
            if module.context.health.has_ended() {
                return Err(code::CONTEXT_IS_DESTROYED);
            }
            (registry::find(module.key).is_none(), "a kernel whose module was unloaded")
        }
        Work::Record(event) | Work::Wait(event) => {
            (registry::event(event.key).is_none(), "an event that was destroyed")
        }
        _ => return Ok(()),
    };
    if what.0 {
        world.reports.add(Mistake::StaleHandle, format!("a graph was launched with {}", what.1));
        return Err(code::INVALID_HANDLE);
    }
    Ok(())
}

/// Puts memory behind the addresses that the launch allocates, and notes which it frees. Answers what an earlier launch left allocated
/// and this one frees first.
fn take_memory<'a>(
    world: &World,
    exec: &Exec,
    steps: impl Iterator<Item = &'a Step> + Clone,
) -> Result<Vec<Addresses>, cuda_sys::CUresult> {
    let mut taken: Vec<&Arc<GraphMemory>> = Vec::new();
    let mut given = BTreeSet::new();
    let mut leftovers = Vec::new();
    // First only looks, so that a launch that is refused changes nothing.
    for step in steps.clone() {
        match &step.work {
            Work::Allocate(memory) if memory.is_taken() => {
                if exec.flags & AUTO_FREE == 0 {
                    return Err(code::INVALID_VALUE);
                }
                leftovers.push(memory.range);
                taken.push(memory);
            }
            Work::Allocate(memory) => taken.push(memory),
            Work::Free(address) => {
                let known = world.graph_memories.find(Addresses::new(*address, 1));
                let memory = known.filter(|memory| memory.range.base == *address).ok_or(code::INVALID_VALUE)?;
                let is_there = memory.is_taken() || taken.iter().any(|other| other.range.base == *address);
                if !is_there || !given.insert(*address) {
                    world
                        .reports
                        .add(Mistake::DoubleFree, format!("a graph frees {address:#x}, which is not allocated"));
                    return Err(code::INVALID_VALUE);
                }
            }
            _ => {}
        }
    }
    for memory in leftovers.iter().filter_map(|range| world.graph_memories.find(*range)) {
        memory.give();
    }
    for (index, memory) in taken.iter().enumerate() {
        if let Err(code) = memory.take(world) {
            for memory in &taken[..index] {
                memory.give();
                world.free_in_order(memory.range.base, 0);
            }
            return Err(code);
        }
    }
    for memory in given.iter().filter_map(|base| world.graph_memories.find(Addresses::new(*base, 1))) {
        memory.give();
    }
    Ok(leftovers)
}

/// Queues the steps, and answers where they end. The lock of the engine is held throughout, so nothing comes in between.
fn queue(
    world: &Arc<World>,
    exec: &Exec,
    plan: &mut Plan,
    target: &Target,
    state: &mut State,
    leftovers: &[Addresses],
) -> Result<Point, cuda_sys::CUresult> {
    let main = target.lane;
    let head = state.enqueue(world, main, Op::Join, plan.last.as_slice())?;
    for range in leftovers {
        state.enqueue(world, main, Op::Free(*range, main), &[])?;
    }
    let head = if leftovers.is_empty() { head } else { state.enqueue(world, main, Op::Join, &[])? };
    let mut lanes = Lanes { target, kept: &mut plan.lanes, context: &mut plan.context, used: 0, is_main_used: false };
    let mut points: Vec<Point> = Vec::with_capacity(plan.steps.len());
    // Whether a later step goes on in the same lane, or waits for this one.
    let mut is_continued = vec![false; plan.steps.len()];
    let mut is_awaited = vec![false; plan.steps.len()];
    for step in &plan.steps {
        let before = step.after.iter().find(|index| !is_continued[**index]);
        let lane = match before {
            Some(index) => {
                is_continued[*index] = true;
                points[*index].ticket.lane
            }
            None => lanes.next(state),
        };
        let mut after: Vec<Point> = step.after.iter().map(|index| points[*index].clone()).collect();
        step.after.iter().for_each(|index| is_awaited[*index] = true);
        if after.is_empty() {
            after.push(head.clone());
        }
        let mut record = None;
        let op = match &step.work {
            Work::Record(event) => {
                let mark = event.mark();
                record = Some((event, mark.record()));
                Op::Record(mark)
            }
            work if step.is_enabled => op(world, work, lane, &mut after),
            _ => Op::Join,
        };
        let point = state.enqueue(world, lane, op, &after)?;
        if let Some((event, record)) = record {
            event.set_record(record(point.clone()));
        }
        points.push(point);
    }
    let ends: Vec<Point> =
        points.into_iter().zip(is_awaited).filter(|(_, is_awaited)| !is_awaited).map(|(point, _)| point).collect();
    exec.shared.hold();
    state.enqueue(world, main, Op::LetGo(Arc::clone(&exec.shared)), &ends)
}

/// The operation that does a step's work.
fn op(world: &World, work: &Work, lane: Key, after: &mut Vec<Point>) -> Op {
    match work {
        Work::Kernel(launch) => Op::Launch(launch.clone()),
        Work::Copy(copy) => Op::Copy(copy.copy()),
        Work::Fill(fill) => Op::Fill(fill.clone()),
        Work::Host(host) => host_call(world, host).map_or(Op::Join, Op::Host),
        Work::Wait(event) => {
            match event.awaited() {
                Awaited::Foreign(record) => return Op::Await(Watch::Record(record)),
                Awaited::Point(point) => after.push(point),
                Awaited::Nothing => {}
            }
            Op::Join
        }
        Work::Allocate(memory) => Op::Allocate(memory.range),
        Work::Free(address) => match world.graph_memories.find(Addresses::new(*address, 1)) {
            Some(memory) => Op::Free(memory.range, lane),
            None => Op::Join,
        },
        // Records are queued by who knows where they end up.
        Work::Graph(_) | Work::Record(_) | Work::Empty => Op::Join,
    }
}

/// The call of a host function, as the fault script wants it.
fn host_call(world: &World, host: &HostWork) -> Option<HostCall> {
    let function = host.function?;
    let (lost, held) = match world.faults.host_functions() {
        HostFunctions::Called => (false, None),
        HostFunctions::Lost => (true, None),
        HostFunctions::Held(latch) => (false, Some(latch)),
    };
    Some(HostCall { function, argument: host.argument, held, lost })
}

/// The lanes of a launch: the stream's own first, then others, which the exec keeps for its next launch.
struct Lanes<'a> {
    target: &'a Target,
    kept: &'a mut Vec<Key>,
    context: &'a mut Key,
    used: usize,
    is_main_used: bool,
}

impl Lanes<'_> {
    fn next(&mut self, state: &mut State) -> Key {
        if !self.is_main_used {
            self.is_main_used = true;
            return self.target.lane;
        }
        let context = &self.target.context;
        if *self.context != context.key {
            // Lanes of another context: their work goes on, and they end with it.
            self.kept.drain(..).for_each(|lane| state.close(lane));
            *self.context = context.key;
        }
        if self.used == self.kept.len() {
            let key = handle::next_key();
            state.lanes.insert(key, Lane::new(context.key, Kind::NonBlocking, Arc::clone(&context.health)));
            self.kept.push(key);
        }
        self.used += 1;
        self.kept[self.used - 1]
    }
}
