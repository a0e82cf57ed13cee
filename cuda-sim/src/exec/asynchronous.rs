//! `cp.async`: copies from device to shared memory that run beside the thread that asked for them.
//!
//! A device does them at any time between the instruction and the wait for them. So does this: mostly as late as it may,
//! sometimes earlier, in an order within a group that the seed of the launch picks.

use std::collections::VecDeque;

use super::access::{Outcome, addresses, check_aligned};
use super::code::{Address, Pred, R32, Space};
use super::fault::{FaultKind, LaneFault};
use super::lanes::{LANES, each};
use super::machine::{Ending, Room, Then};
use super::mbarrier;

/// What an instruction does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AsyncOp {
    /// Asks for a copy.
    Copy {
        /// Where in shared memory it goes.
        to: (Space, Address),
        /// Where in device memory it comes from.
        from: (Space, Address),
        /// Bytes written: 4, 8 or 16.
        byte_len: u8,
        /// How many of them are read, if not all; the rest is zero.
        read: Option<R32>,
        /// Where this predicate, after the flip, is true nothing is read.
        ignore: Option<(Pred, u32)>,
    },
    /// Ends a group of copies.
    Commit,
    /// Waits until no more than the newest groups of this number are left.
    WaitGroup(u32),
    /// Waits for every copy.
    WaitAll,
    /// Arrives at a barrier in shared memory when the copies so far are done.
    Arrive {
        /// The barrier.
        barrier: (Space, Address),
        /// Whether the arrival is one that the barrier expects; otherwise it expects one more first.
        is_expected: bool,
    },
}

/// One copy, checked.
#[derive(Clone, Copy, Debug)]
struct Copy {
    to: (Space, u64),
    from: (Space, u64),
    byte_len: u8,
    read: u8,
}

/// The copies of a warp's threads that were not waited for.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    lanes: Vec<Queue>,
    choices: u64,
}

/// The copies of one thread, oldest group first; the last group is still open.
#[derive(Clone, Debug, Default)]
struct Queue {
    groups: VecDeque<Vec<Copy>>,
    open: Vec<Copy>,
}

impl Copies {
    /// Forgets them all: what nobody waited for may never have happened.
    pub(crate) fn clear(&mut self) {
        self.lanes.clear();
        self.choices = 0;
    }

    /// A number that the seed picks.
    fn choose(&mut self, seed: u64) -> usize {
        self.choices += 1;
        let mixed = (seed ^ self.choices.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB) >> 33) as usize
    }
}

impl Queue {
    /// Takes one copy of the oldest group.
    fn take(&mut self, choice: usize) -> Option<Copy> {
        while self.groups.front().is_some_and(Vec::is_empty) {
            self.groups.pop_front();
        }
        let group = self.groups.front_mut().unwrap_or(&mut self.open);
        if group.is_empty() { None } else { Some(group.swap_remove(choice % group.len())) }
    }
}

impl Room<'_, '_> {
    pub(super) fn asynchronous(&mut self, op: &AsyncOp, mask: u32) -> Ending {
        self.warp.copies.lanes.resize_with(LANES, Queue::default);
        match *op {
            AsyncOp::Copy { to, from, byte_len, read, ignore } => {
                let mut copies = self.check_copies(to, from, byte_len, mask)?;
                let ignored = ignore.map_or(0, |(predicate, flip)| self.warp.registers.get(predicate) ^ flip);
                for lane in each(mask) {
                    let copy = &mut copies[lane];
                    if let Some(read) = read {
                        copy.read = self.read_len(read, byte_len, lane)?;
                    }
                    if ignored >> lane & 1 != 0 {
                        copy.read = 0;
                    }
                    let copy = *copy;
                    // What will be read is checked now, where the mistake is.
                    self.fetch(copy, lane)?;
                    self.warp.copies.lanes[lane].open.push(copy);
                    self.run_some(lane)?;
                }
            }
            AsyncOp::Commit => {
                for lane in each(mask) {
                    let queue = &mut self.warp.copies.lanes[lane];
                    let group = std::mem::take(&mut queue.open);
                    queue.groups.push_back(group);
                    self.run_some(lane)?;
                }
            }
            AsyncOp::WaitGroup(left) => {
                for lane in each(mask) {
                    self.finish(lane, left as usize)?;
                }
            }
            AsyncOp::WaitAll => {
                for lane in each(mask) {
                    self.finish_all(lane)?;
                }
            }
            AsyncOp::Arrive { barrier: (space, address), is_expected } => {
                let at = addresses(&self.warp.registers, address, mask);
                for lane in each(mask) {
                    self.finish_all(lane)?;
                    let place = self.barrier_place(space, at[lane], lane)?;
                    let state = self.barrier_state(place, lane)?;
                    let state = if is_expected { state } else { mbarrier::expect_one(state, place, lane)? };
                    let state = mbarrier::arrive(state, 1, false, place, lane)?;
                    self.set_barrier(place, state, lane)?;
                }
            }
        }
        Ok(Then::Next)
    }

