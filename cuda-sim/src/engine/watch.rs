//! What a lane looks at again and again, as nobody says when it changes.

use std::sync::Arc;

use crate::code::Answer;
use crate::engine::value::ValueWait;
use crate::memory::range::Addresses;
use crate::world::shared_event::SharedEvent;
use crate::world::world::World;

/// A wait that is ready to start when there is nothing left to wait for.
#[derive(Debug)]
pub(crate) enum Watch {
    Value(ValueWait),
    Record(RecordWait),
}

/// A wait for the record of another process.
#[derive(Debug)]
pub(crate) struct RecordWait {
    pub(crate) event: Arc<SharedEvent>,
    pub(crate) number: u64,
}

impl RecordWait {
    pub(crate) fn is_over(&self) -> bool {
        self.event.is_over(self.number)
    }
}

impl Watch {
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Watch::Value(wait) => wait.is_over(),
            Watch::Record(wait) => wait.is_over(),
        }
    }

    pub(crate) fn run(&self, world: &World) -> Answer {
        match self {
            Watch::Value(wait) => wait.run(world),
            Watch::Record(_) => Ok(()),
        }
    }

    pub(crate) fn touches(&self, range: Addresses) -> bool {
        match self {
            Watch::Value(wait) => wait.touches(range),
            Watch::Record(_) => false,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Watch::Value(_) => "a wait for a value",
            Watch::Record(_) => "a wait for another process",
        }
    }
}
