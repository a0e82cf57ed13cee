//! Loads and stores of a warp.

use std::sync::atomic::{Ordering, fence};

use super::bytes;
use super::code::{Access, Address, Order, R32, R64, Space};
use super::fault::{FaultKind, LaneFault};
use super::lanes::{FULL, LANES, Lane, each, map1, test2};
use super::local::LocalMemory;
use super::memory::{Region, RegionCache};
use super::registers::Registers;
use super::scalar::{extend_sign, truncate};
use super::window;

/// What one operation of memory can end in.
pub(crate) type Outcome = Result<(), Box<LaneFault>>;

/// Every memory that a warp can reach.
pub(crate) struct Spaces<'e, 'a> {
    /// Device memory.
    pub(crate) regions: &'e mut RegionCache<'a>,
    /// The block's shared memory.
    pub(crate) shared: &'e mut [u8],
    /// The kernel's parameters.
    pub(crate) params: &'e [u8],
    /// The threads' own memory.
    pub(crate) local: &'e mut LocalMemory,
}

/// The address of each lane.
#[inline(always)]
pub(crate) fn addresses(registers: &Registers, address: Address, mask: u32) -> Lane<u64> {
    let offset = i64::from(address.offset) as u64;
    if address.wide {
        map1(mask, registers.get64(R64(address.base)), |base| base.wrapping_add(offset))
    } else {
        map1(mask, registers.get32(R32(address.base)), |base| u64::from(base).wrapping_add(offset))
    }
}

/// Calls `run` once for each space that the generic addresses of the mask lie in, with addresses inside that space.
pub(crate) fn by_space(
    space: Space,
    frame: &Lane<u64>,
    at: &mut Lane<u64>,
    mask: u32,
    mut run: impl FnMut(Space, &Lane<u64>, u32) -> Outcome,
) -> Outcome {
    match space {
        Space::Generic => {
            let mut rest = mask;
            while rest != 0 {
                let first = window::space(at[rest.trailing_zeros() as usize]);
                let same =
                    each(rest).filter(|&lane| window::space(at[lane]) == first).fold(0, |all, lane| all | 1 << lane);
                if first != Space::Global {
                    each(same).for_each(|lane| at[lane] -= window::base(first));
                }
                run(first, at, same)?;
                rest &= !same;
            }
            Ok(())
        }
        Space::Frame => {
            each(mask).for_each(|lane| at[lane] = at[lane].wrapping_add(frame[lane]));
            run(Space::Local, at, mask)
        }
        _ => run(space, at, mask),
    }
}

/// Refuses a lane whose address is not a multiple of `byte_len`.
#[inline(always)]
pub(crate) fn check_aligned(at: &Lane<u64>, mask: u32, byte_len: u64, what: &str) -> Outcome {
    let low = byte_len - 1;
    let wrong = test2(mask, at, at, |address, _| address & low != 0) & mask;
    if wrong == 0 {
        return Ok(());
    }
    let lane = wrong.trailing_zeros() as usize;
    Err(LaneFault::access(FaultKind::Misaligned, at[lane], lane, byte_len, what))
}

impl Spaces<'_, '_> {
    /// Loads.
    #[inline(always)]
    pub(crate) fn load(
        &mut self,
        r: &mut Registers,
        access: Access,
        address: Address,
        d: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let mut at = addresses(r, address, mask);
        if access.space == Space::Global {
            self.load_global(r, access, &at, d, mask)?;
        } else {
            let frame = self.local.frame;
            by_space(access.space, &frame, &mut at, mask, |space, at, mask| match space {
                Space::Global => self.load_global(r, access, at, d, mask),
                _ => self.load_own(r, access, space, at, d, mask),
            })?;
        }
        if access.order != Order::Relaxed {
            // Acquire: pairs with the Release fence of another thread's store or atomic.
            fence(Ordering::Acquire);
        }
        Ok(())
    }

    /// Stores.
    #[inline(always)]
    pub(crate) fn store(&mut self, r: &Registers, access: Access, address: Address, a: [u16; 4], mask: u32) -> Outcome {
        let mut at = addresses(r, address, mask);
        if access.order != Order::Relaxed {
            // Release: pairs with the Acquire fence of another thread's load or atomic.
            fence(Ordering::Release);
        }
        if access.space == Space::Global {
            return self.store_global(r, access, &at, a, mask);
        }
        let frame = self.local.frame;
        by_space(access.space, &frame, &mut at, mask, |space, at, mask| match space {
            Space::Global => self.store_global(r, access, at, a, mask),
            _ => self.store_own(r, access, space, at, a, mask),
        })
    }

