//! Files that set a simulator up: a profile of its devices and habits, and a script of faults.
//!
//! Both are lines of plain text. `#` begins a comment, and an empty line says nothing. What makes no sense is an error that names the line
//! and says what was expected.

mod bad_line;
mod faults;
mod profile;

pub use bad_line::BadLine;
pub use faults::FaultScript;
pub(crate) use profile::version;
