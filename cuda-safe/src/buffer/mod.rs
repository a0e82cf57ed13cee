//! Buffers: memory on the device, and page-locked memory of the host.

#[cfg(feature = "bytes")]
mod bytes;
mod checked;
mod device;
mod ends;
mod host;
mod lodging;
mod pinned;
mod pod;
mod registered;
mod view;
mod view_mut;
pub(crate) mod vouched;

pub use checked::CheckedBitPattern;
pub use device::DeviceBuffer;
pub(crate) use ends::sealed::HasRegion;
pub use ends::{DeviceSource, DeviceTarget};
pub use host::{HostBuffer, HostBufferMut};
pub(crate) use lodging::{is_foreign, lodge, unlodge};
pub use pinned::PinnedBuffer;
pub(crate) use pinned::Refill;
pub use pod::DevicePod;
pub use registered::Registered;
pub use view::DeviceView;
pub use view_mut::DeviceViewMut;