    #[inline(always)]
    fn load_global(&mut self, r: &mut Registers, access: Access, at: &Lane<u64>, d: [u16; 4], mask: u32) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        check_aligned(at, mask, total, "global load")?;
        let mut rest = mask;
        while rest != 0 {
            let (region, lanes) = inside(self.regions, at, rest, total, "global load")?;
            let base = region.base;
            for element in 0..access.count {
                let skip = size * u64::from(element);
                let into = d[usize::from(element)];
                let offset = |lane: usize| (at[lane].wrapping_sub(base) + skip) as usize;
                match (access.byte_len, access.register_bits) {
                    (4, 32) => {
                        let values = region.bytes.gather32(at, base, skip, lanes);
                        r.set32(R32(into), lanes, values);
                    }
                    (8, 64) => {
                        let values = region.bytes.gather64(at, base, skip, lanes);
                        r.set64(R64(into), lanes, values);
                    }
                    _ => each(lanes).for_each(|lane| {
                        let value = match access.byte_len {
                            1 => u64::from(region.bytes.load8(offset(lane))),
                            2 => u64::from(region.bytes.load16(offset(lane))),
                            4 => u64::from(region.bytes.load32(offset(lane))),
                            _ => region.bytes.load64(offset(lane)),
                        };
                        put(r, access, into, lane, value);
                    }),
                }
            }
            rest &= !lanes;
        }
        Ok(())
    }

    #[inline(always)]
    fn store_global(&mut self, r: &Registers, access: Access, at: &Lane<u64>, a: [u16; 4], mask: u32) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        check_aligned(at, mask, total, "global store")?;
        let mut rest = mask;
        while rest != 0 {
            let (region, lanes) = inside(self.regions, at, rest, total, "global store")?;
            let base = region.base;
            for element in 0..access.count {
                let skip = size * u64::from(element);
                let from = a[usize::from(element)];
                let offset = |lane: usize| (at[lane].wrapping_sub(base) + skip) as usize;
                match (access.byte_len, access.register_bits) {
                    (4, 32) => region.bytes.scatter32(at, base, skip, lanes, r.get32(R32(from))),
                    (8, 64) => region.bytes.scatter64(at, base, skip, lanes, r.get64(R64(from))),
                    _ => each(lanes).for_each(|lane| {
                        let value = take(r, access, from, lane);
                        match access.byte_len {
                            1 => region.bytes.store8(offset(lane), value as u8),
                            2 => region.bytes.store16(offset(lane), value as u16),
                            4 => region.bytes.store32(offset(lane), value as u32),
                            _ => region.bytes.store64(offset(lane), value),
                        }
                    }),
                }
            }
            rest &= !lanes;
        }
        Ok(())
    }

    /// Loads from memory of the block or of the thread.
    fn load_own(
        &self,
        r: &mut Registers,
        access: Access,
        space: Space,
        at: &Lane<u64>,
        d: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        check_aligned(at, mask, total, "load")?;
        for element in 0..access.count {
            let into = d[usize::from(element)];
            let skip = size * u64::from(element);
            if (access.byte_len, access.register_bits, space) == (4, 32, Space::Shared) && mask == FULL {
                let mut values = [0; LANES];
                for lane in 0..LANES {
                    let Some(value) = bytes::read(self.shared, at[lane].wrapping_add(skip), 4) else {
                        return Err(outside(space, at[lane], lane, total, "load"));
                    };
                    values[lane] = value as u32;
                }
                r.set32(R32(into), mask, values);
                continue;
            }
            for lane in each(mask) {
                let memory = match space {
                    Space::Shared => &*self.shared,
                    Space::Param => self.params,
                    _ => self.local.lane(lane),
                };
                let Some(value) = bytes::read(memory, at[lane].wrapping_add(skip), access.byte_len) else {
                    return Err(outside(space, at[lane], lane, total, "load"));
                };
                put(r, access, into, lane, value);
            }
        }
        Ok(())
    }

    fn store_own(
        &mut self,
        r: &Registers,
        access: Access,
        space: Space,
        at: &Lane<u64>,
        a: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        check_aligned(at, mask, total, "store")?;
        for element in 0..access.count {
            let from = a[usize::from(element)];
            let skip = size * u64::from(element);
            for lane in each(mask) {
                let memory = match space {
                    Space::Shared => &mut *self.shared,
                    Space::Param => return Err(outside(space, at[lane], lane, total, "store")),
                    _ => self.local.lane_mut(lane),
                };
                let value = take(r, access, from, lane);
                if bytes::write(memory, at[lane].wrapping_add(skip), access.byte_len, value).is_none() {
                    return Err(outside(space, at[lane], lane, total, "store"));
                }
            }
        }
        Ok(())
    }
}

/// The allocation of the first lane, and which lanes lie in it whole.
#[inline(always)]
fn inside<'r>(
    regions: &'r mut RegionCache<'_>,
    at: &Lane<u64>,
    mask: u32,
    byte_len: u64,
    what: &str,
) -> Result<(&'r Region, u32), Box<LaneFault>> {
    let lane = mask.trailing_zeros() as usize;
    let fault = || LaneFault::access(FaultKind::IllegalAddress, at[lane], lane, byte_len, what);
    let region = regions.find(at[lane]).ok_or_else(fault)?;
    let (base, len) = (region.base, region.len);
    let room = len.checked_sub(byte_len).ok_or_else(fault)?;
    let lanes = test2(mask, at, at, |address, _| address.wrapping_sub(base) <= room) & mask;
    if lanes >> lane & 1 == 0 { Err(fault()) } else { Ok((region, lanes)) }
}

#[cold]
fn outside(space: Space, address: u64, lane: usize, byte_len: u64, what: &str) -> Box<LaneFault> {
    let what = match space {
        Space::Shared => format!("shared {what}"),
        Space::Param => format!("parameter {what}"),
        _ => format!("local {what}"),
    };
    LaneFault::access(FaultKind::OutOfBounds, address, lane, byte_len, &what)
}

/// Puts a loaded value into a register, extended by the rules of `ld`.
#[inline(always)]
fn put(r: &mut Registers, access: Access, register: u16, lane: usize, value: u64) {
    let bits = u32::from(access.register_bits);
    let value = if access.signed { truncate(extend_sign(value, u32::from(access.byte_len) * 8), bits) } else { value };
    if bits == 64 {
        r.r64[usize::from(register)][lane] = value;
    } else {
        r.r32[usize::from(register)][lane] = value as u32;
    }
}

#[inline(always)]
fn take(r: &Registers, access: Access, register: u16, lane: usize) -> u64 {
    if access.register_bits == 64 {
        r.r64[usize::from(register)][lane]
    } else {
        u64::from(r.r32[usize::from(register)][lane])
    }
}
