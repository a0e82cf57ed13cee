//! Errors: what a call answers, and how buffers come back with it.

mod code;
mod handback;

use std::fmt;
use std::sync::Arc;

pub use code::ErrorCode;
pub use handback::{OpFailed, Rejected};

/// The result of a call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call or an operation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A driver call answered an error.
    Driver {
        /// The entry point, by its C name.
        call: &'static str,
        /// What it answered.
        code: ErrorCode,
    },
    /// The context has met an error that ends it; no work in it completes any more.
    Fatal {
        /// The sticky code.
        code: ErrorCode,
        /// The entry point that answered it first.
        first_seen_by: &'static str,
    },
    /// The context was destroyed or reset by somebody else.
    ContextLost,
    /// The process is a fork of the one that initialised CUDA; nothing of CUDA works in it.
    Forked,
    /// The process is exiting and the driver with it.
    Exiting,
    /// There is no driver on this machine; the text names every place tried.
    NoDriver(Arc<str>),
    /// Something was found in a driver's place that is not a working driver; the text names it.
    BrokenDriver(Arc<str>),
    /// The driver lacks an entry point.
    MissingEntryPoint {
        /// The entry point, by its C name.
        name: &'static str,
        /// The first CUDA version that has it (major, minor).
        since: (u32, u32),
    },
    /// Two lengths that must agree do not.
    LengthMismatch {
        /// The length needed, in elements.
        expected: usize,
        /// The length given, in elements.
        actual: usize,
    },
    /// A length in bytes does not fit the address space.
    Overflow {
        /// The number of elements asked for.
        len: usize,
        /// The size of one, in bytes.
        element_size: usize,
    },
    /// A view would leave its buffer, or end before it starts.
    OutOfRange {
        /// The first element asked for.
        start: usize,
        /// The end of the range, exclusive.
        end: usize,
        /// The length there is, in elements.
        len: usize,
    },
    /// Bytes on the device are no whole elements of a type, or not where such elements may be.
    Misaligned {
        /// Where the bytes begin.
        address: u64,
        /// How many there are.
        byte_len: usize,
        /// The size of an element, in bytes.
        element_size: usize,
        /// What the address must be a multiple of.
        element_align: usize,
    },
    /// What came from the device is no value of the type asked for.
    InvalidValue {
        /// The type.
        type_name: &'static str,
        /// Which element, counted from 0.
        index: usize,
        /// What it is, as a number.
        bits: i128,
    },
    /// An object of one context was used with a stream of another.
    ForeignContext,
    /// A copy between contexts could not be ordered behind the work of the other context, which says why. Nothing was queued.
    Peer(Box<Error>),
    /// The staging pool of the context has no room; nothing was given to the driver.
    PoolExhausted {
        /// Bytes the operation needs.
        wanted: usize,
        /// Bytes the pool could still hand out.
        available: usize,
        /// Bytes the pool may hold at most.
        capacity: usize,
    },
    /// Page-locked pages could not be had from the operating system.
    HostMemory {
        /// Bytes asked for.
        byte_len: usize,
    },
    /// A blocking call was made on the reactor's thread, which would wait for itself.
    WouldDeadlock,
    /// A thread of the reactor could not be started.
    Thread(std::io::ErrorKind),
    /// PTX or another image did not load; the driver's own log says why.
    Module {
        /// What the loader answered.
        code: ErrorCode,
        /// The driver's error log, possibly empty.
        log: Arc<str>,
    },
    /// A name held a NUL byte, which no symbol can.
    InvalidName,
    /// The arguments do not match the parameter list of the kernel.
    Signature {
        /// The parameter that differs, counted from 0; the number of parameters where the count differs.
        parameter: usize,
        /// What the kernel declares, in bytes; `None` where it declares no such parameter.
        expected: Option<usize>,
        /// What was given, in bytes; `None` where nothing was.
        actual: Option<usize>,
    },
    /// A launch geometry exceeds a limit.
    Geometry {
        /// Which figure, for example `block.x`.
        what: &'static str,
        /// The figure given.
        value: u64,
        /// The least allowed.
        min: u64,
        /// The most allowed.
        max: u64,
    },
    /// The validator of a kernel refused the arguments.
    Arguments(Arc<str>),
    /// The kernel has no validator, so only the unsafe launch takes it.
    NoValidator,
    /// An event was asked for its time before its work was done, or never timed.
    NoTime,
}

