//! Strict division: integer divisions of an image become ones that fault where the divisor is zero.

use super::alu;
use super::code::{IntOp, Op, R32, R64};
use super::fault::{FaultKind, LaneFault};
use super::image::Image;
use super::lanes::{Lane, select};
use super::machine::{Ending, Machine, Room, Then};

/// An integer division that looks at its divisor first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    op: Op,
    by: Divisor,
}

/// The divisor, and how much of its register counts.
#[derive(Clone, Copy, Debug)]
enum Divisor {
    Low16(R32),
    All32(R32),
    All64(R64),
}

impl Image {
    /// Makes every integer division a strict one. Each stays where it is, so no jump changes.
    pub(crate) fn divide_strictly(&mut self) {
        for instr in &mut self.code {
            let by = match instr.op {
                Op::Int16 { op, b, .. } if divides(op) => Divisor::Low16(b),
                Op::Int32 { op, b, .. } if divides(op) => Divisor::All32(b),
                Op::Int64 { op, b, .. } if divides(op) => Divisor::All64(b),
                _ => continue,
            };
            let site = self.machines.len() as u32;
            self.machines.push(Machine::Division(Division { op: instr.op, by }));
            instr.op = Op::Machine { site };
        }
    }
}

fn divides(op: IntOp) -> bool {
    matches!(op, IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS)
}

impl Room<'_, '_> {
    /// Divides, unless a lane would divide by zero.
    pub(super) fn divide(&mut self, division: &Division, mask: u32) -> Ending {
        let r = &mut self.warp.registers;
        let divisors: Lane<u64> = match division.by {
            Divisor::Low16(b) => r.get32(b).map(|bits| u64::from(bits & 0xffff)),
            Divisor::All32(b) => r.get32(b).map(u64::from),
            Divisor::All64(b) => *r.get64(b),
        };
        let zero = select(mask, |lane| divisors[lane] == 0);
        if zero != 0 {
            let lane = zero.trailing_zeros() as usize;
            return Err(LaneFault::other(FaultKind::Trap, 0, lane, "an integer is divided by zero"));
        }
        alu::run(r, &division.op, mask);
        Ok(Then::Next)
    }
}
