//! Reactors: who asks the driver what is done, and wakes who waits.

mod backoff;
mod bell;
#[cfg(all(test, loom))]
mod bell_tests;
mod chores;
mod current;
mod handle;
mod shared;
mod threads;

pub use handle::Reactor;

pub(crate) use current::{as_current, is_current, is_reaping};
