//! [`Reactor`]: the handle.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::chores::Chore;
use super::shared::Shared;
use super::threads::Running;
use super::{is_current, threads};
use crate::context::{ContextEnd, ContextInner};
use crate::driver::{HintCell, check_process};
use crate::error::{Error, Result};
use crate::stream::{Departure, DeviceMemory, Held, Reaped, Retirement, StreamInner};

/// Learns which operations are done and wakes the tasks that wait for them.
///
/// By default a process has one, with a thread that is parked while nothing is pending and a second one for driver calls
/// that may block. A [manual](Self::manual) one has no thread: its owner calls [`turn`](Self::turn).
///
/// A waker that blocks holds up every other operation of the reactor. A waker that panics is caught.
#[derive(Clone, Debug)]
pub struct Reactor {
    handle: Arc<Handle>,
}

/// The last handle to go ends the threads.
#[derive(Debug)]
struct Handle {
    shared: Arc<Shared>,
    running: Mutex<Vec<Running>>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        // No context is left, so no stream is watched; the threads end by themselves. This may be one of them. In a forked
        // child they are not there, and the locks may be held for ever (R13).
        if check_process().is_ok() {
            self.shared.stop();
        } else {
            // Nor may threads be given up that are not there.
            std::mem::forget(std::mem::take(self.running.get_mut().unwrap_or_else(PoisonError::into_inner)));
        }
    }
}

impl Reactor {
    /// Makes a reactor with no thread. Futures that use it make progress only in [`turn`](Self::turn), or when they are
    /// polled for the first time.
    #[must_use]
    pub fn manual() -> Self {
        Self { handle: Arc::new(Handle { shared: Shared::new(false), running: Mutex::default() }) }
    }

    /// Makes a reactor with threads of its own.
    ///
    /// # Errors
    /// [`Error::Thread`] if they do not start.
    pub fn spawn() -> Result<Self> {
        let shared = Shared::new(true);
        let running = threads::start(&shared)?.into();
        Ok(Self { handle: Arc::new(Handle { shared, running: Mutex::new(running) }) })
    }

    /// Makes a reactor that runs on threads of an executor. `spawn` is given two jobs, each of which blocks a thread until
    /// the reactor ends, for example `Reactor::run_on(|job| drop(tokio::task::spawn_blocking(job)))`.
    ///
    /// Until both run, futures make progress only when they are polled for the first time; one that is dropped without being
    /// run leaves the reactor without it.
    #[must_use]
    pub fn run_on(spawn: impl FnMut(Box<dyn FnOnce() + Send>)) -> Self {
        let shared = Shared::new(true);
        let running = threads::hand_over(&shared, spawn).into();
        Self { handle: Arc::new(Handle { shared, running: Mutex::new(running) }) }
    }

    /// The reactor that the process shares; its threads live as long as the process.
    pub(crate) fn shared() -> Result<Self> {
        static SHARED: OnceLock<Reactor> = OnceLock::new();
        if let Some(reactor) = SHARED.get() {
            return Ok(reactor.clone());
        }
        let fresh = Self::spawn()?;
        // If another thread was faster, ours ends with this handle.
        Ok(SHARED.get_or_init(|| fresh).clone())
    }

    /// Asks once about everything that is pending, wakes who waits for what is done, and frees what is free. Answers
    /// whether anything is still pending.
    ///
    /// For reactors without a thread; with one it is harmless. Called from a waker it does nothing, and answers that something is
    /// pending.
    pub fn turn(&self) -> bool {
        if check_process().is_err() {
            return false;
        }
        let shared = &self.handle.shared;
        let is_pending = shared.pass(false) != Reaped::Idle;
        if shared.is_threaded || is_current() {
            return is_pending;
        }
        shared.chores.run_queued();
        // A chore may have queued a free, or must be tried again.
        is_pending || shared.has_arrivals() || shared.chores.is_any()
    }

    /// Waits until nothing that it watches is pending, then ends its threads and waits for them. Contexts that use the
    /// reactor must be gone, or unused from now on: their futures would not be woken any more.
    ///
    /// # Blocking
    /// Blocks the calling thread.
    ///
    /// # Errors
    /// [`Error::WouldDeadlock`] on the reactor's own thread, [`Error::Forked`] in a forked child.
    pub fn shutdown(self) -> Result<()> {
        if is_current() {
            return Err(Error::WouldDeadlock);
        }
        check_process()?;
        while !self.handle.shared.is_threaded && self.turn() {
            std::thread::yield_now();
        }
        self.handle.shared.stop();
        let running = std::mem::take(&mut *self.handle.running.lock().unwrap_or_else(PoisonError::into_inner));
        running.into_iter().for_each(Running::wait);
        self.handle.shared.chores.run_all();
        Ok(())
    }

    pub(crate) fn watch(&self, stream: Arc<StreamInner>) {
        self.handle.shared.watch(stream);
    }

    /// Whether somebody sleeps whom a hint would wake.
    pub(crate) fn takes_hints(&self) -> bool {
        self.handle.shared.is_threaded
    }

    pub(crate) fn take_hint_cell(&self) -> &'static HintCell {
        self.handle.shared.cells.take()
    }

    pub(crate) fn give_back_hint_cell(&self, cell: &'static HintCell) {
        self.handle.shared.cells.give_back(cell);
    }

    /// Frees `held` on the reaper's thread.
    pub(crate) fn release_later(&self, held: Held, context: &Arc<ContextInner>) {
        self.later(Chore::Release(held, Arc::clone(context)));
    }

    /// Frees device memory on the reaper's thread.
    pub(crate) fn free_later(&self, memory: DeviceMemory) {
        self.later(Chore::Memory(memory));
    }

    /// Frees something behind all its uses, from the reaper's thread.
    pub(crate) fn retire_later(&self, retirement: Retirement) {
        self.later(Chore::Retire(retirement));
    }

    /// Proves number `seq` done on the reaper's thread, by synchronising; `error` is why no event was recorded.
    pub(crate) fn prove_later(&self, stream: Arc<StreamInner>, seq: u64, error: Error) {
        self.later(Chore::Prove(stream, seq, error));
    }

    /// Gives a stream back on the reaper's thread.
    pub(crate) fn depart_later(&self, departure: Departure) {
        self.later(Chore::Departure(departure));
    }

    /// Gives a context back on the reaper's thread, which lives until then.
    pub(crate) fn end_later(&self, end: ContextEnd) {
        self.later(Chore::End(Box::new(end), self.clone()));
    }

    fn later(&self, chore: Chore) {
        self.handle.shared.chores.push(chore);
    }
}
