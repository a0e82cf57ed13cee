//! Graphs and captures: the driver's functions for them, one file a kind of node, and the rest by what it is about.

pub(crate) mod capture;
pub(crate) mod child;
pub(crate) mod copy_node;
pub(crate) mod dot;
pub(crate) mod edges;
pub(crate) mod event_node;
pub(crate) mod exec;
pub(crate) mod exec_node;
pub(crate) mod fill_node;
pub(crate) mod find;
pub(crate) mod generic;
pub(crate) mod host_node;
pub(crate) mod kernel_attribute;
pub(crate) mod kernel_node;
pub(crate) mod memory_node;
pub(crate) mod node;
pub(crate) mod object;
pub(crate) mod user_object;