impl Error {
    /// The refusal of a validator, in words.
    pub fn arguments(reason: impl Into<Arc<str>>) -> Self {
        Self::Arguments(reason.into())
    }

    /// The driver's code behind this error, where there is one.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Driver { code, .. } | Self::Fatal { code, .. } | Self::Module { code, .. } => Some(*code),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver { call, code } => write!(f, "{call}: {code}"),
            Self::Fatal { code, first_seen_by } => {
                write!(f, "the context is dead since {first_seen_by} answered: {code}")
            }
            Self::ContextLost => f.write_str("the context was destroyed or reset by somebody else"),
            Self::Forked => {
                f.write_str("this process was forked after CUDA was initialised; start CUDA only in the child")
            }
            Self::Exiting => f.write_str("the process is exiting"),
            Self::NoDriver(why) | Self::BrokenDriver(why) => f.write_str(why),
            Self::MissingEntryPoint { name, since: (major, minor) } => {
                write!(f, "this driver has no {name}, which came with CUDA {major}.{minor}")
            }
            Self::LengthMismatch { expected, actual } => {
                write!(f, "length mismatch: expected {expected} elements, got {actual}")
            }
            Self::Overflow { len, element_size } => {
                write!(f, "{len} elements of {element_size} bytes exceed the address space")
            }
            Self::OutOfRange { start, end, len } => {
                write!(f, "range {start}..{end} is out of range for a length of {len} elements")
            }
            Self::Misaligned { address, byte_len, element_size, element_align } => {
                let (size, align) = (element_size, element_align);
                write!(f, "{byte_len} bytes at {address:#x} are no elements of {size} bytes aligned to {align}")
            }
            Self::InvalidValue { type_name, index, bits } => {
                write!(f, "element {index} is {bits}, which is no `{type_name}`")
            }
            Self::ForeignContext => f.write_str("an object of another context was used with this stream"),
            Self::Peer(error) => write!(f, "in the context of the other buffer: {error}"),
            Self::PoolExhausted { wanted, available, capacity } => {
                write!(f, "staging pool exhausted: wanted {wanted} bytes, {available} of {capacity} available")
            }
            Self::HostMemory { byte_len } => write!(f, "no host memory for {byte_len} page-locked bytes"),
            Self::WouldDeadlock => f.write_str("a blocking call on the reactor's thread would wait for itself"),
            Self::Thread(kind) => write!(f, "the reactor's thread did not start: {kind}"),
            Self::Module { code, log } if log.is_empty() => write!(f, "the module did not load: {code}"),
            Self::Module { code, log } => write!(f, "the module did not load: {code}: {}", log.trim_end()),
            Self::InvalidName => f.write_str("a name with a NUL byte"),
            Self::Signature { parameter, expected, actual } => {
                write!(f, "kernel parameter {parameter}: ")?;
                match (expected, actual) {
                    (Some(e), Some(a)) => write!(f, "expected {e} bytes, got {a}"),
                    (Some(e), None) => write!(f, "expected {e} bytes, got no argument"),
                    (None, Some(a)) => write!(f, "the kernel takes no such parameter, got {a} bytes"),
                    (None, None) => f.write_str("not declared and not given"),
                }
            }
            Self::Geometry { what, value, min, max } => {
                write!(f, "launch geometry: {what} is {value}, allowed are {min} to {max}")
            }
            Self::Arguments(why) => write!(f, "kernel arguments refused: {why}"),
            Self::NoValidator => f.write_str("the kernel has no validator; launch it with launch_unchecked"),
            Self::NoTime => f.write_str("the event has no time: its work is not done, or it was made without timing"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::{Error, ErrorCode};

    #[test]
    fn a_driver_error_reads_as_call_then_meaning_then_number() {
        let error = Error::Driver { call: "cuMemAllocAsync", code: ErrorCode::OUT_OF_MEMORY };
        assert_eq!(error.to_string(), "cuMemAllocAsync: out of memory (2)");
    }
}
