//! Soundness of the safe layer on the simulated driver: whatever a program does with a future, no byte is touched that is
//! not the driver's any more.
//!
//! All of it runs under Miri: `.ci/miri`. The simulator is late, and its device side writes through raw pointers from
//! threads of its own, so an early free, a broken borrow or a missing happens-before edge is an error there.

mod binding;
mod cancelling;
mod completion;
mod contexts;
mod drop_waits;
mod faults;
mod first_program;
mod forked;
mod growth;
mod hazards;
mod launches;
mod peers;
mod reactor_never_blocks;
mod refusals;
mod rig;
mod scopes;
mod small_reads;
mod submit_errors;
mod submitting;
mod wait_first;
