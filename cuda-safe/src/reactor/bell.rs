//! [`Bell`]: what a hint rings, and the cells that hints touch.

use std::sync::OnceLock;

use crate::driver::{HintCell, Unpark};
use crate::sync::Mutex;
use crate::sync::atomic::{Ordering, fence};
use crate::sync::thread::Thread;

/// Wakes the thread of one reactor. Leaked, so that a hint may ring at any time, even while the process exits.
#[derive(Debug, Default)]
pub(super) struct Bell {
    thread: OnceLock<Thread>,
}

/// Every bell and cell ever made. They are few, since cells are used again, and here a leak check finds them.
static BELLS: std::sync::Mutex<Vec<&'static Bell>> = std::sync::Mutex::new(Vec::new());
static CELLS: std::sync::Mutex<Vec<&'static HintCell>> = std::sync::Mutex::new(Vec::new());

impl Bell {
    pub(super) fn leak() -> &'static Self {
        let bell: &'static Self = Box::leak(Box::default());
        BELLS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(bell);
        bell
    }

    /// Rings for `thread` from now on.
    pub(super) fn hang(&self, thread: Thread) {
        // A bell is hung once, by the one thread that a reactor starts.
        let _already = self.thread.set(thread);
        // SeqCst: pairs with the fence in `unpark`. A job on somebody else's thread hangs the bell itself and then looks for news:
        // either it sees what was rung for, or whoever rings sees the bell.
        fence(Ordering::SeqCst);
    }
}

impl Unpark for Bell {
    fn unpark(&self) {
        // SeqCst: pairs with the fence in `hang`.
        fence(Ordering::SeqCst);
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }
}

/// The cells of one reactor that no stream uses.
#[derive(Debug)]
pub(super) struct HintCells {
    bell: &'static Bell,
    free: Mutex<Vec<&'static HintCell>>,
}

impl HintCells {
    pub(super) fn new(bell: &'static Bell) -> Self {
        Self { bell, free: Mutex::new(Vec::new()) }
    }

    pub(super) fn take(&self) -> &'static HintCell {
        let mut free = self.free.lock();
        // A hint that was late when its stream went has come by now; one that a fault swallowed never does.
        if let Some(place) = free.iter().rposition(|cell| !cell.is_outstanding()) {
            return free.swap_remove(place);
        }
        drop(free);
        let cell: &'static HintCell = Box::leak(Box::new(HintCell::new(self.bell)));
        CELLS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(cell);
        cell
    }

    /// Takes a cell back. It is not used again before its hint has come.
    pub(super) fn give_back(&self, cell: &'static HintCell) {
        self.free.lock().push(cell);
    }
}
