//! What an event stands for, and when: one table of all rules, as steps and what is answered on the way.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ptr::null_mut;

use client::{Client, eager};
use cuda_sim::{Gate, Mode, Simulator};
use cuda_sys::{CUcontext, CUevent, CUresult, CUstream};

use Event::{E, F, Gone, Otherwise, Untimed};
use Step::{
    Destroy, DestroyStream, Elapsed, Hold, Idle, Query, Record, RecordAll, RecordFlags, Release, Reset, Run, Sync,
    SyncStream, Wait, WaitAll, Work,
};
use Stream::{A, B, Blocking, Blocking2, C, Foreign, Legacy, Mine};

const FINE: u32 = 0;
const BAD_VALUE: u32 = 1;
const BAD_CONTEXT: u32 = 201;
const BAD_HANDLE: u32 = 400;
const NOT_READY: u32 = 600;
const ENDED: u32 = 709;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stream {
    // These have nothing to do with the legacy stream.
    A,
    B,
    C,
    Blocking,
    Blocking2,
    Legacy,
    /// The thread's own.
    Mine,
    /// Of another context.
    Foreign,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    E,
    F,
    /// One without timing.
    Untimed,
    /// One of the other context.
    Otherwise,
    /// No event.
    Gone,
}

/// What is done; the number is the code that is answered, where that may differ.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Nothing that is queued on the stream from here on runs before it is released.
    Hold(Stream),
    Release,
    /// Runs all that can run.
    Run,
    Work(Stream),
    Record(Event, Stream, u32),
    RecordFlags(Event, Stream, u32, u32),
    /// For all streams of the context.
    RecordAll(Event, u32),
    Wait(Stream, Event, u32),
    /// All streams of the context wait.
    WaitAll(Event, u32),
    Query(Event, u32),
    Sync(Event, u32),
    /// Whether the stream has done all its work.
    Idle(Stream, u32),
    SyncStream(Stream, u32),
    Elapsed(Event, Event, u32),
    Destroy(Event, u32),
    DestroyStream(Stream),
    /// Ends the context.
    Reset,
}

