//! The driver's functions, one file a subject, each under its ABI name.
//!
//! [`call`] is the way in for all of them: it finds the simulator, counts the call, and applies the fault script.

pub(crate) mod arguments;
pub(crate) mod array;
pub(crate) mod call;
pub(crate) mod context;
pub(crate) mod context_event;
pub(crate) mod copy;
pub(crate) mod copy_area;
pub(crate) mod copy_array;
pub(crate) mod copy_async;
pub(crate) mod device;
pub(crate) mod error;
pub(crate) mod error_text;
pub(crate) mod event;
pub(crate) mod export_table;
pub(crate) mod fill;
pub(crate) mod function;
pub(crate) mod host_function;
pub(crate) mod host_memory;
pub(crate) mod image;
pub(crate) mod init;
pub(crate) mod kernel;
pub(crate) mod launch;
pub(crate) mod library;
pub(crate) mod link;
pub(crate) mod location;
pub(crate) mod managed;
pub(crate) mod managed_attribute;
pub(crate) mod memory;
pub(crate) mod memory_handle;
pub(crate) mod module;
pub(crate) mod occupancy;
pub(crate) mod out;
pub(crate) mod per_thread;
pub(crate) mod pointer;
pub(crate) mod pool;
pub(crate) mod primary;
pub(crate) mod proc_address;
pub(crate) mod stream;
pub(crate) mod stream_query;
pub(crate) mod stream_value;
pub(crate) mod stubs;
pub(crate) mod submit;
pub(crate) mod texture;
pub(crate) mod virtual_memory;
