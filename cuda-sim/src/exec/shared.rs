//! Shared memory accessed by a whole warp: plain bytes, as one host thread runs the block.

use super::lanes::{FULL, LANES, Lane, all_at_most, each};

/// Reads a word of each lane, `skip` bytes into its place of `byte_len` bytes; `None` if a place is outside or misaligned.
#[inline(always)]
pub(crate) fn load32(bytes: &[u8], at: &Lane<u64>, mask: u32, skip: u64, byte_len: u64) -> Option<Lane<u32>> {
    let first = *at.get(mask.trailing_zeros() as usize)?;
    let room = (bytes.len() as u64).checked_sub(byte_len)?;
    let word = |offset: u64| -> Option<u32> {
        let start = (offset + skip) as usize;
        bytes.get(start..start + 4)?.first_chunk().map(|word| u32::from_le_bytes(*word))
    };
    let mut values = [0; LANES];
    if mask != FULL || cfg!(miri) {
        for lane in each(mask) {
            if at[lane] > room || at[lane] & (byte_len - 1) != 0 {
                return None;
            }
            values[lane] = word(at[lane])?;
        }
        return Some(values);
    }
    let low = at.iter().fold(0, |low, &offset| low | offset);
    if !all_at_most(mask, at, room) || low & (byte_len - 1) != 0 {
        return None;
    }
    if at.iter().fold(0, |differing, &offset| differing | offset ^ first) == 0 {
        return Some([word(first)?; LANES]);
    }
    if consecutive(at, first) {
        let start = (first + skip) as usize;
        let run = bytes.get(start..start + 4 * LANES)?;
        for (value, word) in values.iter_mut().zip(run.chunks_exact(4)) {
            *value = u32::from_le_bytes(*word.first_chunk()?);
        }
        return Some(values);
    }
    for (value, &offset) in values.iter_mut().zip(at) {
        *value = word(offset)?;
    }
    Some(values)
}

/// Writes a word of each lane; false, with nothing written, if a place is outside or misaligned.
#[inline(always)]
pub(crate) fn store32(bytes: &mut [u8], at: &Lane<u64>, mask: u32, values: &Lane<u32>) -> bool {
    let Some(room) = (bytes.len() as u64).checked_sub(4) else { return false };
    if mask == FULL && !cfg!(miri) && at[0] & 3 == 0 && at[31] <= room && consecutive(at, at[0]) {
        let start = at[0] as usize;
        for (word, value) in bytes[start..start + 4 * LANES].chunks_exact_mut(4).zip(values) {
            word.copy_from_slice(&value.to_le_bytes());
        }
        return true;
    }
    if each(mask).any(|lane| at[lane] > room || at[lane] & 3 != 0) {
        return false;
    }
    for lane in each(mask) {
        let start = at[lane] as usize;
        bytes[start..start + 4].copy_from_slice(&values[lane].to_le_bytes());
    }
    true
}

/// Whether the places of all lanes are words next to each other.
#[inline(always)]
fn consecutive(at: &Lane<u64>, first: u64) -> bool {
    let mut differing = 0;
    for (lane, &offset) in at.iter().enumerate() {
        differing |= offset ^ first.wrapping_add(4 * lane as u64);
    }
    differing == 0
}
