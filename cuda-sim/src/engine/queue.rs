//! The state of the engine: all lanes under one lock, and the rules by which operations become ready.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::engine::alarm::Alarm;
use crate::engine::clock::Clock;
use crate::engine::gate::Latch;
use crate::engine::history::{History, Newcomer, Use};
use crate::engine::lane::{Kind, Lane, Queued, Ticket};
use crate::engine::op::Op;
use crate::engine::order::{self, Order, Point};
use crate::engine::space;
use crate::engine::worker;
use crate::memory::range::Addresses;
use crate::memory::space::Found;
use crate::sorted::Sorted;
use crate::world::handle::Key;
use crate::world::health::Health;
use crate::world::world::World;

/// What the lock of the engine guards.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) lanes: Sorted<Key, Lane>,
    /// Nothing starts while any of these is closed.
    pub(crate) holds: Vec<Arc<Latch>>,
    pub(crate) shut_down: bool,
    /// What the client knows to be done, on whatever thread it learned it.
    pub(crate) told: Arc<Order>,
    pub(crate) history: History,
}

/// So many lanes may be gone before the order forgets them.
const MANY_GONE: usize = 64;

/// The lanes of one simulator.
#[derive(Debug)]
pub(crate) struct Engine {
    state: Mutex<State>,
    /// Host threads that wait for work to end.
    pub(crate) host: Alarm,
    pub(crate) clock: Clock,
}

impl State {
    pub(crate) fn is_done(&self, ticket: Ticket) -> bool {
        self.lanes.get(&ticket.lane).is_none_or(|lane| lane.done >= ticket.number)
    }

    /// Whether it is done, and no query says otherwise.
    fn is_seen(&self, ticket: Ticket) -> bool {
        let lane = self.lanes.get(&ticket.lane);
        lane.is_none_or(|lane| lane.done >= ticket.number && !lane.lags(ticket.number))
    }

    pub(crate) fn is_ready(&self, key: Key) -> bool {
        let Some(lane) = self.lanes.get(&key) else { return false };
        let Some(front) = lane.queue.front() else { return false };
        if lane.running.is_some() {
            return false;
        }
        lane.health.drops_work()
            || (front.op.may_start() && !self.is_held() && front.after.iter().all(|ticket| self.is_done(*ticket)))
    }

    /// Whether a lane waits for a value in memory or for another process, and for nothing else.
    pub(crate) fn is_watching(&self, key: Key) -> bool {
        let Some(lane) = self.lanes.get(&key) else { return false };
        let front = lane.queue.front().filter(|front| matches!(*front.op, Op::Await(_)));
        lane.running.is_none() && front.is_some_and(|front| front.after.iter().all(|ticket| self.is_done(*ticket)))
    }

    /// Whether a test holds everything.
    pub(crate) fn is_held(&self) -> bool {
        self.holds.iter().any(|latch| !latch.is_open())
    }

    /// Takes the front operation of a lane that is ready, and marks the lane as running.
    pub(crate) fn start(&mut self, key: Key) -> Option<(Arc<Op>, Arc<Health>)> {
        if !self.is_ready(key) {
            return None;
        }
        let lane = self.lanes.get_mut(&key)?;
        let queued = lane.queue.pop_front()?;
        lane.running = Some(Arc::clone(&queued.op));
        let health = Arc::clone(&lane.health);
        // What this one does may tell the client that all before it is done.
        lane.lag = 0;
        for ticket in &queued.after {
            if let Some(lane) = self.lanes.get_mut(&ticket.lane)
                && lane.done == ticket.number
            {
                lane.lag = 0;
            }
        }
        space::offer(self, key);
        Some((queued.op, health))
    }

    /// Marks the running operation of a lane as done.
    pub(crate) fn finish(&mut self, key: Key, lag: usize) {
        if let Some(lane) = self.lanes.get_mut(&key) {
            lane.running = None;
            lane.done += 1;
            lane.lag = lag;
            if lane.closing && !lane.has_worker && lane.is_idle() {
                self.lanes.remove(&key);
            }
        }
        space::offer(self, key);
    }

    /// The newest operation of every lane of a context that `picked` picks.
    fn tails(&self, context: Key, picked: impl Fn(Kind) -> bool) -> Vec<Point> {
        let lanes = self.lanes.iter().filter(|(_, lane)| lane.context == context && picked(lane.kind));
        lanes.map(|(key, lane)| lane.tail(key)).collect()
    }

    /// What a wait for a lane waits for: its newest operation, and for the legacy stream those of the streams it waits for.
    pub(crate) fn awaited_by(&self, key: Key) -> Option<Vec<Point>> {
        let lane = self.lanes.get(&key)?;
        let mut points = match lane.kind {
            Kind::Legacy => self.tails(lane.context, |kind| kind == Kind::Blocking),
            Kind::Blocking | Kind::NonBlocking => Vec::new(),
        };
        points.push(lane.tail(key));
        Some(points)
    }

    pub(crate) fn tails_of(&self, context: Key) -> Vec<Point> {
        self.tails(context, |_| true)
    }

    /// What the first pending operation is that touches any of these addresses.
    pub(crate) fn toucher(&self, range: Addresses) -> Option<&Arc<Op>> {
        self.lanes.values().flat_map(Lane::pending).find(|op| op.touches(range))
    }

