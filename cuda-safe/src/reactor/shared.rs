//! [`Shared`]: what a reactor's handle, its threads and its streams have in common.

use std::sync::Arc;

use super::bell::{Bell, HintCells};
use super::chores::Chores;
use crate::driver::{Unpark, span};
use crate::stream::{Reaped, StreamInner};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};

/// The state of one reactor.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) bell: &'static Bell,
    pub(super) cells: HintCells,
    pub(super) chores: Chores,
    /// Whether threads of its own do the work.
    pub(super) is_threaded: bool,
    /// Streams that came since the last pass.
    arrivals: Mutex<Vec<Arc<StreamInner>>>,
    /// Whether there are any.
    has_arrivals: AtomicBool,
    /// Streams under watch; `None` while a pass has the list.
    watched: Mutex<Option<Vec<Arc<StreamInner>>>>,
    stopping: AtomicBool,
}

impl Shared {
    pub(super) fn new(is_threaded: bool) -> Arc<Self> {
        let bell = Bell::leak();
        Arc::new(Self {
            bell,
            cells: HintCells::new(bell),
            chores: Chores::default(),
            is_threaded,
            arrivals: Mutex::new(Vec::new()),
            has_arrivals: AtomicBool::new(false),
            watched: Mutex::new(Some(Vec::new())),
            stopping: AtomicBool::new(false),
        })
    }

    pub(super) fn watch(&self, stream: Arc<StreamInner>) {
        let mut arrivals = self.arrivals.lock();
        arrivals.push(stream);
        // Release: pairs with the Acquire in `has_arrivals`. A pass that does not see it yet is rung for.
        self.has_arrivals.store(true, Ordering::Release);
        drop(arrivals);
        self.bell.unpark();
    }

    /// Asks every watched stream once. Answers the busiest thing it met. A thread of the reactor's own stays out of
    /// everybody's captures for good (R12).
    ///
    /// One pass at a time: it wakes tasks, which may call `turn` on a manual reactor, and that answers without waiting.
    pub(super) fn pass(&self, is_own_thread: bool) -> Reaped {
        span(|| self.ask_everybody(is_own_thread))
    }

    fn ask_everybody(&self, is_own_thread: bool) -> Reaped {
        // Its own statement: a pass runs without the lock (R7).
        let list = self.watched.lock().take();
        let Some(mut watched) = list else { return Reaped::Pending };
        if self.has_arrivals() {
            let mut arrivals = self.arrivals.lock();
            watched.append(&mut arrivals);
            // Relaxed: under the lock, as the store in `watch`.
            self.has_arrivals.store(false, Ordering::Relaxed);
        }
        let mut busiest = Reaped::Idle;
        let mut place = 0;
        while let Some(stream) = watched.get(place) {
            if is_own_thread {
                stream.context().stay_relaxed();
            }
            let answer = stream.reap();
            if answer == Reaped::Idle && stream.unwatch() {
                // Perhaps the last handle, on the reactor's thread: `StreamInner::drop` minds that.
                let stream = watched.swap_remove(place);
                super::as_current(|| drop(stream));
            } else {
                // If it looked idle, a waker or another thread has recorded an event since, and rung for nobody.
                busiest = busiest.max(answer).max(Reaped::Pending);
                place += 1;
            }
        }
        *self.watched.lock() = Some(watched);
        // A waker may have brought a stream and eaten the bell's ring; so look again before anybody sleeps.
        if busiest == Reaped::Idle && self.has_arrivals() { Reaped::Progress } else { busiest }
    }

    /// Whether streams came since the last pass.
    pub(super) fn has_arrivals(&self) -> bool {
        // Acquire: pairs with the Release in `watch`.
        self.has_arrivals.load(Ordering::Acquire)
    }

    pub(super) fn stop(&self) {
        // Release: pairs with the Acquire in `is_stopping`.
        self.stopping.store(true, Ordering::Release);
        self.bell.unpark();
        self.chores.stop();
    }

    pub(super) fn is_stopping(&self) -> bool {
        // Acquire: pairs with the Release in `stop`.
        self.stopping.load(Ordering::Acquire)
    }
}
