//! Streams: queues of work, and what is known of it.

mod builder;
mod departure;
mod guard;
mod handle;
mod held;
mod inner;
mod joins;
mod ledger;
#[cfg(test)]
mod ledger_tests;
mod memory;
mod op;
mod operand;
mod outcome;
mod puzzle;
mod quick;
mod range;
mod ranges;
mod reap;
mod region;
mod retirement;
mod stream_uses;
mod submit;
#[cfg(all(test, feature = "sim", not(loom)))]
mod submit_tests;
mod uses;
#[cfg(all(test, feature = "sim", not(loom)))]
mod uses_tests;
mod watch;

pub use builder::{OnDrop, StreamBuilder};
pub use handle::Stream;

pub(crate) use departure::Departure;
pub(crate) use guard::Guard;
pub(crate) use held::Held;
pub(crate) use inner::StreamInner;
pub(crate) use joins::Homes;
pub(crate) use memory::DeviceMemory;
pub(crate) use op::Op;
pub(crate) use operand::{NO_OPERANDS, Operand, Operands};
pub(crate) use outcome::Outcome;
pub(crate) use range::ByteRange;
pub(crate) use reap::Reaped;
pub(crate) use region::Region;
pub(crate) use retirement::Retirement;
pub(crate) use uses::{Access, Uses};
