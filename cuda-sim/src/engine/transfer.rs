//! Copies and fills, as the engine runs them.
#![expect(unsafe_code, reason = "moves bytes from and to the client's host memory")]

use std::sync::Arc;

use crate::code::{self, Answer};
use crate::engine::history::Use;
use crate::fault::report::Kind;
use crate::memory::pointer::HostPointer;
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Found};
use crate::world::world::World;

/// One end of a copy.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Device(u64),
    Host(HostPointer),
    /// Bytes that were taken from the client before the call returned.
    Staged(Vec<u8>),
}

impl End {
    /// The client's addresses that this end covers, if any.
    fn range(&self, len: usize) -> Option<Addresses> {
        match self {
            End::Device(base) => Some(Addresses::new(*base, len as u64)),
            End::Host(pointer) => Some(pointer.range(len)),
            End::Staged(_) => None,
        }
    }
}

/// A box of `slices` slices of `rows` rows of `width` bytes; a plain copy is one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) rows: usize,
    pub(crate) slices: usize,
    pub(crate) source: Pitch,
    pub(crate) target: Pitch,
}

/// How far apart rows and slices are in memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pitch {
    pub(crate) row: usize,
    pub(crate) slice: usize,
}

impl Pitch {
    /// Rows and nothing above them.
    pub(crate) fn of_rows(row: usize) -> Self {
        Pitch { row, slice: 0 }
    }
}

impl Shape {
    /// `len` bytes in a row.
    pub(crate) fn flat(len: usize) -> Self {
        let pitch = Pitch::of_rows(len);
        Shape { width: len, rows: 1, slices: 1, source: pitch, target: pitch }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.width == 0 || self.rows == 0 || self.slices == 0
    }

    /// Whether it is one row.
    pub(crate) fn is_flat(self) -> bool {
        self.rows == 1 && self.slices == 1
    }

    /// The bytes from the first to the last one at an end with this pitch.
    fn span(self, pitch: Pitch) -> usize {
        if self.is_empty() {
            return 0;
        }
        let slices = pitch.slice.saturating_mul(self.slices - 1);
        pitch.row.saturating_mul(self.rows - 1).saturating_add(slices).saturating_add(self.width)
    }

    pub(crate) fn source_span(self) -> usize {
        self.span(self.source)
    }

    pub(crate) fn target_span(self) -> usize {
        self.span(self.target)
    }

    /// Where each row begins, in the source and in the target.
    fn row_starts(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.slices).flat_map(move |slice| {
            (0..self.rows).map(move |row| {
                let at = |pitch: Pitch| slice * pitch.slice + row * pitch.row;
                (at(self.source), at(self.target))
            })
        })
    }
}

/// A copy between any two ends.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) from: End,
    pub(crate) to: End,
    pub(crate) shape: Shape,
    /// What the source held when the copy was queued, if nobody but the client could change it since.
    pub(crate) sum: Option<u64>,
}

/// A fill of device memory with a pattern of 1, 2 or 4 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Fill {
    pub(crate) to: u64,
    pub(crate) pattern: Vec<u8>,
    pub(crate) shape: Shape,
}

/// Larger uploads are not watched for changes of their source.
const SUMMED: usize = 64 * 1024;
/// The most bytes that a copy holds in between.
const CHUNK: usize = 64 * 1024;

impl Copy {
    pub(crate) fn touches(&self, range: Addresses) -> bool {
        let from = self.from.range(self.shape.source_span());
        let to = self.to.range(self.shape.target_span());
        from.into_iter().chain(to).any(|end| end.overlaps(range))
    }

    /// The device memory at either end.
    pub(crate) fn uses(&self) -> Vec<(Addresses, Use)> {
        let ends =
            [(&self.from, self.shape.source_span(), Use::Reads), (&self.to, self.shape.target_span(), Use::Writes)];
        let device = ends.into_iter().filter_map(|(end, span, how)| match end {
            End::Device(base) => Some((Addresses::new(*base, span as u64), how)),
            End::Host(_) | End::Staged(_) => None,
        });
        device.collect()
    }

    pub(crate) fn run(&self, world: &World) -> Answer {
        let from = Opened::open(world, &self.from, self.shape.source_span(), "copy reads")?;
        let to = Opened::open(world, &self.to, self.shape.target_span(), "copy writes")?;
        let mut chunk = vec![0u8; self.shape.width.min(CHUNK)];
        let mut sum = Sum::default();
        for (source, target) in self.shape.row_starts() {
            let mut at = 0;
            while at < self.shape.width {
                let n = chunk.len().min(self.shape.width - at);
                from.read(source + at, &mut chunk[..n]);
                if self.sum.is_some() {
                    sum.add(&chunk[..n]);
                }
                to.write(target + at, &chunk[..n]);
                at += n;
            }
        }
        if self.sum.is_some_and(|before| before != sum.value()) {
            let text =
                format!("the source of an upload of {} bytes was written after the call", self.shape.source_span());
            world.reports.add(Kind::HostInFlight, text);
        }
        Ok(())
    }

    /// Sums the source up as it is now, if it is small and the client's, and no queued work could change it.
    pub(crate) fn sum_up(&mut self, world: &World) {
        let End::Host(pointer) = self.from else { return };
        let span = self.shape.source_span();
        let range = pointer.range(span);
        if span > SUMMED || world.engine.lock().may_write_host(range) {
            return;
        }
        let mut bytes = vec![0u8; self.shape.width];
        let mut sum = Sum::default();
        for (source, _) in self.shape.row_starts() {
            // SAFETY: the client passed this memory as the source of a copy of this span, so it is readable during the call.
            unsafe { pointer.read(source, &mut bytes) };
            sum.add(&bytes);
        }
        self.sum = Some(sum.value());
    }
}

