//! What exists in a simulator: its devices and contexts, the handles that clients hold, and who may find what.

pub(crate) mod config;
pub(crate) mod context;
pub(crate) mod coredump;
pub(crate) mod event;
pub(crate) mod graph;
pub(crate) mod handle;
pub(crate) mod health;
pub(crate) mod heap;
pub(crate) mod image;
pub(crate) mod library;
pub(crate) mod limits;
pub(crate) mod link;
pub(crate) mod module;
pub(crate) mod printer;
pub(crate) mod profile;
pub(crate) mod registry;
pub(crate) mod rng;
pub(crate) mod settings;
pub(crate) mod shared_event;
pub(crate) mod slot;
pub(crate) mod stream;
pub(crate) mod teardown;
pub(crate) mod thread;
pub(crate) mod visible;
#[expect(clippy::module_inception, reason = "the file is named for its type, as all are")]
pub(crate) mod world;
