//! The simulator with the table that goes out.

use std::error::Error;

use cuda_sim::{Adversity, Choice, Simulator};
use cuda_sys::DriverTable;

use crate::{exports, own};

/// The simulator of the process, and its functions.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) simulator: Simulator,
    /// The simulator's functions, as they are.
    pub(crate) inner: DriverTable,
    /// What the exported functions call: those of the simulator, but for some of the library's own.
    pub(crate) table: DriverTable,
    /// The exported functions.
    pub(crate) exports: DriverTable,
}

impl Driver {
    /// Makes the simulator that the environment asks for.
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let mut adversity = Adversity::default();
        // CUDA only says that such a copy might wait. Every driver so far does, and much of what is out there relies on it; a profile
        // with `pageable_waits = seeded` finds what does.
        adversity.pageable_waits = Choice::Always;
        let simulator = Simulator::builder().adversity(adversity).environment()?.cuda_environment().build()?;
        let inner = simulator.table();
        let mut table = inner.clone();
        own::lay(&mut table);
        Ok(Driver { simulator, inner, table, exports: exports::table() })
    }
}