    /// Whether a pending operation may write this host memory: a download to it, or any function of the client's.
    pub(crate) fn may_write_host(&self, range: Addresses) -> bool {
        let mut pending = self.lanes.values().flat_map(Lane::pending);
        pending.any(|op| matches!(**op, Op::Host(_) | Op::Status(_)) || op.touches(range))
    }

    /// Whether a launch of a kernel of this module is not done.
    pub(crate) fn is_module_in_use(&self, module: Key) -> bool {
        let mut pending = self.lanes.values().flat_map(Lane::pending);
        pending.any(|op| matches!(&**op, Op::Launch(launch) if launch.function.module.key == module))
    }

    /// Notes which memory an operation uses, and reports what it races with.
    fn note_uses(&mut self, world: &World, op: &Op, point: &Point) {
        let State { history, lanes, told, .. } = self;
        if told.len() > lanes.len() + MANY_GONE {
            Arc::make_mut(told).retain(|key| lanes.contains_key(&key));
        }
        if point.order.is_blurred() {
            return;
        }
        for (range, how) in op.uses() {
            let Found::Live(allocation) = world.space.find(range.base, 1) else { continue };
            let range = if how == Use::MayTouch { allocation.range } else { range };
            let newcomer = Newcomer { ticket: point.ticket, name: op.name(), order: &point.order, told };
            let is_live = |ticket: Ticket| lanes.contains_key(&ticket.lane);
            history.note(allocation.range.base, (range, how), newcomer, is_live, &world.reports);
        }
    }

    /// As [`enqueue`], for a caller that holds the lock. It wakes who waits for the host's part afterwards.
    pub(crate) fn enqueue(&mut self, world: &Arc<World>, key: Key, op: Op, after: &[Point]) -> Result<Point, CUresult> {
        let lane = self.lanes.get(&key).ok_or(code::INVALID_HANDLE)?;
        if self.shut_down {
            return Err(code::DEINITIALIZED);
        }
        let implied = match lane.kind {
            Kind::Legacy => self.tails(lane.context, |kind| kind == Kind::Blocking),
            Kind::Blocking => self.tails(lane.context, |kind| kind == Kind::Legacy),
            Kind::NonBlocking => Vec::new(),
        };
        let awaited = || implied.iter().chain(after);
        let tickets = awaited().map(|point| point.ticket).filter(|ticket| !self.is_seen(*ticket)).collect();
        let lane = self.lanes.get_mut(&key).ok_or(code::INVALID_HANDLE)?;
        if world.config.has_threads() && !lane.has_worker {
            worker::spawn(world, key, Arc::clone(&lane.wake))?;
            lane.has_worker = true;
        }
        lane.last += 1;
        let ticket = Ticket { lane: key, number: lane.last };
        awaited().for_each(|point| order::join(&mut lane.order, &point.order));
        order::join(&mut lane.order, &self.told);
        let known = Arc::make_mut(&mut lane.order);
        known.note(ticket);
        if matches!(op, Op::Await(_)) {
            known.blur();
        }
        let op = Arc::new(op);
        lane.queue.push_back(Queued { after: tickets, op: Arc::clone(&op) });
        lane.wake.ring();
        let point = lane.tail(key);
        self.note_uses(world, &op, &point);
        Ok(point)
    }

    /// Lets a lane end once its work is done.
    pub(crate) fn close(&mut self, key: Key) {
        if let Some(lane) = self.lanes.get_mut(&key) {
            lane.closing = true;
            if lane.has_worker {
                lane.wake.ring();
            } else if lane.is_idle() {
                self.lanes.remove(&key);
            }
        }
    }

    /// Wakes the workers that may have something to do.
    pub(crate) fn wake_workers(&self) {
        for (key, lane) in self.lanes.iter().filter(|(_, lane)| lane.wake.has_waiters()) {
            if lane.closing || self.shut_down || self.is_ready(key) {
                lane.wake.ring();
            }
        }
    }
}

impl Engine {
    pub(crate) fn new(clock: Clock) -> Self {
        Engine { state: Mutex::default(), host: Alarm::default(), clock }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn open_lane(&self, key: Key, lane: Lane) {
        self.lock().lanes.insert(key, lane);
    }

    /// Lets a lane end once its work is done.
    pub(crate) fn close_lane(&self, key: Key) {
        self.lock().close(key);
    }

    /// Wakes everybody: a gate opened, or a context faulted.
    pub(crate) fn wake_all(&self) {
        let state = self.lock();
        state.wake_workers();
        state.lanes.values().for_each(|lane| lane.space.ring());
        drop(state);
        self.host.ring();
    }
}

/// Queues `op` on a lane, behind `after` and behind what the legacy stream's rules demand.
pub(crate) fn enqueue(world: &Arc<World>, key: Key, op: Op, after: &[Point]) -> Result<Point, CUresult> {
    let point = space::wait(world, world.engine.lock(), key).enqueue(world, key, op, after)?;
    // In the stepper, threads that wait for something are the ones that run it.
    world.engine.host.ring();
    Ok(point)
}

/// Queues `op` and does not care where.
pub(crate) fn push(world: &Arc<World>, key: Key, op: Op) -> Answer {
    enqueue(world, key, op, &[]).map(drop)
}
