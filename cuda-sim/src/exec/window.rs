//! Generic addresses: which of them mean shared, local or parameter memory.

use super::code::Space;

/// Generic address of the first byte of shared memory; above every user address of a 64-bit host.
pub(crate) const SHARED_BASE: u64 = 0x0001_0000_0000_0000;
/// Generic address of the first byte of local memory.
pub(crate) const LOCAL_BASE: u64 = 0x0001_0100_0000_0000;
/// Generic address of the first byte of the kernel's parameters.
pub(crate) const PARAM_BASE: u64 = 0x0001_0200_0000_0000;
/// Size of each window.
const WINDOW: u64 = 1 << 32;

/// The base of a space's window; zero where addresses are generic already.
#[inline(always)]
pub(crate) fn base(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_BASE,
        Space::Local | Space::Frame => LOCAL_BASE,
        Space::Param => PARAM_BASE,
        Space::Generic | Space::Global => 0,
    }
}

/// The space of a generic address.
#[inline(always)]
pub(crate) fn space(address: u64) -> Space {
    if address < SHARED_BASE {
        return Space::Global;
    }
    [Space::Shared, Space::Local, Space::Param]
        .into_iter()
        .find(|&space| address.wrapping_sub(base(space)) < WINDOW)
        .unwrap_or(Space::Global)
}
