//! Stream calls.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use super::api::Api;
use super::call::call;
use super::handle::{RawEvent, RawStream};
use crate::error::Error;

impl Api {
    /// Creates a non-blocking stream in the current context: it joins nothing by itself, not even the default stream.
    pub(crate) fn stream_create(&self, priority: i32) -> Result<RawStream, Error> {
        let flags = cuda_sys::CUstream_flags::CU_STREAM_NON_BLOCKING.0;
        let mut stream = std::ptr::null_mut();
        // SAFETY: the out pointer is live; the driver clamps the priority.
        unsafe { call!(self, cuStreamCreateWithPriority(&raw mut stream, flags, priority)) }?;
        Ok(RawStream(stream))
    }

    /// Gives up a stream; work queued on it runs on.
    pub(crate) fn stream_destroy(&self, stream: RawStream) -> Result<(), Error> {
        // SAFETY: the handle came from `stream_create` and its owner gives it up here.
        unsafe { call!(self, cuStreamDestroy_v2(stream.0)) }
    }

    /// Waits for all work submitted to `stream` so far.
    pub(crate) fn stream_synchronize(&self, stream: RawStream) -> Result<(), Error> {
        // SAFETY: the handle is live.
        unsafe { call!(self, cuStreamSynchronize(stream.0)) }
    }

    /// Makes later work of `stream` wait for what `event` captured.
    pub(crate) fn stream_wait_event(&self, stream: RawStream, event: RawEvent) -> Result<(), Error> {
        // SAFETY: both handles are live; the event's captured state is read during the call.
        unsafe { call!(self, cuStreamWaitEvent(stream.0, event.0, 0)) }
    }
}
