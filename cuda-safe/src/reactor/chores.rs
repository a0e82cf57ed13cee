//! [`Chores`]: driver calls that may block, kept away from the reactor's thread (R8).

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::handle::Reactor;
use crate::context::{ContextEnd, ContextInner};
use crate::error::Error;
use crate::stream::{Departure, DeviceMemory, Held, Retirement, StreamInner};

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
    fn run(self) {
        match self {
            Self::Release(held, context) => held.release(&context),
            Self::Memory(memory) => drop(memory),
            Self::Retire(retirement) => retirement.run(),
            Self::Prove(stream, seq, error) => stream.prove_by_waiting(seq, &error),
            Self::Departure(departure) => departure.run(),
            Self::End(end, _kept_alive) => end.run(),
        }
    }
}

/// A queue of chores, done by the reaper's thread or, without one, by the next `Reactor::turn`.
#[derive(Debug, Default)]
pub(super) struct Chores {
    state: Mutex<State>,
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
        self.state.lock().unwrap_or_else(PoisonError::into_inner).queue.push_back(chore);
        self.changed.notify_one();
    }

    /// Does what is queued now, on this thread.
    pub(super) fn run_queued(&self) {
        loop {
            // Its own statement: a chore runs without the lock.
            let next = self.state.lock().unwrap_or_else(PoisonError::into_inner).queue.pop_front();
            match next {
                Some(chore) => chore.run(),
                None => return,
            }
        }
    }

    /// Does chores until told to stop and none is left.
    pub(super) fn run_until_stopped(&self) {
        loop {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            while state.queue.is_empty() {
                if state.stopping {
                    return;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let next = state.queue.pop_front();
            drop(state);
            if let Some(chore) = next {
                chore.run();
            }
        }
    }

    pub(super) fn stop(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).stopping = true;
        self.changed.notify_all();
    }
}
