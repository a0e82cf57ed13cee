//! Slots: how a call that carries no handle finds its simulator.
//!
//! Driver functions have no argument for user data. Nearly all of them carry a handle or use the current context; the
//! few that do not are compiled once for each slot, and a simulator holds one slot for as long as it lives.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::world::world::World;

/// The most simulators that a process can have at one time.
pub(crate) const SLOTS: usize = 128;

static WORLDS: Mutex<[Option<Arc<World>>; SLOTS]> = Mutex::new([const { None }; SLOTS]);

/// Too many simulators are alive in this process: drop one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoSlot;

impl fmt::Display for NoSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SLOTS} simulators are alive in this process, which is the most there can be; drop one first")
    }
}

impl std::error::Error for NoSlot {}

/// Puts the simulator that `make` makes into a free slot.
pub(crate) fn claim(make: impl FnOnce(usize) -> World) -> Result<Arc<World>, NoSlot> {
    let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
    let slot = worlds.iter().position(Option::is_none).ok_or(NoSlot)?;
    let world = Arc::new(make(slot));
    worlds[slot] = Some(Arc::clone(&world));
    Ok(world)
}

/// Gives a slot back.
pub(crate) fn release(slot: usize) {
    let gone = WORLDS.lock().unwrap_or_else(PoisonError::into_inner)[slot].take();
    drop(gone);
}

/// The simulator in a slot.
pub(crate) fn world(slot: usize) -> Option<Arc<World>> {
    WORLDS.lock().unwrap_or_else(PoisonError::into_inner).get(slot)?.clone()
}

/// `CUdevice` values: plain ordinals in slot 0, and distinct from those in every other.
const DEVICE_STRIDE: usize = 64;

/// Spells a device of a slot as the number that the client holds.
pub(crate) fn device_number(slot: usize, ordinal: usize) -> i32 {
    i32::try_from(slot * DEVICE_STRIDE + ordinal).unwrap_or(i32::MAX)
}

/// The simulator and ordinal behind a `CUdevice`.
pub(crate) fn device(number: i32) -> Option<(Arc<World>, usize)> {
    let number = usize::try_from(number).ok()?;
    let world = world(number / DEVICE_STRIDE)?;
    let ordinal = number % DEVICE_STRIDE;
    (ordinal < world.devices.len()).then_some((world, ordinal))
}

/// The most devices a simulator can have.
pub(crate) const MAX_DEVICES: usize = DEVICE_STRIDE;
