//! Loads and stores of a warp.

use std::sync::atomic::{Ordering, fence};

use super::bytes;
use super::code::{Access, Address, Order, R32, R64, Space};
use super::fault::{FaultKind, LaneFault};
use super::lanes::{Lane, each, map1, select, test2};
use super::local::LocalMemory;
use super::memory::RegionCache;
use super::registers::Registers;
use super::scalar::{extend_sign, truncate};
use super::shared;
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
        // An address of 32 bits wraps around at 32 bits.
        map1(mask, registers.get32(R32(address.base)), |base| u64::from(base.wrapping_add(offset as u32)))
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
                let same = select(rest, |lane| window::space(at[lane]) == first);
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
        match access.space {
            Space::Global => self.load_global(r, access, &at, d, mask)?,
            Space::Shared => self.load_shared(r, access, &at, d, mask)?,
            space => self.load_elsewhere(r, access, space, &mut at, d, mask)?,
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
        match access.space {
            Space::Global => self.store_global(r, access, &at, a, mask),
            Space::Shared => self.store_shared(r, access, &at, a, mask),
            space => self.store_elsewhere(r, access, space, &mut at, a, mask),
        }
    }

    #[inline(never)]
    fn load_elsewhere(
        &mut self,
        r: &mut Registers,
        access: Access,
        space: Space,
        at: &mut Lane<u64>,
        d: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let frame = self.local.frame;
        by_space(space, &frame, at, mask, |space, at, mask| match space {
            Space::Global => self.load_global(r, access, at, d, mask),
            Space::Shared => self.load_shared(r, access, at, d, mask),
            _ => self.load_own(r, access, space, at, d, mask),
        })
    }

    #[inline(never)]
    fn store_elsewhere(
        &mut self,
        r: &Registers,
        access: Access,
        space: Space,
        at: &mut Lane<u64>,
        a: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let frame = self.local.frame;
        by_space(space, &frame, at, mask, |space, at, mask| match space {
            Space::Global => self.store_global(r, access, at, a, mask),
            Space::Shared => self.store_shared(r, access, at, a, mask),
            _ => self.store_own(r, access, space, at, a, mask),
        })
    }

    #[inline(always)]
    fn load_shared(&self, r: &mut Registers, access: Access, at: &Lane<u64>, d: [u16; 4], mask: u32) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        if (access.byte_len, access.register_bits) == (4, 32) {
            let mut loaded = true;
            for element in 0..access.count {
                match shared::load32(self.shared, at, mask, size * u64::from(element), total) {
                    Some(values) => r.set32(R32(d[usize::from(element)]), mask, values),
                    None => loaded = false,
                }
            }
            if loaded {
                return Ok(());
            }
        }
        self.load_own(r, access, Space::Shared, at, d, mask)
    }

    #[inline(always)]
    fn store_shared(&mut self, r: &Registers, access: Access, at: &Lane<u64>, a: [u16; 4], mask: u32) -> Outcome {
        if (access.byte_len, access.register_bits, access.count) == (4, 32, 1)
            && shared::store32(self.shared, at, mask, r.get32(R32(a[0])))
        {
            return Ok(());
        }
        self.store_own(r, access, Space::Shared, at, a, mask)
    }

    /// Loads from memory of the block or of the thread.
    #[inline(never)]
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

    #[inline(never)]
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
pub(super) fn put(r: &mut Registers, access: Access, register: u16, lane: usize, value: u64) {
    let bits = u32::from(access.register_bits);
    let value = if access.signed { truncate(extend_sign(value, u32::from(access.byte_len) * 8), bits) } else { value };
    if bits == 64 {
        r.r64[usize::from(register)][lane] = value;
    } else {
        r.r32[usize::from(register)][lane] = value as u32;
    }
}

#[inline(always)]
pub(super) fn take(r: &Registers, access: Access, register: u16, lane: usize) -> u64 {
    if access.register_bits == 64 {
        r.r64[usize::from(register)][lane]
    } else {
        u64::from(r.r32[usize::from(register)][lane])
    }
}
