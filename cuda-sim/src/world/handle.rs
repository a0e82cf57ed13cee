//! Handles: keys that are unique in the process, never reused, and never dereferenced.
//!
//! A client sees them as pointers. They are made without provenance, so a client that dereferences one is caught by
//! Miri, and a stale one can only ever fail to be found.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::memory::range::Addresses;

/// The number behind a handle.
pub(crate) type Key = usize;

/// Handles start well above the special stream handles 0, 1 and 2, and are spaced so that an offset never hits another.
const FIRST_KEY: Key = 0x5_0000;
const KEY_STEP: usize = 0x40;

/// Device addresses start above what user space can map on the machines we run on, and above the interpreter's windows for
/// shared, local and parameter memory: a host address is never a device address, and a host access to one faults.
const FIRST_ADDRESS: u64 = 1 << 49;
/// Every device address is a multiple of this, as the driver's are.
pub(crate) const ADDRESS_ALIGN: u64 = 512;
/// Bytes that never belong to anything after each allocation, so that running off the end is seen.
const GUARD: u64 = 64 * 1024;

// Relaxed suffices for the three counters: only uniqueness is wanted, nothing is published through them.
static NEXT_KEY: AtomicUsize = AtomicUsize::new(FIRST_KEY);
static NEXT_ID: AtomicU64 = AtomicU64::new(1);
static NEXT_ADDRESS: AtomicU64 = AtomicU64::new(FIRST_ADDRESS);

/// Takes the next key.
pub(crate) fn next_key() -> Key {
    NEXT_KEY.fetch_add(KEY_STEP, Ordering::Relaxed)
}

/// Takes the next identifier for things that have one beside their handle (contexts, streams, simulators).
pub(crate) fn next_id() -> u64 {
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// Takes addresses for `len` bytes, followed by a guard.
pub(crate) fn next_addresses(len: u64) -> Addresses {
    let span = len.saturating_add(GUARD).next_multiple_of(ADDRESS_ALIGN);
    Addresses { base: NEXT_ADDRESS.fetch_add(span, Ordering::Relaxed), len }
}

/// Takes addresses for `len` bytes from a multiple of `align` on, which is a power of two, followed by a guard.
pub(crate) fn next_aligned_addresses(len: u64, align: u64) -> Addresses {
    let align = align.max(ADDRESS_ALIGN);
    let span = len.saturating_add(GUARD).saturating_add(align).next_multiple_of(ADDRESS_ALIGN);
    let start = NEXT_ADDRESS.fetch_add(span, Ordering::Relaxed);
    Addresses { base: start.next_multiple_of(align), len }
}

/// Whether an address lies where device addresses come from.
pub(crate) fn is_device_address(address: u64) -> bool {
    address >= FIRST_ADDRESS
}

/// Spells a key as the opaque pointer that the client holds.
pub(crate) fn to_raw<T>(key: Key) -> *mut T {
    std::ptr::without_provenance_mut(key)
}

/// Reads the key back from what the client gave.
pub(crate) fn to_key<T>(raw: *mut T) -> Key {
    raw.addr()
}
