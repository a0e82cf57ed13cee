//! The seam: the only place that names `cuda_sys` and calls through the table.

mod api;
mod call;
mod capture;
mod current;
mod events;
mod handle;
mod host_function;
mod identity;
mod kernels;
mod life;
mod memory;
mod page;
mod source;
mod streams;

pub(crate) use api::Api;
pub(crate) use current::{span, user_code};
pub(crate) use events::Status;
pub(crate) use handle::{
    DeviceAddress, DeviceOrdinal, RawContext, RawEvent, RawFunction, RawModule, RawPool, RawStream,
};
pub(crate) use host_function::{HintCell, Unpark};
pub(crate) use identity::Attribute;
pub(crate) use kernels::{FunctionAttribute, LaunchShape};
pub(crate) use life::check as check_process;
pub(crate) use page::page_byte_len;
pub use source::{Driver, Origin};
