//! Streams, events and functions that streams call.

use std::ptr::null_mut;

use cuda_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUevent, CUresult, CUstream};

use crate::rows;
use crate::scene::{Row, Scene, ignore, ignore_status};

impl Scene {
    fn untimed(&self) -> CUevent {
        let mut event = null_mut();
        crate::ok!(self.client, cuEventCreate(&mut event, 2));
        crate::ok!(self.client, cuEventRecord(event, null_mut()));
        event
    }

    /// A stream of a context that is not current.
    fn foreign_stream(&self) -> CUstream {
        let _ = self.context(self.device);
        let stream = self.stream();
        crate::ok!(self.client, cuCtxPopCurrent_v2(null_mut()));
        stream
    }

    /// An event of a capture that goes on, and no event of anything else.
    fn captured_event(&self) -> CUevent {
        self.client.record(self.captured())
    }
}

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "one that blocks" cuStreamCreate(&mut null_mut(), 0);
    0 "one that does not" cuStreamCreate(&mut null_mut(), 1);
    1 "a flag that is none" cuStreamCreate(&mut null_mut(), 2);
    1 "no place" cuStreamCreate(null_mut(), 0);
    201 "no context" cuStreamCreate(s.bare(&mut null_mut()), 0);
    0 "a priority" cuStreamCreateWithPriority(&mut null_mut(), 1, -1);
    0 "a priority beyond all" cuStreamCreateWithPriority(&mut null_mut(), 1, -100);
    1 "a flag that is none" cuStreamCreateWithPriority(&mut null_mut(), 2, 0);
    1 "no place" cuStreamCreateWithPriority(null_mut(), 0, 0);
    201 "no context" cuStreamCreateWithPriority(s.bare(&mut null_mut()), 0, 0);
    0 "a stream" cuStreamDestroy_v2(s.stream());
    0 "one with work" cuStreamDestroy_v2(s.held());
    0 "one of another context" cuStreamDestroy_v2(s.bare(s.stream()));
    400 "one that was destroyed" cuStreamDestroy_v2(s.no_stream());
    400 "none" cuStreamDestroy_v2(null_mut());
    400 "the legacy stream" cuStreamDestroy_v2(CU_STREAM_LEGACY);
    400 "the thread's stream" cuStreamDestroy_v2(CU_STREAM_PER_THREAD);
    900 "one that is captured" cuStreamDestroy_v2(s.captured());
    0 "an idle one" cuStreamQuery(s.stream());
    201 "no context" cuStreamQuery(s.bare(null_mut()));
    400 "one that was destroyed" cuStreamQuery(s.no_stream());
    400 "an event" cuStreamQuery(s.event().cast());
    600 "one with work" cuStreamQuery(s.held());
    900 "one that is captured" cuStreamQuery(s.captured());
    0 "a stream" cuStreamSynchronize(s.stream());
    201 "no context" cuStreamSynchronize(s.bare(CU_STREAM_PER_THREAD));
    400 "one that was destroyed" cuStreamSynchronize(s.no_stream());
    900 "one that is captured" cuStreamSynchronize(s.captured());
    0 "an event" cuStreamWaitEvent(s.stream(), s.pending(), 0);
    0 "one that was not recorded" cuStreamWaitEvent(s.stream(), s.event(), 0);
    1 "a flag that is none" cuStreamWaitEvent(s.stream(), s.event(), 2);
    1 "a flag of captures" cuStreamWaitEvent(s.stream(), s.recorded(), 1);
    201 "no context" cuStreamWaitEvent(null_mut(), s.bare(s.event()), 0);
    400 "no stream" cuStreamWaitEvent(s.no_stream(), s.event(), 0);
    400 "no event" cuStreamWaitEvent(s.stream(), s.no_event(), 0);
    0 "a stream" cuStreamGetPriority(s.stream(), &mut 0);
    1 "no place" cuStreamGetPriority(s.stream(), null_mut());
    201 "no context" cuStreamGetPriority(null_mut(), s.bare(&mut 0));
    400 "one that was destroyed" cuStreamGetPriority(s.no_stream(), &mut 0);
    0 "a stream" cuStreamGetFlags(s.stream(), &mut 0);
    1 "no place" cuStreamGetFlags(s.stream(), null_mut());
    201 "no context" cuStreamGetFlags(null_mut(), s.bare(&mut 0));
    400 "one that was destroyed" cuStreamGetFlags(s.no_stream(), &mut 0);
    0 "a stream" cuStreamGetCtx_v2(s.stream(), &mut null_mut(), &mut null_mut());
    1 "no place" cuStreamGetCtx_v2(s.stream(), null_mut(), &mut null_mut());
    201 "no context" cuStreamGetCtx_v2(s.bare(null_mut()), &mut null_mut(), &mut null_mut());
    400 "one that was destroyed" cuStreamGetCtx_v2(s.no_stream(), &mut null_mut(), &mut null_mut());
    0 "the thread's stream" cuStreamGetCtx_v2_ptsz(null_mut(), &mut null_mut(), &mut null_mut());
    0 "a stream" cuStreamGetCtx(s.stream(), &mut null_mut());
    1 "no place" cuStreamGetCtx(s.stream(), null_mut());
    201 "no context" cuStreamGetCtx(s.bare(null_mut()), &mut null_mut());
    400 "one that was destroyed" cuStreamGetCtx(s.no_stream(), &mut null_mut());
    0 "a stream" cuStreamGetId(s.stream(), &mut 0);
    1 "no place" cuStreamGetId(s.stream(), null_mut());
    201 "no context" cuStreamGetId(null_mut(), s.bare(&mut 0));
    400 "one that was destroyed" cuStreamGetId(s.no_stream(), &mut 0);
    // Events.
    0 "no flags" cuEventCreate(&mut null_mut(), 0);
    0 "flags" cuEventCreate(&mut null_mut(), 3);
    1 "a flag that is none" cuEventCreate(&mut null_mut(), 8);
    1 "a timed one for other processes" cuEventCreate(&mut null_mut(), 4);
    1 "no place" cuEventCreate(null_mut(), 0);
    201 "no context" cuEventCreate(s.bare(&mut null_mut()), 0);
    0 "an event" cuEventDestroy_v2(s.event());
    0 "one that is not done" cuEventDestroy_v2(s.pending());
    400 "one that was destroyed" cuEventDestroy_v2(s.no_event());
    400 "none" cuEventDestroy_v2(null_mut());
    400 "a stream" cuEventDestroy_v2(s.stream().cast());
    0 "a stream" cuEventRecord(s.event(), s.stream());
    201 "no context" cuEventRecord(s.bare(s.event()), null_mut());
    400 "no event" cuEventRecord(s.no_event(), s.stream());
    400 "no stream" cuEventRecord(s.event(), s.no_stream());
    400 "another context's stream" cuEventRecord(s.event(), s.foreign_stream());
    0 "a stream" cuEventRecordWithFlags(s.event(), s.stream(), 0);
    1 "a flag that is none" cuEventRecordWithFlags(s.event(), s.stream(), 2);
    1 "a flag of captures" cuEventRecordWithFlags(s.event(), s.stream(), 1);
    400 "no event" cuEventRecordWithFlags(s.no_event(), s.stream(), 0);
    0 "one that is done" cuEventQuery(s.recorded());
    0 "one that was not recorded" cuEventQuery(s.event());
    400 "one that was destroyed" cuEventQuery(s.no_event());
    600 "one that is not done" cuEventQuery(s.pending());
    907 "one of a capture" cuEventQuery(s.captured_event());
    0 "one that is done" cuEventSynchronize(s.recorded());
    0 "one that was not recorded" cuEventSynchronize(s.event());
    400 "one that was destroyed" cuEventSynchronize(s.no_event());
    907 "one of a capture" cuEventSynchronize(s.captured_event());
    0 "two that are done" cuEventElapsedTime_v2(&mut 0.0, s.recorded(), s.recorded());
    1 "no place" cuEventElapsedTime_v2(null_mut(), s.recorded(), s.recorded());
    400 "one that was not recorded" cuEventElapsedTime_v2(&mut 0.0, s.recorded(), s.event());
    400 "one without timing" cuEventElapsedTime_v2(&mut 0.0, s.untimed(), s.recorded());
    400 "one that was destroyed" cuEventElapsedTime_v2(&mut 0.0, s.recorded(), s.no_event());
    600 "one that is not done" cuEventElapsedTime_v2(&mut 0.0, s.recorded(), s.pending());
    0 "two that are done" cuEventElapsedTime(&mut 0.0, s.recorded(), s.recorded());
    1 "no place" cuEventElapsedTime(null_mut(), s.recorded(), s.recorded());
    400 "one that was not recorded" cuEventElapsedTime(&mut 0.0, s.event(), s.recorded());
    600 "one that is not done" cuEventElapsedTime(&mut 0.0, s.pending(), s.recorded());
    // Functions.
    0 "a function" cuLaunchHostFunc(s.stream(), Some(ignore), null_mut());
    1 "none" cuLaunchHostFunc(s.stream(), None, null_mut());
    201 "no context" cuLaunchHostFunc(s.bare(null_mut()), Some(ignore), null_mut());
    400 "no stream" cuLaunchHostFunc(s.no_stream(), Some(ignore), null_mut());
    0 "a function" cuLaunchHostFunc_v2(s.stream(), Some(ignore), null_mut(), 1);
    1 "a way to wait that is none" cuLaunchHostFunc_v2(s.stream(), Some(ignore), null_mut(), 2);
    201 "no context" cuLaunchHostFunc_v2(s.bare(null_mut()), Some(ignore), null_mut(), 0);
    400 "no stream" cuLaunchHostFunc_v2(s.no_stream(), Some(ignore), null_mut(), 0);
    0 "a function" cuStreamAddCallback(s.stream(), Some(ignore_status), null_mut(), 0);
    1 "none" cuStreamAddCallback(s.stream(), None, null_mut(), 0);
    1 "a flag" cuStreamAddCallback(s.stream(), Some(ignore_status), null_mut(), 1);
    201 "no context" cuStreamAddCallback(s.bare(null_mut()), Some(ignore_status), null_mut(), 0);
    400 "no stream" cuStreamAddCallback(s.no_stream(), Some(ignore_status), null_mut(), 0);
    900 "a stream that is captured" cuStreamAddCallback(s.captured(), Some(ignore_status), null_mut(), 0);
};
