//! The state of one warp: registers, where each lane is, and what it waits for.

use super::approximate::Deviation;
use super::asynchronous::Copies;
use super::call::Stack;
use super::image::Image;
use super::lanes::{FULL, LANES, each, select};
use super::local::LocalMemory;
use super::registers::Registers;

/// Instructions that lanes may run while others of their warp could run too.
const GROUP_TURN: u32 = if cfg!(miri) { 64 } else { 2_048 };

/// One warp.
#[derive(Debug)]
pub(crate) struct Warp {
    /// Registers.
    pub(crate) registers: Registers,
    /// The next instruction of each lane.
    pub(crate) pc: [u32; LANES],
    /// Lanes that have not ended.
    pub(crate) live: u32,
    /// Lanes that wait at a barrier of the block.
    pub(crate) at_barrier: u32,
    /// Lanes that wait at a barrier of the warp.
    pub(crate) at_sync: u32,
    /// Those of them that wait to run the instruction they are at, together.
    at_exchange: u32,
    /// The lanes that each of those waits for.
    pub(crate) sync_mask: [u32; LANES],
    /// Local memory.
    pub(crate) local: LocalMemory,
    /// Calls in progress; empty until the first one.
    pub(crate) stacks: Vec<Stack>,
    /// Asynchronous copies that were not waited for; empty until the first one.
    pub(crate) copies: Copies,
    /// Instructions left before lanes that wait for their turn get it.
    patience: u32,
    /// The lane that last got a turn out of order.
    cursor: usize,
    /// Whether it is to be picked next.
    out_of_order: bool,
}

/// Lanes at one place, and the place at which others may join them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The lanes.
    pub(crate) lanes: u32,
    /// Their next instruction.
    pub(crate) pc: u32,
    /// Where the next other lanes wait, if any do beyond `pc`.
    pub(crate) limit: u32,
    /// Whether all lanes that can run are in it.
    pub(crate) alone: bool,
}

impl Warp {
    /// A warp whose registers hold nothing yet.
    pub(crate) fn new(image: &Image, deviation: Deviation) -> Self {
        Self {
            registers: Registers::new(image, deviation),
            pc: [0; LANES],
            live: 0,
            at_barrier: 0,
            at_sync: 0,
            at_exchange: 0,
            sync_mask: [0; LANES],
            local: LocalMemory::new(),
            stacks: Vec::new(),
            copies: Copies::default(),
            patience: GROUP_TURN,
            cursor: 0,
            out_of_order: false,
        }
    }

    /// Starts `threads` lanes at the kernel's first instruction.
    pub(crate) fn reset(&mut self, image: &Image, threads: u32) {
        self.pc = [0; LANES];
        self.live = if threads >= 32 { FULL } else { (1 << threads) - 1 };
        self.at_barrier = 0;
        self.at_sync = 0;
        self.at_exchange = 0;
        self.local.reset(image.frame_byte_len);
        self.stacks.clear();
        self.copies.clear();
        self.patience = GROUP_TURN;
        self.cursor = 0;
        self.out_of_order = false;
    }

    /// Lanes that can run.
    pub(crate) fn ready(&self) -> u32 {
        self.live & !self.at_barrier & !self.at_sync
    }

    /// Picks the lanes to run next: those furthest behind, so that diverged lanes meet again, or, when patience has run
    /// out, those of the next lane in turn, so that lanes which spin let the ones they wait for get on.
    pub(crate) fn pick(&mut self) -> Option<Group> {
        let ready = self.ready();
        if ready == 0 {
            return None;
        }
        let turned = std::mem::take(&mut self.out_of_order) && ready >> self.cursor & 1 != 0;
        let pc = if turned { self.pc[self.cursor] } else { each(ready).map(|lane| self.pc[lane]).min()? };
        let lanes = select(ready, |lane| self.pc[lane] == pc);
        let limit = each(ready & !lanes).map(|lane| self.pc[lane]).filter(|&other| other > pc).min();
        Some(Group { lanes, pc, limit: limit.unwrap_or(u32::MAX), alone: lanes == ready })
    }

    /// How many instructions a group may run.
    pub(crate) fn allowance(&self, group: &Group, left: u32) -> u32 {
        if group.alone { left } else { left.min(self.patience) }
    }

    /// Notes how many a group has run; when patience has run out, the next lane elsewhere is to be picked.
    pub(crate) fn spend(&mut self, group: &Group, steps: u32) {
        if group.alone {
            self.patience = GROUP_TURN;
            return;
        }
        self.patience -= steps.min(self.patience);
        if self.patience == 0 {
            self.patience = GROUP_TURN;
            let ready = self.ready() & !group.lanes;
            let next = (1..=LANES).map(|step| (self.cursor + step) % LANES).find(|&lane| ready >> lane & 1 != 0);
            if let Some(lane) = next {
                self.cursor = lane;
                self.out_of_order = true;
            }
        }
    }

    /// Sends lanes to an instruction.
    pub(crate) fn send(&mut self, lanes: u32, pc: u32) {
        if lanes == FULL {
            self.pc = [pc; LANES];
        } else {
            each(lanes).for_each(|lane| self.pc[lane] = pc);
        }
    }

    /// Ends lanes, and frees those that waited for them.
    pub(crate) fn exit(&mut self, lanes: u32) {
        self.live &= !lanes;
        // Members of an exchange that are at different places try again, and the last one runs it for all.
        let members = select(self.at_exchange & self.live, |lane| {
            let others = select(self.at_exchange & self.live, |other| self.sync_mask[other] == self.sync_mask[lane]);
            self.sync_mask[lane] & self.live & !others == 0
        });
        self.release(members);
        self.release_sync();
    }

    /// Whether a lane waits to run the instruction it is at.
    pub(super) fn waits_here(&self, lane: usize) -> bool {
        self.at_exchange >> lane & 1 != 0
    }

    /// Ends the waiting of lanes.
    pub(super) fn release(&mut self, lanes: u32) {
        self.at_sync &= !lanes;
        self.at_exchange &= !lanes;
    }

    /// Makes lanes wait until every live lane of `masks[lane]` waits too.
    pub(crate) fn sync(&mut self, lanes: u32, masks: &[u32; LANES]) {
        self.at_sync |= lanes;
        each(lanes).for_each(|lane| self.sync_mask[lane] = masks[lane]);
        self.release_sync();
    }

    /// Makes lanes wait at their instruction until every live lane of `masks[lane]` has come to it.
    pub(crate) fn wait_here(&mut self, lanes: u32, masks: &[u32; LANES]) {
        self.at_exchange |= lanes;
        self.sync(lanes, masks);
    }

    fn release_sync(&mut self) {
        let waiting = self.at_sync & self.live;
        let barrier = waiting & !self.at_exchange;
        let complete = |lane: usize| {
            let come = if self.at_exchange >> lane & 1 == 0 {
                barrier
            } else {
                // Members of one exchange are at one instruction.
                select(waiting & self.at_exchange, |other| self.pc[other] == self.pc[lane])
            };
            self.sync_mask[lane] & self.live & !come == 0
        };
        let free = select(waiting, complete);
        self.at_sync = waiting & !free;
        self.at_exchange &= self.at_sync;
    }
}
