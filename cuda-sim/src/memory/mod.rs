//! Device memory, mapped and managed memory, page-locked host memory, and who owns what.

pub(crate) mod bytes;
pub(crate) mod host;
pub(crate) mod ledger;
pub(crate) mod managed;
pub(crate) mod physical;
pub(crate) mod pointer;
pub(crate) mod pool;
pub(crate) mod range;
pub(crate) mod shared;
pub(crate) mod space;
