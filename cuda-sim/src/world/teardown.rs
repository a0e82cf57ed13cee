//! The end of a context: what it owned goes with it.

use std::sync::Arc;

use crate::engine::op::Op;
use crate::engine::stepper;
use crate::fault::report::Kind;
use crate::memory::host;
use crate::memory::space::Owner;
use crate::world::context::Context;
use crate::world::registry::{self, Object};
use crate::world::world::World;

/// Ends a context: finishes or drops its work, as the driver may, waits for what is running, and destroys its streams, events and
/// memory. Stream-ordered memory stays.
pub(crate) fn end(context: &Arc<Context>) {
    let world = &context.world;
    if context.health.sticky().is_none() && world.config.adversity.destroy_finishes.decide(&world.rng) {
        finish(world, context.key);
    }
    world.captures.forget(context.key);
    context.health.end();
    context.health.stop_kernels();
    world.engine.wake_all();
    quiesce(world, context.key);
    world.printer.flush();
    report_leaks(world, context);
    let objects = registry::remove_where(|object| object.context_key() == Some(context.key));
    drop(objects);
    host::end_of(world, context.key);
    world.imports.forget(context.key);
    for allocation in world.space.remove_where(|allocation| allocation.owner.context() == Some(context.key)) {
        world.give_back(&allocation);
    }
}

/// Lets the context's work run to its end, as far as no gate holds it.
fn finish(world: &Arc<World>, context: usize) {
    let mut state = world.engine.lock();
    loop {
        let mine = || state.lanes.values().filter(|lane| lane.context == context);
        let is_held = mine().any(|lane| {
            lane.pending().any(|op| matches!(&**op, Op::Gate(_) | Op::Host(_) | Op::Await(_)) && !op.may_start())
        });
        if state.shut_down || is_held || state.is_held() || mine().all(|lane| lane.is_idle()) {
            return;
        }
        if !world.config.has_threads() {
            let (ran, again) = stepper::step_locked(world, state);
            state = again;
            if ran {
                continue;
            }
        }
        state = world.engine.host.wait(state);
    }
}

/// Waits until nothing of the context runs any more (its queued work is dropped from now on), and removes its lanes.
fn quiesce(world: &Arc<World>, context: usize) {
    let mut state = world.engine.lock();
    loop {
        let mine: Vec<_> = state.lanes.iter().filter(|(_, lane)| lane.context == context).map(|(key, _)| key).collect();
        if !world.config.has_threads() {
            for key in &mine {
                while let Some((op, health)) = state.start(*key) {
                    drop(state);
                    crate::engine::worker::perform(world, &op, &health);
                    state = world.engine.lock();
                    state.finish(*key, 0);
                }
            }
        }
        if state.shut_down || mine.iter().all(|key| state.lanes.get(key).is_none_or(|lane| lane.is_idle())) {
            for key in mine {
                if let Some(lane) = state.lanes.remove(&key) {
                    lane.wake.ring();
                    lane.space.ring();
                }
            }
            drop(state);
            world.engine.host.ring();
            return;
        }
        state = world.engine.host.wait(state);
    }
}

fn is_memory_of(owner: Owner, context: &Context) -> bool {
    matches!(owner, Owner::Context(key) | Owner::Managed(key) if key == context.key)
}

fn report_leaks(world: &World, context: &Context) {
    let mine = registry::list(|object| object.context_key() == Some(context.key));
    let streams = mine.iter().filter(|object| matches!(object, Object::Stream(_))).count();
    let modules =
        mine.iter().filter(|object| matches!(object, Object::Module(module) if module.library.is_none())).count();
    let links = mine.iter().filter(|object| matches!(object, Object::Link(_))).count();
    let arrays = mine.iter().filter(|object| matches!(object, Object::Array(_))).count();
    let images = mine.iter().filter(|object| matches!(object, Object::Image(_))).count();
    let events = mine.iter().filter(|object| matches!(object, Object::Event(_))).count();
    let memory = world.space.snapshot().live().filter(|a| is_memory_of(a.owner, context)).count();
    let host = world.host.count_of(context.key);
    let foreign = world.space.snapshot().live().filter(|a| a.owner == Owner::Foreign(context.key)).count();
    for (count, what) in [
        (streams, "streams"),
        (events, "events"),
        (arrays, "arrays"),
        (images, "texture and surface objects"),
        (modules, "modules"),
        (links, "links"),
        (memory, "device allocations"),
        (host, "page-locked ranges"),
        (foreign, "pieces of other processes' memory"),
        (context.heap.totals().0, "blocks of the kernels' heap"),
    ] {
        if count > 0 {
            world.reports.add(Kind::Leak, format!("{count} {what} were alive when their context ended"));
        }
    }
}
