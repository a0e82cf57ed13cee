//! Containers of code, as NVIDIA's tools write them.

use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// How the payload of an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Plain,
    Lz4,
    Zstd,
}

pub(crate) const PTX: u16 = 1;
pub(crate) const MACHINE_CODE: u16 = 2;
const BUNDLE: u16 = 0x100;

/// A container with these entries: kind, compute capability, packing and payload.
pub(crate) fn container(entries: &[(u16, u32, Packing, &[u8])]) -> Vec<u8> {
    enclose(entries.iter().flat_map(|(kind, target, packing, bytes)| entry(*kind, *target, *packing, bytes, &[])))
}

/// A container with one entry that bundles all of these, compressed as one.
pub(crate) fn bundle(entries: &[(u16, u32, &[u8])], packing: Packing) -> Vec<u8> {
    let mut table = Vec::new();
    let mut payload = Vec::new();
    for (kind, target, bytes) in entries {
        table.extend(header(*kind, payload.len() as u32, bytes.len(), 0, *target, 0, 0));
        table.extend([0; 16]);
        payload.extend(*bytes);
    }
    let mut extra = Vec::new();
    extra.extend((entries.len() as u32).to_le_bytes());
    extra.extend((table.len() as u32 + 8).to_le_bytes());
    extra.extend(table);
    enclose(entry(BUNDLE, 0, packing, &payload, &extra))
}

fn enclose(entries: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let entries: Vec<u8> = entries.into_iter().collect();
    let mut container = Vec::new();
    container.extend(0xBA55_ED50_u32.to_le_bytes());
    container.extend(1u16.to_le_bytes());
    container.extend(16u16.to_le_bytes());
    container.extend((entries.len() as u64).to_le_bytes());
    container.extend(entries);
    container
}

fn entry(kind: u16, target: u32, packing: Packing, bytes: &[u8], extra: &[u8]) -> Vec<u8> {
    let (packed, flag) = match packing {
        Packing::Plain => (bytes.to_vec(), 0),
        Packing::Lz4 => (lz4_flex::block::compress(bytes), 0x2000),
        Packing::Zstd => (compress_to_vec(bytes, CompressionLevel::Fastest), 0x8000),
    };
    let is_packed = packing != Packing::Plain;
    let padded = packed.len().next_multiple_of(8);
    let (packed_len, plain_len) = if is_packed { (packed.len(), bytes.len()) } else { (0, 0) };
    let mut entry = header(kind, 64 + extra.len() as u32, padded, packed_len as u32, target, 0x11 | flag, plain_len);
    entry.extend(extra);
    entry.extend(&packed);
    entry.resize(64 + extra.len() + padded, 0);
    entry
}

/// The 64 bytes that every entry begins with; in a bundle's table `second` is an offset, elsewhere the header's length.
fn header(kind: u16, second: u32, len: usize, packed_len: u32, target: u32, flags: u32, plain_len: usize) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(kind.to_le_bytes());
    header.extend(0x101u16.to_le_bytes());
    header.extend(second.to_le_bytes());
    header.extend((len as u64).to_le_bytes());
    header.extend(packed_len.to_le_bytes());
    header.extend(0u32.to_le_bytes());
    header.extend(0x0007_0000_u32.to_le_bytes());
    header.extend(target.to_le_bytes());
    header.extend([0; 8]);
    header.extend(u64::from(flags).to_le_bytes());
    header.extend([0; 8]);
    header.extend((plain_len as u64).to_le_bytes());
    header
}
