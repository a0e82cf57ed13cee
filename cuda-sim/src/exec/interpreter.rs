//! Runs the warps of a block.
//!
//! The loop over instructions is compiled twice, for the baseline and for AVX2 with FMA, and chosen at run time.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "calls the build for AVX2 after finding that the CPU has it")
)]

use std::sync::atomic::{Ordering, fence};

use super::access::Spaces;
use super::alu;
use super::barrier::BadBarrier;
use super::block::Block;
use super::code::Op;
use super::collective::{Collective, Quorum};
use super::fault::{Fault, FaultKind, LaneFault, Place};
use super::lanes::{LANES, each, map1, select};
use super::launch::Launch;
use super::machine::{Room, Then};
use super::memory::RegionCache;
use super::round::Progress;
use super::warp::Group;

/// Instructions a warp may run before the next one has its turn.
const WARP_TURN: u32 = if cfg!(miri) { 512 } else { 16_384 };
/// The same where blocks may spin until another block has had its turn.
const COOPERATIVE_TURN: u32 = if cfg!(miri) { 128 } else { 1_024 };

/// Runs blocks of one launch on one host thread.
pub(crate) struct Executor<'a> {
    pub(super) launch: &'a Launch<'a>,
    regions: RegionCache<'a>,
    /// Invariant: true only on a CPU that has AVX2, FMA and BMI2.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    vector: bool,
    pub(super) block: Block,
    pub(super) shared: &'a Progress,
    /// Thread instructions run since they were last added to the common count.
    pub(super) instructions: u64,
    clock: u64,
    /// Instructions that a warp may run before the next one has its turn.
    turn: u32,
}

impl<'a> Executor<'a> {
    /// An executor with nothing run.
    pub(crate) fn new(launch: &'a Launch<'a>, shared: &'a Progress) -> Self {
        Self {
            launch,
            regions: RegionCache::new(launch.memory),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            vector: has_vectors(),
            block: Block::new(launch),
            shared,
            instructions: 0,
            clock: 0,
            turn: turn(launch),
        }
    }

    #[cold]
    pub(super) fn fault(&self, warp: usize, pc: u32, fault: &LaneFault) -> Fault {
        let Place { block, thread, ptx_line } = Place::of(self.launch, self.block.index, warp, fault.lane, pc);
        Fault { kind: fault.kind, address: fault.address, block, thread, ptx_line, message: fault.message.clone() }
    }

    /// Runs a warp until it has to wait, ends, or has had its turn.
    pub(super) fn run_warp(&mut self, index: usize) -> Result<(), Fault> {
        let mut left = self.turn;
        while left > 0 {
            let Some(group) = self.block.warps[index].pick() else { return Ok(()) };
            let allowed = self.block.warps[index].allowance(&group, left);
            let used = self.run_group(index, group, allowed)?;
            left -= used.min(left);
            self.block.warps[index].spend(&group, used);
        }
        Ok(())
    }

