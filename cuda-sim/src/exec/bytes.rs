//! Little-endian values in plain bytes: memory that only one host thread touches.

/// Reads `byte_len` (1, 2, 4 or 8) bytes at `offset`; `None` outside.
#[inline(always)]
pub(crate) fn read(bytes: &[u8], offset: u64, byte_len: u8) -> Option<u64> {
    let at = usize::try_from(offset).ok()?;
    let rest = bytes.get(at..)?;
    Some(match byte_len {
        1 => u64::from(*rest.first()?),
        2 => u64::from(u16::from_le_bytes(*rest.first_chunk()?)),
        4 => u64::from(u32::from_le_bytes(*rest.first_chunk()?)),
        _ => u64::from_le_bytes(*rest.first_chunk()?),
    })
}

/// Writes the low `byte_len` (1, 2, 4 or 8) bytes of `value` at `offset`; `None` outside.
#[inline(always)]
pub(crate) fn write(bytes: &mut [u8], offset: u64, byte_len: u8, value: u64) -> Option<()> {
    let at = usize::try_from(offset).ok()?;
    let rest = bytes.get_mut(at..)?;
    match byte_len {
        1 => *rest.first_mut()? = value as u8,
        2 => *rest.first_chunk_mut()? = (value as u16).to_le_bytes(),
        4 => *rest.first_chunk_mut()? = (value as u32).to_le_bytes(),
        _ => *rest.first_chunk_mut()? = value.to_le_bytes(),
    }
    Some(())
}
