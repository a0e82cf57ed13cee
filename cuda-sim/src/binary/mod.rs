//! Images of code: which PTX is in them, and what is said of those that have none.
//!
//! All but the options works on bytes that are there; [`api::image`](crate::api::image) finds out how many those are.

pub(crate) mod device_runtime;
pub(crate) mod fatbin;
pub(crate) mod jit;
pub(crate) mod linked;
pub(crate) mod packed;
pub(crate) mod program;
