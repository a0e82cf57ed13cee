//! Threads that run lanes, one each.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::engine::alarm::Alarm;
use crate::engine::op::Op;
use crate::engine::wait::{LONGEST_PAUSE, WATCH};
use crate::world::handle::Key;
use crate::world::health::Health;
use crate::world::world::World;

/// Starts the thread of a lane. It ends when the lane is closed and empty, or the simulator shuts down.
pub(crate) fn spawn(world: &Arc<World>, key: Key, wake: Arc<Alarm>) -> Answer {
    let shared = Arc::clone(world);
    let builder = thread::Builder::new().name(format!("cuda-sim {key:#x}"));
    match builder.spawn(move || run_lane(&shared, key, &wake)) {
        Ok(handle) => {
            world.workers.add(handle);
            Ok(())
        }
        Err(error) => {
            eprintln!("cuda-sim: no thread for a stream: {error}");
            Err(CUresult::CUDA_ERROR_OPERATING_SYSTEM)
        }
    }
}

fn run_lane(world: &World, key: Key, wake: &Alarm) {
    let engine = &world.engine;
    let mut state = engine.lock();
    let mut pause = WATCH;
    loop {
        if state.shut_down {
            return;
        }
        if let Some((op, health)) = state.start(key) {
            pause = WATCH;
            drop(state);
            dawdle(world);
            perform(world, &op, &health);
            drop(op);
            state = engine.lock();
            state.finish(key, world.config.adversity.lag(&world.rng));
            state.wake_workers();
            engine.host.ring();
            continue;
        }
        match state.lanes.get(&key) {
            None => return,
            Some(lane) if lane.closing && lane.is_idle() => {
                state.lanes.remove(&key);
                return;
            }
            Some(_) if state.is_watching(key) => {
                // What other streams do wakes this one; what the client, a kernel or another process writes does not.
                state = wake.wait_for(state, pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Some(_) => state = wake.wait(state),
        }
    }
}

/// Runs one operation, or drops it if its context no longer works. The lock of the engine is not held.
pub(crate) fn perform(world: &World, op: &Op, health: &Health) {
    if health.drops_work() {
        op.dropped(health.sticky().unwrap_or(code::CONTEXT_IS_DESTROYED));
        return;
    }
    if let Err(code) = op.run(world) {
        world.work_faulted(health, code);
    }
}

/// Lets some time pass before an operation, by seed: a GPU is not eager.
fn dawdle(world: &World) {
    if !world.config.adversity.delays {
        return;
    }
    match world.rng.below(16) {
        0 => thread::sleep(Duration::from_micros(world.rng.next() % 200)),
        1..=4 => (0..world.rng.below(8)).for_each(|_| thread::yield_now()),
        _ => {}
    }
}

/// The threads of a simulator.
#[derive(Debug, Default)]
pub(crate) struct Workers {
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl Workers {
    fn add(&self, handle: JoinHandle<()>) {
        let ended: Vec<_> = {
            let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
            handles.push(handle);
            handles.extract_if(.., |handle| handle.is_finished()).collect()
        };
        join_all(ended);
    }

    /// Waits for every thread to end, except for the calling one.
    pub(crate) fn join(&self) {
        let handles = std::mem::take(&mut *self.handles.lock().unwrap_or_else(PoisonError::into_inner));
        join_all(handles);
    }
}

fn join_all(handles: Vec<JoinHandle<()>>) {
    for handle in handles {
        if handle.thread().id() != thread::current().id() && handle.join().is_err() {
            eprintln!("cuda-sim: the thread of a stream panicked");
        }
    }
}
