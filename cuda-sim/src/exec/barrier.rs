//! The sixteen barriers of a block.

use super::code::{Pred, R32, Reg};
use super::lanes::each;
use super::warp::Warp;

/// Barriers that a block has.
pub(crate) const BARRIERS: usize = 16;

/// What a barrier instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Each variant is the PTX modifier of the same name.
pub(crate) enum BarrierKind {
    Sync,
    Arrive,
    RedPopc,
    RedAnd,
    RedOr,
}

/// A barrier instruction; kept in a table of its own as it is large and rare.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BarrierSite {
    /// What it does.
    pub(crate) kind: BarrierKind,
    /// Barrier number.
    pub(crate) id: R32,
    /// Threads it waits for; all of the block if absent.
    pub(crate) threads: Option<R32>,
    /// What a reduction reads.
    pub(crate) source: Pred,
    /// All ones when that is negated.
    pub(crate) flip: u32,
    /// Where a reduction goes.
    pub(crate) result: Reg,
}

/// The barriers of one block.
#[derive(Debug, Default)]
pub(crate) struct Barriers {
    slots: [Slot; BARRIERS],
}

#[derive(Debug, Default)]
struct Slot {
    /// Threads it waits for, if the instruction named a number.
    threads: Option<u32>,
    /// Lanes of each warp that have arrived.
    arrived: Vec<u32>,
    /// Lanes of each warp that wait, and where the reduction goes.
    waiting: Vec<(usize, u32, BarrierKind, Reg)>,
    /// Lanes that arrived with a true predicate.
    truths: u32,
    /// Lanes that arrived with any predicate.
    votes: u32,
}

/// Why an arrival is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadBarrier {
    /// No such barrier.
    Number(u32),
    /// A count that is not a positive multiple of 32.
    Count(u32),
}

impl Barriers {
    /// Forgets every arrival.
    pub(crate) fn reset(&mut self) {
        for slot in &mut self.slots {
            slot.arrived.clear();
            slot.waiting.clear();
            slot.threads = None;
            (slot.truths, slot.votes) = (0, 0);
        }
    }

    /// Lets lanes arrive at barrier `id`; those that wait are marked so.
    pub(crate) fn arrive(
        &mut self,
        warps: &mut [Warp],
        warp: usize,
        lanes: u32,
        site: &BarrierSite,
        id: u32,
        threads: Option<u32>,
    ) -> Result<(), BadBarrier> {
        let slot = self.slots.get_mut(id as usize).ok_or(BadBarrier::Number(id))?;
        if let Some(count) = threads
            && (count == 0 || count % 32 != 0)
        {
            return Err(BadBarrier::Count(count));
        }
        slot.threads = threads;
        slot.arrived.resize(warps.len(), 0);
        slot.arrived[warp] |= lanes;
        if site.kind != BarrierKind::Arrive {
            slot.waiting.push((warp, lanes, site.kind, site.result));
            warps[warp].at_barrier |= lanes;
        }
        let truths = warps[warp].registers.get(site.source) ^ site.flip;
        slot.truths += (truths & lanes).count_ones();
        slot.votes += lanes.count_ones();
        slot.complete(warps);
        Ok(())
    }

    /// Looks again after threads have ended: they count as arrived.
    pub(crate) fn recheck(&mut self, warps: &mut [Warp]) {
        for slot in &mut self.slots {
            if !slot.arrived.is_empty() {
                slot.complete(warps);
            }
        }
    }
}

impl Slot {
    fn complete(&mut self, warps: &mut [Warp]) {
        let reached = match self.threads {
            None => self.arrived.iter().zip(warps.iter()).all(|(&arrived, warp)| warp.live & !arrived == 0),
            Some(count) => {
                // A warp whose every live thread has arrived counts whole, as the hardware counts warps.
                let arrivals = self.arrived.iter().zip(warps.iter()).map(|(&arrived, warp)| match arrived {
                    0 => 0,
                    _ if warp.live & !arrived == 0 => 32,
                    _ => arrived.count_ones(),
                });
                arrivals.sum::<u32>() >= count
            }
        };
        if !reached {
            return;
        }
        for (warp, lanes, kind, result) in self.waiting.drain(..) {
            warps[warp].at_barrier &= !lanes;
            let value = match kind {
                BarrierKind::Sync | BarrierKind::Arrive => continue,
                BarrierKind::RedPopc => u64::from(self.truths),
                BarrierKind::RedAnd => u64::from(self.truths == self.votes),
                BarrierKind::RedOr => u64::from(self.truths > 0),
            };
            each(lanes).for_each(|lane| warps[warp].registers.set_lane(result, lane, value));
        }
        self.arrived.clear();
        self.threads = None;
        (self.truths, self.votes) = (0, 0);
    }
}
