//! Instructions that are rare or large: each is an entry in the image's table, and finds everything it may touch in one place.

use super::access::{Spaces, addresses, check_aligned};
use super::asynchronous::AsyncOp;
use super::code::{Address, Pred, R64, Space};
use super::division::Division;
use super::fault::{FaultKind, LaneFault};
use super::lanes::{LANES, each, select};
use super::launch::Launch;
use super::matrix::MatrixOp;
use super::mbarrier::MbarrierOp;
use super::memory::RegionCache;
use super::surface::SurfaceOp;
use super::system::SystemSite;
use super::texture::TextureOp;
use super::warp::Warp;

/// One of these instructions.
#[derive(Clone, Debug)]
pub(crate) enum Machine {
    /// A call of a function of the driver's.
    System(SystemSite),
    /// A copy that runs beside the thread, or a wait for such.
    Async(AsyncOp),
    /// An operation on a barrier in shared memory.
    Mbarrier(MbarrierOp),
    /// Something with small matrices, by a whole warp.
    Matrix(MatrixOp),
    /// A read of a texture, or a question about one.
    Texture(TextureOp),
    /// An access to a surface.
    Surface(SurfaceOp),
    /// `discard`: what the memory holds is no longer wanted.
    Discard {
        /// Where it is.
        space: Space,
        /// Its first byte.
        address: Address,
    },
    /// `isspacep.const`
    IsConst {
        /// Where the answer goes.
        d: Pred,
        /// The address.
        a: R64,
    },
    /// A division, where one by zero is a fault.
    Division(Division),
    /// `%globaltimer`.
    Timer {
        /// Where it goes.
        d: R64,
    },
}

/// Bytes that one `discard` gives up.
const DISCARDED: usize = 128;

/// How a warp goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// With the next instruction.
    Next,
    /// With this instruction once every lane of the warp is at it.
    Wait,
    /// With the next instruction, after others had their turn.
    Yield,
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
    /// What a lane did that PTX leaves open, in words.
    pub(super) undefined: Option<(usize, String)>,
}

impl<'a> Room<'_, 'a> {
    /// Runs an instruction for the lanes of a mask.
    #[inline(never)]
    pub(super) fn run(&mut self, machine: &Machine, mask: u32) -> Ending {
        match machine {
            Machine::System(site) => self.system(site, mask),
            Machine::Async(op) => self.asynchronous(op, mask),
            Machine::Mbarrier(op) => self.mbarrier(op, mask),
            Machine::Matrix(op) => self.matrix(op, mask),
            Machine::Texture(op) => self.texture(op, mask),
            Machine::Surface(op) => self.surface(op, mask),
            Machine::Division(division) => self.divide(division, mask),
            Machine::Discard { space, address } => self.discard(*space, *address, mask),
            Machine::IsConst { d, a } => {
                let addresses = *self.warp.registers.get64(*a);
                let launch = self.launch;
                let bits = select(mask, |lane| {
                    let distance = |index: u32| addresses[lane].wrapping_sub(launch.globals[index as usize]);
                    launch.kernel.image.constants.iter().any(|&(index, byte_len)| distance(index) < byte_len)
                });
                self.warp.registers.set(*d, mask, bits);
                Ok(Then::Next)
            }
            Machine::Timer { d } => {
                // The count of instructions goes on where the clock of the simulator stands still.
                let now = self.launch.services.nanoseconds().wrapping_add(self.clock);
                self.warp.registers.set64(*d, mask, [now; LANES]);
                Ok(Then::Next)
            }
        }
    }

    /// Leaves the bytes that are not wanted in a state that nothing should rely on.
    fn discard(&mut self, space: Space, address: Address, mask: u32) -> Ending {
        const POISON: [u8; DISCARDED] = [0xCB; DISCARDED];
        let at = addresses(&self.warp.registers, address, mask);
        check_aligned(&at, mask, DISCARDED as u64, "discard")?;
        for lane in each(mask) {
            self.spaces().write(space, at[lane], lane, &POISON, "discard")?;
        }
        Ok(Then::Next)
    }

    /// The memories.
    pub(super) fn spaces(&mut self) -> Spaces<'_, 'a> {
        Spaces { regions: self.regions, shared: self.shared, params: self.launch.params, local: &mut self.warp.local }
    }

    /// Whether the whole warp has come; an error if some of it has ended and never will.
    pub(super) fn is_whole(&self, mask: u32, what: &str) -> Result<bool, Box<LaneFault>> {
        if mask == u32::MAX {
            return Ok(true);
        }
        if mask == self.warp.live {
            let lane = mask.trailing_zeros() as usize;
            let message = format!("`{what}` is run by lanes {mask:#010x}, and needs a whole warp");
            return Err(LaneFault::other(FaultKind::Trap, 0, lane, message));
        }
        Ok(false)
    }
}
