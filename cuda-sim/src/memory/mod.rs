//! Device memory, page-locked host memory, and who owns what.

pub(crate) mod host;
pub(crate) mod ledger;
pub(crate) mod pointer;
pub(crate) mod pool;
pub(crate) mod range;
pub(crate) mod space;
