//! What stops a kernel.

use std::fmt;

/// The class of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// An address that no live allocation contains.
    IllegalAddress,
    /// An address that is not a multiple of the access size.
    Misaligned,
    /// An access outside shared or local memory, or outside the parameters.
    OutOfBounds,
    /// An operation that the address's space does not have.
    InvalidSpace,
    /// `trap`.
    Trap,
    /// An assertion of the kernel's does not hold.
    Assertion,
    /// Calls nested beyond the stack.
    StackOverflow,
    /// Every thread that is left waits at a barrier.
    Deadlock,
    /// The step limit is used up, or the launch was cancelled.
    Timeout,
    /// A call through an address that is no function.
    InvalidPc,
}

/// A fault: what, where in the kernel, and which thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The class.
    pub(crate) kind: FaultKind,
    /// The address that was accessed, zero if none was.
    pub(crate) address: u64,
    /// Block of the thread.
    pub(crate) block: [u32; 3],
    /// The thread within its block.
    pub(crate) thread: [u32; 3],
    /// Line of the PTX.
    pub(crate) ptx_line: u32,
    /// One line for people.
    pub(crate) message: String,
}

impl Fault {
    /// The driver API's code for it.
    pub(crate) fn code(&self) -> u32 {
        match self.kind {
            FaultKind::IllegalAddress | FaultKind::OutOfBounds => 700,
            FaultKind::Timeout | FaultKind::Deadlock => 702,
            FaultKind::StackOverflow => 714,
            FaultKind::Assertion => 710,
            FaultKind::Misaligned => 716,
            FaultKind::InvalidSpace => 717,
            FaultKind::InvalidPc => 718,
            FaultKind::Trap => 719,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Place { block: self.block, thread: self.thread, ptx_line: self.ptx_line };
        write!(f, "{} {place}", self.message)
    }
}

/// Where in a kernel something happens, and to which thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Block of the thread.
    pub(crate) block: [u32; 3],
    /// The thread within its block.
    pub(crate) thread: [u32; 3],
    /// Line of the PTX.
    pub(crate) ptx_line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([bx, by, bz], [tx, ty, tz]) = (self.block, self.thread);
        write!(f, "(ptx line {}, block {bx},{by},{bz}, thread {tx},{ty},{tz})", self.ptx_line)
    }
}

impl std::error::Error for Fault {}

/// A fault as an operation sees it: the lane stands for the thread.
#[derive(Clone, Debug)]
pub(crate) struct LaneFault {
    /// The class.
    pub(crate) kind: FaultKind,
    /// The address, if any.
    pub(crate) address: u64,
    /// Lane of the warp.
    pub(crate) lane: usize,
    /// One line for people.
    pub(crate) message: String,
}

impl LaneFault {
    /// A fault of a memory access.
    #[cold]
    pub(crate) fn access(kind: FaultKind, address: u64, lane: usize, byte_len: u64, what: &str) -> Box<Self> {
        let message = match kind {
            FaultKind::Misaligned => format!("misaligned {what} of {byte_len} bytes at {address:#x}"),
            FaultKind::InvalidSpace => format!("{what} of {byte_len} bytes at {address:#x}, which is not in its space"),
            _ => format!("out-of-bounds {what} of {byte_len} bytes at {address:#x}"),
        };
        Box::new(Self { kind, address, lane, message })
    }

    /// Any other fault.
    #[cold]
    pub(crate) fn other(kind: FaultKind, address: u64, lane: usize, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind, address, lane, message: message.into() })
    }
}
