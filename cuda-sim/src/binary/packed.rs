//! Numbers in little-endian bytes.

use crate::binary::program::Refused;

/// Takes `N` bytes at a place.
fn bytes<const N: usize>(from: &[u8], at: usize) -> Result<[u8; N], Refused> {
    let found = at.checked_add(N).and_then(|end| from.get(at..end)).and_then(|found| found.try_into().ok());
    found.ok_or_else(|| Refused::invalid("the image ends too early"))
}

pub(crate) fn u16_at(from: &[u8], at: usize) -> Result<u16, Refused> {
    bytes(from, at).map(u16::from_le_bytes)
}

pub(crate) fn u32_at(from: &[u8], at: usize) -> Result<u32, Refused> {
    bytes(from, at).map(u32::from_le_bytes)
}

/// A size; one that this machine cannot have is as good as the largest.
pub(crate) fn size_at(from: &[u8], at: usize) -> Result<usize, Refused> {
    let size = bytes(from, at).map(u64::from_le_bytes)?;
    Ok(usize::try_from(size).unwrap_or(usize::MAX))
}

/// The `len` bytes at a place.
pub(crate) fn part(from: &[u8], at: usize, len: usize) -> Result<&[u8], Refused> {
    let found = at.checked_add(len).and_then(|end| from.get(at..end));
    found.ok_or_else(|| Refused::invalid("the image ends too early"))
}
