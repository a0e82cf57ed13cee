//! Instructions that are rare or large: each is an entry in the image's table, and finds everything it may touch in one place.

use super::access::Spaces;
use super::code::R64;
use super::fault::LaneFault;
use super::lanes::LANES;
use super::launch::Launch;
use super::memory::RegionCache;
use super::system::SystemSite;
use super::warp::Warp;

/// One of these instructions.
#[derive(Clone, Debug)]
pub(crate) enum Machine {
    /// A call of a function of the driver's.
    System(SystemSite),
    /// `%globaltimer`.
    Timer {
        /// Where it goes.
        d: R64,
    },
}

/// How a warp goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// With the next instruction.
    Next,
}

/// How it ends.
pub(super) type Ending = Result<Then, Box<LaneFault>>;

/// All that an instruction of a warp can reach.
pub(super) struct Room<'e, 'a> {
    pub(super) launch: &'a Launch<'a>,
    pub(super) regions: &'e mut RegionCache<'a>,
    /// Shared memory of the block.
    pub(super) shared: &'e mut [u8],
    pub(super) warp: &'e mut Warp,
    /// The block's place in the grid.
    pub(super) block: [u32; 3],
    /// The warp's number in its block.
    pub(super) number: usize,
    /// Instructions run so far.
    pub(super) clock: u64,
}

impl<'a> Room<'_, 'a> {
    /// Runs an instruction for the lanes of a mask.
    #[inline(never)]
    pub(super) fn run(&mut self, machine: &Machine, mask: u32) -> Ending {
        match machine {
            Machine::System(site) => self.system(site, mask),
            Machine::Timer { d } => {
                // The count of instructions goes on where the clock of the simulator stands still.
                let now = self.launch.services.nanoseconds().wrapping_add(self.clock);
                self.warp.registers.set64(*d, mask, [now; LANES]);
                Ok(Then::Next)
            }
        }
    }

    /// The memories.
    pub(super) fn spaces(&mut self) -> Spaces<'_, 'a> {
        Spaces { regions: self.regions, shared: self.shared, params: self.launch.params, local: &mut self.warp.local }
    }
}
