//! What must hold with many operations at once, and for long.
//!
//! `LOAD=full` takes the full figures, which need minutes in a release build; without it they are smaller. `SIM_SEED` is the
//! first seed, and `LOAD_SEEDS` says how many the randomised test takes.

mod faults;
mod memory;
mod outstanding;
mod process_exit;
mod random;
mod rig;
