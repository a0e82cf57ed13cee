//! Copies and fills, as the engine runs them.
#![expect(unsafe_code, reason = "moves bytes from and to the client's host memory")]

use crate::code::{self, Answer};
use crate::engine::history::Use;
use crate::fault::report::Kind;
use crate::memory::pointer::HostPointer;
use crate::memory::range::Addresses;
use crate::memory::space::{Allocation, Found};
use crate::world::world::World;

/// One end of a copy.
#[derive(Debug)]
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

/// A rectangle of `rows` rows of `width` bytes; a plain copy is one row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) rows: usize,
    pub(crate) from_pitch: usize,
    pub(crate) to_pitch: usize,
}

impl Shape {
    /// `len` bytes in a row.
    pub(crate) fn flat(len: usize) -> Self {
        Shape { width: len, rows: 1, from_pitch: len, to_pitch: len }
    }

    /// The bytes from the first to the last one at an end with this pitch.
    fn span(self, pitch: usize) -> usize {
        match self.rows {
            0 => 0,
            rows => pitch.saturating_mul(rows - 1).saturating_add(self.width),
        }
    }

    pub(crate) fn source_span(self) -> usize {
        self.span(self.from_pitch)
    }

    pub(crate) fn target_span(self) -> usize {
        self.span(self.to_pitch)
    }
}

/// A copy between any two ends.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) from: End,
    pub(crate) to: End,
    pub(crate) shape: Shape,
}

/// A fill of device memory with a pattern of 1, 2 or 4 bytes.
#[derive(Debug)]
pub(crate) struct Fill {
    pub(crate) to: u64,
    pub(crate) pattern: Vec<u8>,
    pub(crate) shape: Shape,
}

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
        for row in 0..self.shape.rows {
            let mut at = 0;
            while at < self.shape.width {
                let n = chunk.len().min(self.shape.width - at);
                from.read(row * self.shape.from_pitch + at, &mut chunk[..n]);
                to.write(row * self.shape.to_pitch + at, &chunk[..n]);
                at += n;
            }
        }
        Ok(())
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
        for row in 0..self.shape.rows {
            let mut at = 0;
            while at < self.shape.width {
                let n = chunk.len().min(self.shape.width - at);
                to.write(row * self.shape.to_pitch + at, &chunk[..n]);
                at += n;
            }
        }
        Ok(())
    }
}

/// An end whose memory was found when the operation ran.
enum Opened<'a> {
    Device(std::sync::Arc<Allocation>, usize),
    Host(HostPointer),
    Staged(&'a [u8]),
}

impl<'a> Opened<'a> {
    fn open(world: &World, end: &'a End, span: usize, what: &str) -> Result<Self, cuda_sys::CUresult> {
        match end {
            End::Host(pointer) => Ok(Opened::Host(*pointer)),
            End::Staged(bytes) => Ok(Opened::Staged(bytes)),
            End::Device(base) => match world.space.find(*base, span as u64) {
                Found::Live(allocation) => {
                    let offset = usize::try_from(base - allocation.range.base).map_err(|_| code::ILLEGAL_ADDRESS)?;
                    Ok(Opened::Device(allocation, offset))
                }
                Found::Freed => {
                    let text = format!("a queued {what} {span} bytes at {base:#x}, which were freed before it ran");
                    world.reports.add(Kind::UseAfterFree, text);
                    Err(code::ILLEGAL_ADDRESS)
                }
                Found::Overrun | Found::Nothing => {
                    let text = format!("a queued {what} {span} bytes at {base:#x}, which are not allocated");
                    world.reports.add(Kind::OutOfBounds, text);
                    Err(code::ILLEGAL_ADDRESS)
                }
            },
        }
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) {
        match self {
            Opened::Device(allocation, base) => allocation.bytes.read_into(base + offset, bytes),
            // SAFETY: the client passed this memory to an asynchronous copy and so promised that it stays readable,
            // and unwritten, until the copy is done; `offset` and the length stay within the span it named.
            Opened::Host(pointer) => unsafe { pointer.read(offset, bytes) },
            Opened::Staged(staged) => bytes.copy_from_slice(&staged[offset..offset + bytes.len()]),
        }
    }

    fn write(&self, offset: usize, bytes: &[u8]) {
        match self {
            Opened::Device(allocation, base) => allocation.bytes.write_from(base + offset, bytes),
            // SAFETY: the client passed this memory to an asynchronous copy and so promised that nobody else touches
            // it until the copy is done; `offset` and the length stay within the span it named.
            Opened::Host(pointer) => unsafe { pointer.write(offset, bytes) },
            Opened::Staged(_) => unreachable!("staged bytes are only ever a source"),
        }
    }
}
