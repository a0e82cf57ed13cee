//! Loads and stores of device memory.

use super::access::{Outcome, Spaces, check_aligned, put, take};
use super::code::{Access, R32, R64};
use super::fault::{FaultKind, LaneFault};
use super::lanes::{Lane, each, test2};
use super::memory::{Region, RegionCache};
use super::registers::Registers;
use super::span::Span;

impl Spaces<'_, '_> {
    #[inline(always)]
    pub(super) fn load_global(
        &mut self,
        r: &mut Registers,
        access: Access,
        at: &Lane<u64>,
        d: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        if let Some(span) = self.span(at, mask, total) {
            match (access.byte_len, access.register_bits) {
                (4, 32) => {
                    for element in 0..access.count {
                        let values = span.load32(size * u64::from(element));
                        r.set32(R32(d[usize::from(element)]), mask, values);
                    }
                    return Ok(());
                }
                (8, 64) => {
                    for element in 0..access.count {
                        let values = span.load64(size * u64::from(element));
                        r.set64(R64(d[usize::from(element)]), mask, values);
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        self.load_global_each(r, access, at, d, mask)
    }

    /// The places of all lanes in one allocation; `None` if there is no such, or one is not good.
    #[inline(always)]
    fn span(&mut self, at: &Lane<u64>, mask: u32, byte_len: u64) -> Option<Span<'_>> {
        let region = self.regions.find(*at.get(mask.trailing_zeros() as usize)?)?;
        Span::new(&region.bytes, region.len, at, region.base, mask, byte_len)
    }

    /// Loads of other sizes, from several allocations, or with a fault.
    #[inline(never)]
    fn load_global_each(
        &mut self,
        r: &mut Registers,
        access: Access,
        at: &Lane<u64>,
        d: [u16; 4],
        mask: u32,
    ) -> Outcome {
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
                each(lanes).for_each(|lane| {
                    let value = match access.byte_len {
                        1 => u64::from(region.bytes.load8(offset(lane))),
                        2 => u64::from(region.bytes.load16(offset(lane))),
                        4 => u64::from(region.bytes.load32(offset(lane))),
                        _ => region.bytes.load64(offset(lane)),
                    };
                    put(r, access, into, lane, value);
                });
            }
            rest &= !lanes;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store_global(
        &mut self,
        r: &Registers,
        access: Access,
        at: &Lane<u64>,
        a: [u16; 4],
        mask: u32,
    ) -> Outcome {
        let size = u64::from(access.byte_len);
        let total = size * u64::from(access.count);
        if let Some(span) = self.span(at, mask, total) {
            match (access.byte_len, access.register_bits) {
                (4, 32) => {
                    for element in 0..access.count {
                        span.store32(size * u64::from(element), r.get32(R32(a[usize::from(element)])));
                    }
                    return Ok(());
                }
                (8, 64) => {
                    for element in 0..access.count {
                        span.store64(size * u64::from(element), r.get64(R64(a[usize::from(element)])));
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        self.store_global_each(r, access, at, a, mask)
    }

    /// Stores of other sizes, to several allocations, or with a fault.
    #[inline(never)]
    fn store_global_each(&mut self, r: &Registers, access: Access, at: &Lane<u64>, a: [u16; 4], mask: u32) -> Outcome {
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
                each(lanes).for_each(|lane| {
                    let value = take(r, access, from, lane);
                    match access.byte_len {
                        1 => region.bytes.store8(offset(lane), value as u8),
                        2 => region.bytes.store16(offset(lane), value as u16),
                        4 => region.bytes.store32(offset(lane), value as u32),
                        _ => region.bytes.store64(offset(lane), value),
                    }
                });
            }
            rest &= !lanes;
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
