//! The engine without threads: one operation at a time, on the caller's thread, picked by the seed.

use std::sync::{Arc, MutexGuard};

use crate::engine::queue::State;
use crate::engine::worker;
use crate::world::world::World;

/// Runs one operation if any is ready; says whether one was.
pub(crate) fn step(world: &Arc<World>) -> bool {
    let state = world.engine.lock();
    step_locked(world, state).0
}

/// As [`step`], for a caller that holds the lock. It is given back held; it is not held while the operation runs.
pub(crate) fn step_locked<'a>(
    world: &'a Arc<World>,
    mut state: MutexGuard<'a, State>,
) -> (bool, MutexGuard<'a, State>) {
    let ready: Vec<_> = state.lanes.keys().filter(|key| state.is_ready(*key)).collect();
    if ready.is_empty() {
        return (false, state);
    }
    let key = ready[world.rng.below(ready.len())];
    let Some((op, health)) = state.start(key) else { return (false, state) };
    drop(state);
    world.engine.clock.advance(op.cost());
    worker::perform(world, &op, &health);
    drop(op);
    let mut state = world.engine.lock();
    state.finish(key, world.config.adversity.lag(&world.rng));
    world.engine.host.ring();
    (true, state)
}
