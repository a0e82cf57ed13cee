//! Exchanges whose members are at different places of the code.
//!
//! Compilers make copies of an exchange, when they unroll a loop that lanes leave one after the other, and assemblers let all copies
//! meet. So lanes that run the same kind of exchange with the same mask run it together, wherever they are.

use super::code::{Instr, Op, Reg};
use super::collective::{Collective, Undefined};
use super::lanes::{Lane, each, select};
use super::warp::Warp;

impl Collective {
    /// Whether two exchanges are one instruction but for their registers.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shuffle { from, .. }, Self::Shuffle { from: other, .. }) => from == other,
            (Self::Vote { vote, .. }, Self::Vote { vote: other, .. }) => vote == other,
            (Self::Match { all, wide, .. }, Self::Match { all: other_all, wide: other_wide, .. }) => {
                all == other_all && wide.is_some() == other_wide.is_some()
            }
            (Self::Reduce { op, .. }, Self::Reduce { op: other, .. }) => op == other,
            _ => false,
        }
    }

    /// The registers that are read, in the same order for exchanges that are alike.
    fn inputs(&self) -> Vec<Reg> {
        match *self {
            Self::Shuffle { a, b, c, mask, .. } => [a, b, c, mask].map(Reg::R32).to_vec(),
            Self::Vote { a, mask, .. } => vec![Reg::Pred(a), Reg::R32(mask)],
            Self::Match { a, wide, mask, .. } => vec![wide.map_or(Reg::R32(a), Reg::R64), Reg::R32(mask)],
            Self::Reduce { a, mask, .. } => [a, mask].map(Reg::R32).to_vec(),
        }
    }

    /// The registers that are written.
    fn outputs(&self) -> Vec<Reg> {
        match *self {
            Self::Shuffle { d, p, .. } | Self::Vote { d, p, .. } | Self::Match { d, p, .. } => {
                vec![Reg::R32(d), Reg::Pred(p)]
            }
            Self::Reduce { d, .. } => vec![Reg::R32(d)],
        }
    }

    /// Whether what a vote reads is negated.
    fn is_negated(&self) -> bool {
        matches!(self, Self::Vote { flip, .. } if *flip != 0)
    }
}

impl Warp {
    /// Runs the exchange for the lanes of `here`, if they have one member mask and every other live member waits at one like it.
    /// False if not. What was undefined in it goes to `undefined`.
    #[inline(never)]
    pub(super) fn meet(
        &mut self,
        code: &[Instr],
        exchange: &Collective,
        here: u32,
        masks: &Lane<u32>,
        undefined: &mut Option<Undefined>,
    ) -> bool {
        let members = masks[here.trailing_zeros() as usize & 31];
        if select(here, |lane| masks[lane] == members) != here {
            return false;
        }
        let absent = members & self.live & !here;
        let other = |warp: &Self, lane: usize| match code.get(warp.pc[lane] as usize) {
            Some(Instr { op: Op::Exchange(other), .. }) if exchange.is_like(other) => Some(*other),
            _ => None,
        };
        let waits = |lane: usize| self.waits_here(lane) && self.sync_mask[lane] == members;
        if select(absent, |lane| waits(lane) && other(self, lane).is_some()) != absent {
            return false;
        }
        // Their values go into the registers of this exchange and come back from them; what those held is put back.
        let mut kept = Vec::new();
        for lane in each(absent) {
            let Some(theirs) = other(self, lane) else { continue };
            let registers = [exchange.inputs(), exchange.outputs()].concat();
            let held: Vec<u64> = registers.iter().map(|&register| self.registers.lane(register, lane)).collect();
            let values: Vec<u64> = theirs.inputs().iter().map(|&input| self.registers.lane(input, lane)).collect();
            for (&into, value) in exchange.inputs().iter().zip(values) {
                let is_turned = matches!(into, Reg::Pred(_)) && exchange.is_negated() != theirs.is_negated();
                self.registers.set_lane(into, lane, value ^ u64::from(is_turned));
            }
            kept.push((lane, theirs, registers, held));
        }
        *undefined = exchange.run(&mut self.registers, here | absent);
        for (lane, theirs, registers, held) in kept {
            let values: Vec<u64> = exchange.outputs().iter().map(|&from| self.registers.lane(from, lane)).collect();
            for (register, value) in registers.into_iter().zip(held) {
                self.registers.set_lane(register, lane, value);
            }
            for (&into, value) in theirs.outputs().iter().zip(values) {
                self.registers.set_lane(into, lane, value);
            }
            self.pc[lane] += 1;
        }
        self.release(absent);
        true
    }
}
