//! What the driver keeps for each thread of the client: the stack of current contexts.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use crate::engine::lane::{Kind, Lane};
use crate::fault::calls::Calls;
use crate::fault::script::Effect;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::handle::{self, Key};
use crate::world::health::Health;
use crate::world::stream::Target;
use crate::world::world::World;

#[derive(Debug)]
struct Entry {
    key: Key,
    context: Weak<Context>,
    /// The context's own, so that the commonest call of all does not have to revive it.
    health: Arc<Health>,
    /// Its simulator's.
    calls: Arc<Calls>,
}

/// A thread's own default stream of one context.
#[derive(Debug)]
struct DefaultStream {
    lane: Key,
    id: u64,
    world: Weak<World>,
}

impl Drop for DefaultStream {
    fn drop(&mut self) {
        if let Some(world) = self.world.upgrade() {
            world.engine.close_lane(self.lane);
        }
    }
}

thread_local! {
    static STACK: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
    /// By context.
    static DEFAULT_STREAMS: RefCell<BTreeMap<Key, DefaultStream>> = const { RefCell::new(BTreeMap::new()) };
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
    /// A thread begins in the global mode, which is 0.
    static CAPTURE_MODE: Cell<u32> = const { Cell::new(0) };
}

/// What is on top of the calling thread's stack.
#[derive(Debug)]
pub(crate) enum Current {
    Nothing,
    Live(Arc<Context>),
    /// A context that was destroyed, by another thread or with its simulator.
    Dead,
}

/// The current context of the calling thread.
pub(crate) fn current() -> Current {
    let top = STACK.try_with(|stack| stack.borrow().last().map(|entry| entry.context.upgrade()));
    match top {
        Ok(Some(Some(context))) if !context.health.has_ended() => Current::Live(context),
        Ok(Some(_)) => Current::Dead,
        _ => Current::Nothing,
    }
}

/// The key on top of the stack, dead or alive.
pub(crate) fn current_key() -> Option<Key> {
    STACK.try_with(|stack| stack.borrow().last().map(|entry| entry.key)).ok().flatten()
}

/// Counts a call that only asks for the current context: its key, dead or alive, and what is to happen to the call.
pub(crate) fn note_call(name: Name) -> (Option<Key>, Option<Effect>) {
    let noted = STACK.try_with(|stack| {
        stack.borrow().last().map(|entry| {
            let effect = if entry.health.has_ended() { None } else { entry.calls.note(name) };
            (entry.key, effect)
        })
    });
    noted.ok().flatten().map_or((None, None), |(key, effect)| (Some(key), effect))
}

pub(crate) fn push(context: &Arc<Context>) {
    let entry = Entry {
        key: context.key,
        context: Arc::downgrade(context),
        health: Arc::clone(&context.health),
        calls: Arc::clone(&context.world.calls),
    };
    // A thread whose locals are gone already is about to end; it has no further use for a current context.
    let _ = STACK.try_with(|stack| stack.borrow_mut().push(entry));
}

pub(crate) fn pop() -> Option<Key> {
    STACK.try_with(|stack| stack.borrow_mut().pop().map(|entry| entry.key)).ok().flatten()
}

/// Runs a function of the client's as the driver does: on a thread without a current context, where CUDA may not be called.
pub(crate) fn in_callback(call: impl FnOnce()) {
    let hidden = STACK.try_with(|stack| std::mem::take(&mut *stack.borrow_mut()));
    let before = IN_CALLBACK.try_with(|flag| flag.replace(true));
    call();
    let _ = IN_CALLBACK.try_with(|flag| flag.set(before.unwrap_or(false)));
    if let Ok(hidden) = hidden {
        let _ = STACK.try_with(|stack| *stack.borrow_mut() = hidden);
    }
}

/// Whether the calling thread is inside a function that the driver called.
pub(crate) fn is_in_callback() -> bool {
    IN_CALLBACK.try_with(Cell::get).unwrap_or(false)
}

/// The calling thread's capture mode.
pub(crate) fn capture_mode() -> u32 {
    CAPTURE_MODE.try_with(Cell::get).unwrap_or(0)
}

/// Sets the calling thread's capture mode and returns the one before.
pub(crate) fn exchange_capture_mode(mode: u32) -> u32 {
    CAPTURE_MODE.try_with(|cell| cell.replace(mode)).unwrap_or(mode)
}

/// The calling thread's own default stream of a context; `None` on a thread that is ending. It is a blocking stream.
pub(crate) fn default_stream(context: &Arc<Context>) -> Option<Target> {
    let found = DEFAULT_STREAMS.try_with(|streams| {
        let mut streams = streams.borrow_mut();
        let stream = streams.entry(context.key).or_insert_with(|| {
            let lane = handle::next_key();
            let queue = Lane::new(context.key, Kind::Blocking, Arc::clone(&context.health));
            context.world.engine.open_lane(lane, queue);
            DefaultStream { lane, id: handle::next_id(), world: Arc::downgrade(&context.world) }
        });
        (stream.lane, stream.id)
    });
    let (lane, id) = found.ok()?;
    Some(Target { lane, id, context: Arc::clone(context), flags: 0, priority: 0 })
}
