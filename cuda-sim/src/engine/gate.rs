//! Gates: a test holds a stream until it says go.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use crate::world::world::World;

/// Whether a gate is open; shared by the operation that waits for it.
#[derive(Debug, Default)]
pub(crate) struct Latch {
    open: AtomicBool,
}

impl Latch {
    pub(crate) fn is_open(&self) -> bool {
        // Acquire: pairs with the Release in `Gate::open`, so that work behind the gate sees what came before it.
        self.open.load(Ordering::Acquire)
    }
}

/// Holds work back until it is opened, or dropped.
///
/// Made by [`Simulator::gate`](crate::Simulator::gate) and its kin. Opening it twice is the same as opening it once.
#[derive(Debug)]
#[must_use = "a gate opens when it is dropped"]
pub struct Gate {
    latch: Arc<Latch>,
    world: Weak<World>,
}

impl Gate {
    pub(crate) fn new(latch: Arc<Latch>, world: &Arc<World>) -> Self {
        Gate { latch, world: Arc::downgrade(world) }
    }

    /// Lets the work behind the gate go on.
    pub fn open(&self) {
        // Release: pairs with the Acquire in `Latch::is_open`.
        self.latch.open.store(true, Ordering::Release);
        if let Some(world) = self.world.upgrade() {
            world.engine.wake_all();
        }
    }

    /// Whether the gate has been opened.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.latch.is_open()
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.open();
    }
}
