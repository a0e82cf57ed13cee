//! What a kernel does that PTX leaves undefined: it is told once for each instruction of a launch, and the kernel goes on.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::block::thread_index;
use super::fault::Place;
use super::lanes::LANES;
use super::launch::Launch;

/// The instructions that were told of.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    told: Mutex<BTreeSet<u32>>,
}

impl Notices {
    /// Tells what a lane of a warp of a block did at an instruction, unless the launch has told of that instruction.
    #[cold]
    pub(super) fn tell(
        &self,
        launch: &Launch<'_>,
        block: [u32; 3],
        warp: usize,
        pc: u32,
        (lane, message): (usize, String),
    ) {
        if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(pc) {
            let place = Place::of(launch, block, warp, lane, pc);
            launch.services.report(&format!("{}: {message} {place}", launch.kernel.name));
        }
    }
}

impl Place {
    /// The place of a lane that runs an instruction.
    pub(super) fn of(launch: &Launch<'_>, block: [u32; 3], warp: usize, lane: usize, pc: u32) -> Self {
        let [width, height, _] = launch.block;
        Self {
            block,
            thread: thread_index((warp * LANES + lane) as u32, width, height),
            ptx_line: launch.kernel.image.lines.get(pc as usize).copied().unwrap_or(0),
        }
    }
}
