//! Operations on one value in memory: waiting for it, writing it.

use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use crate::code::{self, Answer};
use crate::fault::report::Kind;
use crate::memory::range::Addresses;
use crate::memory::space::Allocation;
use crate::world::world::World;

/// How the value in memory must stand to the one that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// It is not less, as numbers that wrap around go.
    AtLeast,
    Equal,
    /// They have a bit in common.
    And,
    /// There is a bit that neither has.
    Nor,
}

/// A value, 4 or 8 bytes wide.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Narrow(u32),
    Wide(u64),
}

impl Value {
    pub(crate) fn byte_len(self) -> usize {
        match self {
            Value::Narrow(_) => 4,
            Value::Wide(_) => 8,
        }
    }
}

/// The place of a value, found when the operation was queued.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) memory: Arc<Allocation>,
    /// A multiple of the value's size.
    pub(crate) offset: usize,
}

/// A wait for a value. It is ready to start when the value is there, and does nothing then.
#[derive(Debug)]
pub(crate) struct ValueWait {
    pub(crate) place: Place,
    pub(crate) value: Value,
    pub(crate) condition: Condition,
}

/// A change of a value.
#[derive(Debug)]
pub(crate) struct ValueWrite {
    pub(crate) place: Place,
    pub(crate) value: Value,
    pub(crate) how: Change,
    /// Whether what came before on the stream is seen by whoever sees the value.
    pub(crate) is_barrier: bool,
}

/// What is done to the value in memory; all but the first in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Set,
    Or,
    And,
    Add,
}

impl Place {
    /// The fault of work whose memory is gone, if it is.
    fn check(&self, world: &World, what: &str) -> Answer {
        if !self.memory.is_gone() {
            return Ok(());
        }
        let at = self.memory.range.base + self.offset as u64;
        world.reports.add(Kind::UseAfterFree, format!("a queued {what} at {at:#x}, which was freed before it ran"));
        Err(code::ILLEGAL_ADDRESS)
    }

    fn touches(&self, len: usize, range: Addresses) -> bool {
        Addresses::new(self.memory.range.base + self.offset as u64, len as u64).overlaps(range)
    }
}

impl ValueWait {
    /// Whether there is nothing left to wait for: the value is there now, or its memory is not.
    pub(crate) fn is_over(&self) -> bool {
        if self.place.memory.is_gone() {
            return true;
        }
        let bytes = self.place.memory.bytes();
        let is_over = match self.value {
            Value::Narrow(wanted) => {
                let found = bytes.load32(self.place.offset);
                match self.condition {
                    Condition::AtLeast => found.wrapping_sub(wanted).cast_signed() >= 0,
                    Condition::Equal => found == wanted,
                    Condition::And => found & wanted != 0,
                    Condition::Nor => !(found | wanted) != 0,
                }
            }
            Value::Wide(wanted) => {
                let found = bytes.load64(self.place.offset);
                match self.condition {
                    Condition::AtLeast => found.wrapping_sub(wanted).cast_signed() >= 0,
                    Condition::Equal => found == wanted,
                    Condition::And => found & wanted != 0,
                    Condition::Nor => !(found | wanted) != 0,
                }
            }
        };
        if is_over {
            // Acquire: pairs with the Release fence of `ValueWrite::run`, of a kernel, or of the client's own store.
            fence(Ordering::Acquire);
        }
        is_over
    }

    pub(crate) fn run(&self, world: &World) -> Answer {
        self.place.check(world, "wait for a value")
    }

    pub(crate) fn touches(&self, range: Addresses) -> bool {
        self.place.touches(self.value.byte_len(), range)
    }
}

impl ValueWrite {
    pub(crate) fn run(&self, world: &World) -> Answer {
        self.place.check(world, "write of a value")?;
        if self.is_barrier {
            // Release: pairs with the Acquire fence of `ValueWait::is_over`, of a kernel, or of the client's own load.
            fence(Ordering::Release);
        }
        let (bytes, at) = (self.place.memory.bytes(), self.place.offset);
        match (self.value, self.how) {
            (Value::Narrow(value), Change::Set) => bytes.store32(at, value),
            (Value::Narrow(value), Change::Or) => _ = bytes.update32(at, |old| old | value),
            (Value::Narrow(value), Change::And) => _ = bytes.update32(at, |old| old & value),
            (Value::Narrow(value), Change::Add) => _ = bytes.update32(at, |old| old.wrapping_add(value)),
            (Value::Wide(value), Change::Set) => bytes.store64(at, value),
            (Value::Wide(value), Change::Or) => _ = bytes.update64(at, |old| old | value),
            (Value::Wide(value), Change::And) => _ = bytes.update64(at, |old| old & value),
            (Value::Wide(value), Change::Add) => _ = bytes.update64(at, |old| old.wrapping_add(value)),
        }
        Ok(())
    }

    pub(crate) fn touches(&self, range: Addresses) -> bool {
        self.place.touches(self.value.byte_len(), range)
    }
}
