//! Atomic operations of a warp, one lane after the other.

use std::sync::atomic::{Ordering, fence};

use super::access::{Outcome, Spaces, addresses, by_space, check_aligned};
use super::backing::Backing;
use super::bytes;
use super::code::{Address, Atomic, AtomicOp, Op, Order, Space};
use super::fault::{FaultKind, LaneFault};
use super::float::{NAN32, NAN64, flush32};
use super::half::{self, HalfMode};
use super::lanes::{LANES, Lane, each, map1};
use super::registers::Registers;

impl Spaces<'_, '_> {
    /// Runs an atomic instruction.
    pub(crate) fn run_atomic(&mut self, r: &mut Registers, op: &Op, mask: u32) -> Outcome {
        let mut old = [0; LANES];
        match *op {
            Op::Atomic32 { how, address, d, b, c } => {
                let operands = (map1(mask, r.get32(b), u64::from), map1(mask, r.get32(c), u64::from));
                self.atomic(r, how, address, mask, (&operands.0, &operands.1), &mut old)?;
                r.set32(d, mask, map1(mask, &old, |bits| bits as u32));
            }
            Op::Atomic64 { how, address, d, b, c } => {
                let operands = (*r.get64(b), *r.get64(c));
                self.atomic(r, how, address, mask, (&operands.0, &operands.1), &mut old)?;
                r.set64(d, mask, old);
            }
            _ => {}
        }
        Ok(())
    }

    /// Does it; `operands` are b and c as bits, and the old values are handed to `result`.
    fn atomic(
        &mut self,
        r: &Registers,
        how: Atomic,
        address: Address,
        mask: u32,
        operands: (&Lane<u64>, &Lane<u64>),
        old: &mut Lane<u64>,
    ) -> Outcome {
        let mut at = addresses(r, address, mask);
        if matches!(how.order, Order::Release | Order::AcqRel) {
            // Release: pairs with the Acquire fence of another thread's load or atomic.
            fence(Ordering::Release);
        }
        let frame = self.local.frame;
        by_space(how.space, &frame, &mut at, mask, |space, at, mask| {
            check_aligned(at, mask, u64::from(how.byte_len), "atomic")?;
            for lane in each(mask) {
                old[lane] = self.one(how, space, at[lane], lane, operands.0[lane], operands.1[lane])?;
            }
            Ok(())
        })?;
        if matches!(how.order, Order::Acquire | Order::AcqRel) {
            // Acquire: pairs with the Release fence of another thread's store or atomic.
            fence(Ordering::Acquire);
        }
        Ok(())
    }

    fn one(&mut self, how: Atomic, space: Space, at: u64, lane: usize, b: u64, c: u64) -> Result<u64, Box<LaneFault>> {
        let size = u64::from(how.byte_len);
        match space {
            Space::Global => {
                let region = self
                    .regions
                    .find(at)
                    .filter(|region| at - region.base <= region.len.saturating_sub(size) && region.len >= size)
                    .ok_or_else(|| LaneFault::access(FaultKind::IllegalAddress, at, lane, size, "global atomic"))?;
                Ok(on_backing(&region.bytes, (at - region.base) as usize, how, b, c))
            }
            Space::Shared => {
                let fault = || LaneFault::access(FaultKind::OutOfBounds, at, lane, size, "shared atomic");
                let old = bytes::read(self.shared, at, how.byte_len).ok_or_else(fault)?;
                let new = apply(how, old, b, c, false);
                bytes::write(self.shared, at, how.byte_len, new).ok_or_else(fault)?;
                Ok(old)
            }
            _ => Err(LaneFault::access(FaultKind::InvalidSpace, at, lane, size, "atomic")),
        }
    }
}

/// Replaces one value of device memory; other executors may be at it too.
pub(super) fn on_backing(bytes: &Backing, offset: usize, how: Atomic, b: u64, c: u64) -> u64 {
    match how.byte_len {
        2 => u64::from(bytes.update16(offset, |old| apply(how, u64::from(old), b, c, true) as u16)),
        4 => u64::from(bytes.update32(offset, |old| apply(how, u64::from(old), b, c, true) as u32)),
        _ => bytes.update64(offset, |old| apply(how, old, b, c, true)),
    }
}

/// The new value; for `cas`, b is what is compared and c what is written. Subnormals are flushed in global memory only.
fn apply(how: Atomic, old: u64, b: u64, c: u64, global: bool) -> u64 {
    let wide = how.byte_len == 8;
    let signed = |value: u64| if wide { value as i64 } else { i64::from(value as u32 as i32) };
    match how.op {
        AtomicOp::Add => old.wrapping_add(b),
        AtomicOp::AddF32 => {
            let flush = |bits: u32| if global { flush32(bits) } else { bits };
            let sum = f32::from_bits(flush(old as u32)) + f32::from_bits(flush(b as u32));
            u64::from(if sum.is_nan() { NAN32 } else { flush(sum.to_bits()) })
        }
        AtomicOp::AddF64 => {
            let sum = f64::from_bits(old) + f64::from_bits(b);
            if sum.is_nan() { NAN64 } else { sum.to_bits() }
        }
        AtomicOp::AddF16 | AtomicOp::AddBf16 => {
            let mode = HalfMode::plain(how.op == AtomicOp::AddBf16, how.byte_len == 4);
            u64::from(half::sum(mode, old as u32, b as u32))
        }
        AtomicOp::MinU => old.min(b),
        AtomicOp::MaxU => old.max(b),
        AtomicOp::MinS => {
            if signed(b) < signed(old) {
                b
            } else {
                old
            }
        }
        AtomicOp::MaxS => {
            if signed(b) > signed(old) {
                b
            } else {
                old
            }
        }
        AtomicOp::And => old & b,
        AtomicOp::Or => old | b,
        AtomicOp::Xor => old ^ b,
        AtomicOp::Exch => b,
        AtomicOp::Cas => {
            if old == b {
                c
            } else {
                old
            }
        }
        AtomicOp::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
    }
}
