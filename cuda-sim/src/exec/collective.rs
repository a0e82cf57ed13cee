//! Operations in which the lanes of a warp exchange values.

use super::code::{Pred, R32, R64};
use super::fault::{FaultKind, LaneFault};
use super::lanes::{LANES, Lane, each, select};
use super::registers::Registers;

/// An exchange. `mask` names the lanes that take part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Collective {
    /// `shfl.sync`: d gets a value of another lane, p whether there was one.
    Shuffle {
        /// Which lane.
        from: ShuffleFrom,
        /// Result.
        d: R32,
        /// Whether the source lane was in range.
        p: Pred,
        /// What is offered.
        a: R32,
        /// Lane or distance.
        b: R32,
        /// Segment and bound.
        c: R32,
        /// Members.
        mask: R32,
    },
    /// `vote.sync` of a predicate.
    Vote {
        /// What is asked.
        vote: Vote,
        /// Result of all but a ballot.
        p: Pred,
        /// Result of a ballot.
        d: R32,
        /// What each lane says.
        a: Pred,
        /// All ones when that is negated.
        flip: u32,
        /// Members.
        mask: R32,
    },
    /// `match.sync`: lanes that have the same value. With `all`, only if every lane has it.
    Match {
        /// `.all`
        all: bool,
        /// Result.
        d: R32,
        /// Whether all are the same.
        p: Pred,
        /// 32-bit values.
        a: R32,
        /// 64-bit values, if wide.
        wide: Option<R64>,
        /// Members.
        mask: R32,
    },
    /// `redux.sync`
    Reduce {
        /// What.
        op: Reduction,
        /// Result.
        d: R32,
        /// Values.
        a: R32,
        /// Members.
        mask: R32,
    },
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShuffleFrom {
    /// One further down by b.
    Up,
    /// One further up by b.
    Down,
    /// The one whose number differs in the bits of b.
    Butterfly,
    /// Lane b of the segment.
    Index,
}

/// What a vote asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    /// Whether all say yes.
    All,
    /// Whether any says yes.
    Any,
    /// Whether all say the same.
    Uniform,
    /// Who says yes.
    Ballot,
}

/// How `redux` combines. Each variant is the PTX operation of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    MinU,
    MinS,
    MaxU,
    MaxS,
    And,
    Or,
    Xor,
}

/// Whether the lanes that have come can go on.
pub(crate) enum Quorum {
    /// Every live member is here.
    Here,
    /// Some are still to come.
    Missing,
}

/// What an exchange did that PTX leaves open, and which lane did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undefined {
    /// A shuffle read a lane that does not run it.
    Source {
        /// Who read.
        lane: usize,
        /// What it read.
        source: u32,
    },
    /// A member came with another mask.
    Masks {
        /// Whose mask names it.
        lane: usize,
    },
}

impl Undefined {
    /// The lane, and what it did, in words.
    #[cold]
    pub(crate) fn explain(self) -> (usize, String) {
        match self {
            Self::Source { lane, source } => {
                (lane, format!("a shuffle reads lane {source}, which does not run it, so that the value is undefined"))
            }
            Self::Masks { lane } => (lane, "members of an exchange have different member masks".to_owned()),
        }
    }
}

impl Collective {
    /// The register that names the members.
    pub(crate) fn members(&self) -> R32 {
        match *self {
            Self::Shuffle { mask, .. }
            | Self::Vote { mask, .. }
            | Self::Match { mask, .. }
            | Self::Reduce { mask, .. } => mask,
        }
    }

    /// Whether the lanes of `here` are all that the members' masks name, among the live ones.
    pub(crate) fn quorum(masks: &Lane<u32>, here: u32, live: u32) -> Result<Quorum, Box<LaneFault>> {
        for lane in each(here) {
            if masks[lane] >> lane & 1 == 0 {
                let message = format!("a lane runs an exchange whose member mask {:#x} leaves it out", masks[lane]);
                return Err(LaneFault::other(FaultKind::Trap, 0, lane, message));
            }
        }
        Ok(if each(here).all(|lane| masks[lane] & live & !here == 0) { Quorum::Here } else { Quorum::Missing })
    }

