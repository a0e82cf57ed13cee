//! Rules for coming calls, as a test writes them.

use std::sync::Arc;

use cuda_sys::CUresult;

use crate::engine::gate::{Gate, Latch};
use crate::fault::script::Effect;
use crate::name::Name;
use crate::world::world::World;

/// A rule for coming calls of one entry point. Made by [`Simulator::on`](crate::Simulator::on); it does nothing before it is told what shall happen.
#[derive(Debug)]
#[must_use = "say what shall happen"]
pub struct CallScript<'a> {
    world: &'a Arc<World>,
    name: Name,
    nth: u64,
    times: u64,
}

impl<'a> CallScript<'a> {
    pub(crate) fn new(world: &'a Arc<World>, name: Name) -> Self {
        CallScript { world, name, nth: 1, times: 1 }
    }

    /// Picks the `nth` call from now on; 1 is the next one, and what is picked unless said otherwise.
    pub fn nth(mut self, nth: u64) -> Self {
        self.nth = nth.max(1);
        self
    }

    /// Picks every call from the picked one on.
    pub fn and_after(mut self) -> Self {
        self.times = u64::MAX;
        self
    }

    /// Picks `times` calls, beginning with the picked one; 1, unless said otherwise.
    pub fn times(mut self, times: u64) -> Self {
        self.times = times.max(1);
        self
    }

    /// The call does nothing and answers `code`, which may be any number.
    pub fn fails(self, code: CUresult) {
        self.add(Effect::Fails(code));
    }

    /// The call does its work, and answers `code` all the same, as calls do that report the error of earlier work.
    pub fn works_but_answers(self, code: CUresult) {
        self.add(Effect::WorksButAnswers(code));
    }

    /// The call does not go on until the gate opens.
    pub fn hangs(self) -> Gate {
        let latch = Arc::new(Latch::default());
        let gate = Gate::new(Arc::clone(&latch), self.world);
        self.add(Effect::Hangs(latch));
        gate
    }

    /// As [`hangs`](Self::hangs), with no gate.
    pub(crate) fn hangs_for_good(self) {
        self.add(Effect::Hangs(Arc::default()));
    }

    fn add(self, effect: Effect) {
        self.world.calls.add_rule(self.name, self.nth, self.times, effect);
    }
}