/// One rule a line, or two.
#[rustfmt::skip]
const RULES: &[(&str, &[Step])] = &[
    // Before the first record.
    ("an event that was never recorded is done", &[Hold(A), Work(A), Query(E, FINE), Sync(E, FINE)]),
    ("a wait for it is none", &[Wait(B, E, FINE), Work(B), Run, Idle(B, FINE)]),
    ("and does not come to be one by a record", &[Wait(B, E, FINE), Hold(A), Record(E, A, FINE), Work(B), Run, Idle(B, FINE)]),
    ("a wait of the context for it is none", &[WaitAll(E, FINE), Work(B), Run, Idle(B, FINE)]),
    // A record is of a moment.
    ("a record stands for what came before it", &[Work(A), Record(E, A, FINE), Query(E, NOT_READY), Run, Query(E, FINE)]),
    ("also if that is held", &[Hold(A), Work(A), Record(E, A, FINE), Run, Query(E, NOT_READY), Release, Run, Query(E, FINE)]),
    ("and for nothing that comes after it", &[Work(A), Record(E, A, FINE), Hold(A), Work(A), Run, Query(E, FINE), Idle(A, NOT_READY)]),
    ("a question runs nothing", &[Work(A), Record(E, A, FINE), Query(E, NOT_READY), Query(E, NOT_READY)]),
    ("a wait of the host is for the record", &[Work(A), Record(E, A, FINE), Hold(A), Work(A), Sync(E, FINE), Idle(A, NOT_READY)]),
    ("a wait of the host for a stream is one for its events", &[Work(A), Record(E, A, FINE), SyncStream(A, FINE), Query(E, FINE)]),
    ("a record on an idle stream is work too", &[Record(E, A, FINE), Query(E, NOT_READY), Run, Query(E, FINE)]),
    ("other streams are no matter", &[Hold(B), Work(B), Record(E, A, FINE), Run, Query(E, FINE)]),
    ("two events of a stream are two moments", &[Record(E, A, FINE), Hold(A), Record(F, A, FINE), Run, Query(E, FINE), Query(F, NOT_READY)]),
    // A new record overwrites the old one.
    ("a new record is what counts", &[Hold(A), Record(E, A, FINE), Record(E, B, FINE), Run, Query(E, FINE), Idle(A, NOT_READY)]),
    ("also if it comes later", &[Record(E, B, FINE), Run, Query(E, FINE), Hold(A), Record(E, A, FINE), Run, Query(E, NOT_READY), Release, Run, Query(E, FINE)]),
    ("also on the same stream", &[Record(E, A, FINE), Hold(A), Record(E, A, FINE), Run, Query(E, NOT_READY)]),
    ("a wait of the host is for the new one", &[Hold(A), Record(E, A, FINE), Record(E, B, FINE), Sync(E, FINE), Idle(A, NOT_READY)]),
    // A wait is for the record there is.
    ("a stream waits", &[Hold(A), Record(E, A, FINE), Wait(B, E, FINE), Work(B), Run, Idle(B, NOT_READY), Release, Run, Idle(B, FINE)]),
    ("what it had before does not", &[Hold(A), Record(E, A, FINE), Work(B), Record(F, B, FINE), Wait(B, E, FINE), Run, Query(F, FINE), Idle(B, NOT_READY)]),
    ("and not for what comes after the record", &[Record(E, A, FINE), Hold(A), Work(A), Wait(B, E, FINE), Work(B), Run, Idle(B, FINE)]),
    ("who waits already keeps the old record",
        &[Hold(A), Record(E, A, FINE), Wait(B, E, FINE), Record(E, C, FINE), Run, Query(E, FINE), Idle(B, NOT_READY), Release, Run, Idle(B, FINE)]),
    ("also if the old one is done and the new one is not",
        &[Record(E, C, FINE), Wait(B, E, FINE), Hold(A), Record(E, A, FINE), Work(B), Run, Idle(B, FINE), Query(E, NOT_READY)]),
    ("who waits afterwards has the new one", &[Hold(A), Record(E, A, FINE), Record(E, C, FINE), Wait(B, E, FINE), Work(B), Run, Idle(B, FINE)]),
    ("a stream that waits for itself goes on", &[Work(A), Record(E, A, FINE), Wait(A, E, FINE), Work(A), Run, Idle(A, FINE)]),
    ("waits go on over streams",
        &[Hold(A), Record(E, A, FINE), Wait(B, E, FINE), Record(F, B, FINE), Wait(C, F, FINE), Run, Idle(C, NOT_READY), Release, Run, Idle(C, FINE)]),
    ("one event may go round",
        &[Hold(A), Record(E, A, FINE), Wait(B, E, FINE), Record(E, B, FINE), Wait(A, E, FINE), Run, Query(E, NOT_READY), Release, Run, Query(E, FINE), Idle(A, FINE)]),
    // The default streams.
    ("a record on the legacy stream is one for the blocking streams",
        &[Hold(Blocking), Work(Blocking), Record(E, Legacy, FINE), Run, Query(E, NOT_READY), Release, Run, Query(E, FINE)]),
    ("and for the thread's own", &[Hold(Mine), Work(Mine), Record(E, Legacy, FINE), Run, Query(E, NOT_READY)]),
    ("and for none that does not block", &[Hold(A), Work(A), Record(E, Legacy, FINE), Run, Query(E, FINE)]),
    ("a record on a blocking stream is one for the legacy stream", &[Hold(Legacy), Record(E, Blocking, FINE), Run, Query(E, NOT_READY)]),
    ("and for no other blocking stream", &[Hold(Blocking2), Work(Blocking2), Record(E, Blocking, FINE), Run, Query(E, FINE)]),
    ("a wait of the legacy stream holds the blocking ones up", &[Hold(A), Record(E, A, FINE), Wait(Legacy, E, FINE), Work(Blocking), Run, Idle(Blocking, NOT_READY)]),
    ("and none that does not block", &[Hold(A), Record(E, A, FINE), Wait(Legacy, E, FINE), Work(B), Run, Idle(B, FINE)]),
    ("the thread's own stream waits as any", &[Hold(A), Record(E, A, FINE), Wait(Mine, E, FINE), Run, Idle(Mine, NOT_READY)]),
    // All streams of a context.
    ("a record of the context stands for all streams", &[Hold(A), Work(A), RecordAll(E, FINE), Run, Query(E, NOT_READY), Release, Run, Query(E, FINE)]),
    ("and for nothing that comes after it", &[Work(A), RecordAll(E, FINE), Hold(A), Work(A), Run, Query(E, FINE)]),
    ("and for none of another context", &[Hold(Foreign), Work(Foreign), RecordAll(E, FINE), Run, Query(E, FINE)]),
    ("a wait of the context is one of each stream", &[Hold(A), Record(E, A, FINE), WaitAll(E, FINE), Work(B), Work(Blocking), Run, Idle(B, NOT_READY), Idle(Blocking, NOT_READY)]),
    ("and of none of another context", &[Hold(A), Record(E, A, FINE), WaitAll(E, FINE), Work(Foreign), Run, Idle(Foreign, FINE)]),
    // The ends of events, streams and contexts.
    ("an event may be destroyed while somebody waits",
        &[Hold(A), Record(E, A, FINE), Wait(B, E, FINE), Destroy(E, FINE), Work(B), Run, Idle(B, NOT_READY), Release, Run, Idle(B, FINE)]),
    ("and while it is not done", &[Hold(A), Record(E, A, FINE), Destroy(E, FINE), Release, Run, Idle(A, FINE)]),
    ("afterwards it is no event any more",
        &[Record(E, A, FINE), Destroy(E, FINE), Query(E, BAD_HANDLE), Sync(E, BAD_HANDLE), Record(E, A, BAD_HANDLE), Wait(A, E, BAD_HANDLE), Destroy(E, BAD_HANDLE),
          Elapsed(E, F, BAD_HANDLE), Elapsed(F, E, BAD_HANDLE), RecordAll(E, BAD_HANDLE), WaitAll(E, BAD_HANDLE)]),
    ("no handle is no event", &[Query(Gone, BAD_HANDLE), Sync(Gone, BAD_HANDLE), Record(Gone, A, BAD_HANDLE), Wait(A, Gone, BAD_HANDLE), Destroy(Gone, BAD_HANDLE)]),
    ("the event outlives the stream", &[Hold(A), Work(A), Record(E, A, FINE), DestroyStream(A), Query(E, NOT_READY), Release, Run, Query(E, FINE), Sync(E, FINE)]),
    ("and so does the wait for it", &[Hold(A), Record(E, A, FINE), DestroyStream(A), Wait(B, E, FINE), Run, Idle(B, NOT_READY), Release, Run, Idle(B, FINE)]),
    ("an event ends with its context", &[Record(E, A, FINE), Reset, Query(E, BAD_HANDLE), Sync(E, BAD_HANDLE), Destroy(E, BAD_HANDLE), SyncStream(Legacy, ENDED)]),
    // Other contexts.
    ("a record on another context's stream is refused", &[Record(E, Foreign, BAD_HANDLE), Record(Otherwise, A, BAD_HANDLE), Query(E, FINE)]),
    ("and leaves the old record", &[Hold(A), Record(E, A, FINE), Record(E, Foreign, BAD_HANDLE), Run, Query(E, NOT_READY)]),
    ("a wait on another context's stream is not", &[Hold(A), Record(E, A, FINE), Wait(Foreign, E, FINE), Run, Idle(Foreign, NOT_READY), Release, Run, Idle(Foreign, FINE)]),
    ("nor one for another context's event", &[Hold(Foreign), Record(Otherwise, Foreign, FINE), Wait(A, Otherwise, FINE), Run, Idle(A, NOT_READY), Release, Run, Idle(A, FINE)]),
    ("an event of another context is none of this one's", &[RecordAll(Otherwise, BAD_HANDLE)]),
    // Flags.
    ("a record without flags is a record", &[Hold(A), RecordFlags(E, A, 0, FINE), Run, Query(E, NOT_READY)]),
    ("a flag that is none is refused, and the old record stays", &[Hold(A), Record(E, A, FINE), RecordFlags(E, B, 2, BAD_VALUE), Run, Query(E, NOT_READY)]),
    ("a flag of captures is refused outside of one", &[RecordFlags(E, A, 1, BAD_VALUE), Query(E, FINE)]),
    // The time between two.
    ("there is no time from what was not recorded", &[Record(F, A, FINE), Run, Elapsed(E, F, BAD_HANDLE)]),
    ("nor to it", &[Record(E, A, FINE), Run, Elapsed(E, F, BAD_HANDLE)]),
    ("nor without timing", &[Record(E, A, FINE), Record(Untimed, A, FINE), Run, Elapsed(E, Untimed, BAD_HANDLE), Elapsed(Untimed, E, BAD_HANDLE), Elapsed(Untimed, Untimed, BAD_HANDLE)]),
    ("nor yet from what is not done", &[Record(F, B, FINE), Run, Hold(A), Record(E, A, FINE), Run, Elapsed(E, F, NOT_READY), Release, Run, Elapsed(E, F, FINE)]),
    ("nor to it, yet", &[Record(E, A, FINE), Hold(A), Record(F, A, FINE), Run, Elapsed(E, F, NOT_READY), Release, Run, Elapsed(E, F, FINE)]),
    ("that something was not recorded comes before that something is not done", &[Hold(A), Record(E, A, FINE), Run, Elapsed(E, F, BAD_HANDLE)]),
    ("a new record makes it not ready again", &[Record(E, A, FINE), Record(F, A, FINE), Run, Elapsed(E, F, FINE), Hold(A), Record(F, A, FINE), Run, Elapsed(E, F, NOT_READY)]),
    ("there is time between two streams", &[Record(E, A, FINE), Run, Record(F, B, FINE), Run, Elapsed(E, F, FINE), Elapsed(F, E, FINE), Elapsed(E, E, FINE)]),
    ("an event without timing can do all else", &[Hold(A), Record(Untimed, A, FINE), Wait(B, Untimed, FINE), Run, Query(Untimed, NOT_READY), Idle(B, NOT_READY), Release, Sync(Untimed, FINE)]),
];

