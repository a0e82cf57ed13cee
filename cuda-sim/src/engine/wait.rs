//! Waiting for tickets, and asking about them.

use std::sync::Arc;
use std::time::Duration;

use crate::code::{self, Answer};
use crate::engine::lane::Ticket;
use crate::engine::order::{self, Point};
use crate::engine::queue::State;
use crate::engine::stepper;
use crate::engine::watch::RecordWait;
use crate::world::handle::Key;
use crate::world::health::Health;
use crate::world::world::World;

/// The time until a second look at a value, or at what another process does, that something waits for; it doubles with each look.
pub(crate) const WATCH: Duration = Duration::from_micros(50);
/// The longest time between two looks.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// Waits until every point is done. Answers the sticky error of `health` as soon as there is one, even while work is
/// still running: an error proves nothing about the end of the work.
pub(crate) fn wait(world: &Arc<World>, health: &Health, points: &[Point]) -> Answer {
    let waited = wait_until(world, health, |state| points.iter().all(|point| state.is_done(point.ticket)));
    world.printer.flush();
    waited?;
    let mut state = world.engine.lock();
    for point in points {
        tell(&mut state, point);
    }
    Ok(())
}

/// Waits until `done` says so, driving the stepper where there are no threads.
pub(crate) fn wait_until(world: &Arc<World>, health: &Health, done: impl Fn(&State) -> bool) -> Answer {
    wait_or_watch(world, health, false, done)
}

/// Waits until another process's record is over.
pub(crate) fn wait_for_record(world: &Arc<World>, health: &Health, record: &RecordWait) -> Answer {
    let waited = wait_or_watch(world, health, true, |_| record.is_over());
    world.printer.flush();
    waited?;
    sharpen(&mut world.engine.lock());
    Ok(())
}

/// As [`wait_until`]; asks again and again if nobody says when `done` changes.
fn wait_or_watch(world: &Arc<World>, health: &Health, watches: bool, done: impl Fn(&State) -> bool) -> Answer {
    let mut pause = WATCH;
    let mut state = world.engine.lock();
    loop {
        // Before asking: the streams of a context that ended are gone, whether their work was done or dropped.
        health.check()?;
        if done(&state) {
            return Ok(());
        }
        if state.shut_down {
            return Err(code::DEINITIALIZED);
        }
        if !world.config.has_threads() {
            let (ran, again) = stepper::step_locked(world, state);
            state = again;
            if ran {
                continue;
            }
            if !watches && state.lanes.keys().any(|lane| state.is_watching(lane)) {
                // Nobody says so when the client writes the value itself.
                state = world.engine.host.wait_for(state, WATCH);
                continue;
            }
        }
        if watches {
            state = world.engine.host.wait_for(state, pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
            continue;
        }
        state = world.engine.host.wait(state);
    }
}

/// Whether another process's record is over.
pub(crate) fn query_record(world: &World, health: &Health, record: &RecordWait) -> Answer {
    let mut state = world.engine.lock();
    health.check()?;
    if !record.is_over() {
        return Err(code::NOT_READY);
    }
    sharpen(&mut state);
    Ok(())
}

/// Whether a ticket is done, as a query answers it: done work may be called not ready a few times, until something
/// proves it to the client.
pub(crate) fn query(world: &World, health: &Health, point: &Point) -> Answer {
    let ticket = point.ticket;
    let mut state = world.engine.lock();
    health.check()?;
    if !state.is_done(ticket) {
        return Err(code::NOT_READY);
    }
    if let Some(lane) = state.lanes.get_mut(&ticket.lane)
        && lane.lags(ticket.number)
    {
        lane.lag -= 1;
        return Err(code::NOT_READY);
    }
    tell(&mut state, point);
    Ok(())
}

/// Notes that the client knows that a point is done, and so all that comes before it.
fn tell(state: &mut State, point: &Point) {
    if let Some(lane) = state.lanes.get_mut(&point.ticket.lane) {
        lane.told = lane.told.max(point.ticket.number);
    }
    order::join(&mut state.told, &point.order);
    if state.told.is_blurred() {
        // Whoever wrote the value that was waited for has done so by now.
        sharpen(state);
    }
}

/// Notes that the client may know of all that is done: another process may have told it.
fn sharpen(state: &mut State) {
    let done = state.lanes.iter().map(|(lane, there)| Ticket { lane, number: there.done });
    Arc::make_mut(&mut state.told).sharpen(done);
}

/// The state of a whole stream as a query answers it.
pub(crate) fn query_lane(world: &World, health: &Health, lane: Key) -> Answer {
    let points = world.engine.lock().awaited_by(lane).ok_or(code::INVALID_HANDLE)?;
    points.iter().try_for_each(|point| query(world, health, point))
}
