//! [`Chores`]: driver calls that may block, kept away from the reactor's thread (R8).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::current::as_reaper;
use super::handle::Reactor;
use crate::context::{ContextEnd, ContextInner};
use crate::error::Error;
use crate::stream::{Departure, DeviceMemory, Held, Retirement, StreamInner};

/// After a try of each chore there is, when all of them have to wait.
const PAUSE: Duration = Duration::from_millis(1);

/// Something to be done by calls that may block.
#[derive(Debug)]
pub(crate) enum Chore {
    /// Free what a finished operation held.
    Release(Held, Arc<ContextInner>),
    /// Free device memory whose owner was dropped on the reactor's thread.
    Memory(DeviceMemory),
    /// Free something that several streams may still use.
    Retire(Retirement),
    /// Prove a number done that no event could be recorded behind.
    Prove(Arc<StreamInner>, u64, Error),
    /// Give back a stream whose last user was dropped on the reactor's thread.
    Departure(Departure),
    /// Give back a context whose last user was dropped on the reactor's thread.
    End(Box<ContextEnd>, Reactor),
}

impl Chore {
    /// Does it, or answers it to be tried again because it would hold up the others.
    fn run(self) -> Option<Self> {
        as_reaper(|| self.run_here())
    }

    fn run_here(self) -> Option<Self> {
        match self {
            Self::Release(held, context) => held.release(&context),
            Self::Memory(memory) => drop(memory),
            Self::Retire(retirement) => retirement.run(),
            Self::Prove(stream, seq, error) => {
                return (!stream.prove(seq, &error)).then_some(Self::Prove(stream, seq, error));
            }
            Self::Departure(departure) => departure.run(),
            Self::End(end, kept_alive) => {
                return end.run_if_idle().map(|end| Self::End(Box::new(end), kept_alive));
            }
        }
        None
    }
}

/// A queue of chores, done by the reaper's thread or, without one, by the next `Reactor::turn`.
#[derive(Debug, Default)]
pub(super) struct Chores {
    state: Mutex<State>,
    /// Whether one came since [`run_queued`](Self::run_queued) began last. Stored under the lock.
    is_any: AtomicBool,
    /// Signalled when a chore comes or the reaper should stop.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Chore>,
    stopping: bool,
}

impl Chores {
    pub(super) fn push(&self, chore: Chore) {
        let mut state = self.state();
        state.queue.push_back(chore);
        // Release: pairs with the Acquire in `is_any`.
        self.is_any.store(true, Ordering::Release);
        drop(state);
        self.changed.notify_one();
    }

    /// Whether there is one to be done by [`run_queued`](Self::run_queued).
    pub(super) fn is_any(&self) -> bool {
        // Acquire: pairs with the Release in `push`.
        self.is_any.load(Ordering::Acquire)
    }

    /// Does what is queued now, on this thread, each once.
    pub(super) fn run_queued(&self) {
        if !self.is_any() {
            return;
        }
        let state = self.state();
        let count = state.queue.len();
        // Relaxed: under the lock, as the store in `push`.
        self.is_any.store(false, Ordering::Relaxed);
        drop(state);
        for _ in 0..count {
            // Its own statement: a chore runs without the lock.
            let next = self.state().queue.pop_front();
            if let Some(again) = next.and_then(Chore::run) {
                self.push(again);
            }
        }
    }

    /// Does chores on this thread until none is left.
    pub(super) fn run_all(&self) {
        self.run_queued();
        while self.is_any() {
            thread::sleep(PAUSE);
            self.run_queued();
        }
    }

    /// Does chores until told to stop and none is left.
    pub(super) fn run_until_stopped(&self) {
        // In a row, of chores that have to wait.
        let mut tries = 0;
        loop {
            let mut state = self.state();
            while state.queue.is_empty() {
                if state.stopping {
                    return;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let (next, others) = (state.queue.pop_front(), state.queue.len());
            drop(state);
            let again = next.and_then(Chore::run);
            tries = if again.is_some() { tries + 1 } else { 0 };
            if let Some(again) = again {
                self.push(again);
            }
            if tries > others {
                thread::sleep(PAUSE);
                tries = 0;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn stop(&self) {
        self.state().stopping = true;
        self.changed.notify_all();
    }
}
