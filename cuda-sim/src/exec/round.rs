//! Runs a block in rounds: each warp that can run has its turn, until none is left or none can go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::fault::{Fault, FaultKind, LaneFault};
use super::interpreter::Executor;
use super::notice::Notices;

/// How far a block got in one turn of each of its warps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// Something ran.
    Ran,
    /// Every thread has ended.
    Ended,
    /// Another executor's fault stopped it.
    Stopped,
}

/// What all executors of a launch share.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Thread instructions run.
    pub(crate) instructions: AtomicU64,
    /// Set by the first fault; the others stop.
    pub(crate) stop: AtomicBool,
    /// What was undefined and told.
    pub(crate) notices: Notices,
}

impl Progress {
    /// Lets every executor stop.
    pub(crate) fn stop(&self) {
        // Relaxed: only tells the others; the fault itself goes another way.
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Executor<'_> {
    /// Runs the block at a position to its end. True if it ended, false if another executor's fault stopped it.
    pub(crate) fn run_block(&mut self, index: [u32; 3]) -> Result<bool, Fault> {
        self.start(index);
        loop {
            match self.round()? {
                Round::Ran => {}
                Round::Ended => return Ok(true),
                Round::Stopped => return Ok(false),
            }
        }
    }

    /// Puts a block at a position.
    pub(crate) fn start(&mut self, index: [u32; 3]) {
        self.block.reset(self.launch, index);
    }

    /// Lets each warp that can run have a turn.
    pub(crate) fn round(&mut self) -> Result<Round, Fault> {
        let count = self.block.warps.len();
        // A seed turns the order of the warps.
        let first = (self.launch.seed as usize).checked_rem(count).unwrap_or(0);
        let mut ran = false;
        for step in 0..count {
            let warp = (first + step) % count;
            if self.block.warps[warp].ready() == 0 {
                continue;
            }
            ran = true;
            self.run_warp(warp)?;
            if self.check()? {
                return Ok(Round::Stopped);
            }
        }
        if ran {
            return Ok(Round::Ran);
        }
        match self.block.warps.iter().position(|warp| warp.live != 0) {
            None => Ok(Round::Ended),
            Some(warp) => {
                let lane = self.block.warps[warp].live.trailing_zeros() as usize;
                let message = "every thread that is left waits at a barrier";
                let pc = self.block.warps[warp].pc[lane].saturating_sub(1);
                Err(self.fault(warp, pc, &LaneFault::other(FaultKind::Deadlock, 0, lane, message)))
            }
        }
    }

    /// Adds up what was run and looks at the limits. True if another executor has failed.
    fn check(&mut self) -> Result<bool, Fault> {
        let run = std::mem::take(&mut self.instructions);
        // Relaxed: a count and two flags; what a fault says travels with the thread's result.
        let total = self.shared.instructions.fetch_add(run, Ordering::Relaxed) + run;
        let message = if self.launch.cancel.load(Ordering::Relaxed) {
            "the launch was cancelled"
        } else if self.launch.step_limit.is_some_and(|limit| total > limit) {
            "the kernel ran longer than its step limit"
        } else {
            return Ok(self.shared.stop.load(Ordering::Relaxed));
        };
        let warp = self.block.warps.iter().position(|warp| warp.live != 0);
        let (warp, lane) = warp.map_or((0, 0), |warp| (warp, self.block.warps[warp].live.trailing_zeros() as usize));
        let pc = self.block.warps[warp].pc[lane];
        Err(self.fault(warp, pc, &LaneFault::other(FaultKind::Timeout, 0, lane, message)))
    }
}