    /// Runs it for the lanes of `here`, which are complete. Answers what was undefined in it, if anything was.
    pub(crate) fn run(&self, r: &mut Registers, here: u32) -> Option<Undefined> {
        let masks = *r.get32(self.members());
        let mut undefined = None;
        let mut rest = here;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let members = masks[first];
            let group = select(rest, |lane| masks[lane] == members);
            // Members that come with another mask are in a group of their own.
            if members & here & !group != 0 {
                undefined = Some(Undefined::Masks { lane: first });
            }
            let absent = self.run_group(r, group);
            undefined = absent.or(undefined);
            rest &= !group;
        }
        undefined
    }

    fn run_group(&self, r: &mut Registers, group: u32) -> Option<Undefined> {
        match *self {
            Self::Shuffle { from, d, p, a, b, c, .. } => {
                let (values, b, c) = (*r.get32(a), *r.get32(b), *r.get32(c));
                let mut out = [0; LANES];
                let (mut found, mut absent) = (0, 0);
                for lane in each(group) {
                    let (source, valid) = from.source(lane as u32, b[lane], c[lane]);
                    let source = if valid { source as usize } else { lane };
                    out[lane] = values[source];
                    found |= u32::from(valid) << lane;
                    absent |= u32::from(group >> source & 1 == 0) << lane;
                }
                r.set32(d, group, out);
                r.set(p, group, found);
                if absent != 0 {
                    let lane = absent.trailing_zeros() as usize;
                    return Some(Undefined::Source { lane, source: from.source(lane as u32, b[lane], c[lane]).0 });
                }
            }
            Self::Vote { vote, p, d, a, flip, .. } => {
                let yes = (r.get(a) ^ flip) & group;
                let answer = match vote {
                    Vote::All => yes == group,
                    Vote::Any => yes != 0,
                    Vote::Uniform => yes == group || yes == 0,
                    Vote::Ballot => {
                        r.set32(d, group, [yes; LANES]);
                        return None;
                    }
                };
                r.set(p, group, if answer { u32::MAX } else { 0 });
            }
            Self::Match { all, d, p, a, wide, .. } => {
                let values: Lane<u64> = wide.map_or_else(|| r.get32(a).map(u64::from), |wide| *r.get64(wide));
                let same = |lane: usize| select(group, |other| values[other] == values[lane]);
                let mut out = [0; LANES];
                each(group).for_each(|lane| out[lane] = same(lane));
                let unanimous = each(group).all(|lane| out[lane] == group);
                r.set32(d, group, if all && !unanimous { [0; LANES] } else { out });
                r.set(p, group, if unanimous { u32::MAX } else { 0 });
            }
            Self::Reduce { op, d, a, .. } => {
                let values = *r.get32(a);
                let combined = each(group).map(|lane| values[lane]).reduce(|x, y| op.apply(x, y)).unwrap_or(0);
                r.set32(d, group, [combined; LANES]);
            }
        }
        None
    }
}

impl ShuffleFrom {
    /// The lane to read, and whether it is in range.
    fn source(self, lane: u32, b: u32, c: u32) -> (u32, bool) {
        let (segment, clamp, b) = (c >> 8 & 31, c & 31, b & 31);
        let most = lane & segment | clamp & !segment & 31;
        let least = lane & segment;
        match self {
            Self::Up => {
                let source = lane.wrapping_sub(b);
                (source & 31, source as i32 >= most as i32)
            }
            Self::Down => ((lane + b) & 31, lane + b <= most),
            Self::Butterfly => (lane ^ b, lane ^ b <= most),
            Self::Index => {
                let source = least | b & !segment & 31;
                (source, source <= most)
            }
        }
    }
}

impl Reduction {
    fn apply(self, x: u32, y: u32) -> u32 {
        match self {
            Self::Add => x.wrapping_add(y),
            Self::MinU => x.min(y),
            Self::MaxU => x.max(y),
            Self::MinS => (x as i32).min(y as i32) as u32,
            Self::MaxS => (x as i32).max(y as i32) as u32,
            Self::And => x & y,
            Self::Or => x | y,
            Self::Xor => x ^ y,
        }
    }
}