/// What the rules are about.
struct Scene {
    client: Client,
    streams: [CUstream; 8],
    events: [CUevent; 5],
    device: u64,
    gates: Vec<Gate>,
}

impl Scene {
    fn new() -> Self {
        let client = Client::of(Simulator::builder().adversity(eager()).mode(Mode::Stepper));
        let (mut other, mut untimed): (CUcontext, CUevent) = (null_mut(), null_mut());
        ok!(client, cuCtxCreate_v2(&mut other, 0, client.device()));
        let (foreign, otherwise) = (client.blocking_stream(), client.event());
        ok!(client, cuCtxPopCurrent_v2(null_mut()));
        ok!(client, cuEventCreate(&mut untimed, 2));
        let (legacy, mine) = (null_mut(), cuda_sys::CU_STREAM_PER_THREAD);
        let [a, b, c] = [(); 3].map(|()| client.stream());
        let [blocking, blocking2] = [(); 2].map(|()| client.blocking_stream());
        Scene {
            streams: [a, b, c, blocking, blocking2, legacy, mine, foreign],
            events: [client.event(), client.event(), untimed, otherwise, null_mut()],
            device: client.alloc(8),
            gates: Vec::new(),
            client,
        }
    }

    /// Does a step, and answers its code and the one that was expected.
    fn take(&mut self, step: Step) -> (u32, u32) {
        let client = &self.client;
        let stream = |stream: Stream| self.streams[stream as usize];
        let event = |event: Event| self.events[event as usize];
        let (answer, expected) = match step {
            Hold(at) => {
                self.gates.push(client.simulator.gate(stream(at)));
                return (FINE, FINE);
            }
            Release => {
                self.gates.clear();
                return (FINE, FINE);
            }
            Run => {
                client.simulator.run_until_idle();
                return (FINE, FINE);
            }
            Work(at) => (call!(client, cuMemsetD8Async(self.device, 1, 8, stream(at))), FINE),
            Record(what, at, code) => (call!(client, cuEventRecord(event(what), stream(at))), code),
            RecordFlags(what, at, flags, code) => {
                (call!(client, cuEventRecordWithFlags(event(what), stream(at), flags)), code)
            }
            RecordAll(what, code) => (call!(client, cuCtxRecordEvent(client.context, event(what))), code),
            Wait(at, what, code) => (call!(client, cuStreamWaitEvent(stream(at), event(what), 0)), code),
            WaitAll(what, code) => (call!(client, cuCtxWaitEvent(client.context, event(what))), code),
            Query(what, code) => (client.query(event(what)), code),
            Sync(what, code) => (call!(client, cuEventSynchronize(event(what))), code),
            Idle(at, code) => (call!(client, cuStreamQuery(stream(at))), code),
            SyncStream(at, code) => (client.sync(stream(at)), code),
            Elapsed(from, to, code) => (self.elapsed(event(from), event(to)), code),
            Destroy(what, code) => (call!(client, cuEventDestroy_v2(event(what))), code),
            DestroyStream(at) => (call!(client, cuStreamDestroy_v2(stream(at))), FINE),
            Reset => (call!(client, cuDevicePrimaryCtxReset_v2(client.device())), FINE),
        };
        (answer.0, expected)
    }

