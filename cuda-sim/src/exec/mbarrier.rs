//! Barriers in shared memory: an opaque word of 64 bits that counts arrivals, phase after phase.
//!
//! Bits 0 to 19 hold the arrivals that the phase still waits for, 20 to 39 what the next one begins with, 40 to 59 the
//! number of the phase, and the highest four say that the word is such a barrier at all.

use super::access::addresses;
use super::code::{Address, Pred, R32, R64, Space};
use super::fault::{FaultKind, LaneFault};
use super::lanes::each;
use super::machine::{Ending, Room, Then};
use super::window;

/// What an instruction does. The barrier is where the address says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MbarrierOp {
    /// Makes a barrier of as many arrivals.
    Init { at: (Space, Address), count: R32 },
    /// Ends it.
    Inval { at: (Space, Address) },
    /// Arrives, once or as often as `count` says, and answers the state before.
    Arrive { at: (Space, Address), d: R64, count: Option<R32>, drops: bool, may_complete: bool },
    /// Whether the phase of a state is over.
    TestWait { at: (Space, Address), d: Pred, state: R64 },
    /// Whether the phase of a parity is over.
    TestParity { at: (Space, Address), d: Pred, parity: R32 },
    /// The arrivals that were missing in a state.
    PendingCount { d: R32, state: R64 },
}

const COUNT: u64 = (1 << 20) - 1;
const NEXT: u32 = 20;
const PHASE: u32 = 40;
const TAG: u64 = 0x6 << 60;
const TAG_MASK: u64 = 0xF << 60;

fn phase(state: u64) -> u64 {
    state >> PHASE & COUNT
}

fn fault(at: u64, lane: usize, message: &str) -> Box<LaneFault> {
    LaneFault::other(FaultKind::Trap, at, lane, format!("mbarrier at {at:#x} of shared memory: {message}"))
}

/// The state after `count` arrivals; with `drops`, later phases expect as many fewer.
pub(super) fn arrive(state: u64, count: u32, drops: bool, at: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
    let count = u64::from(count);
    let (pending, next) = (state & COUNT, state >> NEXT & COUNT);
    if count == 0 || count > pending {
        return Err(fault(at, lane, &format!("{count} arrivals where {pending} are expected")));
    }
    let next = if drops { next.saturating_sub(count) } else { next };
    let (pending, phase) = match pending - count {
        0 => (next, (phase(state) + 1) & COUNT),
        pending => (pending, phase(state)),
    };
    Ok(pending | next << NEXT | phase << PHASE | TAG)
}

/// The state when the phase expects one arrival more.
pub(super) fn expect_one(state: u64, at: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
    if state & COUNT == COUNT { Err(fault(at, lane, "more arrivals than it can count")) } else { Ok(state + 1) }
}

impl Room<'_, '_> {
    pub(super) fn mbarrier(&mut self, op: &MbarrierOp, mask: u32) -> Ending {
        let mut is_waiting = false;
        for lane in each(mask) {
            match *op {
                MbarrierOp::Init { at, count } => {
                    let place = self.place_of(at, lane)?;
                    let count = u64::from(self.warp.registers.get32(count)[lane]);
                    if count == 0 || count > COUNT {
                        return Err(fault(place, lane, &format!("it cannot count {count} arrivals")));
                    }
                    self.set_barrier(place, count | count << NEXT | TAG, lane)?;
                }
                MbarrierOp::Inval { at } => {
                    let place = self.place_of(at, lane)?;
                    self.barrier_state(place, lane)?;
                    self.set_barrier(place, 0, lane)?;
                }
                MbarrierOp::Arrive { at, d, count, drops, may_complete } => {
                    let place = self.place_of(at, lane)?;
                    let count = count.map_or(1, |count| self.warp.registers.get32(count)[lane]);
                    let before = self.barrier_state(place, lane)?;
                    let after = arrive(before, count, drops, place, lane)?;
                    if !may_complete && phase(before) != phase(after) {
                        return Err(fault(place, lane, "an arrival with `.noComplete` completes the phase"));
                    }
                    self.set_barrier(place, after, lane)?;
                    self.warp.registers.r64[usize::from(d.0)][lane] = before;
                }
                MbarrierOp::TestWait { at, d, state } => {
                    let place = self.place_of(at, lane)?;
                    let waited = self.warp.registers.get64(state)[lane];
                    let is_over = phase(self.barrier_state(place, lane)?) != phase(waited);
                    is_waiting |= !is_over;
                    self.warp.registers.set(d, 1 << lane, if is_over { u32::MAX } else { 0 });
                }
                MbarrierOp::TestParity { at, d, parity } => {
                    let place = self.place_of(at, lane)?;
                    let parity = u64::from(self.warp.registers.get32(parity)[lane]);
                    let is_over = phase(self.barrier_state(place, lane)?) & 1 != parity & 1;
                    is_waiting |= !is_over;
                    self.warp.registers.set(d, 1 << lane, if is_over { u32::MAX } else { 0 });
                }
                MbarrierOp::PendingCount { d, state } => {
                    let state = self.warp.registers.get64(state)[lane];
                    self.warp.registers.r32[usize::from(d.0)][lane] = (state & COUNT) as u32;
                }
            }
        }
        Ok(if is_waiting { Then::Yield } else { Then::Next })
    }

    fn place_of(&mut self, (space, address): (Space, Address), lane: usize) -> Result<u64, Box<LaneFault>> {
        let at = addresses(&self.warp.registers, address, 1 << lane)[lane];
        self.barrier_place(space, at, lane)
    }

    /// Where in shared memory a barrier is.
    pub(super) fn barrier_place(&mut self, space: Space, at: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
        let place = match space {
            Space::Generic if window::space(at) == Space::Shared => at - window::base(Space::Shared),
            Space::Shared => at,
            _ => return Err(LaneFault::access(FaultKind::InvalidSpace, at, lane, 8, "mbarrier access")),
        };
        if place % 8 != 0 {
            return Err(LaneFault::access(FaultKind::Misaligned, place, lane, 8, "mbarrier access"));
        }
        Ok(place)
    }

    /// The word of a barrier.
    pub(super) fn barrier_state(&mut self, place: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
        let mut word = [0; 8];
        self.spaces().read(Space::Shared, place, lane, &mut word, "mbarrier access")?;
        let state = u64::from_le_bytes(word);
        if state & TAG_MASK != TAG { Err(fault(place, lane, "it was not initialised")) } else { Ok(state) }
    }

    /// Writes the word of a barrier.
    pub(super) fn set_barrier(&mut self, place: u64, state: u64, lane: usize) -> Result<(), Box<LaneFault>> {
        self.spaces().write(Space::Shared, place, lane, &state.to_le_bytes(), "mbarrier access")
    }
}
