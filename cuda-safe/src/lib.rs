//! A safe async layer over the CUDA driver API.
//!
//! Every byte the driver may touch is owned by this crate until the driver has proved that it is done with it. That
//! holds whatever a program does with the futures: awaits them, drops them half-way, forgets them, loses them in a
//! `select!`, or unwinds past them. Destructors here buy tidiness; none of them carries soundness.
//!
//! # Shapes
//!
//! | shape | spelling | host memory meanwhile |
//! |---|---|---|
//! | owned | [`Stream::upload`], [`Stream::download`] of any [`HostBuffer`] | moved into the operation, comes back from the await |
//! | borrowed, staged | [`CopyFrom::copy_from`], [`InitFrom::init_from`], [`Stream::download_checked`], [`DeviceBuffer::upload_from`] | never seen by the driver; page-locked staging is |
//! | borrowed, in pieces | [`CopyFrom::copy_from_chunked`], [`DeviceBuffer::upload_from_chunked`] | as above, for what exceeds the staging pool |
//! | in the future | [`Stream::read_array`] | a page-locked cell; the await answers the values |
//! | blocking scope | [`Stream::scope`] | lent to the scope, which waits before it returns |
//! | device-side | [`Stream::launch`], [`Stream::copy`], [`DeviceBuffer::zeroed`] | none |
//!
//! Wherever these take a buffer on the device, they take a part of one: [`DeviceBuffer::view`], [`DeviceBuffer::view_mut`].
//!
//! Only host memory is ever held: a device buffer is free for the next operation as soon as a call returns, because
//! streams keep order and this crate inserts the waits between streams.
//!
//! # Streams of operations
//!
//! Submitting is eager: a future's work is queued when the future is made. So what bounds the futures bounds the work in
//! flight, and the adapters of the crate `futures` do. `buffered` answers in order, `buffer_unordered` as things end.
//!
//! ```
//! # #[cfg(feature = "sim")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use cuda_safe::{DeviceBuffer, Driver, Error, PinnedBuffer};
//! use futures_util::{StreamExt, TryStreamExt, stream};
//!
//! # let context = Driver::simulated()?.device(0)?.primary_context()?;
//! # let s = context.stream()?;
//! # let parts = (0..10).map(|_| DeviceBuffer::<f32>::zeroed(&s, 4)).collect::<Result<Vec<_>, _>>()?;
//! // At most three downloads at a time, their results in the order of the parts.
//! let downloads = stream::iter(parts).map(|part| s.download(&part, vec![1.0; 4])).buffered(3);
//! let sum = downloads.map_err(Error::from).try_fold(0.0, async |sum, part| Ok(sum + part[0]));
//! assert_eq!(futures_executor::block_on(sum)?, 0.0);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "sim"))]
//! # fn main() {}
//! ```
//!
//! # Example
//!
//! ```
//! # #[cfg(feature = "sim")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use cuda_safe::{CopyFrom, DeviceBuffer, Driver};
//!
//! let context = Driver::simulated()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let gpu = DeviceBuffer::<f32>::zeroed(&stream, 4)?;
//! let mut host = [1.0_f32; 4];
//! futures_executor::block_on(host.copy_from(&gpu, &stream))?;
//! assert_eq!(host, [0.0; 4]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "sim"))]
//! # fn main() {}
//! ```
#![deny(unsafe_code)]

mod buffer;
mod context;
mod device;
mod driver;
mod error;
mod event;
mod kernel;
mod op;
mod reactor;
mod stream;
mod sync;

pub use buffer::{
    CheckedBitPattern, DeviceBuffer, DevicePod, DeviceSource, DeviceTarget, DeviceView, DeviceViewMut, HostBuffer,
    HostBufferMut, PinnedBuffer, Registered,
};
#[cfg(feature = "derive")]
pub use cuda_safe_derive::{CheckedBitPattern, DevicePod};

/// What [`device_pod!`] asks.
#[doc(hidden)]
pub mod __vouchers {
    #[cfg(feature = "bytemuck")]
    pub use crate::buffer::vouched::bytemuck;
    #[cfg(feature = "zerocopy")]
    pub use crate::buffer::vouched::zerocopy;
}

pub use context::{BoundContext, Context, ContextBuilder};
pub use device::Device;
pub use driver::{Driver, Origin};
pub use error::{Error, ErrorCode, OpFailed, Rejected, Result};
pub use event::Event;
pub use kernel::{Args, ArgsFamily, Geometry, IntoArgs, IntoParam, Kernel, KernelFor, Module, Param, ParamFamily};
pub use op::{
    Cancelled, Completion, CopyFrom, CopyToHost, CopyToHostChunked, CopyToUninit, DownloadChecked, InitFrom, ReadArray,
    Scope, Transfer, Upload, UploadChunked,
};
pub use reactor::Reactor;
pub use stream::{OnDrop, Stream, StreamBuilder};
