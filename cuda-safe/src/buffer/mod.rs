//! Buffers: memory on the device, and page-locked memory of the host.

mod device;
mod ends;
mod host;
mod pinned;
mod pod;
mod view;
mod view_mut;

pub use device::DeviceBuffer;
pub(crate) use ends::sealed::HasRegion;
pub use ends::{DeviceSource, DeviceTarget};
pub use host::HostBuffer;
pub(crate) use host::sealed;
pub use pinned::PinnedBuffer;
pub(crate) use pinned::Refill;
pub use pod::DevicePod;
pub use view::DeviceView;
pub use view_mut::DeviceViewMut;
