//! A simulated CUDA driver: really asynchronous, and in need of no GPU.
//!
//! A [`Simulator`] fills a [`cuda_sys::DriverTable`] with functions of its own. Whatever is built on the table runs on
//! it unchanged, under Miri too: handles and device addresses are keys, never pointers that anybody follows.
//!
//! The simulator is late by design. A stream is a queue that a thread of its own works off (or, in
//! [`Mode::Stepper`], that a test steps by seed); where CUDA leaves the driver a choice, the seed makes it
//! ([`Adversity`]). Tests hold streams with a [`Gate`], make calls and work fail by script
//! ([`Simulator::on`], [`Simulator::fault`]), count calls, and ask for the [`Ledger`] of what is alive and the
//! [`Report`]s of what the client did wrong.
//!
//! ```
//! use cuda_sim::Simulator;
//! use cuda_sys::CUresult;
//!
//! let simulator = Simulator::new()?;
//! let table = simulator.table();
//! let init = table.cuInit.expect("every entry point is there");
//! // Sound: cuInit takes any number.
//! assert_eq!(unsafe { init(0) }, CUresult::CUDA_SUCCESS);
//! assert_eq!(simulator.calls("cuInit"), 1);
//! # Ok::<(), cuda_sim::NoSlot>(())
//! ```
//!
//! What is not simulated answers `CUDA_ERROR_NOT_SUPPORTED` and says so on stderr.
#![deny(unsafe_code)]

mod api;
mod binary;
mod builder;
mod code;
mod engine;
mod environment;
mod exec;
mod fault;
mod files;
mod memory;
mod name;
mod ptx;
mod simulator;
mod sorted;
mod table;
mod world;

pub use builder::Builder;
pub use engine::gate::Gate;
pub use environment::BadVariable;
pub use fault::call_script::CallScript;
pub use fault::report::{Kind as ReportKind, Report};
pub use files::{BadLine, FaultScript};
pub use memory::ledger::Ledger;
pub use ptx::{PtxError, PtxErrorKind, check_ptx};
pub use simulator::Simulator;
pub use world::config::{Adversity, Choice, Mode};
pub use world::profile::DeviceProfile;
pub use world::slot::NoSlot;
