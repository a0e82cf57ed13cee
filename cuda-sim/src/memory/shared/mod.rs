//! What processes share: files that live in memory and have no name, so that nothing of them is left behind, however a process ends.
//!
//! The [`ticket`](ticket::Ticket) for such a file tells where its maker has it open, which is where another process of the same user
//! opens it as well, while the maker lives and keeps it. What was opened stays, whatever becomes of the maker. Elsewhere than on Linux
//! there are no such files, nor under Miri.

#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) mod file;
#[cfg(not(all(target_os = "linux", not(miri))))]
#[path = "elsewhere.rs"]
pub(crate) mod file;
pub(crate) mod imports;
pub(crate) mod ticket;

/// Whether processes can share memory here.
pub(crate) const IS_POSSIBLE: bool = cfg!(all(target_os = "linux", not(miri)));