/// A sum over bytes (as FNV-1a does it, but eight of them at a time): enough to see that they changed.
struct Sum(u64);

impl Default for Sum {
    fn default() -> Self {
        Sum(0xCBF2_9CE4_8422_2325)
    }
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_ne_bytes(*word)));
        rest.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn mix(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01B3);
    }

    fn value(&self) -> u64 {
        self.0
    }
}

impl Fill {
    pub(crate) fn range(&self) -> Addresses {
        Addresses::new(self.to, self.shape.target_span() as u64)
    }

    pub(crate) fn touches(&self, range: Addresses) -> bool {
        self.range().overlaps(range)
    }

    pub(crate) fn run(&self, world: &World) -> Answer {
        let end = End::Device(self.to);
        let to = Opened::open(world, &end, self.shape.target_span(), "fill writes")?;
        let chunk = self.pattern.repeat(self.shape.width.min(CHUNK).div_ceil(self.pattern.len()));
        for (_, target) in self.shape.row_starts() {
            let mut at = 0;
            while at < self.shape.width {
                let n = chunk.len().min(self.shape.width - at);
                to.write(target + at, &chunk[..n]);
                at += n;
            }
        }
        Ok(())
    }
}

/// An end whose memory was found when the operation ran.
enum Opened<'a> {
    Device(Arc<Allocation>, usize),
    /// Mappings side by side, and the address in the first of them.
    Mappings(Vec<Arc<Allocation>>, u64),
    Host(HostPointer),
    Staged(&'a [u8]),
}

impl<'a> Opened<'a> {
    fn open(world: &World, end: &'a End, span: usize, what: &str) -> Result<Self, cuda_sys::CUresult> {
        match end {
            End::Host(pointer) => Ok(Opened::Host(*pointer)),
            End::Staged(bytes) => Ok(Opened::Staged(bytes)),
            End::Device(base) => match world.space.find(*base, span as u64) {
                Found::Live(allocation) if allocation.is_accessible() => {
                    let offset = usize::try_from(base - allocation.range.base).map_err(|_| code::ILLEGAL_ADDRESS)?;
                    Ok(Opened::Device(allocation, offset))
                }
                Found::Freed => {
                    let text = format!("a queued {what} {span} bytes at {base:#x}, which were freed before it ran");
                    world.reports.add(Kind::UseAfterFree, text);
                    Err(code::ILLEGAL_ADDRESS)
                }
                _ => {
                    let range = Addresses::new(*base, span as u64);
                    let pieces = world.space.snapshot().side_by_side(range);
                    if let Some(pieces) = pieces.filter(|pieces| pieces.iter().all(|piece| piece.is_accessible())) {
                        return Ok(Opened::Mappings(pieces, *base));
                    }
                    let text = format!("a queued {what} {span} bytes at {base:#x}, which may not be accessed");
                    world.reports.add(Kind::OutOfBounds, text);
                    Err(code::ILLEGAL_ADDRESS)
                }
            },
        }
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) {
        match self {
            Opened::Device(allocation, base) => allocation.bytes().read_into(base + offset, bytes),
            Opened::Mappings(pieces, base) => {
                let mut done = 0;
                for (piece, at, len) in parts(pieces, base + offset as u64, bytes.len()) {
                    piece.bytes().read_into(at, &mut bytes[done..done + len]);
                    done += len;
                }
            }
            // SAFETY: the client passed this memory to an asynchronous copy and so promised that it stays readable,
            // and unwritten, until the copy is done; `offset` and the length stay within the span it named.
            Opened::Host(pointer) => unsafe { pointer.read(offset, bytes) },
            Opened::Staged(staged) => bytes.copy_from_slice(&staged[offset..offset + bytes.len()]),
        }
    }

    fn write(&self, offset: usize, bytes: &[u8]) {
        match self {
            Opened::Device(allocation, base) => allocation.bytes().write_from(base + offset, bytes),
            Opened::Mappings(pieces, base) => {
                let mut done = 0;
                for (piece, at, len) in parts(pieces, base + offset as u64, bytes.len()) {
                    piece.bytes().write_from(at, &bytes[done..done + len]);
                    done += len;
                }
            }
            // SAFETY: the client passed this memory to an asynchronous copy and so promised that nobody else touches
            // it until the copy is done; `offset` and the length stay within the span it named.
            Opened::Host(pointer) => unsafe { pointer.write(offset, bytes) },
            Opened::Staged(_) => unreachable!("staged bytes are only ever a source"),
        }
    }
}

/// The parts of `len` bytes at an address that lie in each of some mappings: the mapping, the offset in it, and how many.
fn parts(
    pieces: &[Arc<Allocation>],
    address: u64,
    len: usize,
) -> impl Iterator<Item = (&Arc<Allocation>, usize, usize)> {
    let end = address + len as u64;
    pieces.iter().filter_map(move |piece| {
        let (from, to) = (address.max(piece.range.base), end.min(piece.range.end()));
        // Both lie in memory that exists.
        (from < to).then(|| (piece, (from - piece.range.base) as usize, (to - from) as usize))
    })
}
