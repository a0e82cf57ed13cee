//! Containers of machine code and PTX for several devices, as `nvcc` and `fatbinary` write them.
//!
//! NVIDIA does not document the format. What is read here is what their tools can be seen to write: a header of 16 bytes (magic,
//! version, its own size, size of the rest), then entries one after the other, each a header and a payload, which is plain, one LZ4
//! block, or a zstd frame. An entry may also be a bundle: a payload of several entries, with a table of them behind the header.

use std::io::Read;

use crate::binary::packed::{part, size_at, u16_at, u32_at};
use crate::binary::program::{Refused, text};

/// What a container begins with.
pub(crate) const MAGIC: [u8; 4] = 0xBA55_ED50_u32.to_le_bytes();
/// What the small record begins with that the compiler puts in front of one: magic, version, the container's address.
pub(crate) const WRAPPER: [u8; 4] = 0x4662_43B1_u32.to_le_bytes();
/// How long the header of a container is.
pub(crate) const HEADER: usize = 16;
/// How much of an entry's header is the same in all of them.
const ENTRY: usize = 64;

const PTX: u16 = 1;
const MACHINE_CODE: u16 = 2;
const BUNDLE: u16 = 0x100;
/// How long a line in the table of a bundle is.
const BUNDLE_LINE: usize = 80;

const LZ4: u32 = 0x2000;
const ZSTD: u32 = 0x8000;
/// The most that a payload may say it is; keeps a hostile image from taking all memory.
const MOST: usize = 1 << 30;

/// How long a container is, by its first [`HEADER`] bytes.
pub(crate) fn byte_len(header: &[u8]) -> Result<usize, Refused> {
    Ok(usize::from(u16_at(header, 6)?).saturating_add(size_at(header, 8)?))
}

/// What an entry's header says.
#[derive(Clone, Copy)]
struct Entry<'a> {
    kind: u16,
    architecture: u32,
    flags: u32,
    header: &'a [u8],
    /// Behind the header; a compressed payload is a part of it.
    payload: &'a [u8],
    compressed_len: usize,
    plain_len: usize,
}

impl<'a> Entry<'a> {
    /// Reads the entry at a place, and says where the next one is.
    fn read(container: &'a [u8], at: usize) -> Result<(Self, usize), Refused> {
        let start = part(container, at, ENTRY)?;
        let header_len = u32_at(start, 4)? as usize;
        let payload_len = size_at(start, 8)?;
        if header_len < ENTRY {
            return Err(Refused::invalid("an entry of the container is malformed"));
        }
        let payload = part(container, at + header_len, payload_len)?;
        let entry = Entry {
            kind: u16_at(start, 0)?,
            architecture: u32_at(start, 28)?,
            flags: u32_at(start, 40)?,
            header: part(container, at, header_len)?,
            payload,
            compressed_len: u32_at(start, 16)? as usize,
            plain_len: size_at(start, 56)?,
        };
        Ok((entry, at + header_len + payload_len))
    }

    /// The payload as it was before it was compressed.
    fn plain(&self) -> Result<Vec<u8>, Refused> {
        if self.flags & (LZ4 | ZSTD) == 0 {
            return match self.compressed_len {
                0 => Ok(self.payload.to_vec()),
                _ => Err(Refused::not_simulated(
                    "a container with a compression other than LZ4 and zstd is not simulated",
                )),
            };
        }
        let compressed = part(self.payload, 0, self.compressed_len)?;
        if self.plain_len > MOST {
            return Err(Refused::invalid("an entry of the container says that it is larger than 1 GiB"));
        }
        let plain =
            if self.flags & ZSTD != 0 { zstd(compressed, self.plain_len) } else { lz4(compressed, self.plain_len) };
        plain.ok_or_else(|| Refused::invalid("an entry of the container cannot be decompressed"))
    }
}

fn lz4(compressed: &[u8], len: usize) -> Option<Vec<u8>> {
    lz4_flex::block::decompress(compressed, len).ok()
}

fn zstd(compressed: &[u8], len: usize) -> Option<Vec<u8>> {
    let decoder = ruzstd::decoding::StreamingDecoder::new(compressed).ok()?;
    let mut plain = Vec::new();
    decoder.take(len as u64).read_to_end(&mut plain).ok()?;
    (plain.len() == len).then_some(plain)
}

/// One piece of PTX in a container.
struct Candidate<'a> {
    architecture: u32,
    entry: Entry<'a>,
    /// Where it is in the plain payload.
    place: Option<(usize, usize)>,
}

/// The newest PTX in a container that is not too new for a device. Of several the first.
pub(crate) fn ptx(container: &[u8], target: u32) -> Result<String, Refused> {
    let container = part(container, 0, byte_len(container)?)?;
    let mut at = usize::from(u16_at(container, 6)?);
    if at < HEADER {
        return Err(Refused::invalid("the header of the container is malformed"));
    }
    let mut best: Option<Candidate<'_>> = None;
    let mut held = Vec::new();
    while at < container.len() {
        let (entry, next) = Entry::read(container, at)?;
        for candidate in candidates(entry, &mut held)? {
            let is_newer = best.as_ref().is_none_or(|best| best.architecture < candidate.architecture);
            if candidate.architecture <= target && is_newer {
                best = Some(candidate);
            }
        }
        at = next;
    }
    let Some(best) = best else {
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
        let message = format!("the container holds {held}; the simulated device runs PTX for up to sm_{target}");
        return Err(Refused::no_binary(message));
    };
    let plain = best.entry.plain()?;
    match best.place {
        Some((offset, len)) => text(part(&plain, offset, len)?),
        None => text(&plain),
    }
}

/// The pieces of PTX in an entry; what the entry holds is noted for the error log.
fn candidates<'a>(entry: Entry<'a>, held: &mut Vec<String>) -> Result<Vec<Candidate<'a>>, Refused> {
    let mut note = |kind: u16, architecture: u32| match kind {
        PTX => held.push(format!("PTX for sm_{architecture}")),
        MACHINE_CODE => held.push(format!("machine code for sm_{architecture}")),
        _ => held.push(format!("an entry of kind {kind}")),
    };
    if entry.kind != BUNDLE {
        note(entry.kind, entry.architecture);
        let architecture = entry.architecture;
        return Ok((entry.kind == PTX).then_some(Candidate { architecture, entry, place: None }).into_iter().collect());
    }
    let mut found = Vec::new();
    let count = u32_at(entry.header, ENTRY)? as usize;
    for number in 0..count {
        let line = part(entry.header, (ENTRY + 8).saturating_add(number.saturating_mul(BUNDLE_LINE)), BUNDLE_LINE)?;
        let (kind, architecture) = (u16_at(line, 0)?, u32_at(line, 28)?);
        note(kind, architecture);
        if kind == PTX {
            let place = Some((u32_at(line, 4)? as usize, size_at(line, 8)?));
            found.push(Candidate { architecture, entry, place });
        }
    }
    Ok(found)
}