    /// The copies of an instruction, aligned and with their target inside shared memory.
    fn check_copies(
        &mut self,
        to: (Space, Address),
        from: (Space, Address),
        byte_len: u8,
        mask: u32,
    ) -> Result<[Copy; LANES], Box<LaneFault>> {
        let target = addresses(&self.warp.registers, to.1, mask);
        let source = addresses(&self.warp.registers, from.1, mask);
        check_aligned(&target, mask, u64::from(byte_len), "asynchronous copy to shared memory")?;
        check_aligned(&source, mask, u64::from(byte_len), "asynchronous copy from global memory")?;
        let none = Copy { to: (to.0, 0), from: (from.0, 0), byte_len, read: byte_len };
        let mut copies = [none; LANES];
        for lane in each(mask) {
            copies[lane] = Copy { to: (to.0, target[lane]), from: (from.0, source[lane]), ..none };
            let mut there = [0; 16];
            let there = &mut there[..usize::from(byte_len)];
            self.spaces().read(to.0, target[lane], lane, there, "asynchronous copy to shared memory")?;
        }
        Ok(copies)
    }

    fn read_len(&self, read: R32, byte_len: u8, lane: usize) -> Result<u8, Box<LaneFault>> {
        let len = self.warp.registers.get32(read)[lane];
        u8::try_from(len).ok().filter(|len| *len <= byte_len).ok_or_else(|| {
            let message = format!("asynchronous copy of {byte_len} bytes that reads {len}");
            LaneFault::other(FaultKind::Trap, 0, lane, message)
        })
    }

    /// What a copy reads, as it is now.
    fn fetch(&mut self, copy: Copy, lane: usize) -> Result<[u8; 16], Box<LaneFault>> {
        let mut bytes = [0; 16];
        if copy.read > 0 {
            let into = &mut bytes[..usize::from(copy.read)];
            self.spaces().read(copy.from.0, copy.from.1, lane, into, "asynchronous copy from global memory")?;
        }
        Ok(bytes)
    }

    fn perform(&mut self, copy: Copy, lane: usize) -> Outcome {
        let bytes = self.fetch(copy, lane)?;
        let bytes = &bytes[..usize::from(copy.byte_len)];
        self.spaces().write(copy.to.0, copy.to.1, lane, bytes, "asynchronous copy to shared memory")
    }

    /// Does some of a thread's copies early, as the seed says.
    fn run_some(&mut self, lane: usize) -> Outcome {
        while self.choose().is_multiple_of(8) {
            let choice = self.choose();
            let Some(copy) = self.warp.copies.lanes[lane].take(choice) else { break };
            self.perform(copy, lane)?;
        }
        Ok(())
    }

    /// Does a thread's copies until no more than `left` groups are left.
    fn finish(&mut self, lane: usize, left: usize) -> Outcome {
        while self.warp.copies.lanes[lane].groups.len() > left {
            let group = self.warp.copies.lanes[lane].groups.pop_front().unwrap_or_default();
            self.perform_all(group, lane)?;
        }
        Ok(())
    }

    fn finish_all(&mut self, lane: usize) -> Outcome {
        self.finish(lane, 0)?;
        let open = std::mem::take(&mut self.warp.copies.lanes[lane].open);
        self.perform_all(open, lane)
    }

    fn perform_all(&mut self, mut group: Vec<Copy>, lane: usize) -> Outcome {
        while !group.is_empty() {
            let copy = group.swap_remove(self.choose() % group.len());
            self.perform(copy, lane)?;
        }
        Ok(())
    }

    fn choose(&mut self) -> usize {
        let [x, y, z] = self.block.map(u64::from);
        let place = (z << 40 ^ y << 20 ^ x) << 5 ^ self.number as u64;
        self.warp.copies.choose(self.launch.seed.rotate_left(17) ^ place)
    }
}