    /// Runs a group until its lanes diverge, meet others, wait or end, or it has run what it may. Returns what it ran.
    fn run_group(&mut self, index: usize, group: Group, allowed: u32) -> Result<u32, Fault> {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if self.vector {
            // SAFETY: `vector` is true only where AVX2, FMA and BMI2 were found (invariant of the field).
            return unsafe { self.run_group_vector(index, group, allowed) };
        }
        self.run_group_baseline(index, group, allowed)
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[target_feature(enable = "avx2,fma,bmi2")]
    fn run_group_vector(&mut self, index: usize, group: Group, allowed: u32) -> Result<u32, Fault> {
        self.run_group_body(index, group, allowed)
    }

    #[inline(never)]
    fn run_group_baseline(&mut self, index: usize, group: Group, allowed: u32) -> Result<u32, Fault> {
        self.run_group_body(index, group, allowed)
    }

    #[inline(always)]
    fn run_group_body(&mut self, index: usize, group: Group, allowed: u32) -> Result<u32, Fault> {
        let image = &self.launch.kernel.image;
        let code = image.code.as_slice();
        let mut active = group.lanes;
        let mut pc = group.pc;
        let mut ran = 0u64;
        let mut steps = 0;
        let warp = &mut self.block.warps[index];
        let fault =
            loop {
                if steps == allowed {
                    break None;
                }
                steps += 1;
                let instr = &code[pc as usize];
                let mask = active & (warp.registers.get(instr.guard) ^ instr.flip);
                ran += u64::from(active.count_ones());
                if mask == 0 {
                    pc += 1;
                    if pc >= group.limit {
                        break None;
                    }
                    continue;
                }
                match instr.op {
                    Op::Branch { target } => {
                        if mask == active {
                            pc = target;
                            if pc >= group.limit {
                                break None;
                            }
                            continue;
                        }
                        warp.send(mask, target);
                        active &= !mask;
                        pc += 1;
                        break None;
                    }
                    Op::Load { access, address, d } => {
                        let mut spaces = Spaces {
                            regions: &mut self.regions,
                            shared: &mut self.block.shared,
                            params: self.launch.params,
                            local: &mut warp.local,
                        };
                        if let Err(fault) = spaces.load(&mut warp.registers, access, address, d, mask) {
                            break Some(fault);
                        }
                    }
                    Op::Store { access, address, a } => {
                        let mut spaces = Spaces {
                            regions: &mut self.regions,
                            shared: &mut self.block.shared,
                            params: self.launch.params,
                            local: &mut warp.local,
                        };
                        if let Err(fault) = spaces.store(&warp.registers, access, address, a, mask) {
                            break Some(fault);
                        }
                    }
                    ref op if alu::run(&mut warp.registers, op, mask) => {}
                    Op::Atomic32 { .. } | Op::Atomic64 { .. } => {
                        let mut spaces = Spaces {
                            regions: &mut self.regions,
                            shared: &mut self.block.shared,
                            params: self.launch.params,
                            local: &mut warp.local,
                        };
                        if let Err(fault) = spaces.run_atomic(&mut warp.registers, &instr.op, mask) {
                            break Some(fault);
                        }
                    }
                    Op::Fence => {
                        // SeqCst: orders with the fences and atomics of other executors, as `fence.sc` and `membar` do.
                        fence(Ordering::SeqCst);
                    }
                    Op::Clock { d } => {
                        let now = self.clock + ran;
                        warp.registers.set64(d, mask, [now; LANES]);
                    }
                    Op::Barrier { site } => {
                        warp.send(active, pc + 1);
                        let site = &image.barriers[site as usize];
                        let block = &mut self.block;
                        let id = *block.warps[index].registers.get32(site.id);
                        let threads = site.threads.map(|register| *block.warps[index].registers.get32(register));
                        let mut rest = mask;
                        let mut bad = None;
                        // Lanes may name different barriers.
                        while rest != 0 && bad.is_none() {
                            let lane = rest.trailing_zeros() as usize;
                            let count = threads.map(|threads| threads[lane]);
                            let same = select(rest, |other| id[other] == id[lane]);
                            let arrival = block.barriers.arrive(&mut block.warps, index, same, site, id[lane], count);
                            bad = arrival.err().map(|bad| bad_barrier(bad, lane));
                            rest &= !same;
                        }
                        if let Some(fault) = bad {
                            self.instructions += ran;
                            return Err(self.fault(index, pc, &fault));
                        }
                        active = 0;
                        break None;
                    }
                    Op::WarpBarrier { mask: register } => {
                        let masks = *warp.registers.get32(register);
                        let strangers = select(mask, |lane| masks[lane] >> lane & 1 == 0);
                        warp.send(active, pc + 1);
                        warp.sync(mask, &masks);
                        if strangers != 0 {
                            let lane = strangers.trailing_zeros() as usize;
                            let message =
                                format!("a barrier of a warp whose member mask {:#x} leaves the lane out", masks[lane]);
                            self.shared.notices.tell(self.launch, self.block.index, index, pc, (lane, message));
                        }
                        active = 0;
                        break None;
                    }
                    Op::Exchange(exchange) => {
                        let masks = *warp.registers.get32(exchange.members());
                        let mut undefined = None;
                        match Collective::quorum(&masks, mask, warp.live) {
                            Ok(Quorum::Here) => undefined = exchange.run(&mut warp.registers, mask),
                            Ok(Quorum::Missing) if warp.meet(code, &exchange, mask, &masks, &mut undefined) => {}
                            Ok(Quorum::Missing) => {
                                // They run it again when the others have come.
                                warp.send(active, pc + 1);
                                warp.send(mask, pc);
                                warp.wait_here(mask, &masks);
                                active = 0;
                                break None;
                            }
                            Err(fault) => break Some(fault),
                        }
                        if let Some(undefined) = undefined {
                            let notices = &self.shared.notices;
                            notices.tell(self.launch, self.block.index, index, pc, undefined.explain());
                        }
                    }
                    Op::ActiveMask { d } => warp.registers.set32(d, mask, [mask; LANES]),
                    Op::IsSpace { space, d, a } => {
                        let addresses = *warp.registers.get64(a);
                        let bits = select(mask, |lane| super::window::space(addresses[lane]) == space);
                        warp.registers.set(d, mask, bits);
                    }
                    Op::ToGeneric { space, d, a } => {
                        let base = super::window::base(space);
                        let values = map1(mask, warp.registers.get64(a), |address| address.wrapping_add(base));
                        warp.registers.set64(d, mask, values);
                    }
                    Op::FromGeneric { space, d, a } => {
                        let base = super::window::base(space);
                        // The null pointer stays null.
                        let values = map1(mask, warp.registers.get64(a), |address| {
                            if address == 0 { 0 } else { address.wrapping_sub(base) }
                        });
                        warp.registers.set64(d, mask, values);
                    }
                    Op::FrameAddress { d, offset } => {
                        let values = map1(mask, &warp.local.frame, |frame| frame + u64::from(offset));
                        warp.registers.set64(d, mask, values);
                    }
                    Op::BranchIndexed { table, index } => {
                        let targets = &image.tables[table as usize];
                        warp.send(active, pc + 1);
                        let indices = *warp.registers.get32(index);
                        // An index outside the table is undefined; it falls through.
                        for lane in each(mask) {
                            if let Some(&target) = targets.get(indices[lane] as usize) {
                                warp.pc[lane] = target;
                            }
                        }
                        active = 0;
                        break None;
                    }
                    Op::Call { site } => {
                        warp.send(active, pc + 1);
                        if let Err(fault) = warp.call(image, site, mask, pc, self.launch.stack_byte_len) {
                            break Some(fault);
                        }
                        active = 0;
                        break None;
                    }
                    Op::Return => {
                        warp.send(active, pc + 1);
                        warp.call_return(image, mask);
                        active = 0;
                        break None;
                    }
                    Op::Exit => {
                        active &= !mask;
                        warp.send(active, pc + 1);
                        warp.exit(mask);
                        let block = &mut self.block;
                        block.barriers.recheck(&mut block.warps);
                        active = 0;
                        break None;
                    }
                    Op::Trap => {
                        let lane = mask.trailing_zeros() as usize;
                        let fault = LaneFault::other(FaultKind::Trap, 0, lane, "the kernel ran `trap`");
                        break Some(fault);
                    }
                    Op::Yield => {
                        // Counts as a whole turn, so that others get theirs.
                        steps = allowed;
                        pc += 1;
                        break None;
                    }
                    Op::Machine { site } => {
                        let mut room = Room {
                            launch: self.launch,
                            regions: &mut self.regions,
                            shared: &mut self.block.shared,
                            warp: &mut *warp,
                            block: self.block.index,
                            number: index,
                            clock: self.clock + ran,
                            undefined: None,
                        };
                        let then = room.run(&image.machines[site as usize], mask);
                        if let Some(undefined) = room.undefined {
                            self.shared.notices.tell(self.launch, self.block.index, index, pc, undefined);
                        }
                        match then {
                            Ok(Then::Next) => {}
                            Ok(Then::Wait) => {
                                // They run it again when the rest of the warp has come.
                                warp.send(active, pc + 1);
                                warp.send(mask, pc);
                                warp.wait_here(mask, &[u32::MAX; LANES]);
                                active = 0;
                                break None;
                            }
                            Ok(Then::Yield) => {
                                steps = allowed;
                                pc += 1;
                                break None;
                            }
                            Err(fault) => break Some(fault),
                        }
                    }
                    _ => {}
                }
                pc += 1;
                if pc >= group.limit {
                    break None;
                }
            };
        self.instructions += ran;
        self.clock += ran;
        if let Some(fault) = fault {
            return Err(self.fault(index, pc, &fault));
        }
        self.block.warps[index].send(active, pc);
        Ok(steps)
    }
}

/// Limits are looked at after each turn, so a low one makes turns short.
fn turn(launch: &Launch<'_>) -> u32 {
    let usual = if launch.cooperative { COOPERATIVE_TURN } else { WARP_TURN };
    let limit = launch.step_limit.map_or(u64::MAX, |limit| (limit / LANES as u64).max(64));
    u32::try_from(limit).map_or(usual, |limit| limit.min(usual))
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_vectors() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma")
        && std::arch::is_x86_feature_detected!("bmi2")
}

#[cold]
fn bad_barrier(bad: BadBarrier, lane: usize) -> Box<LaneFault> {
    let message = match bad {
        BadBarrier::Number(id) => format!("barrier {id} does not exist; a block has 16"),
        BadBarrier::Count(count) => format!("a barrier of {count} threads, which is not a positive multiple of 32"),
    };
    LaneFault::other(FaultKind::Trap, 0, lane, message)
}
