//! Contexts: where everything on a device lives.

mod bound;
mod builder;
mod end;
mod events;
mod handle;
mod inner;
mod kept;
mod pages;
mod staging;

pub use bound::BoundContext;
pub use builder::ContextBuilder;
pub use handle::Context;

pub(crate) use end::ContextEnd;
pub(crate) use events::EventLease;
pub(crate) use inner::ContextInner;
pub(crate) use pages::PinnedPages;
