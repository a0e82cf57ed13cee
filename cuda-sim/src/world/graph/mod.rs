//! Graphs of work: what they are made of, what runs them, and the captures that make them out of stream calls.
//!
//! A [`graph`] is a set of [`node`]s with edges; what a node does is its [`work`]. An [`exec`] is a graph made ready to run: a list of
//! steps, which [`launch`] queues on lanes so that they run as concurrently as the edges allow. [`capture`] is how streams add nodes.

pub(crate) mod capture;
pub(crate) mod exec;
#[expect(clippy::module_inception, reason = "the file is named for its type, as all are")]
pub(crate) mod graph;
pub(crate) mod launch;
pub(crate) mod memory;
pub(crate) mod node;
pub(crate) mod rules;
pub(crate) mod update;
pub(crate) mod user_object;
pub(crate) mod work;
