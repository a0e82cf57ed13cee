//! Event calls, and what a query of one may answer.
#![expect(unsafe_code, reason = "the seam: calls the driver")]

use super::api::Api;
use super::call::{call, code_of, missing};
use super::handle::{RawEvent, RawStream};
use super::life;
use crate::error::{Error, ErrorCode};

/// What the driver says of recorded work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The work is done, and its bytes may be touched.
    Done,
    /// The work is pending.
    Busy,
    /// The driver did not say: a capture is in the way, or an error that is not about this work. Never "done" (R3).
    Unknown(Error),
}

impl Api {
    /// Creates an event; `timed` ones remember when their work was done.
    pub(crate) fn event_create(&self, timed: bool) -> Result<RawEvent, Error> {
        use cuda_sys::CUevent_flags;
        let timing = if timed { 0 } else { CUevent_flags::CU_EVENT_DISABLE_TIMING.0 };
        let mut event = std::ptr::null_mut();
        // SAFETY: the out pointer is live; the flags are documented ones.
        unsafe { call!(self, cuEventCreate(&raw mut event, timing | CUevent_flags::CU_EVENT_BLOCKING_SYNC.0)) }?;
        Ok(RawEvent(event))
    }

    /// Destroys an event; work that waits for it is not affected.
    pub(crate) fn event_destroy(&self, event: RawEvent) -> Result<(), Error> {
        // SAFETY: the handle came from `event_create` and its owner gives it up here.
        unsafe { call!(self, cuEventDestroy_v2(event.0)) }
    }

    /// Records `event` behind all work of `stream` so far.
    pub(crate) fn event_record(&self, event: RawEvent, stream: RawStream) -> Result<(), Error> {
        // SAFETY: both handles are live; the driver checks that they share a context.
        unsafe { call!(self, cuEventRecord(event.0, stream.0)) }
    }

    /// Asks whether the work behind `event` is done. Only for events that were recorded: one that never was answers
    /// success (R4).
    pub(crate) fn event_query(&self, event: RawEvent) -> Status {
        const CALL: &str = "cuEventQuery";
        if let Err(error) = life::check() {
            return Status::Unknown(error);
        }
        let Some(entry) = self.table().cuEventQuery else { return Status::Unknown(missing(CALL)) };
        // SAFETY: the handle is live: its lease is held by the caller.
        match code_of(unsafe { entry(event.0) }) {
            ErrorCode::SUCCESS => Status::Done,
            ErrorCode::NOT_READY => Status::Busy,
            code => Status::Unknown(Error::Driver { call: CALL, code }),
        }
    }

    /// Waits until the work behind `event` is done.
    pub(crate) fn event_synchronize(&self, event: RawEvent) -> Result<(), Error> {
        // SAFETY: the handle is live: its lease is held by the caller.
        unsafe { call!(self, cuEventSynchronize(event.0)) }
    }

    /// Milliseconds of device time from `start` to `end`.
    pub(crate) fn event_elapsed(&self, start: RawEvent, end: RawEvent) -> Result<f32, Error> {
        let mut milliseconds = 0.0_f32;
        if self.table().cuEventElapsedTime_v2.is_some() {
            // SAFETY: the out pointer is live, and so are both events.
            unsafe { call!(self, cuEventElapsedTime_v2(&raw mut milliseconds, start.0, end.0)) }?;
        } else {
            // SAFETY: as above; the older spelling, for drivers below 12.8.
            unsafe { call!(self, cuEventElapsedTime(&raw mut milliseconds, start.0, end.0)) }?;
        }
        Ok(milliseconds)
    }
}