    /// Both spellings answer the same.
    fn elapsed(&self, from: CUevent, to: CUevent) -> CUresult {
        let (mut old, mut new) = (f32::NAN, f32::NAN);
        let answer = call!(self.client, cuEventElapsedTime(&mut old, from, to));
        assert_eq!(call!(self.client, cuEventElapsedTime_v2(&mut new, from, to)), answer);
        assert_eq!(old.is_nan(), answer.0 != FINE, "a time is only given with success");
        assert_eq!(old.to_bits(), new.to_bits());
        answer
    }
}

#[test]
fn every_rule_of_events_holds() {
    for (what, steps) in RULES {
        let mut scene = Scene::new();
        for (number, step) in steps.iter().enumerate() {
            let (answer, expected) = scene.take(*step);
            assert_eq!(answer, expected, "{what}: step {number}, {step:?}");
        }
    }
}

#[test]
fn the_time_between_two_events_is_that_of_their_newest_records() {
    let mut scene = Scene::new();
    let time = |scene: &Scene| {
        let mut milliseconds = 0.0;
        ok!(scene.client, cuEventElapsedTime_v2(&mut milliseconds, scene.events[0], scene.events[1]));
        milliseconds
    };
    let mut steps = |steps: &[Step]| {
        steps.iter().for_each(|step| assert_eq!(scene.take(*step), (FINE, FINE)));
        time(&scene)
    };
    let forward = steps(&[Record(E, A, FINE), Work(A), Record(F, A, FINE), Run]);
    let longer = steps(&[Work(A), Work(A), Record(F, A, FINE), Run]);
    let backward = steps(&[Work(A), Record(E, A, FINE), Run]);
    assert!(0.0 < forward && forward < longer && backward < 0.0, "{forward} {longer} {backward}");
}

#[test]
fn events_need_no_current_context_but_a_stream_of_one() {
    let mut scene = Scene::new();
    ok!(scene.client, cuCtxSetCurrent(null_mut()));
    let steps = [
        Record(E, A, FINE),
        Query(E, NOT_READY),
        Wait(B, E, FINE),
        Sync(E, FINE),
        Query(E, FINE),
        Record(E, Legacy, BAD_CONTEXT),
        Wait(Legacy, E, BAD_CONTEXT),
        Record(E, Mine, BAD_CONTEXT),
        Destroy(E, FINE),
    ];
    for step in steps {
        let (answer, expected) = scene.take(step);
        assert_eq!(answer, expected, "{step:?}");
    }
    assert_eq!(call!(scene.client, cuEventCreate(&mut null_mut(), 0)).0, BAD_CONTEXT);
}
