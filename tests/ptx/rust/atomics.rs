//! Atomics of each order, fences and volatile accesses.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

use core::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering, fence};

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn orders(a: &AtomicU32, b: &AtomicU64, c: &AtomicI32, out: *mut u64) {
    let mut sum = u64::from(a.fetch_add(1, Ordering::Relaxed));
    sum += u64::from(a.fetch_add(1, Ordering::Acquire));
    sum += u64::from(a.swap(2, Ordering::Release));
    sum += u64::from(a.fetch_max(3, Ordering::AcqRel));
    sum += b.fetch_or(4, Ordering::SeqCst);
    sum += b.fetch_xor(4, Ordering::Relaxed);
    sum += c.fetch_min(-3, Ordering::Relaxed) as u64;
    sum += c.fetch_sub(3, Ordering::Relaxed) as u64;
    sum += a.compare_exchange(1, 2, Ordering::AcqRel, Ordering::Acquire).unwrap_or(9) as u64;
    sum += b.compare_exchange_weak(1, 2, Ordering::SeqCst, Ordering::Relaxed).unwrap_or(9);
    sum += b.load(Ordering::Acquire) + u64::from(a.load(Ordering::Relaxed));
    a.store(5, Ordering::Release);
    c.store(6, Ordering::Relaxed);
    fence(Ordering::SeqCst);
    fence(Ordering::AcqRel);
    unsafe { out.write_volatile(sum + out.read_volatile()) };
}
